// Shared search parameters of reports: days and validation. Uses no schema library, because it is part of the first load.
import { dayOf } from '@ringside/core/reports/queue-today.ts';
import { addDays, daysBetween } from '@ringside/core/reports/report-period.ts';

/** First and last day, inclusive, such as `2026-11-21`, in the user's time zone. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const isDay = (v: string): boolean => DAY.test(v) && !Number.isNaN(Date.parse(v));
export const isId = (v: string): boolean => ID.test(v);
export const isText = (v: string): boolean => v !== '';

/** Checks of each search parameter, given as text. */
export type Readers<Search> = Readonly<Record<keyof Search, (value: string) => boolean>>;

/** Reads search parameters from any address. Drops invalid values. `numbers`: fields that are numbers. */
export const readAddress = <Search>(
  readers: Readers<Search>,
  raw: Record<string, unknown>,
  numbers: readonly (keyof Search)[] = [],
): Search => {
  const known = Object.entries<(value: string) => boolean>(readers).flatMap(([key, fits]) => {
    const value = raw[key];
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return [];
    const text = String(value).slice(0, 200);
    return fits(text) ? [[key, numbers.includes(key as keyof Search) ? Number(text) : text]] : [];
  });
  return Object.fromEntries(known);
};

const MOST_DAYS = 400;

/** Returns the selected days; default: the last seven days. */
export const daysOf = (
  { from, to }: { readonly from?: string; readonly to?: string },
  timeZone: string,
  now: number,
): Days => {
  const today = dayOf(now, timeZone);
  const last = to ?? (from === undefined || from < today ? today : from);
  const first = from ?? addDays(last, -6);
  if (first > last) return { from: last, to: first };
  return daysBetween(first, last) < MOST_DAYS
    ? { from: first, to: last }
    : { from: addDays(last, 1 - MOST_DAYS), to: last };
};

/** Returns the first and last day of a period of instants. The end of the period is exclusive. */
export const daysWithin = ({ from, to }: { readonly from: string; readonly to: string }, timeZone: string): Days => ({
  from: dayOf(Date.parse(from), timeZone),
  to: dayOf(Date.parse(to) - 1, timeZone),
});
