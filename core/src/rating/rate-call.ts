// One call on one plan: what it costs, and every step of how. The quote, the rating of call records and invoices are this function.
import { assertNever } from '../base/assert-never.ts';
import type { Charge, Rounding } from './charge.ts';
import { chargeOf } from './charge.ts';
import { digitsOf } from './digits.ts';
import type { Rate, RateTerms } from './rate.ts';
import type { RateFinder } from './rate-finder.ts';
import type { RatingStep } from './rating-step.ts';
import { stepsOfCharge } from './steps-of-charge.ts';

export const CALL_DIRECTIONS = ['outbound', 'inbound', 'internal'] as const;
export type RatedDirection = (typeof CALL_DIRECTIONS)[number];

/** What is said of a number without a rate: its calls are refused, cost nothing, or cost the plan's own rate. */
export type UnratedPolicy =
  { readonly kind: 'block' } | { readonly kind: 'zero' } | { readonly kind: 'default-rate'; readonly terms: RateTerms };

/** Included talk of a plan in a period, as it stands when the call is rated. */
export interface Allowance {
  readonly id: string;
  readonly name: string;
  /** Minutes are spent by the second; `calls` cover a call whole; `unlimited` covers every call. */
  readonly kind: 'minutes' | 'calls' | 'unlimited';
  /** Seconds or calls; read by whoever holds the lock on it. Nothing to read when unlimited. */
  readonly left: number;
  readonly direction: 'outbound' | 'inbound' | 'both';
  /** None: every destination. */
  readonly destinationGroups: readonly string[];
  readonly coversConnectFee: boolean;
  /** Lower is spent first. */
  readonly priority: number;
}

export interface RatedDeck {
  readonly rates: readonly Rate[];
  readonly finder: RateFinder;
}

export interface RatingPlan {
  readonly outbound: RatedDeck;
  readonly inbound: RatedDeck;
  /** Of a plan without any inbound rate: it asks nothing of calls that come in, whatever it does with unknown destinations. */
  readonly inboundCalls: 'free' | 'rated';
  readonly internalCalls: 'free' | 'rated';
  readonly unrated: UnratedPolicy;
  readonly rounding: Rounding;
}

export interface CallToRate {
  readonly direction: RatedDirection;
  /** Whom it reached: the number dialled, or the own number of an inbound call. */
  readonly number: string;
  /** Epoch milliseconds. It chooses the rate for the whole call. */
  readonly answeredAt: number;
  /** Connected seconds; 0 when nobody answered. A fraction counts as a second. */
  readonly billsec: number;
}

export interface Spent {
  readonly id: string;
  readonly seconds: number;
  readonly calls: number;
}

export interface RatedCall {
  /** `excluded`: nobody answered. `unrated`: no prefix fits and the plan refuses. `blocked`: its rate refuses. */
  readonly status: 'rated' | 'excluded' | 'unrated' | 'blocked';
  readonly rate: Rate | null;
  readonly rawSeconds: number;
  readonly billedSeconds: number;
  readonly allowanceSeconds: number;
  readonly connectFeeMicros: number;
  /** Sixtieths of a millionth. */
  readonly usageSixtieths: number | bigint;
  readonly costMicros: number;
  readonly spent: readonly Spent[];
  readonly steps: readonly RatingStep[];
}

const NOTHING = {
  rate: null,
  rawSeconds: 0,
  billedSeconds: 0,
  allowanceSeconds: 0,
  connectFeeMicros: 0,
  usageSixtieths: 0,
  costMicros: 0,
  spent: [],
};

const covering = (allowances: readonly Allowance[], call: CallToRate, group: string): Allowance[] =>
  allowances
    .filter((a) => a.direction === 'both' || a.direction === call.direction)
    .filter((a) => a.destinationGroups.length === 0 || a.destinationGroups.includes(group))
    .filter((a) => a.kind === 'unlimited' || a.left > 0)
    .toSorted((a, b) => a.priority - b.priority);

const secondsLeft = (a: Allowance): number => (a.kind === 'minutes' ? a.left : Number.MAX_SAFE_INTEGER);

