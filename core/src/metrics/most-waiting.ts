// The most callers who waited at one time: of all by the hour, or of each group alone.
import type { Waits } from './count-queue-facts.ts';
import { sortTimes, sweep } from './most-at-once.ts';
import type { WallHours } from './wall-hours.ts';

export interface MostByHour {
  /** Of the whole period. */
  readonly most: number;
  /** By the place of the hour. */
  readonly hours: Int32Array;
}

/**
 * An hour begins with those who wait already.
 * @param waits both times in order by themselves (`sortInParts`): whose they were is lost
 * @param from where the period begins, epoch ms
 */
export const mostByHour = ({ joins, leaves }: Waits, from: number, wall: WallHours): MostByHour => {
  const hours = new Int32Array(wall.count);
  let most = 0;
  sweep(joins, leaves, (at, waiting) => {
    if (waiting > most) most = waiting;
    const place = wall.placeOf(at < from ? from : at);
    if (place < hours.length && waiting > hours[place]!) hours[place] = waiting;
    return wall.endOf(at < from ? from : at);
  });
  return { most, hours };
};

/** Of the whole period, both times in order by themselves. */
export const mostOfAll = ({ joins, leaves }: Waits): number => {
  let most = 0;
  sweep(joins, leaves, (_at, waiting) => {
    most = waiting;
    return Number.POSITIVE_INFINITY;
  });
  return most;
};

/** @param groupOf the number of the group of each entity @returns by that number */
export const mostOfGroups = ({ joins, leaves, entities }: Waits, groupOf: Int32Array, groups: number): Int32Array => {
  const starts = new Int32Array(groups + 1);
  for (const entity of entities) starts[groupOf[entity]! + 1]! += 1;
  for (let group = 0; group < groups; group++) starts[group + 1]! += starts[group]!;
  const [own, gone] = [new Float64Array(joins.length), new Float64Array(joins.length)];
  const next = starts.slice();
  for (let i = 0; i < entities.length; i++) {
    const to = next[groupOf[entities[i]!]!]!++;
    own[to] = joins[i]!;
    gone[to] = leaves[i]!;
  }
  const found = new Int32Array(groups);
  for (let group = 0; group < groups; group++) {
    const [start, end] = [starts[group], starts[group + 1]];
    sweep(sortTimes(own.subarray(start, end)), sortTimes(gone.subarray(start, end)), (_at, waiting) => {
      if (waiting > found[group]!) found[group] = waiting;
      return Number.POSITIVE_INFINITY;
    });
  }
  return found;
};
