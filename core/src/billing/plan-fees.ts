// Calculates a plan's fixed fee per period and its one-time setup fee.
import type { BillingInterval } from './billing-period.ts';
import { billingPeriodAt, daysHeld } from './billing-period.ts';
import type { Period } from '../reports/report-period.ts';

export interface FeeTerms {
  readonly versionNumber: number;
  readonly interval: BillingInterval;
  /** Months or weeks per period. */
  readonly intervalCount: number;
  /** Micros. */
  readonly fixedFeeMicros: number;
  readonly setupFeeMicros: number;
  /** `additions`: prorates a first period that began before the plan. `both`: also the last period. */
  readonly proration: 'none' | 'additions' | 'both';
}

interface PlanFee {
  readonly kind: 'setup' | 'fixed';
  /** Due time: start of the period, of the plan, or after a period of another length. */
  readonly at: number;
  readonly versionNumber: number;
  readonly micros: number;
}

/** A customer's plan, epoch ms. `to` is Infinity without an end. */
export interface HeldPlan extends Period {
  /** False if the customer had the plan before. Then there is no setup fee. */
  readonly firstTime: boolean;
  readonly timeZone: string;
  readonly termsAt: (at: number) => FeeTerms;
  /** Smallest unit of the currency, in micros. */
  readonly coinMicros: number;
}

const share = (micros: number, part: number, of: number, coin: number): number => {
  const unit = BigInt(coin);
  const whole = BigInt(micros) * BigInt(part);
  const by = BigInt(of) * unit;
  return Number(((2n * whole + by) / (2n * by)) * unit);
};

/** Returns the fees due in the window, in order. */
export const planFees = (plan: HeldPlan, window: Period): PlanFee[] => {
  const fees: PlanFee[] = [];
  const end = Math.min(plan.to, window.to);
  const within = (at: number): boolean => at >= window.from && at < end;
  const first = plan.termsAt(plan.from);
  if (plan.firstTime && first.setupFeeMicros > 0 && within(plan.from)) {
    fees.push({ kind: 'setup', at: plan.from, versionNumber: first.versionNumber, micros: first.setupFeeMicros });
  }
  // Iterates from the start, because a change of terms within a period starts the next one early.
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
