import { countsAt, isSeen } from '../count-columns.ts';
import type { QueueCounts } from '../queue-report.ts';
import type { TimeColumns } from '../time-columns.ts';

interface HourCounts extends QueueCounts {
  readonly hour: string;
  readonly formula: number;
}

/** Returns the hours with counts, one row each. */
export const hourRows = ({ count, formulas, written }: TimeColumns): HourCounts[] =>
  formulas.flatMap(({ formula, rows }) =>
    Array.from({ length: count }, (_, place) => place).flatMap((place) =>
      isSeen(rows, place) ? [{ hour: written(place), formula, ...countsAt(rows, place) }] : [],
    ),
  );
