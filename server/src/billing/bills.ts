// Collects the inputs that rate a call: the customer's plan at the time, its version, the period and the unused allowances.
import { decimalOf } from '@ringside/core/base/micros.ts';
import type { PlanTerms } from '@ringside/core/contract/billing/plan-terms.ts';
import type { BillingPeriod } from '@ringside/core/billing/billing-period.ts';
import { billingPeriodAt } from '@ringside/core/billing/billing-period.ts';
import { grantedIn } from '@ringside/core/billing/plan-grants.ts';
import type { Period } from '@ringside/core/reports/report-period.ts';
import { carriedOver } from '@ringside/core/billing/carry-over.ts';
import type { SpentPeriod } from '@ringside/core/billing/carry-over.ts';
import { digitsOf } from '@ringside/core/billing/rate-finder.ts';
import type { Allowance, CallToRate, RatedCall, RatingPlan } from '@ringside/core/billing/rate-call.ts';
import { rateCall } from '@ringside/core/billing/rate-call.ts';
import { noLongerKept } from '../calls/retention-queries.ts';
import type { Db } from '../platform/db/connect.ts';
import { ratingPlanOf } from './plan/quote.ts';
import { chargingInbound } from './cost-queries.ts';
import * as queries from './queries.ts';
import type { Assignment, DueLeg, NewRating, StoredVersion } from './queries.ts';
import { keyOf, usesOf } from './use-queries.ts';
import type { Use, UseKey } from './use-queries.ts';
import { versionAt } from './version-at.ts';

type PlanAllowance = PlanTerms['allowances'][number];

/** A call and the inputs that rate it. */
export interface Bill {
  readonly call: DueLeg;
  readonly toRate: CallToRate;
  readonly assignment: Assignment;
  readonly version: StoredVersion;
  readonly period: BillingPeriod;
  /** Times when the customer had the plan, up to the call. */
  readonly parts: readonly Period[];
}

export const planAt = (assignments: readonly Assignment[], customerId: string, at: number): Assignment | undefined =>
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

/** Times when the customer has the assigned plan, from all assignments that began up to `at` (epoch ms). */
export const partsOf = (
  { customerId, planId }: Assignment,
  all: readonly Assignment[],
  at: number,
): readonly Period[] =>
  all
    .filter((a) => a.customerId === customerId && a.planId === planId && a.validFrom.getTime() <= at)
    .map((a) => ({ from: a.validFrom.getTime(), to: a.validUntil?.getTime() ?? Infinity }));

/** Seconds or calls of an allowance in a period, with those carried over from earlier periods, by the current terms. */
export const includedIn = (
  a: PlanAllowance,
  terms: PlanTerms,
  assignment: Assignment,
  period: BillingPeriod,
  parts: readonly Period[],
  uses: ReadonlyMap<string, Use>,
): number => {
  const grantedOf = (one: BillingPeriod): number =>
    grantedIn(a.kind === 'minutes' ? a.seconds : a.calls, parts, one, {
      proration: terms.proration,
      timeZone: assignment.timezone,
    });
  return grantedOf(period) + carriedInto(a, terms, assignment, period, uses, grantedOf);
};

const carriedInto = (
  a: PlanAllowance,
  terms: PlanTerms,
  { customerId, planId, timezone, validFrom }: Assignment,
  period: BillingPeriod,
  uses: ReadonlyMap<string, Use>,
  grantedOf: (period: BillingPeriod) => number,
): number => {
  if (a.carryOver === 'none' || a.kind === 'unlimited') return 0;
  const spent: SpentPeriod[] = [];
  let at = validFrom.getTime();
  // Limits the search to ten years of months.
  for (let n = 0; n < 120 && at < period.from; n++) {
    const earlier = billingPeriodAt(at, terms.billingInterval, timezone, terms.intervalCount);
    const use = uses.get(keyOf({ customerId, planId, name: a.name, period: new Date(earlier.from).toISOString() }));
    const used = (a.kind === 'minutes' ? use?.seconds : use?.calls) ?? 0;
    spent.push({ granted: grantedOf(earlier), used });
    at = earlier.to;
  }
  return carriedOver(a.carryOver, spent, a.kind === 'minutes' ? a.capSeconds : undefined);
};

const allowancesOf = (bill: Bill, uses: ReadonlyMap<string, Use>, history: ReadonlyMap<string, Use>): Allowance[] =>
  bill.version.terms.allowances.map((a) => {
    const use = uses.get(keyOf(useKey(bill, a.name)));
    const used = (a.kind === 'minutes' ? use?.seconds : use?.calls) ?? 0;
    const included = includedIn(a, bill.version.terms, bill.assignment, bill.period, bill.parts, history);
    const { name, kind, direction, destinationGroups, coversConnectFee, priority } = a;
    return {
      ...{ id: name, name, kind, direction, destinationGroups, coversConnectFee, priority },
      left: Math.max(0, included - used),
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

/** A single amount that is out of range must not stop the rating of other calls. */
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

/** Returns bills for calls that a plan rates, and finished ratings for the others. */
export const sortOut = async (tx: Db, calls: readonly DueLeg[], country: string | null) => {
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
    // Prevents a repeated import from charging calls whose records the retention has deleted.
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
      toRate: {
        ...{ direction: call.direction, number, answeredAt: at, billsec: call.billableSeconds },
        isEmergency: queries.isEmergency(call),
      },
      period: periodAt(at, version.terms, assignment.timezone),
      parts: partsOf(assignment, assignments, at),
    });
  }
  return { bills, others, customerIds };
};

export const ratingPlans = async (tx: Db, bills: readonly Bill[]): Promise<(bill: Bill) => RatingPlan> => {
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

/** Allowance use of earlier periods, if an allowance carries over. `uses`: use in the periods of the bills. */
export const historyOf = async (
  tx: Db,
  bills: readonly Bill[],
  customerIds: readonly string[],
  uses: ReadonlyMap<string, Use>,
): Promise<ReadonlyMap<string, Use>> => {
  const carries = bills.some((b) => b.version.terms.allowances.some((a) => a.carryOver !== 'none'));
  const history = new Map((carries ? await usesOf(tx, customerIds) : []).map((use) => [keyOf(use), use]));
  for (const [key, use] of uses) history.set(key, use);
  return history;
};

/** Returns ratings in the order of the bills. Adds the allowance that they use to `uses`. */
export const rateBills = (
  bills: readonly Bill[],
  uses: ReadonlyMap<string, Use>,
  history: ReadonlyMap<string, Use>,
  planOf: (bill: Bill) => RatingPlan,
): NewRating[] =>
  bills.map((bill) => {
    const rating = ratedOrNot(bill, planOf(bill), allowancesOf(bill, uses, history));
    for (const { name, seconds, calls: count } of rating.spent) {
      const use = uses.get(keyOf(useKey(bill, name)))!;
      use.seconds += seconds;
      use.calls += count;
    }
    return rating;
  });

export const useKeysOf = (bills: readonly Bill[]): UseKey[] =>
  bills.flatMap((b) => b.version.terms.allowances.map((a) => useKey(b, a.name)));
