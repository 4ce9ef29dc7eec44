import { addDays, startOfDay } from '@ringside/core/reports/report-period.ts';
import type { Call } from '@ringside/core/contract/calls/cdr.ts';

import { isDay, isId, isText, readAddress, type Readers } from '../../ui/report/report-days.ts';

// Literals instead of the contract's values keep the schemas out of the first load, which reads addresses.
export const CALL_DIRECTIONS = ['inbound', 'outbound', 'internal'] as const satisfies readonly Call['direction'][];
export const CALL_STATUSES = [
  ...(['answered', 'transferred', 'automated', 'voicemail', 'unanswered', 'rejected', 'failed', 'failed-out'] as const),
] as const satisfies readonly Call['status'][];

/** Search parameters of call records. Days such as `2026-11-21` are in the user's time zone; times of day look like `09:00`. */
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
  /** Customer filter, for users who see several customers. Set by links from the billing report. */
  readonly customer?: string;
  readonly perPage?: number;
  /** Start of the page. Without it, the newest calls are shown. */
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

/** Reads search parameters from any address. Drops invalid values. */
export const readCdrSearch = (raw: Record<string, unknown>): CdrSearch => readAddress(READERS, raw, ['perPage']);

/** The query of the API request, with whole days in the reader's time zone, as in the reports. */
export const queryOf = ({ from, to, customer, call: _call, ...rest }: CdrSearch, timeZone: string) => ({
  ...rest,
  ...(customer === undefined ? {} : { customerId: customer }),
  ...(from === undefined ? {} : { from: new Date(startOfDay(from, timeZone)).toISOString() }),
  ...(to === undefined ? {} : { to: new Date(startOfDay(addDays(to, 1), timeZone)).toISOString() }),
  ...(rest.timeFrom === undefined && rest.timeTo === undefined ? {} : { timeZone }),
});
