// Times that nobody saw, against the periods of a report: which rows and bars they touch.
import { zoneOffset } from '../base/zone-offset.ts';
import { timeKey, type TimeGroup } from './queue-report.ts';

/** Epoch milliseconds, half open. */
export interface UnseenTime {
  readonly from: number;
  readonly to: number;
}

const HOUR_MS = 3_600_000;
/** Beyond this every hour, weekday and month is touched anyway, and days are told by their own steps. */
const MOST_STEPS = 24 * 400;

/** `2026-11-21T09` on the wall's clock. */
const hourOf = (at: number, timeZone: string): string =>
  new Date(at + zoneOffset(at, timeZone)).toISOString().slice(0, 13);

/** Keys of a report's groups of time that the gap touches, as the report writes them. */
export const touchedKeys = (gap: UnseenTime, group: TimeGroup, timeZone: string): ReadonlySet<string> => {
  const keys = new Set<string>();
  let at = gap.from;
  for (let i = 0; i < MOST_STEPS && at < gap.to; i++, at += HOUR_MS / 4) keys.add(timeKey(hourOf(at, timeZone), group));
  if (gap.to > gap.from) keys.add(timeKey(hourOf(gap.to - 1, timeZone), group));
  return keys;
};

/** As `week` of the queue report keys its cells: weekday (Monday is 1) and hour, `1 09`. */
export const touchedCells = (gap: UnseenTime, timeZone: string): ReadonlySet<string> => {
  const cells = new Set<string>();
  const add = (at: number): void => {
    const hour = hourOf(at, timeZone);
    cells.add(`${timeKey(hour, 'weekday')} ${timeKey(hour, 'hour')}`);
  };
  // After a week every cell is touched.
  const until = Math.min(gap.to, gap.from + 8 * 24 * HOUR_MS);
  for (let at = gap.from; at < until; at += HOUR_MS / 4) add(at);
  if (gap.to > gap.from) add(Math.min(gap.to, until) - 1);
  return cells;
};
