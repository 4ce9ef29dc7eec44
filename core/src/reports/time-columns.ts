// Counts by local hour in columns, and their sums by hour of the day, day, weekday, month or hour of the week.
import { addRow, countsAt, isSeen, WIDTH } from './count-columns.ts';
import { addTallies, EMPTY_TALLY, tallyOf, timeKey, weekdayOf } from './queue-report.ts';
import type { Tally, TimeGroup } from './queue-report.ts';

export interface TimeColumns {
  /** Number of hours. */
  readonly count: number;
  /** Rows by index of the hour. */
  readonly formulas: readonly { readonly formula: number; readonly rows: Float64Array }[];
  /** Maximum number of waiting callers by index of the hour. */
  readonly most: Int32Array;
  /** First local hour, in hours since 1970-01-01 00:00 local time. */
  readonly first: number;
  /** Such as `2026-11-21T09`. */
  readonly written: (place: number) => string;
}

/** Groups hours by `keyOf`, in key order. `partOf`: hours of the same part have the same key. */
const tallyBy = (
  times: TimeColumns,
  partOf: (hour: number) => number,
  keyOf: (hour: string) => string,
): ReadonlyMap<string, Tally> => {
  const { count, formulas, most, written, first } = times;
  const numbers = new Map<string, number>();
  const byPart = new Map<number, number>();
  const groupOf = new Int32Array(count).fill(-1);
  const maxima: number[] = [];
  for (let place = 0; place < count; place++) {
    if (!formulas.some(({ rows }) => isSeen(rows, place))) continue;
    const part = partOf(first + place);
    let group = byPart.get(part);
    if (group === undefined) {
      const key = keyOf(written(place));
      group = numbers.get(key) ?? numbers.size;
      numbers.set(key, group);
      byPart.set(part, group);
    }
    groupOf[place] = group;
    maxima[group] = Math.max(maxima[group] ?? 0, most[place] ?? 0);
  }
  const tallies = maxima.map((maximumCallers): Tally => ({ ...EMPTY_TALLY, maximumCallers }));
  for (const { formula, rows } of formulas) {
    const sums = new Float64Array(numbers.size * WIDTH);
    for (let place = 0; place < count; place++) if (groupOf[place]! >= 0) addRow(sums, groupOf[place]!, rows, place);
    for (const [group, tally] of tallies.entries())
      if (isSeen(sums, group)) tallies[group] = addTallies(tally, tallyOf(countsAt(sums, group), formula));
  }
  return new Map(
    [...numbers].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, group]) => [key, tallies[group] ?? EMPTY_TALLY]),
  );
};

/** Groups by the keys of `timeKey`. */
export const tallyTimes = (times: TimeColumns, group: TimeGroup): ReadonlyMap<string, Tally> =>
  tallyBy(times, group === 'hour' ? (hour) => hour % 24 : (hour) => Math.floor(hour / 24), (hour) =>
    timeKey(hour, group),
  );

/** Groups by hour of the week: `1 09` is Monday from nine. */
export const tallyWeek = (times: TimeColumns): ReadonlyMap<string, Tally> =>
  tallyBy(
    times,
    (hour) => hour % (7 * 24),
    (hour) => `${weekdayOf(hour.slice(0, 10))} ${timeKey(hour, 'hour')}`,
  );
