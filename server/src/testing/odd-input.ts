// Generates inputs from the OpenAPI document: some valid in shape, some odd.
import fc from 'fast-check';
import type { InlineOperation } from '../platform/http/openapi/openapi-components.ts';
import type { Schema } from '../platform/http/openapi/openapi-schema.ts';

const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, '', ' ', '\u0000', '%00', "'; --", '../../etc/passwd', '{{7*7}}', '‮', '\ud800'),
  fc.constantFrom<unknown>(-1, 0, 1e308, -1e308, 2 ** 53, 0.1, true, false, [], {}, [[]], { a: { b: { c: [] } } }),
  fc.string({ maxLength: 300, unit: 'binary' }),
  fc.array(fc.string({ maxLength: 5 }), { maxLength: 5 }),
);

const text = (schema: Schema): fc.Arbitrary<unknown> => {
  if (schema.format === 'uuid') return fc.uuid();
  if (schema.format === 'date-time') {
    const range = { min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true };
    return fc.date(range).map((date) => date.toISOString());
  }
  const minLength = Math.min(schema.minLength ?? 0, 50);
  return fc.string({ minLength, maxLength: Math.max(minLength, Math.min(schema.maxLength ?? 40, 60)) });
};

const fitting = (schema: Schema): fc.Arbitrary<unknown> => {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(fitting));
  switch (schema.type) {
    case 'string':
      return text(schema);
    case 'integer':
    case 'number':
      return fc.integer({ min: Math.max(schema.minimum ?? -5, -1e9), max: Math.min(schema.maximum ?? 1000, 1e9) });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(schema.items === undefined ? odd : fitting(schema.items), { maxLength: 4 });
    case 'object':
      return objectOf(schema, false);
    default:
      return odd;
  }
};

const objectOf = (schema: Schema, oddly: boolean): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(
    Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, property]) => [
        name,
        oddly ? fc.oneof(fitting(property), odd) : fitting(property),
      ]),
    ),
    { requiredKeys: oddly ? [] : [...(schema.required ?? [])] },
  );

export interface Try {
  readonly path: string;
  readonly body: unknown;
}

const queryText = (value: unknown): string =>
  encodeURIComponent(String(typeof value === 'object' ? JSON.stringify(value) : value).toWellFormed());

export const triesOf = (path: string, operation: InlineOperation): fc.Arbitrary<Try> => {
  const parameters = operation.parameters ?? [];
  const schema = operation.requestBody?.content['application/json']?.schema;
  const body =
    schema === undefined ? fc.constant(undefined) : fc.oneof(objectOf(schema, false), objectOf(schema, true), odd);
  const values = fc.tuple(...parameters.map((p) => fc.oneof(fitting(p.schema), odd)));
  const chosen = fc.array(fc.boolean(), { minLength: parameters.length, maxLength: parameters.length });
  return fc.tuple(values, chosen, body).map(([given, kept, sent]) => {
    let filled = path;
    const query: string[] = [];
    parameters.forEach((parameter, i) => {
      const value = queryText(given[i]);
      if (parameter.in === 'path') filled = filled.replace(`{${parameter.name}}`, value === '' ? 'x' : value);
      else if (kept[i] === true && parameter.in === 'query') query.push(`${parameter.name}=${value}`);
    });
    return { path: query.length === 0 ? filled : `${filled}?${query.join('&')}`, body: sent };
  });
};
