// Creates an example of a schema: a meaningful value by field name, or the first value that fits.
import type { Schema } from './openapi-schema.ts';

const ID = '0198f2a4-7c31-7d52-9b1e-3a5c0d9e4f21';

/** Example values by field name. Values that do not fit the schema are skipped. */
const NAMED: Readonly<Record<string, readonly unknown[]>> = {
  name: ['North Clinic', 'north-support'],
  customerName: ['North Clinic'],
  code: ['north', 'NORTH'],
  label: ['Support line'],
  username: ['noa.levi'],
  firstname: ['Noa'],
  lastname: ['Levi'],
  email: ['noa.levi@example.com'],
  contactEmail: ['office@example.com'],
  password: ['quiet lanterns on the pier'],
  newPassword: ['quiet lanterns on the pier'],
  currentPassword: ['seven boats in the harbour'],
  token: ['k2Jt0vQ9wXyZ4rB7nL1sP5dF8hC3mG6aE0uT9iR2oW4'],
  role: ['supervisor'],
  country: ['GB'],
  currency: ['GBP'],
  language: ['en'],
  timezone: ['Europe/London'],
  timeZone: ['Europe/London'],
  extension: ['101'],
  phone: ['+442079460100'],
  number: ['+442079460100', '020 7946 0100'],
  source: ['+442079460958'],
  destination: ['101'],
  amiHost: ['pbx1.example.com'],
  amiPort: [5038],
  host: ['sip.example.com'],
  queue: ['north-support'],
  interface: ['PJSIP/north-101'],
  reason: ['Lunch'],
  cidrs: [['203.0.113.0/24']],
  scopes: [['read:customer']],
  prefix: ['44'],
  prefixes: [['44']],
  url: ['https://console.example.com/set-password?token=k2Jt0vQ9'],
  brandColor: ['teal'],
  billingCountry: ['GB'],
  kind: ['hangup', 'minutes'],
  carryOver: ['one_period'],
  csv: ['code,name\nnorth,North Clinic\n'],
  ip: ['203.0.113.7'],
  address: ['203.0.113.7'],
  page: [1],
  perPage: [25],
  total: [1],
  version: [3],
};

const TEXTS: readonly string[] = [
  'north',
  'North',
  '101',
  '44',
  '0.05',
  '09:00',
  '12-25',
  '1 09',
  'GBP',
  'PJSIP/north-101',
  'https://pbx1.example.com',
  'noa.levi@example.com',
  '+442079460100',
  ID,
  '',
];

const FORMATS: Readonly<Record<string, string>> = {
  uuid: ID,
  'date-time': '2026-11-22T09:00:00.000Z',
  date: '2026-11-22',
  base64: 'UklnaHQ=',
  base64url: 'UklnaHQ',
};

const fits = (schema: Schema, value: unknown): boolean => {
  if (schema.enum !== undefined) return schema.enum.includes(value);
  if (schema.anyOf !== undefined) return schema.anyOf.some((one) => fits(one, value));
  switch (schema.type) {
    case 'string':
      return (
        typeof value === 'string' &&
        value.length >= (schema.minLength ?? 0) &&
        value.length <= (schema.maxLength ?? Infinity) &&
        (schema.format === undefined || schema.format === 'regex' || FORMATS[schema.format] === value) &&
        (schema.pattern === undefined || new RegExp(schema.pattern, 'u').test(value))
      );
    case 'integer':
    case 'number':
      return (
        typeof value === 'number' && value >= (schema.minimum ?? -Infinity) && value <= (schema.maximum ?? Infinity)
      );
    case 'array':
      return Array.isArray(value) && value.every((one) => fits(schema.items ?? {}, one));
    default:
      return false;
  }
};

const textOf = (schema: Schema, name: string): string => {
  const format = schema.format === undefined ? undefined : FORMATS[schema.format];
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  const tried = [format, ...TEXTS.slice(0, 2), words, words.replace(/ /g, '-'), ...TEXTS];
  const found = tried.find((text) => text !== undefined && fits(schema, text));
  return found ?? 'x'.repeat(schema.minLength ?? 1);
};

const numberOf = ({ minimum, maximum }: Schema): number =>
  Math.min(Math.max(1, minimum ?? 1), maximum ?? Number.MAX_SAFE_INTEGER);

/** Returns the fields of the example: in a request the required ones, or two if none is required. In an answer all of them. */
const fieldsOf = (schema: Schema, sent: boolean): readonly [string, Schema][] => {
  const all = Object.entries(schema.properties ?? {});
  if (!sent) return all;
  const wanted = all.filter(([name]) => schema.required?.includes(name));
  return wanted.length > 0 ? wanted : all.slice(0, 2);
};

/** @param sent whether the example is part of a request */
export const exampleOf = (whole: Schema, sent: boolean, name = ''): unknown => {
  const schema = Array.isArray(whole.type) ? { ...whole, type: String(whole.type[0]) } : whole;
  const named = NAMED[name]?.find((value) => fits(schema, value));
  if (named !== undefined) return named;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return exampleOf(choices.find(({ type }) => type !== 'null') ?? {}, sent, name);
  switch (schema.type) {
    case 'string':
      return textOf(schema, name);
    case 'integer':
    case 'number':
      return numberOf(schema);
    case 'boolean':
      return true;
    case 'array':
      return sent && (schema.minItems ?? 0) === 0 ? [] : [exampleOf(schema.items ?? {}, sent, name.replace(/s$/, ''))];
    case 'object':
      return Object.fromEntries(fieldsOf(schema, sent).map(([field, inner]) => [field, exampleOf(inner, sent, field)]));
    default:
      return null;
  }
};
