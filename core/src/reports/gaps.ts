// Matches data gaps with the periods of a report, to find the affected rows and bars.
import { zoneOffset } from '../base/zone-offset.ts';
import { timeKey, type TimeGroup } from './queue-report.ts';

/** Epoch milliseconds, half-open. */
interface UnseenTime {
  readonly from: number;
  readonly to: number;
}

const HOUR_MS = 3_600_000;
/** Maximum number of hourly steps. A longer gap touches every hour, weekday and month. Days have their own steps. */
const MOST_STEPS = 24 * 400;

/** Returns the local hour, such as `2026-11-21T09`. */
const hourOf = (at: number, timeZone: string): string =>
  new Date(at + zoneOffset(at, timeZone)).toISOString().slice(0, 13);

/** Returns the keys of the report's time groups that the gap touches. */
export const touchedKeys = (gap: UnseenTime, group: TimeGroup, timeZone: string): ReadonlySet<string> => {
  const keys = new Set<string>();
  let at = gap.from;
  for (let i = 0; i < MOST_STEPS && at < gap.to; i++, at += HOUR_MS / 4) keys.add(timeKey(hourOf(at, timeZone), group));
  if (gap.to > gap.from) keys.add(timeKey(hourOf(gap.to - 1, timeZone), group));
  return keys;
};

/** Returns the week cells that the gap touches, keyed as in `week` of the queue report: weekday (1 is Monday) and hour, `1 09`. */
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
