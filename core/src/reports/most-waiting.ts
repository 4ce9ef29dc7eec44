// Calculates the maximum number of callers waiting at one time: in total by hour, or by group.
import type { Waits } from './count-queue-facts.ts';
import { sortTimes, sweep } from '../base/most-at-once.ts';
import type { WallHours } from './wall-hours.ts';

interface MostByHour {
  /** Maximum of the whole period. */
  readonly most: number;
  /** Indexed by hour of the period. */
  readonly hours: Int32Array;
}

/**
 * An hour starts with the callers already waiting.
 * @param waits both columns sorted independently (`sortInParts`), so callers are not identified
 * @param from start of the period, epoch ms
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

/** Returns the maximum of the whole period. Both columns must be sorted independently. */
export const mostOfAll = ({ joins, leaves }: Waits): number => {
  let most = 0;
  sweep(joins, leaves, (_at, waiting) => {
    most = waiting;
    return Number.POSITIVE_INFINITY;
  });
  return most;
};

/**
 * @param groupOf group number of each entity
 * @returns maximum by group number
 */
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
