// Calculates the allowance of a period in which a plan is held only partly. Follows the proration of the fee.
import { daysHeld } from './billing-period.ts';
import type { BillingPeriod } from './billing-period.ts';
import type { FeeTerms } from './plan-fees.ts';
import type { Period } from '../reports/report-period.ts';

/**
 * Returns the seconds or calls of a period, out of `whole` per full period: held days by days of the period, rounded down. `parts`: when
 * the customer has the plan, epoch ms. Each part within the period grants its share, as its fee is prorated.
 */
export const grantedIn = (
  whole: number,
  parts: readonly Period[],
  period: BillingPeriod,
  { proration, timeZone }: { readonly proration: FeeTerms['proration']; readonly timeZone: string },
): number =>
  parts
    .filter(({ from, to }) => from < period.to && to > period.from)
    .reduce((sum, part) => {
      const from = proration === 'none' ? period.from : part.from;
      const to = proration === 'both' ? part.to : period.to;
      const { held, of } = daysHeld(period, { from, to }, timeZone);
      return sum + Math.floor((whole * held) / of);
    }, 0);
