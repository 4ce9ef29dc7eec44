// What a plan costs without any call: its fixed fee for each period, and its setup fee once.
import type { BillingInterval } from './billing-period.ts';
import { billingPeriodAt, daysHeld } from './billing-period.ts';
import type { Period } from './report-period.ts';

export interface FeeTerms {
  readonly versionNumber: number;
  readonly interval: BillingInterval;
  /** Of how many months or weeks a period is. */
  readonly intervalCount: number;
  /** Millionths. */
  readonly fixedFeeMicros: number;
  readonly setupFeeMicros: number;
  /** `additions`: a first period that began before the plan is paid by its days; `both`: a last one too. */
  readonly proration: 'none' | 'additions' | 'both';
}

export interface PlanFee {
  readonly kind: 'setup' | 'fixed';
  /** When it is due: the start of the period, or of the plan, or where a period of another length ended. */
  readonly at: number;
  readonly versionNumber: number;
  readonly micros: number;
}

/** A plan that a customer has, epoch ms; without an end `to` is Infinity. */
export interface HeldPlan extends Period {
  /** Nothing is asked for setting up a plan that the customer had before. */
  readonly firstTime: boolean;
  readonly timeZone: string;
  readonly termsAt: (at: number) => FeeTerms;
  /** Of the smallest coin of the currency, in millionths. */
  readonly coinMicros: number;
}

const share = (micros: number, part: number, of: number, coin: number): number => {
  const unit = BigInt(coin);
  const whole = BigInt(micros) * BigInt(part);
  const by = BigInt(of) * unit;
  return Number(((2n * whole + by) / (2n * by)) * unit);
};

/** Fees that fall due in the window, in their order. */
export const planFees = (plan: HeldPlan, window: Period): PlanFee[] => {
  const fees: PlanFee[] = [];
  const end = Math.min(plan.to, window.to);
  const within = (at: number): boolean => at >= window.from && at < end;
  const first = plan.termsAt(plan.from);
  if (plan.firstTime && first.setupFeeMicros > 0 && within(plan.from)) {
    fees.push({ kind: 'setup', at: plan.from, versionNumber: first.versionNumber, micros: first.setupFeeMicros });
  }
  // From the beginning, so that where the terms of a period were others the next one is known to begin within it.
  for (let at = plan.from; at < end;) {
    const terms = plan.termsAt(at);
    const period = billingPeriodAt(at, terms.interval, plan.timeZone, terms.intervalCount);
    if (within(at) && terms.fixedFeeMicros > 0) {
      const from = at === plan.from && terms.proration === 'none' ? period.from : at;
      const to = terms.proration === 'both' ? plan.to : period.to;
      const days = daysHeld(period, { from, to }, plan.timeZone);
      const micros =
        days.held === days.of ? terms.fixedFeeMicros : share(terms.fixedFeeMicros, days.held, days.of, plan.coinMicros);
      if (micros > 0) fees.push({ kind: 'fixed', at, versionNumber: terms.versionNumber, micros });
    }
    at = period.to;
  }
  return fees;
};
