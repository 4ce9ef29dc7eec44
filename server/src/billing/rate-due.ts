// Prices calls that wait for it: new ones, and ones whose facts changed, which give back first what they took of an allowance.
import { decimalOf } from '@ringside/core/base/micros.ts';
import type { PlanTerms } from '@ringside/core/contract/plan-terms.ts';
import type { BillingPeriod } from '@ringside/core/metrics/billing-period.ts';
import { billingPeriodAt } from '@ringside/core/metrics/billing-period.ts';
import { carriedOver } from '@ringside/core/rating/carry-over.ts';
import { digitsOf } from '@ringside/core/rating/digits.ts';
import type { Allowance, CallToRate, RatedCall, RatingPlan } from '@ringside/core/rating/rate-call.ts';
import { rateCall } from '@ringside/core/rating/rate-call.ts';
import type { PriceCalls } from '../calls/store-imported.ts';
import { noLongerKept } from '../calls/retention-queries.ts';
import type { Db } from '../db/connect.ts';
import { ratingPlanOf } from '../resources/plans/quote.ts';
import { costCalls } from './cost-calls.ts';
import { chargingInbound } from './cost-queries.ts';
import * as queries from './queries.ts';
import type { Assignment, DueCall, DueLeg, NewRating, StoredVersion } from './queries.ts';
import { keyOf, lockUses, usesOf, writeUses } from './use-queries.ts';
import type { Use, UseKey } from './use-queries.ts';
import { versionAt } from './version-at.ts';

type PlanAllowance = PlanTerms['allowances'][number];

/** A call with what it is priced by. */
interface Bill {
  readonly call: DueLeg;
  readonly toRate: CallToRate;
  readonly assignment: Assignment;
  readonly version: StoredVersion;
  readonly period: BillingPeriod;
}

const planAt = (assignments: readonly Assignment[], customerId: string, at: number): Assignment | undefined =>
  assignments.find(
    (a) =>
      a.customerId === customerId &&
      a.validFrom.getTime() <= at &&
      (a.validUntil === null || at < a.validUntil.getTime()),
  );

const useKey = ({ assignment, period }: Bill, name: string): UseKey => ({
  customerId: assignment.customerId,
  planId: assignment.planId,
  name,
  period: new Date(period.from).toISOString(),
});

/** What earlier periods of the plan left, by the terms of now. */
export const carriedInto = (
  a: PlanAllowance,
  terms: PlanTerms,
  assignment: Assignment,
  period: BillingPeriod,
  uses: ReadonlyMap<string, Use>,
): number => {
  if (a.carryOver === 'none' || a.kind === 'unlimited') return 0;
  const used: number[] = [];
  const { customerId, planId, timezone } = assignment;
  let at = assignment.validFrom.getTime();
  // Ten years of months: nobody carries more.
  for (let n = 0; n < 120 && at < period.from; n++) {
    const earlier = billingPeriodAt(at, terms.billingInterval, timezone, terms.intervalCount);
    const use = uses.get(keyOf({ customerId, planId, name: a.name, period: new Date(earlier.from).toISOString() }));
    used.push(use === undefined ? 0 : a.kind === 'minutes' ? use.seconds : use.calls);
    at = earlier.to;
  }
  return a.kind === 'minutes'
    ? carriedOver(a.carryOver, a.seconds, used, a.capSeconds)
    : carriedOver(a.carryOver, a.calls, used);
};

const allowancesOf = (bill: Bill, uses: ReadonlyMap<string, Use>, history: ReadonlyMap<string, Use>): Allowance[] =>
  bill.version.terms.allowances.map((a) => {
    const use = uses.get(keyOf(useKey(bill, a.name)));
    const granted = a.kind === 'minutes' ? a.seconds : a.calls;
    const used = (a.kind === 'minutes' ? use?.seconds : use?.calls) ?? 0;
    const carried = carriedInto(a, bill.version.terms, bill.assignment, bill.period, history);
    const { name, kind, direction, destinationGroups, coversConnectFee, priority } = a;
    return {
      ...{ id: name, name, kind, direction, destinationGroups, coversConnectFee, priority },
      left: Math.max(0, granted + carried - used),
    };
  });

