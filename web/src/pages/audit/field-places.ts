// Where the words of an entry's fields and values stand: those that forms and lists use, else the trail's own.

/** An AMI command's own names are written with a capital: `Queue`, `Interface`. */
const plain = (field: string): string => field.slice(0, 1).toLowerCase() + field.slice(1);

/** Keys that may word a field of a resource, the best first. */
export const labelKeys = (resource: string, field: string): readonly string[] => [
  `${resource}:fields.${field}`,
  `audit:names.${plain(field)}`,
];

/** Namespaces and beginnings of keys that word the choices of a field, whatever its resource. */
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
  resource: ['audit:options.resource'],
  action: ['permission:actions'],
  actions: ['permission:actions'],
  masks: ['permission:masks'],
  fieldMask: ['permission:masks'],
  provisioning: ['provisioning:runKinds'],
  report: ['report:schedules.reports'],
  every: ['report:schedules.everyOf'],
};

/** Loaded for the choices above. */
export const CHOICE_NAMESPACES = ['plan', 'did', 'invoice', 'permission', 'provisioning', 'report'] as const;

/** Keys that may word one choice of a field, the best first. */
export const choiceKeys = (resource: string, field: string, value: string): readonly string[] => [
  `${resource}:options.${field}.${value}`,
  `audit:values.${field}.${value.replaceAll(' ', '-')}`,
  ...(CHOICES[plain(field)] ?? []).map((start) => `${start}.${value}`),
];

const POINTS_TO: Readonly<Record<string, string>> = {
  customerId: 'customers',
  customerIds: 'customers',
  parentId: 'customers',
  userId: 'users',
  ownerUserId: 'users',
  roleId: 'roles',
  assignableBy: 'roles',
  callcenterId: 'callcenters',
  callcenterIds: 'callcenters',
  queueId: 'queues',
  queueIds: 'queues',
  serverId: 'endpoints',
  serverIds: 'endpoints',
  defaultServerId: 'endpoints',
  planId: 'plans',
  hoursId: 'hours',
  subscriberId: 'subscribers',
  memberIds: 'subscribers',
  trunkId: 'trunks',
  trunkIds: 'trunks',
  promptId: 'prompts',
};

/** The list whose row a field names by its id; undefined: none. */
export const refOf = (field: string): string | undefined => POINTS_TO[field];

const LEADS_TO: Readonly<Record<string, string>> = {
  extension: 'subscribers',
  voicemail: 'subscribers',
  queue: 'queues',
  ringgroup: 'ringgroups',
  ivr: 'ivrs',
};

/** The same of where a call goes: `{kind: 'queue', id}`. */
export const destinationRef = (kind: unknown): string | undefined => LEADS_TO[String(kind)];

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
/** Ports and the like are names rather than quantities: nobody groups their digits. */
export const isCode = (field: string): boolean => /port$|^(id|prefix|code|extension)$|Id$/i.test(field);

/** Nothing was said. */
export const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.values(value).length === 0);
