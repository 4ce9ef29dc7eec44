// Independent calculation of call prices with integers of any size. It shares no code with the console.
import type { IncludedTalk, PriceList, PriceRate } from './price-lists.ts';
import type { Zone } from './zones.ts';
import { dayIn, daysFrom, midnightOf, nextMonth, timeOfWeek } from './zones.ts';

/** One connected leg with a price, in the order in which a customer's legs are priced. */
export interface Connected {
  readonly customer: string;
  readonly direction: 'outbound' | 'inbound' | 'internal';
  /** Digits in international format without a plus, or the extension of an internal call. */
  readonly number: string;
  /** Answer time in epoch milliseconds. */
  readonly at: number;
  /** Whole seconds, above 0. */
  readonly seconds: number;
  /** Calls to emergency numbers are free on every price list. */
  readonly isEmergency?: boolean;
}

/** A customer's price list for a half-open period in epoch milliseconds. */
export interface Held {
  readonly list: PriceList;
  readonly from: number;
  readonly to: number;
}

export interface Priced extends Connected {
  /** `none`: no price list. `refused`: blocked by a rate or by the price list. */
  readonly outcome: 'priced' | 'none' | 'refused';
  readonly held: Held | null;
  readonly group: string;
  readonly billed: number;
  readonly included: number;
  /** Amount in millionths. */
  readonly amount: bigint;
}

/** Converts a decimal such as `12.345` to millionths. */
export const millionths = (decimal: string): bigint => {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,6}))?$/.exec(decimal) ?? [];
  const value = BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, '0'));
  return sign === '-' ? -value : value;
};

export const firstOfMonth = (at: number, zone: Zone): string => `${dayIn(at, zone).slice(0, 7)}-01`;

/** Number of days in the month with this price list, and of days in the month. Without proration at its end, a price list counts to the end
 * of the month.
 */
export const heldDays = (held: Held, month: string, zone: Zone): readonly [days: number, of: number] => {
  const end = nextMonth(month);
  const { proration } = held.list;
  const begins = held.from <= midnightOf(month, zone) || proration === 'none' ? month : dayIn(held.from, zone);
  const ends = held.to >= midnightOf(end, zone) || proration !== 'both' ? end : dayIn(held.to, zone);
  return [daysFrom(begins, ends), daysFrom(month, end)];
};

const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

const isPeak = (list: PriceList, at: number): boolean => {
  const { day, minute } = timeOfWeek(at, list.timezone);
  return list.peakHours.some(
    ({ days, from, to }) => days.includes(day) && minute >= minuteOf(from) && minute < minuteOf(to),
  );
};

/** The longest prefix with a rate in force at the time of the call. */
const rateFor = (list: PriceList, call: Connected): PriceRate | undefined => {
  const deck = call.direction === 'inbound' ? 'inbound' : 'outbound';
  const hours = isPeak(list, call.at) ? 'peak' : 'off-peak';
  const inForce = ({ effectiveFrom, effectiveUntil, timing = 'any' }: PriceRate): boolean =>
    (effectiveFrom === undefined || Date.parse(effectiveFrom) <= call.at) &&
    (effectiveUntil === undefined || call.at < Date.parse(effectiveUntil)) &&
    (timing === 'any' || timing === hours);
  const fitting = list.rates.filter(
    (rate) => rate.direction === deck && call.number.startsWith(rate.prefix) && inForce(rate),
  );
  const longest = Math.max(0, ...fitting.map(({ prefix }) => prefix.length));
  const on = fitting.filter(({ prefix }) => prefix.length === longest);
  const started = (rate: PriceRate): number => Date.parse(rate.effectiveFrom ?? '1970-01-01T00:00:00Z');
  const latest = Math.max(...on.map(started));
  const last = on.filter((rate) => started(rate) === latest);
  return last.find(({ timing = 'any' }) => timing !== 'any') ?? last[0];
};

/** Used and granted minutes or calls of a customer's allowances, by price list, month and name. */
const createAllowanceUse = () => {
  const used = new Map<string, { seconds: number; calls: number }>();
  const key = (held: Held, month: string, name: string): string => `${held.list.name} ${month} ${name}`;
  const grantOf = (held: Held, talk: IncludedTalk, month: string, zone: Zone): number => {
    const [days, of] = heldDays(held, month, zone);
    return Math.floor((((talk.kind === 'minutes' ? talk.seconds : talk.calls) ?? 0) * days) / of);
  };
  const usedOf = (held: Held, month: string, name: string) => {
    const found = used.get(key(held, month, name)) ?? { seconds: 0, calls: 0 };
    used.set(key(held, month, name), found);
    return found;
  };
  return {
    grantOf,
    usedOf,
    left: (held: Held, talk: IncludedTalk, month: string, zone: Zone): number => {
      const { seconds, calls } = usedOf(held, month, talk.name);
      return grantOf(held, talk, month, zone) - (talk.kind === 'minutes' ? seconds : calls);
    },
  };
};
export type AllowanceUse = ReturnType<typeof createAllowanceUse>;

