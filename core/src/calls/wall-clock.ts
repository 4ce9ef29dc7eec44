// The wall clock of a PBX and the time of the world. Asterisk writes `2026-11-21 03:45:20` in its own zone and does not say which.
import { zoneOffset } from '../base/zone-offset.ts';

const WRITTEN = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(\.\d{1,9})?$/;

/** Epoch milliseconds of what is written, read as UTC; null for no moment (an empty field, zeros). */
export const readWallClock = (text: string): number | null => {
  const match = WRITTEN.exec(text.trim());
  if (match === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  if (year < 1990 || month < 1 || month > 12 || day < 1 || day > 31) return null;
  if (hour > 23 || minute > 59 || second > 60) return null;
  return Date.UTC(year, month - 1, day, hour, minute, second) + Math.floor(Number(match[7] ?? 0) * 1000);
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
