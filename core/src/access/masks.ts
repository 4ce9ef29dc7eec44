// Masks fields of visible objects, consistently in lists, files, search, messages and the live state. The kinds are a closed set.

/** Shown in place of a masked value. */
export const MASKED = '***';

export const MASKS = ['caller-number', 'caller-name', 'contact', 'price'] as const;
export type Mask = (typeof MASKS)[number];

/** Masks of the parties of a call. */
export const CALLER_MASKS: ReadonlySet<Mask> = new Set<Mask>(['caller-number', 'caller-name']);

/** Shorter numbers are internal extensions. */
const SHORTEST_NUMBER = 6;
const SHOWN_DIGITS = 3;

/** Masks a number: `+442079460958` → `***958`. Extensions stay unchanged. */
export const maskNumber = (text: string): string => {
  const digits = text.replace(/\D/g, '');
  return digits.length < SHORTEST_NUMBER ? text : MASKED + digits.slice(-SHOWN_DIGITS);
};

/** Masks numbers inside text: `+44 20 7946 0958 rang` → `***958 rang`. */
const maskNumbersIn = (text: string): string =>
  text.replace(/\+?\d[\d ().-]{4,}\d/g, (found) =>
    /\d{6}/.test(found.replace(/\D/g, '')) ? maskNumber(found) : found,
  );

/** Masks the dialed number in a channel name: `Local/+442079460958@out-00000003;1`. */
const maskChannel = (text: string): string => text.replace(/(?<=\/)\+?\d{6,}(?=[@,-]|$)/g, maskNumber);

/** Masks numbers in the name of a recording: `20261121-in-+442079460958-100.wav`. Masks dates too, because they look like numbers. */
export const maskFileName = (text: string): string => text.replace(/\+?\d{6,}/g, maskNumber);

const hide = (text: string): string => (text === '' ? '' : MASKED);
const EXACT = /^-?\d+(\.\d+)?$/;
/** Keeps words such as `unlimited`. */
const hideAmount = (text: string): string => (EXACT.test(text) ? MASKED : text);

type Change = (text: string) => string;

const each = (change: Change, ...keys: readonly string[]): readonly (readonly [string, Change])[] =>
  keys.map((key) => [key, change] as const);

/** Field names at any depth of a response. Includes AMI's spelling for the socket. */
const CHANGES: Readonly<Record<Mask, ReadonlyMap<string, Change>>> = {
  'caller-number': new Map([
    ...each(maskNumber, 'raw', 'source', 'destination', 'caller', 'party', 'callerNumber', 'callerIdNum'),
    ...each(maskNumber, 'connectedLineNum', 'CallerIDNum', 'ConnectedLineNum', 'CallerNumber'),
    // Call forwarding targets are phone numbers too.
    ...each(maskNumber, 'forwardAlways', 'forwardBusy', 'forwardNoAnswer', 'forwardUnregistered'),
    // Commands in the audit trail contain dialed numbers.
    ...each(maskNumber, 'Number', 'Exten'),
    // Steps of a rating contain the rated number.
    ...each(maskNumber, 'digits'),
    ...each(maskFileName, 'file', 'resourceName'),
    ...each(maskChannel, 'channel', 'destinationChannel', 'lastData', 'Channel', 'MemberChannel'),
  ]),
  'caller-name': new Map([
    ...each(hide, 'callerName', 'callerIdName', 'connectedLineName', 'sourceName', 'partyName'),
    ...each(hide, 'CallerIDName', 'ConnectedLineName', 'CallerName'),
  ]),
  contact: new Map([
    ...each(hide, 'email', 'phone', 'contactEmail', 'contactName', 'billingEmail', 'voicemailEmail'),
    ...each(hide, 'invoiceEmail'),
  ]),
  price: new Map([
    ...each(hideAmount, 'amount', 'balance', 'connectFee', 'cost', 'creditLimit', 'credited', 'dailySpendLimit'),
    ...each(hideAmount, 'monthlySpendLimit', 'defaultRatePerMinute', 'fixedFee', 'fixedFees', 'freeCredit', 'limit'),
    ...each(hideAmount, 'setupFee', 'setupFees', 'margin', 'maxCharge', 'minCharge', 'net', 'tax', 'total', 'price'),
    ...each(
      hideAmount,
      'unitPrice',
      'available',
      'lowBalanceThreshold',
      'ratePerMinute',
      'paid',
      'open',
      'base',
      'unbilled',
      'spent',
      'used',
      'usage',
      'gross',
      'unitFees',
      'fees',
      'discounts',
      'charge',
    ),
  ]),
};

