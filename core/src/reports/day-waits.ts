// Collects the waits of a day with start and end.
import { waitsAtAll } from './count-moments.ts';
import { NO_NUMBER } from './queue-facts.ts';
import type { StayColumns } from './queue-facts.ts';

/** Queue visits with a wait, epoch ms, in order of their end. */
export interface DayWaits {
  readonly joins: Float64Array;
  readonly leaves: Float64Array;
  readonly sources: Uint16Array;
}

/** Tells whether visit `i` has a wait with a known start. */
export const isWait = (stays: StayColumns, i: number): boolean => {
  const since = stays.since[i]!;
  return !Number.isNaN(since) && since !== NO_NUMBER && waitsAtAll(stays.outcome[i]!, stays.wait[i]!);
};

/**
 * Returns the end of a wait, epoch ms. The PBX server reports waits in whole seconds, so a caller who left immediately still has a wait of
 * 1 ms.
 */
export const leftAt = (at: number, since: number): number => (since > 0 ? at : at - since + 1);

export const waitsOf = (dayStart: number, stays: StayColumns, counts: (source: number) => boolean): DayWaits => {
  const [joins, leaves] = [new Float64Array(stays.count), new Float64Array(stays.count)];
  const sources = new Uint16Array(stays.count);
  let count = 0;
  for (let i = 0; i < stays.count; i++) {
    const source = stays.source[i]!;
    if (!counts(source) || !isWait(stays, i)) continue;
    const [at, since] = [dayStart + stays.at[i]!, stays.since[i]!];
    joins[count] = at - since;
    leaves[count] = leftAt(at, since);
    sources[count] = source;
    count += 1;
  }
  return { joins: joins.slice(0, count), leaves: leaves.slice(0, count), sources: sources.slice(0, count) };
};
