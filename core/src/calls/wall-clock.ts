// Converts between the local time of a PBX server and UTC. Asterisk logs `2026-11-21 03:45:20` without its time zone.
import { zoneOffset } from '../base/zone-offset.ts';

const WRITTEN = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,9})?$/;
const ZERO = 48;

/** Parses a local time as UTC and returns epoch milliseconds, or `null` for an empty or zero time. */
export const readWallClock = (text: string): number | null => {
  const written = text.trim();
  if (!WRITTEN.test(written)) return null;
  // Parsed by position for speed: a million records have three times each.
  const two = (at: number): number => (written.charCodeAt(at) - ZERO) * 10 + written.charCodeAt(at + 1) - ZERO;
  const [year, month, day] = [two(0) * 100 + two(2), two(5), two(8)];
  const [hour, minute, second] = [two(11), two(14), two(17)];
  if (year < 1990 || month < 1 || month > 12 || day < 1 || day > 31) return null;
  if (hour > 23 || minute > 59 || second > 60) return null;
  return Date.UTC(year, month - 1, day, hour, minute, second) + Math.floor(Number(written.slice(19)) * 1000);
};

const QUARTER_HOUR = 15 * 60_000;

/**
 * Returns the UTC offset of the PBX clock, ms, from a record with end `wallClock` that arrived at `arrivedAt`. Zones are whole quarters of
 * an hour, and records arrive within minutes of their end.
 */
export const offsetByArrival = (wallClock: number, arrivedAt: number): number =>
  Math.round((wallClock - arrivedAt) / QUARTER_HOUR) * QUARTER_HOUR + 0;

/** Returns the instants of a local time in an IANA zone, the earlier first. An hour that occurs twice in autumn gives two. */
const instantsIn = (wallClock: number, timeZone: string): readonly number[] => {
  const offsetAt = (at: number): number => zoneOffset(at, timeZone);
  const early = wallClock - offsetAt(wallClock - 26 * 3_600_000);
  const late = wallClock - offsetAt(wallClock + 26 * 3_600_000);
  const both = [...new Set([Math.min(early, late), Math.max(early, late)])];
  const found = both.filter((at) => at + offsetAt(at) === wallClock);
  // A local time skipped in spring is read as if the clock had not changed yet.
  return found.length === 0 ? [early] : found;
};

/** Returns epoch milliseconds of a local time in a zone, the first instant if it occurs twice. */
export const instantIn = (wallClock: number, timeZone: string): number =>
  instantsIn(wallClock, timeZone)[0] ?? wallClock;

/** The seconds in `pbx1-1795389290.0` are the creation time of the channel. */
const CREATED = /(?:^|-)([0-9]{9,11})\.[0-9]+$/;

interface WrittenMoments {
  /** Local time, ms. `null`: none. */
  readonly start: number;
  readonly answer: number | null;
  readonly end: number;
  /** Whole seconds, as counted by the PBX server. */
  readonly duration: number;
  readonly billableSeconds: number;
  readonly uniqueid: string;
}

/** Times are truncated to whole seconds. */
const CUT_MS = 1_000;

/**
 * Returns the times of a record in UTC. In an hour that occurs twice, the start is not before the channel's creation, and the other two
 * follow from the counted seconds.
 */
export const momentsIn = (written: WrittenMoments, timeZone: string) => {
  const created = Number(CREATED.exec(written.uniqueid)?.[1] ?? 0) * 1000;
  const after = (wallClock: number, since: number): number => {
    const instants = instantsIn(wallClock, timeZone);
    return instants.find((at) => at >= since - CUT_MS) ?? instants.at(-1) ?? wallClock;
  };
  /** Returns the instant closest to the counted seconds. */
  const nearest = (wallClock: number, wanted: number): number =>
    instantsIn(wallClock, timeZone).reduce((a, b) => (Math.abs(b - wanted) < Math.abs(a - wanted) ? b : a));
  const startAt = created === 0 ? instantIn(written.start, timeZone) : after(written.start, created);
  const endAt = nearest(written.end, startAt + written.duration * 1000);
  const answerAt = written.answer === null ? null : nearest(written.answer, endAt - written.billableSeconds * 1000);
  return { startAt, answerAt, endAt };
};

/** Returns a time before `endAt`, corrected for a clock change in between. `seconds`: counted by the PBX server. */
export const beforeEnd = (at: number, endAt: number, seconds: number): number => {
  const off = endAt - seconds * 1000 - at;
  // Clock changes are half an hour or one hour.
  const moved = [-60, -30, 30, 60].map((minutes) => minutes * 60_000).find((by) => Math.abs(off - by) <= 2 * CUT_MS);
  return at + (moved ?? 0);
};
