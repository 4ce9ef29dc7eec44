// Queue counts as rows of numbers. Adding rows takes a tenth of the time of adding objects.
import type { QueueCounts } from './queue-report.ts';

/** Columns of a row of counts. */
export const FIELD = {
  ...{ answered: 0, answeredInTime: 1, abandonedShort: 2, abandonedLong: 3, abandonedInTime: 4, timedOut: 5 },
  ...{ leftByKey: 6, noAgent: 7, full: 8, withdrawn: 9, waitSeconds: 10, abandonWaitSeconds: 11 },
  ...{ longestWaitSeconds: 12, completed: 13, transferred: 14, talkSeconds: 15, seen: 16 },
} as const;
export const WIDTH = 17;

export const countsAt = (rows: Float64Array, row: number): QueueCounts => {
  const value = (field: number): number => rows[row * WIDTH + field] ?? 0;
  return {
    answered: value(FIELD.answered),
    answeredInTime: value(FIELD.answeredInTime),
    abandonedShort: value(FIELD.abandonedShort),
    abandonedLong: value(FIELD.abandonedLong),
    abandonedInTime: value(FIELD.abandonedInTime),
    timedOut: value(FIELD.timedOut),
    leftByKey: value(FIELD.leftByKey),
    noAgent: value(FIELD.noAgent),
    full: value(FIELD.full),
    withdrawn: value(FIELD.withdrawn),
    waitSeconds: value(FIELD.waitSeconds),
    abandonWaitSeconds: value(FIELD.abandonWaitSeconds),
    longestWaitSeconds: value(FIELD.longestWaitSeconds),
    completed: value(FIELD.completed),
    transferred: value(FIELD.transferred),
    talkSeconds: value(FIELD.talkSeconds),
  };
};

/** Tells whether a row counted anything. */
export const isSeen = (rows: Float64Array, row: number): boolean => rows[row * WIDTH + FIELD.seen] !== 0;

/** Adds all fields, but keeps the maximum of the longest wait. */
export const addRow = (to: Float64Array, toRow: number, from: Float64Array | Int32Array, fromRow: number): void => {
  const [target, source] = [toRow * WIDTH, fromRow * WIDTH];
  const longest = to[target + FIELD.longestWaitSeconds]!;
  for (let field = 0; field < WIDTH; field++) to[target + field]! += from[source + field]!;
  to[target + FIELD.longestWaitSeconds] = Math.max(longest, from[source + FIELD.longestWaitSeconds]!);
};
