// Independent calculation of an invoice: lines, discount and taxes, to the cent. It shares no code with the console.
import type { Held, Priced, AllowanceUse } from './rating.ts';
import { firstOfMonth, heldDays, millionths } from './rating.ts';
import type { Zone } from './zones.ts';
import { midnightOf, nextMonth } from './zones.ts';

interface Tax {
  readonly label: string;
  readonly percent: string;
  readonly appliesTo: 'all' | 'fees' | 'usage';
  /** Whether it also applies to the taxes above it. */
  readonly compound?: boolean;
}

export interface Account {
  readonly zone: Zone;
  readonly taxes: readonly Tax[];
  readonly discountPercent: string;
  readonly discountOn: 'all' | 'fees' | 'usage';
  readonly feesInAdvance: boolean;
}

interface ExpectedLine {
  /** Kind and distinguishing details: `usage outbound mobile Business`. */
  readonly what: string;
  readonly part: 'fees' | 'usage';
  /** Amount in cents. */
  readonly net: bigint;
}

const CENT = 10_000n;
const divided = (amount: bigint, by: bigint): bigint => {
  const size = amount < 0n ? -amount : amount;
  const half = (2n * size + by) / (2n * by);
  return amount < 0n ? -half : half;
};
/** Millionths to cents, rounded half away from zero. */
const cents = (micros: bigint): bigint => divided(micros, CENT);
/** Percentage of an amount in cents. `percent`: such as `7.5`. */
const percentOf = (amount: bigint, percent: string): bigint => divided(amount * millionths(percent), 100_000_000n);

const feeLines = (holds: readonly Held[], from: number, to: number, { zone, feesInAdvance }: Account): ExpectedLine[] =>
  holds.flatMap((held, n): ExpectedLine[] => {
    const lines: ExpectedLine[] = [];
    const { name, fixedFee, setupFee } = held.list;
    const last = feesInAdvance ? to + 1 : to;
    const isFirst = !holds.slice(0, n).some(({ list }) => list.name === name);
    if (isFirst && held.from >= from && held.from < last && millionths(setupFee) > 0n)
      lines.push({ what: `setup ${name}`, part: 'fees', net: cents(millionths(setupFee)) });
    for (let month = firstOfMonth(held.from, zone); midnightOf(month, zone) < held.to; month = nextMonth(month)) {
      const due = Math.max(held.from, midnightOf(month, zone));
      if (due >= last) break;
      if (due < from || millionths(fixedFee) === 0n) continue;
      const [days, of] = heldDays(held, month, zone);
      const net = divided(millionths(fixedFee) * BigInt(days), BigInt(of) * CENT);
      if (net !== 0n) lines.push({ what: `plan_fee ${name} ${month.slice(0, 7)}`, part: 'fees', net });
    }
    return lines;
  });

/** `priced`: the customer's calls of this invoice. */
const usageLines = (priced: readonly Priced[]): ExpectedLine[] => {
  const rated = priced.filter(({ outcome, held }) => outcome === 'priced' && held !== null);
  const several = new Set(rated.map(({ held }) => held?.list.name)).size > 1;
  const groups = Map.groupBy(rated, ({ direction, group, held }) => `${direction} ${group} ${held?.list.name}`);
  return [...groups.values()].flatMap((calls): ExpectedLine[] => {
    const { direction, group, held } = calls[0]!;
    const amount = calls.reduce((sum, call) => sum + call.amount, 0n);
    if (amount === 0n && calls.every(({ billed }) => billed === 0)) return [];
    const plan = several ? ` ${held?.list.name}` : '';
    const count = (of: (call: Priced) => number): number => calls.reduce((sum, call) => sum + of(call), 0);
    const told = `${calls.length} ${count((call) => call.billed)} ${count((call) => call.included)}`;
    return [{ what: `usage ${direction} ${group}${plan}: ${told}`, part: 'usage', net: cents(amount) }];
  });
};

const creditLines = (priced: readonly Priced[], holds: readonly Held[]): ExpectedLine[] =>
  holds.flatMap(({ list }): ExpectedLine[] => {
    const own = priced.filter(({ held, outcome }) => outcome === 'priced' && held?.list.name === list.name);
    const groups = Map.groupBy(own, ({ direction, group }) => `${direction} ${group}`);
    const asked = [...groups.values()].reduce(
      (sum, calls) => sum + cents(calls.reduce((amount, call) => amount + call.amount, 0n)),
      0n,
    );
    const granted = cents(millionths(list.freeCredit));
    const taken = granted < asked ? granted : asked;
    return taken > 0n ? [{ what: `free_credit ${list.name}`, part: 'usage', net: -taken }] : [];
  });

