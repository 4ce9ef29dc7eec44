// Calculates used and remaining allowances of a plan.
import { billingPeriodAt } from '@ringside/core/billing/billing-period.ts';
import type { Assignment, StoredVersion } from './queries.ts';
import { keyOf } from './use-queries.ts';
import type { Use } from './use-queries.ts';
import { includedIn, partsOf } from './bills.ts';
import { versionAt } from './version-at.ts';

interface AllowanceUse {
  readonly name: string;
  readonly kind: 'minutes' | 'calls';
  /** Start of its period, ISO 8601. */
  readonly periodStart: string;
  /** Seconds or calls, including those carried over. */
  readonly included: number;
  readonly used: number;
  readonly left: number;
}

/** Returns the allowances of the last period before `until` (epoch ms) in which the customer had the plan. */
export const allowancesOfPeriod = (
  a: Assignment,
  /** All assignments, because the customer may have the plan twice in a period. */
  assignments: readonly Assignment[],
  versions: readonly StoredVersion[],
  uses: ReadonlyMap<string, Use>,
  until: number,
): AllowanceUse[] => {
  const last = Math.min(until, a.validUntil?.getTime() ?? Infinity) - 1;
  const { terms } = versionAt(versions, a.planId, last);
  const period = billingPeriodAt(last, terms.billingInterval, a.timezone, terms.intervalCount);
  const parts = partsOf(a, assignments, last);
  const periodStart = new Date(period.from).toISOString();
  return terms.allowances.flatMap((one) => {
    if (one.kind === 'unlimited') return [];
    const { name, kind } = one;
    const use = uses.get(keyOf({ customerId: a.customerId, planId: a.planId, name, period: periodStart }));
    const used = (kind === 'minutes' ? use?.seconds : use?.calls) ?? 0;
    const included = includedIn(one, terms, a, period, parts, uses);
    return [{ name, kind, periodStart, included, used, left: Math.max(0, included - used) }];
  });
};