/** What of each allowance went into the charge. */
const spentOf = (allowances: readonly Allowance[], charge: Charge): Spent[] => {
  const spent: Spent[] = [];
  let rest = charge.allowanceSeconds;
  for (const a of allowances) {
    const seconds = Math.min(rest, secondsLeft(a));
    if (seconds === 0) break;
    spent.push({ id: a.id, seconds, calls: a.kind === 'calls' ? 1 : 0 });
    rest -= seconds;
  }
  return spent;
};

const charged = (
  call: CallToRate,
  plan: RatingPlan,
  allowances: readonly Allowance[],
  rate: Rate | null,
  terms: RateTerms,
  found: RatingStep,
): RatedCall => {
  const fitting = covering(allowances, call, rate?.destinationGroup ?? '');
  const included = fitting.map((a) => ({ seconds: secondsLeft(a), coversConnectFee: a.coversConnectFee }));
  const charge = chargeOf(terms, call.billsec, plan.rounding, included);
  const spent = spentOf(fitting, charge);
  const names = spent.map((s) => {
    const a = fitting.find((one) => one.id === s.id);
    return { name: a?.name ?? '', left: a?.kind === 'minutes' ? a.left : null, seconds: s.seconds };
  });
  return {
    status: 'rated',
    rate,
    rawSeconds: charge.rawSeconds,
    billedSeconds: charge.billedSeconds,
    allowanceSeconds: charge.allowanceSeconds,
    connectFeeMicros: charge.connectFeeMicros,
    usageSixtieths: charge.usageSixtieths,
    costMicros: charge.costMicros,
    spent,
    steps: [found, ...stepsOfCharge(terms, call.billsec, charge, plan.rounding, names)],
  };
};

const withoutRate = (
  call: CallToRate,
  plan: RatingPlan,
  allowances: readonly Allowance[],
  digits: string,
  rawSeconds: number,
): RatedCall => {
  const found: RatingStep = { kind: 'no-rate', digits, policy: plan.unrated.kind };
  switch (plan.unrated.kind) {
    case 'block':
      return { ...NOTHING, status: 'unrated', rawSeconds, steps: [found] };
    case 'zero':
      return { ...NOTHING, status: 'rated', rawSeconds, steps: [found] };
    case 'default-rate':
      return charged(call, plan, allowances, null, plan.unrated.terms, found);
    default:
      return assertNever(plan.unrated);
  }
};

/**
 * `allowances`: all of the plan's; those that do not cover the call are left alone. Throws a RangeError for a duration
 * that is none.
 */
export const rateCall = (call: CallToRate, plan: RatingPlan, allowances: readonly Allowance[]): RatedCall => {
  if (!(call.billsec >= 0)) throw new RangeError(`Not a duration: ${call.billsec}`);
  if (call.billsec === 0) return { ...NOTHING, status: 'excluded', steps: [{ kind: 'unanswered' }] };
  const rawSeconds = Math.ceil(call.billsec);
  if (call.direction === 'internal' && plan.internalCalls === 'free')
    return { ...NOTHING, status: 'rated', rawSeconds, steps: [{ kind: 'internal-free', rawSeconds }] };
  if (call.direction === 'inbound' && plan.inboundCalls === 'free')
    return { ...NOTHING, status: 'rated', rawSeconds, steps: [{ kind: 'inbound-free', rawSeconds }] };
  const deck = call.direction === 'inbound' ? plan.inbound : plan.outbound;
  const digits = digitsOf(call.number);
  const rate = deck.rates[deck.finder.find(digits, call.answeredAt)];
  if (rate === undefined) return withoutRate(call, plan, allowances, digits, rawSeconds);
  const { prefix, destinationName, timing } = rate;
  if (rate.blocked)
    return {
      ...NOTHING,
      status: 'blocked',
      rate,
      rawSeconds,
      steps: [{ kind: 'blocked', digits, prefix, destinationName }],
    };
  return charged(call, plan, allowances, rate, rate, { kind: 'match', digits, prefix, destinationName, timing });
};
