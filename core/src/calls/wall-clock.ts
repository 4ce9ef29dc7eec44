// The wall clock of a PBX and the time of the world. Asterisk writes `2026-11-21 03:45:20` in its own zone and does not say which.
import { zoneOffset } from '../base/zone-offset.ts';

const WRITTEN = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,9})?$/;
const ZERO = 48;

/** Epoch milliseconds of what is written, read as UTC; null for no moment (an empty field, zeros). */
export const readWallClock = (text: string): number | null => {
  const written = text.trim();
  if (!WRITTEN.test(written)) return null;
  // By their places: a million records have three moments each.
  const two = (at: number): number => (written.charCodeAt(at) - ZERO) * 10 + written.charCodeAt(at + 1) - ZERO;
  const [year, month, day] = [two(0) * 100 + two(2), two(5), two(8)];
  const [hour, minute, second] = [two(11), two(14), two(17)];
  if (year < 1990 || month < 1 || month > 12 || day < 1 || day > 31) return null;
  if (hour > 23 || minute > 59 || second > 60) return null;
  return Date.UTC(year, month - 1, day, hour, minute, second) + Math.floor(Number(written.slice(19)) * 1000);
};

const QUARTER_HOUR = 15 * 60_000;

/**
 * How far the PBX's clock is ahead of UTC, ms, when what ended at `wallClock` arrived at `arrivedAt`: zones are whole
 * quarters of an hour, and records arrive within minutes of their end.
 */
export const offsetByArrival = (wallClock: number, arrivedAt: number): number =>
  Math.round((wallClock - arrivedAt) / QUARTER_HOUR) * QUARTER_HOUR + 0;

/**
 * Epoch milliseconds of a wall clock in a zone (IANA). The hour that a clock shows twice in autumn is the first one; the
 * hour that it skips in spring is read as if the clock had not been moved yet.
 */
export const instantIn = (wallClock: number, timeZone: string): number => {
  const offsetAt = (at: number): number => zoneOffset(at, timeZone);
  const early = wallClock - offsetAt(wallClock - 26 * 3_600_000);
  const late = wallClock - offsetAt(wallClock + 26 * 3_600_000);
  for (const at of [Math.min(early, late), Math.max(early, late)]) if (at + offsetAt(at) === wallClock) return at;
  return early;
};