type Row = Readonly<Record<string, unknown>>;

/** Tells whether a value is a call party with number details: `{raw, number, country}` or `{number, calls}`. */
const isParty = (value: Row): boolean => 'number' in value && ('raw' in value || 'calls' in value);

/** Masks the text of a search hit: the parties of a call, or the e-mail of a user. */
const hitChanges = (kind: unknown, masks: readonly Mask[]): { readonly title?: Change; readonly detail?: Change } => {
  if (kind === 'user') return masks.includes('contact') ? { detail: (text) => text.replace(/\S+@\S+/g, MASKED) } : {};
  if (kind !== 'call' && kind !== 'cdr') return {};
  const numbers: Change = masks.includes('caller-number') ? maskNumbersIn : (text) => text;
  return masks.includes('caller-name')
    ? { title: (text) => numbers(text).replace(/\p{L}.*/u, MASKED), detail: hide }
    : { title: numbers, detail: numbers };
};

const maskHits = (group: Row, masks: readonly Mask[]): Row => {
  if (!Array.isArray(group['hits'])) return group;
  const { title = String, detail = String } = hitChanges(group['kind'], masks);
  const hits = group['hits'].map((hit) => ({
    ...hit,
    title: title(String(hit['title'])),
    detail: detail(String(hit['detail'])),
  }));
  return { ...group, hits };
};

/** Masks the fields of a response, export row or live message. Compiled once per set of masks. */
export type Masking = <T>(value: T) => T;

const compile = (masks: readonly Mask[]): Masking => {
  const changes = new Map(masks.flatMap((mask) => [...CHANGES[mask]]));
  const numbers = masks.includes('caller-number');
  const prices = masks.includes('price');
  const walk = (value: unknown, change: Change | undefined): unknown => {
    if (typeof value === 'string') return change === undefined ? value : change(value);
    if (value === null || typeof value !== 'object' || value instanceof Date) return value;
    // Unchanged rows are not copied, because most rows have nothing to mask.
    if (Array.isArray(value)) {
      const after = value.map((one) => walk(one, change));
      return after.every((one, place) => one === value[place]) ? value : after;
    }
    const row = maskHits(value as Row, masks);
    const party = numbers && isParty(row);
    let made: Record<string, unknown> | null = null;
    for (const key of Object.keys(row)) {
      // Every rating step would reveal the price.
      const steps = prices && key === 'steps' && 'connectFee' in row;
      const after = steps ? [] : walk(row[key], party && key === 'number' ? maskNumber : changes.get(key));
      if (after !== row[key]) (made ??= { ...row })[key] = after;
    }
    return made ?? row;
  };
  return <T>(value: T) => walk(value, undefined) as T;
};

/** Returns distinct masks in the order of `MASKS`. */
export const distinctMasks = (masks: Iterable<Mask>): readonly Mask[] => {
  const wanted = new Set(masks);
  return MASKS.filter((mask) => wanted.has(mask));
};

const keyOf = (masks: Iterable<Mask>): string => distinctMasks(masks).join(' ');

const COMPILED: ReadonlyMap<string, Masking> = new Map(
  Array.from({ length: 2 ** MASKS.length }, (_, bits) => {
    const masks = MASKS.filter((_mask, place) => (bits >> place) % 2 === 1);
    return [keyOf(masks), masks.length === 0 ? <T>(value: T) => value : compile(masks)] as const;
  }),
);

export const maskingOf = (masks: readonly Mask[]): Masking => COMPILED.get(keyOf(masks)) ?? compile(masks);

/** Returns the masked fields. Users who do not see them cannot write, sort or filter by them. */
export const maskedFields = (masks: readonly Mask[]): ReadonlySet<string> =>
  new Set(masks.flatMap((mask) => [...CHANGES[mask].keys(), ...(mask === 'caller-number' ? ['number'] : [])]));
