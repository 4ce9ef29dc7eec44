// Maps fields and values of an audit entry to translation keys: those of forms and lists first, then the trail's own.
import { nounOfDestination, NOUNS } from '@ringside/core/contract/nouns.ts';
import { DESTINATION_KINDS } from '@ringside/core/contract/routing/destination.ts';

/** Fields of an AMI command start with a capital letter: `Queue`, `Interface`. */
const plain = (field: string): string => field.slice(0, 1).toLowerCase() + field.slice(1);

/** Returns the possible keys of a field's label, best first. */
export const labelKeys = (resource: string, field: string): readonly string[] => [
  `${resource}:fields.${field}`,
  `audit:names.${plain(field)}`,
];

/** Key prefixes of the choices of a field, regardless of the resource. */
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  direction: ['plan:terms.directions', 'plan:direction'],
  item: ['plan:terms.items'],
  carryOver: ['plan:terms.carryOvers'],
  timing: ['plan:rates.timings'],
  kind: ['plan:terms.kinds', 'did:destination', 'invoice:ledger.kinds'],
  appliesTo: ['invoice:parts'],
  discountOn: ['invoice:parts'],
  spendAction: ['invoice:settings.actions'],
  billingMethod: ['invoice:settings.methods'],
  invoiceInterval: ['invoice:settings.intervals'],
  resource: ['pages:area', 'permission:resources', 'audit:options.resource'],
  action: ['permission:actions'],
  actions: ['permission:actions'],
  masks: ['permission:masks'],
  fieldMask: ['permission:masks'],
  provisioning: ['provisioning:runKinds'],
  report: ['report:schedules.reports'],
  every: ['report:schedules.everyOf'],
};

/** Namespaces to load for the choices above. */
export const CHOICE_NAMESPACES = ['plan', 'did', 'invoice', 'permission', 'provisioning', 'report'] as const;

/** Returns the possible keys of one choice, best first. */
export const choiceKeys = (resource: string, field: string, value: string): readonly string[] => [
  `${resource}:options.${field}.${value}`,
  `audit:values.${field}.${value.replaceAll(' ', '-')}`,
  ...(CHOICES[plain(field)] ?? []).map((start) => `${start}.${value}`),
];

/** Reference fields that forms declare. Excludes `subjectId`, whose resource depends on the kind of subject. */
const DECLARED = NOUNS.flatMap(({ fields }) =>
  Object.entries(fields).flatMap(([field, use]) =>
    use?.kind === 'ref' && field !== 'subjectId' ? [[field, use.resource] as const] : [],
  ),
);

const POINTS_TO: ReadonlyMap<string, string> = new Map([
  ...DECLARED,
  // Reference fields that no form has.
  ['queueId', 'queues'],
  ['planId', 'plans'],
  ['subscriberId', 'subscribers'],
  ['trunkId', 'trunks'],
  ['promptId', 'prompts'],
]);

/** Returns the path of the resource that a field refers to; undefined if it is not a reference. */
export const refOf = (field: string): string | undefined => POINTS_TO.get(field);

/** Returns the path of the resource of a call destination such as `{kind: 'queue', id}`. */
export const destinationRef = (kind: unknown): string | undefined => {
  const known = DESTINATION_KINDS.find((each) => each === kind);
  return known === undefined ? undefined : nounOfDestination(known)?.path.slice(1);
};

const MONEY = new Set([
  ...['fixedFee', 'setupFee', 'freeCredit', 'defaultRatePerMinute', 'unitPrice', 'connectFee', 'ratePerMinute'],
  ...['minCharge', 'maxCharge', 'amount', 'creditLimit', 'lowBalanceThreshold', 'dailySpendLimit', 'monthlySpendLimit'],
]);
export const isMoney = (field: string, value: string): boolean => MONEY.has(field) && /^-?\d+(\.\d+)?$/.test(value);

export type Place = 'country' | 'language' | 'currency' | 'timezone';
const PLACES: Readonly<Record<string, Place>> = {
  country: 'country',
  billingCountry: 'country',
  language: 'language',
  currency: 'currency',
  timezone: 'timezone',
  timeZone: 'timezone',
};
export const placeOf = (field: string): Place | undefined => PLACES[field];

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/;
export const isInstant = (text: string): boolean => INSTANT.test(text);
export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);
/** Returns whether a number is an identifier, such as a port, and must not have thousands separators. */
export const isCode = (field: string): boolean => /port$|^(id|prefix|code|extension)$|Id$/i.test(field);

/** Returns whether a value is empty. */
export const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.values(value).length === 0);