const blank = (call: DueLeg, status: NewRating['status'], reason: string): NewRating => ({
  call_id: call.id,
  leg: call.leg,
  customer_id: call.customerId,
  at: (call.answerAt ?? call.startAt).toISOString(),
  direction: call.direction,
  status,
  plan_id: null,
  version_number: null,
  currency: null,
  prefix: null,
  destination_name: '',
  destination_group: '',
  raw_seconds: call.billableSeconds,
  billed_seconds: 0,
  allowance_seconds: 0,
  connect_fee: '0',
  amount: '0',
  steps: [{ kind: reason }],
  spent: [],
});

const ratingOf = (bill: Bill, rated: RatedCall): NewRating => ({
  ...blank(bill.call, rated.status, ''),
  plan_id: bill.assignment.planId,
  version_number: bill.version.number,
  currency: bill.assignment.currency,
  prefix: rated.rate?.prefix ?? null,
  destination_name: rated.rate?.destinationName ?? '',
  destination_group: rated.rate?.destinationGroup ?? '',
  raw_seconds: rated.rawSeconds,
  billed_seconds: rated.billedSeconds,
  allowance_seconds: rated.allowanceSeconds,
  connect_fee: decimalOf(rated.connectFeeMicros),
  amount: decimalOf(rated.costMicros),
  steps: rated.steps,
  spent: rated.spent.map(({ id, seconds, calls }) => ({ ...useKey(bill, id), seconds, calls })),
});

/** An absurd sum must not keep every other call from its price. */
const ratedOrNot = (bill: Bill, plan: RatingPlan, allowances: readonly Allowance[]): NewRating => {
  try {
    return ratingOf(bill, rateCall(bill.toRate, plan, allowances));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return blank(bill.call, 'unrated', 'beyond-price');
  }
};

const createPeriods = () => {
  const known = new Map<string, BillingPeriod[]>();
  return (at: number, { billingInterval, intervalCount }: PlanTerms, timeZone: string): BillingPeriod => {
    const key = `${billingInterval} ${intervalCount} ${timeZone}`;
    const of = known.get(key) ?? [];
    const found = of.find((p) => p.from <= at && at < p.to);
    if (found !== undefined) return found;
    const period = billingPeriodAt(at, billingInterval, timeZone, intervalCount);
    known.set(key, [...of, period]);
    return period;
  };
};

/** Bills of those calls that a plan prices, and the ratings of the others. */
const sortOut = async (tx: Db, calls: readonly DueLeg[], country: string | null) => {
  const customerIds = [...new Set(calls.flatMap((c) => c.customerId ?? []))];
  const assignments = await queries.assignmentsOf(tx, customerIds);
  const versions = await queries.versionsOf(tx, [...new Set(assignments.map((a) => a.planId))]);
  const gone = await noLongerKept(tx, calls, new Date());
  const periodAt = createPeriods();
  const bills: Bill[] = [];
  const others: NewRating[] = [];
  for (const call of calls) {
    const at = call.answerAt?.getTime();
    if (at === undefined || call.billableSeconds === 0) {
      others.push(blank(call, 'excluded', 'unanswered'));
      continue;
    }
    if (call.customerId === null) {
      others.push(blank(call, 'excluded', 'no-customer'));
      continue;
    }
    // A file that is read again must not ask anew for calls of which nothing but their price was kept.
    if (gone.has(call.id)) {
      others.push(blank(call, 'excluded', 'no-longer-kept'));
      continue;
    }
    const assignment = planAt(assignments, call.customerId, at);
    if (assignment === undefined) {
      others.push(blank(call, 'unrated', 'no-plan'));
      continue;
    }
    const version = versionAt(versions, assignment.planId, at);
    const number = queries.numberOf(call, country);
    bills.push({
      ...{ call, assignment, version },
      toRate: { direction: call.direction, number, answeredAt: at, billsec: call.billableSeconds },
      period: periodAt(at, version.terms, assignment.timezone),
    });
  }
  return { bills, others, customerIds };
};

const ratingPlans = async (tx: Db, bills: readonly Bill[]): Promise<(bill: Bill) => RatingPlan> => {
  const plans = new Map<string, RatingPlan>();
  const planKey = ({ version }: Bill): string => `${version.planId} ${version.number}`;
  const ratingInbound = await chargingInbound(tx, [...new Set(bills.map((b) => b.assignment.planId))]);
  for (const [planId, of] of Map.groupBy(bills, (b) => b.assignment.planId)) {
    const rates = await queries.ratesFor(tx, planId, [...new Set(of.map((b) => digitsOf(b.toRate.number)))]);
    const [outbound, inbound] = ['outbound', 'inbound'].map((d) => rates.filter((r) => r.direction === d));
    for (const bill of of)
      if (!plans.has(planKey(bill)))
        plans.set(
          planKey(bill),
          ratingPlanOf(bill.version.terms, outbound ?? [], inbound ?? [], ratingInbound.has(planId)),
        );
  }
  return (bill) => plans.get(planKey(bill))!;
};

