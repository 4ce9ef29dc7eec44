import { addDays } from '@ringside/core/metrics/report-period.ts';
import { type Days, isDay, isId, readAddress, type Readers } from '../../ui/report/report-days.ts';

export const DIRECTIONS = ['outbound', 'inbound', 'internal'] as const;

/** What of the report stands in the address. Days are each customer's own, the last one included. */
export interface BillingSearch {
  readonly from?: string;
  readonly to?: string;
  readonly customer?: string;
  readonly direction?: (typeof DIRECTIONS)[number];
}

const READERS: Readers<BillingSearch> = {
  from: isDay,
  to: isDay,
  customer: isId,
  direction: (v) => DIRECTIONS.some((d) => d === v),
};

export const readBillingSearch = (raw: Record<string, unknown>): BillingSearch => readAddress(READERS, raw);

/** The chosen days; without a choice the month of today, so far. */
export const daysOf = ({ from, to }: BillingSearch, today: string): Days => {
  const last = to ?? (from === undefined || from < today ? today : from);
  const first = from ?? `${last.slice(0, 7)}-01`;
  return first <= last ? { from: first, to: last } : { from: last, to: first };
};

/** What is asked of the server. */
export const queryOf = ({ customer, direction }: BillingSearch, { from, to }: Days) => ({
  from,
  to: addDays(to, 1),
  ...(customer === undefined ? {} : { customerId: customer }),
  ...(direction === undefined ? {} : { direction }),
});
