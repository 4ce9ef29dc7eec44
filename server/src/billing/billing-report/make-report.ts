// Combines plan fees with rated usage. Sums are integers in millionths.
import { decimalOf, sumMicrosOf } from '@ringside/core/base/micros.ts';
import type {
  BillingReport,
  BillingRow,
  BillingTotals,
  Margin,
} from '@ringside/core/contract/billing/billing-report.ts';
import { planFees } from '@ringside/core/billing/plan-fees.ts';
import { type Period, startOfDay } from '@ringside/core/reports/report-period.ts';
import { allowancesOfPeriod } from '../allowances-of-period.ts';
import { accountsOf, USUAL_ACCOUNT } from '../invoice-queries.ts';
import type { AccountTerms } from '../invoice-queries.ts';
import { measureUnits } from '../measure-units.ts';
import { assignmentsOf, versionsOf } from '../queries.ts';
import type { Assignment, StoredVersion } from '../queries.ts';
import { keyOf, usesOf } from '../use-queries.ts';
import type { Use } from '../use-queries.ts';
import { knowsCosts } from '../cost-queries.ts';
import { heldPlanOf } from '../held-plan.ts';
import { seesCosts } from '../sees-costs.ts';
import { settlePeriod } from '../settle-period.ts';
import type { Settled } from '../settle-period.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { addUpOtherCosts, addUpUsage, billedCustomers, countWaiting, periodInvoices } from './queries.ts';
import type { BilledCustomer, PeriodInvoice, Scope, UsageRow } from './queries.ts';

const momentOf = (bound: string, timeZone: string): number =>
  bound.length === 10 ? startOfDay(bound, timeZone) : Date.parse(bound);

interface Sum {
  fixed: bigint;
  setup: bigint;
  usage: bigint;
  calls: number;
  unratedCalls: number;
  rawSeconds: number;
  billedSeconds: number;
  allowanceSeconds: number;
  cost: bigint;
  unknownCalls: number;
  settled: Settled;
}
const zero = (): Sum => ({
  ...{ fixed: 0n, setup: 0n, usage: 0n, calls: 0, unratedCalls: 0 },
  ...{ rawSeconds: 0, billedSeconds: 0, allowanceSeconds: 0, cost: 0n, unknownCalls: 0 },
  settled: { unitFees: 0n, discounts: 0n, net: 0n, tax: 0n, total: 0n },
});

const addUsage = (sum: Sum, row: UsageRow): void => {
  sum.usage += sumMicrosOf(row.usage);
  sum.calls += row.calls;
  sum.unratedCalls += row.unratedCalls;
  sum.rawSeconds += row.rawSeconds;
  sum.billedSeconds += row.billedSeconds;
  sum.allowanceSeconds += row.allowanceSeconds;
  sum.cost += sumMicrosOf(row.cost ?? '0');
  sum.unknownCalls += row.unknownCalls;
};

const marginOf = (asked: bigint, cost: bigint, unknownCalls: number): Margin => ({
  cost: decimalOf(cost),
  margin: decimalOf(asked - cost),
  unknownCalls,
});

const figuresOf = ({ fixed, setup, usage, cost, unknownCalls, settled, ...counts }: Sum, withCosts: boolean) => ({
  ...counts,
  fixedFees: decimalOf(fixed),
  setupFees: decimalOf(setup),
  fees: decimalOf(fixed + setup + settled.unitFees),
  usage: decimalOf(usage),
  unitFees: decimalOf(settled.unitFees),
  discounts: decimalOf(settled.discounts),
  net: decimalOf(settled.net),
  tax: decimalOf(settled.tax),
  total: decimalOf(settled.total),
  ...(withCosts ? { margin: marginOf(settled.net, cost, unknownCalls) } : {}),
});

interface Paid {
  readonly withCosts: boolean;
  readonly assignments: readonly Assignment[];
  readonly versions: readonly StoredVersion[];
  readonly uses: ReadonlyMap<string, Use>;
  readonly accounts: ReadonlyMap<string, AccountTerms & { readonly country: string }>;
  readonly invoices: readonly PeriodInvoice[];
}

const addFees = (sum: Sum, a: Assignment, { assignments, versions }: Paid, window: Period): void => {
  for (const { kind, micros } of planFees(heldPlanOf(a, assignments, versions), window)) sum[kind] += BigInt(micros);
};

/** Throws `too-long-period` if the sums exceed the range of an invoice. */
const settledOf = async (
  db: Db,
  customer: BilledCustomer,
  currency: string,
  { assignments, usage }: { readonly assignments: readonly Assignment[]; readonly usage: readonly UsageRow[] },
  paid: Paid,
  window: Period,
): Promise<ReadonlyMap<string, Settled>> => {
  const { versions, uses } = paid;
  const account = paid.accounts.get(customer.id) ?? { ...USUAL_ACCOUNT, country: '' };
  const { from, to } = window;
  const grounds = {
    ...{ currency, timeZone: customer.timezone, from, to, floor: from, feesUntil: to, account, assignments, versions },
    ...{ uses, asked: new Map<string, string>() },
    usage: usage.flatMap((row) =>
      row.planId === null ? [] : [{ ...row, planId: row.planId, late: false, amount: row.usage }],
    ),
    quantities: await measureUnits(db, customer.id, assignments, versions, window),
  };
  try {
    return settlePeriod(grounds, account.country);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Refusal('invalid', { errors: [{ path: 'to', code: 'too-long-period', params: { days: 31 } }] });
  }
};

