// Quotes a hypothetical call with the same function and rates as real rating.
import { decimalOf, microsOf } from '@ringside/core/base/micros.ts';
import type { BodyOf } from '@ringside/core/contract/route.ts';
import type { PlanTerms } from '@ringside/core/contract/billing/plan-terms.ts';
import type { Quote, quotePlan } from '@ringside/core/contract/billing/quotes.ts';
import type { Rate } from '@ringside/core/billing/rate.ts';
import { createRateFinder } from '@ringside/core/billing/rate-finder.ts';
import type { Calendar } from '@ringside/core/billing/rate-finder.ts';
import { rateCall } from '@ringside/core/billing/rate-call.ts';
import type { Allowance, RatedDeck, RatingPlan } from '@ringside/core/billing/rate-call.ts';
import type { RatingStep } from '@ringside/core/billing/rating-step.ts';
import { readable } from '@ringside/core/billing/steps-of-charge.ts';
import type { StoredRate } from './rate-queries.ts';

const ratingRate = (row: StoredRate): Rate => ({
  prefix: row.prefix,
  destinationName: row.destinationName,
  destinationGroup: row.destinationGroup,
  timing: row.timing,
  effectiveFrom: row.effectiveFrom.getTime(),
  effectiveUntil: row.effectiveUntil?.getTime() ?? null,
  blocked: row.blocked,
  connectFeeMicros: microsOf(row.connectFee),
  ratePerMinuteMicros: microsOf(row.ratePerMinute),
  initialSeconds: row.initialSeconds,
  incrementSeconds: row.incrementSeconds,
  freeSeconds: row.freeSeconds,
  graceSeconds: row.graceSeconds,
  minChargeMicros: row.minCharge === null ? null : microsOf(row.minCharge),
  maxChargeMicros: row.maxCharge === null ? null : microsOf(row.maxCharge),
});

const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

export const calendarOf = (terms: PlanTerms): Calendar => ({
  timeZone: terms.timezone,
  peak: terms.peakHours.map(({ days, from, to }) => ({ days, fromMinute: minuteOf(from), toMinute: minuteOf(to) })),
});

const deckOf = (rows: readonly StoredRate[], calendar: Calendar): RatedDeck => {
  const rates = rows.map(ratingRate);
  return { rates, finder: createRateFinder(rates, calendar) };
};

const unratedOf = (terms: PlanTerms): RatingPlan['unrated'] => {
  if (terms.unratedPolicy !== 'default_rate') return { kind: terms.unratedPolicy };
  return {
    kind: 'default-rate',
    terms: {
      connectFeeMicros: 0,
      ratePerMinuteMicros: microsOf(terms.defaultRatePerMinute),
      initialSeconds: 60,
      incrementSeconds: 60,
      freeSeconds: 0,
      graceSeconds: 0,
      minChargeMicros: null,
      maxChargeMicros: null,
    },
  };
};

/** `outbound`, `inbound`: the plan's rates, or only candidates for the number. `ratesInbound`: whether the plan has inbound rates. */
export const ratingPlanOf = (
  terms: PlanTerms,
  outbound: readonly StoredRate[],
  inbound: readonly StoredRate[],
  ratesInbound: boolean,
): RatingPlan => {
  const calendar = calendarOf(terms);
  return {
    outbound: deckOf(outbound, calendar),
    inbound: deckOf(inbound, calendar),
    inboundCalls: ratesInbound ? 'rated' : 'free',
    internalCalls: terms.internalCalls,
    unrated: unratedOf(terms),
    rounding: { decimals: terms.roundingDecimals, mode: terms.roundingMode },
  };
};

type Request = BodyOf<typeof quotePlan>;

/** Applies the remaining minutes of the request to the first matching allowance of the plan, or to an unnamed one. */
const allowancesOf = (terms: PlanTerms, request: Request, group: string): Allowance[] => {
  if (request.allowanceLeftSeconds === undefined) return [];
  const fitting = terms.allowances
    .filter((a) => a.kind === 'minutes')
    .filter((a) => a.direction === 'both' || a.direction === request.direction)
    .filter((a) => a.destinationGroups.length === 0 || a.destinationGroups.includes(group))
    .toSorted((a, b) => a.priority - b.priority)[0];
  return [
    {
      id: 'left',
      name: fitting?.name ?? '',
      kind: 'minutes',
      left: request.allowanceLeftSeconds,
      direction: request.direction === 'internal' ? 'both' : request.direction,
      destinationGroups: [],
      coversConnectFee: fitting?.coversConnectFee ?? false,
      priority: 0,
    },
  ];
};

const unratedPolicyOf = (steps: readonly RatingStep[]): Quote['unratedPolicy'] => {
  const found = steps.find((step) => step.kind === 'no-rate');
  if (found === undefined) return null;
  return found.policy === 'default-rate' ? 'default_rate' : found.policy;
};

export const quoteOf = (
  version: { readonly number: number; readonly terms: PlanTerms },
  currency: string,
  candidates: readonly StoredRate[],
  request: Request,
  answeredAt: number,
  ratesInbound: boolean,
): Quote => {
  const { terms } = version;
  const inbound = request.direction === 'inbound';
  const plan = ratingPlanOf(terms, inbound ? [] : candidates, inbound ? candidates : [], ratesInbound);
  const call = { direction: request.direction, number: request.number, answeredAt, billsec: request.billsec };
  const group = rateCall(call, plan, []).rate?.destinationGroup ?? '';
  const rated = rateCall(call, plan, allowancesOf(terms, request, group));
  const decimals = terms.roundingDecimals;
  return {
    status: rated.status,
    prefix: rated.rate?.prefix ?? null,
    destinationName: rated.rate?.destinationName ?? '',
    unratedPolicy: unratedPolicyOf(rated.steps),
    versionNumber: version.number,
    rawSeconds: rated.rawSeconds,
    billedSeconds: rated.billedSeconds,
    allowanceSeconds: rated.allowanceSeconds,
    connectFee: decimalOf(rated.connectFeeMicros, decimals),
    usage: readable(rated.usageSixtieths, decimals),
    cost: decimalOf(rated.costMicros, decimals),
    currency,
    steps: rated.steps.map((step) => ({ ...step })),
  };
};
