import { addDays } from '@ringside/core/reports/report-period.ts';
import { type Days, isDay, isId, readAddress, type Readers } from '../../ui/report/report-days.ts';

export const DIRECTIONS = ['outbound', 'inbound', 'internal'] as const;

/** Search parameters of the report. Days are in each customer's own time zone. The last day is included. */
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

/** Returns the selected days; default: the current month up to today. */
export const daysOf = ({ from, to }: BillingSearch, today: string): Days => {
  const last = to ?? (from === undefined || from < today ? today : from);
  const first = from ?? `${last.slice(0, 7)}-01`;
  return first <= last ? { from: first, to: last } : { from: last, to: first };
};

/** Returns the query of the API request. */
export const queryOf = ({ customer, direction }: BillingSearch, { from, to }: Days) => ({
  from,
  to: addDays(to, 1),
  ...(customer === undefined ? {} : { customerId: customer }),
  ...(direction === undefined ? {} : { direction }),
});