const rowsOf = async (db: Db, customer: BilledCustomer, usage: readonly UsageRow[], paid: Paid, scope: Scope) => {
  const window = { from: momentOf(scope.from, customer.timezone), to: momentOf(scope.to, customer.timezone) };
  const asked = paid.assignments.filter(
    (a) =>
      a.customerId === customer.id &&
      (scope.planId === undefined || a.planId === scope.planId) &&
      (scope.currency === undefined || a.currency === scope.currency),
  );
  const sums = new Map<string, { sum: Sum; planId: string | null; currency: string; held: Assignment | null }>();
  const sumOf = (planId: string | null, currency: string) => {
    const key = `${planId ?? ''} ${currency}`;
    const known = sums.get(key) ?? { sum: zero(), planId, currency, held: null };
    sums.set(key, known);
    return known;
  };
  for (const a of asked) {
    if (a.validFrom.getTime() >= window.to || (a.validUntil?.getTime() ?? Infinity) <= window.from) continue;
    const entry = sumOf(a.planId, a.currency);
    entry.held = a;
    addFees(entry.sum, a, paid, window);
  }
  for (const row of usage) addUsage(sumOf(row.planId, row.currency).sum, row);
  for (const currency of new Set([...sums.values()].map((one) => one.currency))) {
    const of = {
      assignments: asked.filter((a) => a.currency === currency),
      usage: usage.filter((row) => row.currency === currency),
    };
    for (const [planId, settled] of await settledOf(db, customer, currency, of, paid, window)) {
      const entry = sums.get(`${planId} ${currency}`);
      if (entry !== undefined) entry.sum.settled = settled;
    }
  }
  return [...sums.values()].map(({ sum, planId, currency, held: a }) => ({
    sum,
    row: {
      customerId: customer.id,
      customerName: customer.name,
      planId,
      planName: paid.assignments.find((one) => one.planId === planId)?.planName ?? '',
      currency,
      timeZone: customer.timezone,
      ...figuresOf(sum, paid.withCosts),
      allowances: a === null ? [] : allowancesOfPeriod(a, paid.assignments, paid.versions, paid.uses, window.to),
      invoices: paid.invoices
        .filter((one) => one.customerId === customer.id && one.currency === currency)
        .map(({ id, number, status, firstDay, lastDay }) => ({ id, number, status, firstDay, lastDay })),
    },
  }));
};

const plus = (a: Settled, b: Settled): Settled => ({
  unitFees: a.unitFees + b.unitFees,
  discounts: a.discounts + b.discounts,
  net: a.net + b.net,
  tax: a.tax + b.tax,
  total: a.total + b.total,
});

const totalsOf = (
  rows: readonly { readonly sum: Sum; readonly row: BillingRow }[],
  withCosts: boolean,
): BillingTotals[] =>
  [...Map.groupBy(rows, ({ row }) => row.currency)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, of]) => {
      const total = zero();
      for (const { sum } of of) {
        total.fixed += sum.fixed;
        total.setup += sum.setup;
        total.usage += sum.usage;
        total.calls += sum.calls;
        total.unratedCalls += sum.unratedCalls;
        total.rawSeconds += sum.rawSeconds;
        total.billedSeconds += sum.billedSeconds;
        total.allowanceSeconds += sum.allowanceSeconds;
        total.cost += sum.cost;
        total.unknownCalls += sum.unknownCalls;
        total.settled = plus(total.settled, sum.settled);
      }
      return { currency, ...figuresOf(total, withCosts) };
    });

const exact = (text: string): string => decimalOf(sumMicrosOf(text));

const groupOf = (row: UsageRow, withCosts: boolean): BillingReport['groups'][number] => {
  const { currency, direction, destinationGroup: group, calls, rawSeconds, billedSeconds, allowanceSeconds } = row;
  const margin = marginOf(sumMicrosOf(row.usage), sumMicrosOf(row.cost ?? '0'), row.unknownCalls);
  return {
    ...{ currency, direction, group, calls, rawSeconds, billedSeconds, allowanceSeconds, usage: exact(row.usage) },
    ...(withCosts ? { margin } : {}),
  };
};

export const makeReport = async (db: Db, caller: Caller, scope: Scope): Promise<BillingReport> => {
  const customers = await billedCustomers(db, caller, scope);
  const ids = customers.map((c) => c.id);
  const withCosts = seesCosts(caller) && (await knowsCosts(db));
  const usage = await addUpUsage(db, ids, scope, withCosts);
  const assignments = await assignmentsOf(db, ids);
  const versions = await versionsOf(db, [...new Set(assignments.map((a) => a.planId))]);
  const uses = new Map((await usesOf(db, ids)).map((use) => [keyOf(use), use]));
  const lines = Map.groupBy(
    usage.filter((row) => row.part === 'line'),
    (row) => row.customerId,
  );
  const invoices = await periodInvoices(db, ids, scope, caller.customerId === null);
  const paid = { withCosts, assignments, versions, uses, invoices, accounts: await accountsOf(db, ids) };
  const rows: Awaited<ReturnType<typeof rowsOf>> = [];
  for (const customer of customers)
    rows.push(...(await rowsOf(db, customer, lines.get(customer.id) ?? [], paid, scope)));
  return {
    from: scope.from,
    to: scope.to,
    totals: totalsOf(rows, withCosts),
    data: rows.map(({ row }) => row),
    groups: usage.filter((row) => row.part === 'group').map((row) => groupOf(row, withCosts)),
    ...(withCosts
      ? { otherCosts: (await addUpOtherCosts(db, ids, scope)).map((one) => ({ ...one, cost: exact(one.cost) })) }
      : {}),
    days: usage
      .filter((row) => row.part === 'day')
      .map(({ day, currency, calls, usage: sum }) => ({ day, currency, calls, usage: exact(sum) })),
    waiting: await countWaiting(db, ids, scope),
  };
};
