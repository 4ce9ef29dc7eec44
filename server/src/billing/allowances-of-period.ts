// What is used and left of a plan's allowances.
import { billingPeriodAt } from '@ringside/core/metrics/billing-period.ts';
import type { Assignment, StoredVersion } from './queries.ts';
import { keyOf } from './use-queries.ts';
import type { Use } from './use-queries.ts';
import { carriedInto } from './rate-due.ts';
import { versionAt } from './version-at.ts';

export interface AllowanceUse {
  readonly name: string;
  readonly kind: 'minutes' | 'calls';
  /** First moment of the period that it is of, ISO 8601. */
  readonly periodStart: string;
  /** Seconds or calls, with what earlier periods left. */
  readonly included: number;
  readonly used: number;
  readonly left: number;
}

/** Of the last period before `until` (epoch ms) in which the plan was held. */
export const allowancesOfPeriod = (
  a: Assignment,
  versions: readonly StoredVersion[],
  uses: ReadonlyMap<string, Use>,
  until: number,
): AllowanceUse[] => {
  const last = Math.min(until, a.validUntil?.getTime() ?? Infinity) - 1;
  const { terms } = versionAt(versions, a.planId, last);
  const period = billingPeriodAt(last, terms.billingInterval, a.timezone, terms.intervalCount);
  const periodStart = new Date(period.from).toISOString();
  return terms.allowances.flatMap((one) => {
    if (one.kind === 'unlimited') return [];
    const { name, kind } = one;
    const use = uses.get(keyOf({ customerId: a.customerId, planId: a.planId, name, period: periodStart }));
    const used = (kind === 'minutes' ? use?.seconds : use?.calls) ?? 0;
    const included = (kind === 'minutes' ? one.seconds : one.calls) + carriedInto(one, terms, a, period, uses);
    return [{ name, kind, periodStart, included, used, left: Math.max(0, included - used) }];
  });
};