/** `priced`: what these calls took of allowances when they were priced before; null when none ever was. */
const priceCalls = async (
  tx: Db,
  calls: readonly DueCall[],
  priced: readonly queries.FormerRating[] | null,
  country: string | null,
): Promise<void> => {
  const former = priced ?? [];
  const legs = calls.flatMap(queries.legsToRate);
  const { bills, others, customerIds } = await sortOut(tx, legs, country);
  const backTo = (f: queries.FormerRating): UseKey[] =>
    f.spent.map(({ name, period }) => ({ customerId: f.customerId, planId: f.planId, name, period }));
  const uses = await lockUses(tx, [
    ...former.flatMap(backTo),
    ...bills.flatMap((b) => b.version.terms.allowances.map((a) => useKey(b, a.name))),
  ]);
  for (const f of former)
    for (const { name, period, seconds, calls: count } of f.spent) {
      const use = uses.get(keyOf({ customerId: f.customerId, planId: f.planId, name, period }))!;
      use.seconds -= seconds;
      use.calls -= count;
    }
  const carries = bills.some((b) => b.version.terms.allowances.some((a) => a.carryOver !== 'none'));
  const history = new Map((carries ? await usesOf(tx, customerIds) : []).map((use) => [keyOf(use), use]));
  for (const [key, use] of uses) history.set(key, use);
  const planOf = await ratingPlans(tx, bills);
  const ratings = [...others];
  for (const bill of bills) {
    const rating = ratedOrNot(bill, planOf(bill), allowancesOf(bill, uses, history));
    for (const { name, seconds, calls: count } of rating.spent) {
      const use = uses.get(keyOf(useKey(bill, name)))!;
      use.seconds += seconds;
      use.calls += count;
    }
    ratings.push(rating);
  }
  await writeUses(tx, [...uses.values()]);
  await queries.writeRatings(tx, ratings, priced === null);
  await costCalls(tx, legs, country);
};

/** One batch of what waits, of one customer or of all; returns how many calls it were. */
export const rateBatch = async (
  tx: Db,
  country: string | null,
  most: number,
  customerId: string | null = null,
): Promise<number> => {
  const calls = await queries.takeDueCalls(tx, most, customerId);
  if (calls.length === 0) return 0;
  const ids = calls.map((c) => c.id);
  await priceCalls(tx, calls, await queries.formerRatings(tx, ids), country);
  await queries.settle(tx, ids);
  return calls.length;
};

/** Prices calls of an import as they are stored, in the order of their answers as far as the import knows it. */
export const priceImported =
  (country: string | null): PriceCalls =>
  async (tx, calls) => {
    const dialling = await queries.diallingOf(tx, [...new Set(calls.flatMap((call) => call.owner.customerId ?? []))]);
    const due = calls.map((call): DueCall => ({
      ...{
        onward: call.onward.length === 0 ? null : JSON.stringify(call.onward),
        country: '',
        areaCode: '',
        ...dialling.get(call.owner.customerId ?? ''),
      },
      ...{ id: call.id, serverId: call.serverId, linkedid: call.linkedid, customerId: call.owner.customerId },
      ...{ direction: call.direction, destination: call.destination, billableSeconds: call.billableSeconds },
      ...{ startAt: new Date(call.startAt), answerAt: call.answerAt === null ? null : new Date(call.answerAt) },
    }));
    const answeredAt = (call: DueCall): number => call.answerAt?.getTime() ?? Infinity;
    const inOrder = due.toSorted((a, b) =>
      answeredAt(a) < answeredAt(b) ? -1 : answeredAt(a) > answeredAt(b) ? 1 : 0,
    );
    await priceCalls(tx, inOrder, null, country);
  };

const BATCH = 500;

/**
 * Prices what waits, a batch a transaction, and says how many it were. `country`: of numbers that are not written
 * internationally. Several workers may do it at once: none takes what another has, and no included minute goes to two calls.
 */
export const rateDue = async (db: Db, country: string | null, most = BATCH): Promise<number> => {
  let rated = 0;
  for (;;) {
    const done = await queries.inTransaction(db, (tx) => rateBatch(tx, country, most));
    rated += done;
    if (done < most) return rated;
  }
};
