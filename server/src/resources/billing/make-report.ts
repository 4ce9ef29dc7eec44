// Fees by the terms of the plans and usage by the ratings of the calls, side by side. Sums are whole millionths.
import { decimalOf, sumMicrosOf } from '@ringside/core/base/micros.ts';
import type { BillingReport, BillingRow, BillingTotals, Margin } from '@ringside/core/contract/billing.ts';
import { planFees } from '@ringside/core/metrics/plan-fees.ts';
import { type Period, startOfDay } from '@ringside/core/metrics/report-period.ts';
import { allowancesOfPeriod } from '../../billing/allowances-of-period.ts';
import { assignmentsOf, keyOf, usesOf, versionsOf } from '../../billing/queries.ts';
import type { Assignment, StoredVersion, Use } from '../../billing/queries.ts';
import { knowsCosts } from '../../billing/cost-queries.ts';
import { heldPlanOf } from '../../billing/held-plan.ts';
import { seesCosts } from '../../billing/sees-costs.ts';
import type { Db } from '../../db/connect.ts';
import type { Caller } from '../../http/context.ts';
import { addUpOtherCosts, addUpUsage, billedCustomers, countWaiting } from './queries.ts';
import type { BilledCustomer, Scope, UsageRow } from './queries.ts';

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
}
const zero = (): Sum => ({
  ...{ fixed: 0n, setup: 0n, usage: 0n, calls: 0, unratedCalls: 0 },
  ...{ rawSeconds: 0, billedSeconds: 0, allowanceSeconds: 0, cost: 0n, unknownCalls: 0 },
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

const figuresOf = ({ fixed, setup, usage, cost, unknownCalls, ...counts }: Sum, withCosts: boolean) => ({
  ...counts,
  fixedFees: decimalOf(fixed),
  setupFees: decimalOf(setup),
  usage: decimalOf(usage),
  total: decimalOf(fixed + setup + usage),
  ...(withCosts ? { margin: marginOf(fixed + setup + usage, cost, unknownCalls) } : {}),
});

interface Paid {
  readonly withCosts: boolean;
  readonly assignments: readonly Assignment[];
  readonly versions: readonly StoredVersion[];
  readonly uses: ReadonlyMap<string, Use>;
}

const addFees = (sum: Sum, a: Assignment, { assignments, versions }: Paid, window: Period): void => {
  for (const { kind, micros } of planFees(heldPlanOf(a, assignments, versions), window)) sum[kind] += BigInt(micros);
};

const rowsOf = (customer: BilledCustomer, usage: readonly UsageRow[], paid: Paid, scope: Scope) => {
  const window = { from: momentOf(scope.from, customer.timezone), to: momentOf(scope.to, customer.timezone) };
  const held = paid.assignments.filter(
    (a) =>
      a.customerId === customer.id &&
      a.validFrom.getTime() < window.to &&
      (a.validUntil === null || a.validUntil.getTime() > window.from) &&
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
  for (const a of held) {
    const entry = sumOf(a.planId, a.currency);
    entry.held = a;
    addFees(entry.sum, a, paid, window);
  }
  for (const row of usage) if (row.customerId === customer.id) addUsage(sumOf(row.planId, row.currency).sum, row);
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
      allowances: a === null ? [] : allowancesOfPeriod(a, paid.versions, paid.uses, window.to),
    },
  }));
};

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
  const byPlan = usage.filter((row) => row.part === 'plan');
  const rows = customers.flatMap((customer) =>
    rowsOf(customer, byPlan, { withCosts, assignments, versions, uses }, scope),
  );
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
