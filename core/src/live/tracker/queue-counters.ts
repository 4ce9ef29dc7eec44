// Updates a queue's figures the way Asterisk's app_queue does, so that they are right without a query: hold time at the answer, talk time
// and service level at the end of the call.
import type { QueueRow } from '../state.ts';

/** Integer exponential average with a weight of one quarter for the new value. The first value of a queue is taken unchanged. */
const averaged = (old: number, value: number, first: boolean): number => (first ? value : (3 * old + value) >> 2);

/** Returns the hold time after a caller was answered who waited `waitedSeconds`. */
export const holdtimeAfter = (q: QueueRow, waitedSeconds: number): number =>
  averaged(q.holdtime, waitedSeconds, q.completed + q.abandoned === 0);

/**
 * Returns the number of completed calls, talk time and service level after one more call. `talkSeconds` is `null` when unknown. Asterisk
 * reports the service level with one decimal of a percent, so after thousands of calls it may be one step off until the next read.
 */
export const completedAfter = (
  q: QueueRow,
  waitedSeconds: number,
  talkSeconds: number | null,
): Pick<QueueRow, 'completed' | 'talktime' | 'serviceLevelPerf'> => {
  const completed = q.completed + 1;
  const before = Math.round((q.serviceLevelPerf / 100_000) * q.completed);
  const inTime = before + (waitedSeconds <= q.serviceLevel ? 1 : 0);
  return {
    completed,
    talktime: talkSeconds === null ? q.talktime : averaged(q.talktime, talkSeconds, q.completed + q.abandoned === 0),
    serviceLevelPerf: Math.round((inTime / completed) * 1000) * 100,
  };
};
