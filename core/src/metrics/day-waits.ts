// Who waited on a day, from when to when.
import { waitsAtAll } from './count-moments.ts';
import { NO_NUMBER } from './queue-facts.ts';
import type { StayColumns } from './queue-facts.ts';

/** Of stays that were stays of waiting; epoch ms, in the order in which they ended. */
export interface DayWaits {
  readonly joins: Float64Array;
  readonly leaves: Float64Array;
  readonly sources: Uint16Array;
}

/** Whether stay `i` was one of waiting, and when it began is known. */
export const isWait = (stays: StayColumns, i: number): boolean => {
  const since = stays.since[i]!;
  return !Number.isNaN(since) && since !== NO_NUMBER && waitsAtAll(stays.outcome[i]!, stays.wait[i]!);
};

/** When it ended. To the moment that is known best: a wait is told in whole seconds. Who left at once was there. */
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
