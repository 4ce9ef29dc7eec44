// Asterisk's own figures of a queue as its app_queue moves them, so that they are right without asking for them: at the
// answer the hold time, at the end of the call the talk time and the service level.
import type { QueueRow } from './state.ts';

/** An integer exponential average, a quarter of it new; the first value of a queue is taken as it is. */
const averaged = (old: number, value: number, first: boolean): number => (first ? value : (3 * old + value) >> 2);

/** Hold time after a caller was answered who had waited so long, seconds. */
export const holdtimeAfter = (q: QueueRow, waitedSeconds: number): number =>
  averaged(q.holdtime, waitedSeconds, q.completed + q.abandoned === 0);

/**
 * Talk time and service level after the last of `q.completed` calls; `talkSeconds` null: not known. The service level
 * is known with one decimal of a percent, so it may be a step wrong after thousands of calls, until it is read again.
 */
export const completedAfter = (
  q: QueueRow,
  waitedSeconds: number,
  talkSeconds: number | null,
): Pick<QueueRow, 'talktime' | 'serviceLevelPerf'> => {
  const before = Math.round((q.serviceLevelPerf / 100_000) * (q.completed - 1));
  const inTime = before + (waitedSeconds <= q.serviceLevel ? 1 : 0);
  return {
    talktime: talkSeconds === null ? q.talktime : averaged(q.talktime, talkSeconds, q.completed - 1 + q.abandoned <= 0),
    serviceLevelPerf: Math.round((inTime / Math.max(1, q.completed)) * 1000) * 100,
  };
};
