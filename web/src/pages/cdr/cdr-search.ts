import type { Call } from '@ringside/core/contract/cdr.ts';

// Written out: the schemas stay out of the first load, which reads addresses.
export const CALL_DIRECTIONS = ['inbound', 'outbound', 'internal'] as const satisfies readonly Call['direction'][];
export const CALL_STATUSES = [
  ...(['answered', 'transferred', 'unanswered', 'rejected', 'failed', 'failed-out'] as const),
] as const satisfies readonly Call['status'][];

/** What of the call records stands in the address. Days are local ones, `2026-11-21`; hours of the day `09:00`. */
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
  readonly perPage?: number;
  /** Where the page begins; without it the newest calls are shown. */
  readonly cursor?: string;
  /** The call whose details are open. */
  readonly call?: string;
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;
const ID = /^[0-9a-f-]{36}$/;

export const PAGE_SIZES = [10, 25, 50, 100, 250] as const;

const READERS: Readonly<Record<keyof CdrSearch, (value: string) => boolean>> = {
  from: (v) => DAY.test(v),
  to: (v) => DAY.test(v),
  timeFrom: (v) => CLOCK.test(v),
  timeTo: (v) => CLOCK.test(v),
  q: (v) => v !== '',
  direction: (v) => CALL_DIRECTIONS.some((d) => d === v),
  status: (v) => CALL_STATUSES.some((s) => s === v),
  queue: (v) => v !== '',
  agent: (v) => v !== '',
  recorded: (v) => v === 'true' || v === 'false',
  perPage: (v) => v !== '25' && PAGE_SIZES.some((size) => String(size) === v),
  cursor: (v) => v !== '',
  call: (v) => ID.test(v),
};

/** Reads an address that anyone may have typed: what makes no sense is dropped. */
export const readCdrSearch = (raw: Record<string, unknown>): CdrSearch => {
  const known = Object.entries(READERS).flatMap(([key, fits]) => {
    const value = raw[key];
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return [];
    const text = String(value).slice(0, 200);
    return fits(text) ? [[key, key === 'perPage' ? Number(text) : text]] : [];
  });
  return Object.fromEntries(known) as CdrSearch;
};

const DAY_MS = 86_400_000;

/** What is asked of the server. A day ends where the next one begins, also when the clock was moved. */
export const queryOf = ({ from, to, call: _call, ...rest }: CdrSearch, timeZone: string) => ({
  ...rest,
  ...(from === undefined ? {} : { from: new Date(`${from}T00:00`).toISOString() }),
  ...(to === undefined ? {} : { to: startOfNextDay(to).toISOString() }),
  ...(rest.timeFrom === undefined && rest.timeTo === undefined ? {} : { timeZone }),
});

const startOfNextDay = (day: string): Date => {
  const noon = new Date(`${day}T12:00`).getTime() + DAY_MS;
  const next = new Date(noon);
  next.setHours(0, 0, 0, 0);
  return next;
};
