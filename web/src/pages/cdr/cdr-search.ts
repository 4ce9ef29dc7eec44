import { addDays, startOfDay } from '@ringside/core/metrics/report-period.ts';
import type { Call } from '@ringside/core/contract/cdr.ts';

import { isDay, isId, isText, readAddress, type Readers } from '../../ui/report/report-days.ts';

// Written out: the schemas stay out of the first load, which reads addresses.
export const CALL_DIRECTIONS = ['inbound', 'outbound', 'internal'] as const satisfies readonly Call['direction'][];
export const CALL_STATUSES = [
  ...(['answered', 'transferred', 'unanswered', 'rejected', 'failed', 'failed-out'] as const),
] as const satisfies readonly Call['status'][];

/** What of the call records stands in the address. Days are those of the reader's time zone, `2026-11-21`; hours of the day `09:00`. */
export interface CdrSearch {
  readonly from?: string;
  readonly to?: string;
  readonly timeFrom?: string;
  readonly timeTo?: string;
  readonly q?: string;
  readonly direction?: string;
  readonly status?: string;
  readonly queue?: string;
  readonly agent?: string;
  readonly recorded?: string;
  /** Whose calls, for who sees those of several; comes from the billing report. */
  readonly customer?: string;
  readonly perPage?: number;
  /** Where the page begins; without it the newest calls are shown. */
  readonly cursor?: string;
  /** The call whose details are open. */
  readonly call?: string;
}

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;

export const PAGE_SIZES = [10, 25, 50, 100, 250] as const;

const READERS: Readers<CdrSearch> = {
  from: isDay,
  to: isDay,
  timeFrom: (v) => CLOCK.test(v),
  timeTo: (v) => CLOCK.test(v),
  q: isText,
  direction: (v) => CALL_DIRECTIONS.some((d) => d === v),
  status: (v) => CALL_STATUSES.some((s) => s === v),
  queue: isText,
  agent: isText,
  recorded: (v) => v === 'true' || v === 'false',
  customer: isId,
  perPage: (v) => v !== '25' && PAGE_SIZES.some((size) => String(size) === v),
  cursor: isText,
  call: isId,
};

/** Reads an address that anyone may have typed: what makes no sense is dropped. */
export const readCdrSearch = (raw: Record<string, unknown>): CdrSearch => readAddress(READERS, raw, ['perPage']);

/** What is asked of the server: whole days of the reader's time zone, as the reports have them. */
export const queryOf = ({ from, to, customer, call: _call, ...rest }: CdrSearch, timeZone: string) => ({
  ...rest,
  ...(customer === undefined ? {} : { customerId: customer }),
  ...(from === undefined ? {} : { from: new Date(startOfDay(from, timeZone)).toISOString() }),
  ...(to === undefined ? {} : { to: new Date(startOfDay(addDays(to, 1), timeZone)).toISOString() }),
  ...(rest.timeFrom === undefined && rest.timeTo === undefined ? {} : { timeZone }),
});
