// Rates one call on one plan and returns all steps. Quotes, rating of call records and invoices use this function.
import { assertNever } from '../base/assert-never.ts';
import type { Charge, Rounding } from './charge.ts';
import { chargeOf } from './charge.ts';
import { digitsOf } from './rate-finder.ts';
import type { Rate, RateTerms } from './rate.ts';
import type { RateFinder } from './rate-finder.ts';
import type { RatingStep } from './rating-step.ts';
import { stepsOfCharge } from './steps-of-charge.ts';

const CALL_DIRECTIONS = ['outbound', 'inbound', 'internal'] as const;
type RatedDirection = (typeof CALL_DIRECTIONS)[number];

/** Policy for numbers without a rate: block outbound calls, rate all calls at zero, or use the plan's default rate. */
type UnratedPolicy =
  { readonly kind: 'block' } | { readonly kind: 'zero' } | { readonly kind: 'default-rate'; readonly terms: RateTerms };

/** An allowance of a plan in a period, at the time of rating. */
export interface Allowance {
  readonly id: string;
  readonly name: string;
  /** `minutes` are used by the second, `calls` cover whole calls, `unlimited` covers every call. */
  readonly kind: 'minutes' | 'calls' | 'unlimited';
  /** Remaining seconds or calls, read while holding the lock. Unused when unlimited. */
  readonly left: number;
  readonly direction: 'outbound' | 'inbound' | 'both';
  /** Empty: every destination. */
  readonly destinationGroups: readonly string[];
  readonly coversConnectFee: boolean;
  /** Lower values are used first. */
  readonly priority: number;
}

export interface RatedDeck {
  readonly rates: readonly Rate[];
  readonly finder: RateFinder;
}

export interface RatingPlan {
  readonly outbound: RatedDeck;
  readonly inbound: RatedDeck;
  /** `free` for plans without inbound rates: inbound calls cost nothing, whatever the policy. */
  readonly inboundCalls: 'free' | 'rated';
  readonly internalCalls: 'free' | 'rated';
  readonly unrated: UnratedPolicy;
  readonly rounding: Rounding;
}

export interface CallToRate {
  readonly direction: RatedDirection;
  /** The dialed number, or the called number of an inbound call. */
  readonly number: string;
  /** Epoch milliseconds. Selects the rate for the whole call. */
  readonly answeredAt: number;
  /** Connected seconds, 0 when unanswered. Fractions are rounded up. */
  readonly billsec: number;
  /** Calls to emergency numbers are free on every plan, whatever prefix matches. */
  readonly isEmergency?: boolean;
}

interface Spent {
  readonly id: string;
  readonly seconds: number;
  readonly calls: number;
}

export interface RatedCall {
  /** `excluded`: unanswered. `unrated`: no matching prefix and the policy blocks. `blocked`: by its rate. */
  readonly status: 'rated' | 'excluded' | 'unrated' | 'blocked';
  readonly rate: Rate | null;
  readonly rawSeconds: number;
  readonly billedSeconds: number;
  readonly allowanceSeconds: number;
  readonly connectFeeMicros: number;
  /** Sixtieths of a micro. */
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

/** Returns the part of each allowance in the charge. */
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
  // Only outbound calls can be blocked. Inbound and internal calls without a rate are free.
  const unrated: UnratedPolicy =
    plan.unrated.kind === 'block' && call.direction !== 'outbound' ? { kind: 'zero' } : plan.unrated;
  const found: RatingStep = { kind: 'no-rate', digits, policy: unrated.kind };
  switch (unrated.kind) {
    case 'block':
      return { ...NOTHING, status: 'unrated', rawSeconds, steps: [found] };
    case 'zero':
      return { ...NOTHING, status: 'rated', rawSeconds, steps: [found] };
    case 'default-rate':
      return charged(call, plan, allowances, null, unrated.terms, found);
    default:
      return assertNever(unrated);
  }
};

/** `allowances`: all of the plan; those that do not cover the call are ignored. Throws a RangeError for an invalid duration. */
export const rateCall = (call: CallToRate, plan: RatingPlan, allowances: readonly Allowance[]): RatedCall => {
  if (!(call.billsec >= 0)) throw new RangeError(`Invalid duration: ${call.billsec}`);
  if (call.billsec === 0) return { ...NOTHING, status: 'excluded', steps: [{ kind: 'unanswered' }] };
  const rawSeconds = Math.ceil(call.billsec);
  if (call.isEmergency === true)
    return { ...NOTHING, status: 'rated', rawSeconds, steps: [{ kind: 'emergency-free', rawSeconds }] };
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
