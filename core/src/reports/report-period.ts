// Periods of a report: days of a time zone, including daylight-saving changes.
import { dayOf } from './queue-today.ts';

/** Half-open, epoch ms. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

const DAY_MS = 86_400_000;
/** Above every UTC offset. */
const FARTHEST_MS = 15 * 3_600_000;

/** Adds days: `2026-11-21` and 1 give `2026-11-22`. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Returns the number of days between two days. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);

/** Returns the start of a day. Later than 00:00 when a clock change skips midnight. */
export const startOfDay = (day: string, timeZone: string): number => {
  const utc = Date.parse(`${day}T00:00:00Z`);
  let before = utc - FARTHEST_MS;
  let within = utc + FARTHEST_MS;
  while (within - before > 1) {
    const middle = Math.floor((before + within) / 2);
    if (dayOf(middle, timeZone) >= day) within = middle;
    else before = middle;
  }
  return within;
};

export const periodOfDays = (first: string, last: string, timeZone: string): Period => ({
  from: startOfDay(first, timeZone),
  to: startOfDay(addDays(last, 1), timeZone),
});

/** Returns the period before with the same number of days, or the same length if it is not in whole days. */
export const periodBefore = ({ from, to }: Period, timeZone: string): Period => {
  const first = dayOf(from, timeZone);
  const end = dayOf(to, timeZone);
  const days = daysBetween(first, end);
  if (days < 1 || startOfDay(first, timeZone) !== from || startOfDay(end, timeZone) !== to) {
    return { from: from - (to - from), to: from };
  }
  return { from: startOfDay(addDays(first, -days), timeZone), to: from };
};
