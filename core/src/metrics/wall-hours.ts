// The hours of a wall's clock, numbered: what is counted by the hour is counted in a column.
import { zoneOffset } from '../base/zone-offset.ts';
import type { Period } from './report-period.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const QUARTER = HOUR / 4;
/** No zone is further from UTC. */
const FARTHEST = 16;

export interface WallHours {
  /** How many places there are. */
  readonly count: number;
  /** Hours from the begin of 1970 on the wall's clock to the first place. */
  readonly first: number;
  /** The hour's place; beyond the period it may be none of them. An hour that comes twice is one. */
  placeOf(at: number): number;
  /** When the hour of a moment ends, epoch ms, or sooner: where a day of UTC ends within it. */
  endOf(at: number): number;
  /** `2026-11-21T09` */
  written(place: number): string;
}

/** Asked for times in order it looks at the zone once a day. */
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
    // On a day when the clock is moved each quarter of an hour is looked at.
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