/** Converts sixtieths of a millionth to millionths, rounded once to the decimals of the price list. */
const rounded = (sixtieths: bigint, { roundingDecimals, roundingMode }: PriceList): bigint => {
  const step = 60n * 10n ** BigInt(6 - roundingDecimals);
  const [steps, rest] = [sixtieths / step, sixtieths % step];
  const goesUp = roundingMode === 'up' ? rest > 0n : rest * 2n >= step;
  return ((steps + (goesUp ? 1n : 0n)) * step) / 60n;
};

const free = (call: Connected, held: Held): Priced => ({
  ...{ ...call, outcome: 'priced', held, group: '', billed: 0, included: 0, amount: 0n },
});

const byRate = (call: Connected, held: Held, rate: PriceRate, allowanceUse: AllowanceUse, zone: Zone): Priced => {
  const { list } = held;
  const { connectFee = '0', freeSeconds = 0, graceSeconds = 0 } = rate;
  const group = rate.destinationGroup;
  if (call.seconds < graceSeconds) return { ...free(call, held), group };
  let billed = 0;
  const counted = call.seconds - freeSeconds;
  if (counted > 0) for (billed = rate.initialSeconds; billed < counted;) billed += rate.incrementSeconds;
  const month = firstOfMonth(call.at, zone);
  let paid = billed;
  let coversFee = false;
  for (const talk of [...list.allowances].toSorted((a, b) => a.priority - b.priority)) {
    if (talk.direction !== 'both' && talk.direction !== call.direction) continue;
    if (talk.destinationGroups.length > 0 && !talk.destinationGroups.includes(group)) continue;
    const left = allowanceUse.left(held, talk, month, zone);
    if (left <= 0 || paid === 0) continue;
    const taken = talk.kind === 'calls' ? paid : Math.min(paid, left);
    const used = allowanceUse.usedOf(held, month, talk.name);
    used.seconds += taken;
    used.calls += talk.kind === 'calls' ? 1 : 0;
    paid -= taken;
    if (talk.coversConnectFee === true) coversFee = true;
  }
  const isCovered = billed > 0 && paid === 0;
  let sum = millionths(rate.ratePerMinute) * BigInt(paid);
  if (!(isCovered && coversFee)) sum += millionths(connectFee) * 60n;
  const least = rate.minCharge === undefined || isCovered ? 0n : millionths(rate.minCharge) * 60n;
  if (sum < least) sum = least;
  if (rate.maxCharge !== undefined && sum > millionths(rate.maxCharge) * 60n) sum = millionths(rate.maxCharge) * 60n;
  return { ...free(call, held), group, billed, included: billed - paid, amount: rounded(sum, list) };
};

const byDefault = (call: Connected, held: Held, allowanceUse: AllowanceUse, zone: Zone): Priced => {
  const { unratedPolicy, defaultRatePerMinute } = held.list;
  if (unratedPolicy === 'zero') return free(call, held);
  if (unratedPolicy === 'block')
    return call.direction === 'outbound' ? { ...free(call, held), outcome: 'refused' } : free(call, held);
  const rate = { ratePerMinute: defaultRatePerMinute, initialSeconds: 60, incrementSeconds: 60 } as const;
  const blank = { direction: 'outbound', prefix: '', destinationName: '', destinationGroup: '' } as const;
  return byRate(call, held, { ...blank, ...rate }, allowanceUse, zone);
};

/** Prices the legs of one customer in order. `zone`: time zone of the customer, which determines the month. */
export const priceAll = (calls: readonly Connected[], holds: readonly Held[], zone: Zone) => {
  const allowanceUse = createAllowanceUse();
  const priced = calls.map((call): Priced => {
    const held = holds.find(({ from, to }) => from <= call.at && call.at < to);
    if (held === undefined)
      return { ...call, outcome: 'none', held: null, group: '', billed: 0, included: 0, amount: 0n };
    const { list } = held;
    if (call.isEmergency === true) return free(call, held);
    if (call.direction === 'internal' && list.internalCalls === 'free') return free(call, held);
    if (call.direction === 'inbound' && !list.rates.some(({ direction }) => direction === 'inbound'))
      return free(call, held);
    const rate = rateFor(list, call);
    if (rate === undefined) return byDefault(call, held, allowanceUse, zone);
    if (rate.blocked === true) return { ...free(call, held), outcome: 'refused', group: rate.destinationGroup };
    return byRate(call, held, rate, allowanceUse, zone);
  });
  return { priced, tank: allowanceUse };
};
