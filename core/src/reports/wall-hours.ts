// Numbers the local hours of a period, so that hourly counts fit into columns.
import { zoneOffset } from '../base/zone-offset.ts';
import type { Period } from './report-period.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const QUARTER = HOUR / 4;
/** Above every UTC offset, hours. */
const FARTHEST = 16;

export interface WallHours {
  /** Number of indexes. */
  readonly count: number;
  /** First local hour, in hours since 1970-01-01 00:00 local time. */
  readonly first: number;
  /** Returns the hour's index, possibly out of range outside the period. An hour that occurs twice has one index. */
  placeOf(at: number): number;
  /** Returns the end of the hour, epoch ms, or the end of the UTC day if earlier. */
  endOf(at: number): number;
  /** Such as `2026-11-21T09`. */
  written(place: number): string;
}

/** For times in order it reads the time zone only once a day. */
export const createWallHours = ({ from, to }: Period, timeZone: string): WallHours => {
  const base = Math.floor(from / HOUR) - FARTHEST;
  const count = Math.ceil((to - from) / HOUR) + 2 * FARTHEST + 2;
  const texts: string[] = [];
  let [first, next, place] = [0, 0, 0];

  let [day, dayOffset, changes] = [Number.NaN, 0, false];

  const look = (at: number): void => {
    const today = Math.floor(at / DAY) * DAY;
    if (today !== day) {
      day = today;
      dayOffset = zoneOffset(day, timeZone);
      changes = dayOffset !== zoneOffset(day + DAY, timeZone);
    }
    // On a day with a clock change it checks every quarter of an hour.
    const start = changes ? Math.floor(at / QUARTER) * QUARTER : day;
    const offset = changes ? zoneOffset(start, timeZone) : dayOffset;
    const hour = Math.floor((at + offset) / HOUR);
    first = Math.max(start, hour * HOUR - offset);
    next = Math.min(start + (changes ? QUARTER : DAY), (hour + 1) * HOUR - offset);
    place = hour - base;
  };
  return {
    count,
    first: base,
    placeOf: (at) => {
      if (at < first || at >= next) look(at);
      return place;
    },
    endOf: (at) => {
      if (at < first || at >= next) look(at);
      return next;
    },
    written: (at) => (texts[at] ??= new Date((base + at) * HOUR).toISOString().slice(0, 13)),
  };
};