const discountLines = (lines: readonly ExpectedLine[], { discountPercent, discountOn }: Account): ExpectedLine[] =>
  (['fees', 'usage'] as const).flatMap((part): ExpectedLine[] => {
    if (discountOn !== 'all' && discountOn !== part) return [];
    const sum = lines.filter((line) => line.part === part).reduce((total, { net }) => total + net, 0n);
    const net = sum > 0n ? -percentOf(sum, discountPercent) : 0n;
    return net === 0n ? [] : [{ what: `discount ${part}`, part, net }];
  });

/** Included minutes or calls in the format of the invoice: `Landlines of 9677, used 9677`. */
const talkLines = (holds: readonly Held[], month: string, zone: Zone, allowanceUse: AllowanceUse): string[] => {
  const [from, to] = [midnightOf(month, zone), midnightOf(nextMonth(month), zone)];
  return holds
    .filter((held) => held.from < to && held.to > from)
    .flatMap((held) =>
      held.list.allowances.map((talk) => {
        const { seconds, calls } = allowanceUse.usedOf(held, month, talk.name);
        const used = talk.kind === 'minutes' ? seconds : calls;
        return `${talk.name} of ${allowanceUse.grantOf(held, talk, month, zone)}, used ${used}`;
      }),
    );
};

/** Tax amounts of the lines, in order. With inclusive prices there is one tax, on everything. */
export const taxesOf = (
  lines: readonly Pick<ExpectedLine, 'part' | 'net'>[],
  taxes: readonly Tax[],
  inclusive: boolean,
) => {
  const sumOf = (target: Tax['appliesTo']): bigint =>
    lines.filter(({ part }) => target === 'all' || target === part).reduce((sum, { net }) => sum + net, 0n);
  const amounts: bigint[] = [];
  for (const [n, { percent, appliesTo, compound }] of taxes.entries()) {
    if (inclusive) {
      const whole = millionths(percent);
      amounts.push(divided(sumOf('all') * whole, 100_000_000n + whole));
      continue;
    }
    // A compound tax also applies to all taxes above it.
    const above = compound === true ? taxes.slice(0, n).reduce((sum, _, i) => sum + amounts[i]!, 0n) : 0n;
    amounts.push(percentOf(sumOf(appliesTo) + above, percent));
  }
  return amounts;
};

export interface InvoiceText {
  readonly lines: readonly string[];
  readonly talk: readonly string[];
  readonly taxes: readonly string[];
  readonly net: string;
  readonly tax: string;
  readonly total: string;
}

/** Formats cents as `-12.30`. */
export const money = (amount: bigint): string => {
  const digits = String(amount < 0n ? -amount : amount).padStart(3, '0');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** The invoice of one month. `all`: all calls of the customer, in any month. */
export const expectedInvoice = (
  account: Account,
  holds: readonly Held[],
  all: readonly Priced[],
  allowanceUse: AllowanceUse,
  month: string,
): InvoiceText => {
  const { zone } = account;
  const [from, to] = [midnightOf(month, zone), midnightOf(nextMonth(month), zone)];
  const priced = all.filter(({ at }) => at >= from && at < to);
  const charged = [...feeLines(holds, from, to, account), ...usageLines(priced), ...creditLines(priced, holds)];
  const lines = [...charged, ...discountLines(charged, account)];
  const inclusive = holds.findLast((held) => held.from < to)?.list.taxInclusive === true;
  const amounts = taxesOf(lines, account.taxes, inclusive);
  const sum = lines.reduce((total, { net }) => total + net, 0n);
  const tax = amounts.reduce((total, amount) => total + amount, 0n);
  return {
    lines: lines.map(({ what, net }) => `${what} = ${money(net)}`).toSorted(),
    talk: talkLines(holds, month, zone, allowanceUse).toSorted(),
    taxes: account.taxes.map(({ label }, n) => `${label} ${money(amounts[n]!)}`),
    ...{ net: money(inclusive ? sum - tax : sum), tax: money(tax), total: money(inclusive ? sum : sum + tax) },
  };
};
