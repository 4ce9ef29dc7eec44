import { addDays } from '@ringside/core/metrics/report-period.ts';

export const DIRECTIONS = ['outbound', 'inbound', 'internal'] as const;

/** What of the report stands in the address. Days are each customer's own, the last one included. */
export interface BillingSearch {
  readonly from?: string;
  readonly to?: string;
  readonly customer?: string;
  readonly direction?: (typeof DIRECTIONS)[number];
}

const isDay = (v: string): boolean => /^\d{4}-\d\d-\d\d$/.test(v) && !Number.isNaN(Date.parse(v));
const READERS: Readonly<Record<keyof BillingSearch, (value: string) => boolean>> = {
  from: isDay,
  to: isDay,
  customer: (v) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(v),
  direction: (v) => DIRECTIONS.some((d) => d === v),
};

/** Reads an address that anyone may have typed: what makes no sense is dropped. */
export const readBillingSearch = (raw: Record<string, unknown>): BillingSearch =>
  Object.fromEntries(
    Object.entries(READERS).flatMap(([key, fits]) => {
      const value = raw[key];
      return typeof value === 'string' && fits(value) ? [[key, value]] : [];
    }),
  ) as BillingSearch;

export interface Days {
  readonly from: string;
  readonly to: string;
}

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
