// Converts a plan assignment to the input of `planFees`.
import { coinOf } from '@ringside/core/base/coin-of.ts';
import { microsOf } from '@ringside/core/base/micros.ts';
import type { HeldPlan } from '@ringside/core/billing/plan-fees.ts';
import type { Assignment, StoredVersion } from './queries.ts';
import { versionAt } from './version-at.ts';

/** `all`: all assignments of the customer. A plan that the customer had before has no setup fee. */
export const heldPlanOf = (
  a: Assignment,
  all: readonly Assignment[],
  versions: readonly StoredVersion[],
): HeldPlan => ({
  from: a.validFrom.getTime(),
  to: a.validUntil?.getTime() ?? Infinity,
  firstTime: !all.some((b) => b.customerId === a.customerId && b.planId === a.planId && b.validFrom < a.validFrom),
  timeZone: a.timezone,
  coinMicros: coinOf(a.currency),
  termsAt: (at) => {
    const { number, terms } = versionAt(versions, a.planId, at);
    return {
      versionNumber: number,
      interval: terms.billingInterval,
      intervalCount: terms.intervalCount,
      fixedFeeMicros: microsOf(terms.fixedFee),
      setupFeeMicros: microsOf(terms.setupFee),
      proration: terms.proration,
    };
  },
});
