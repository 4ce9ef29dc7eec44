// Business hours as time ranges, so that reports can separate open and closed hours of a call center. The rule is the PBX's:
// local time within an interval, and not on a holiday. Daylight-saving changes move the opening hours with the clock. A local
// hour that occurs twice is open twice.
import type { Weekday } from '../routing/call-flow.ts';
import { WEEKDAYS } from '../routing/call-flow.ts';
import { zoneOffset } from '../base/zone-offset.ts';
import { addDays } from './report-period.ts';
import type { Period } from './report-period.ts';
import { dayOf } from './queue-today.ts';

export const HOURS_SIDES = ['inside', 'outside'] as const;
export type HoursSide = (typeof HOURS_SIDES)[number];

export interface WeeklyHours {
  /** IANA time zone of the hours. */
  readonly timeZone: string;
  /** `HH:MM`. `until` is exclusive, `24:00` ends a day. */
  readonly intervals: readonly { readonly days: readonly Weekday[]; readonly from: string; readonly until: string }[];
  /** Closed all day: `2026-12-25`, or `12-25` for every year. */
  readonly holidays: readonly string[];
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const minutesOf = (clock: string): number => {
  const [hours, minutes] = clock.split(':').map(Number);
  return (hours ?? 0) * 60 + (minutes ?? 0);
};

/** Returns the time of the clock change in the range. There is at most one in two days. */
const movedAt = (from: number, to: number, timeZone: string): number => {
  const before = zoneOffset(from, timeZone);
  let [low, high] = [from, to];
  while (high - low > MINUTE_MS) {
    const middle = Math.floor((low + high) / 2 / MINUTE_MS) * MINUTE_MS;
    if (zoneOffset(middle, timeZone) === before) low = middle;
    else high = middle;
  }
  return high;
};

/** Times at which local time (epoch ms, read as UTC) lies in a half-open range: one, two across a clock change, or none. */
const momentsOf = (from: number, until: number, timeZone: string): Period[] => {
  const [start, end] = [from - DAY_MS, until + DAY_MS];
  const [early, late] = [zoneOffset(start, timeZone), zoneOffset(end, timeZone)];
  if (early === late) return [{ from: from - early, to: until - early }];
  const moved = movedAt(start, end, timeZone);
  return [
    { from: from - early, to: Math.min(until - early, moved) },
    { from: Math.max(from - late, moved), to: until - late },
  ].filter((span) => span.to > span.from);
};

const joined = (spans: readonly Period[]): Period[] => {
  const made: Period[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = made.at(-1);
    if (last !== undefined && span.from <= last.to) {
      made[made.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
    } else made.push(span);
  }
  return made;
};

/** Returns the open times within a period (epoch ms): in order, non-overlapping, cut to the period. */
export const openTimes = ({ timeZone, intervals, holidays }: WeeklyHours, period: Period): Period[] => {
  const closed = new Set(holidays);
  const last = dayOf(period.to, timeZone);
  const spans: Period[] = [];
  for (let day = dayOf(period.from, timeZone); day <= last; day = addDays(day, 1)) {
    if (closed.has(day) || closed.has(day.slice(5))) continue;
    const midnight = Date.parse(`${day}T00:00:00Z`);
    const weekday = WEEKDAYS[new Date(midnight).getUTCDay()];
    for (const { days, from, until } of intervals) {
      if (!days.some((one) => one === weekday)) continue;
      const [start, end] = [minutesOf(from), minutesOf(until)].map((n) => midnight + n * MINUTE_MS);
      spans.push(...momentsOf(start ?? 0, end ?? 0, timeZone));
    }
  }
  return joined(spans).flatMap(({ from, to }) => {
    const cut = { from: Math.max(from, period.from), to: Math.min(to, period.to) };
    return cut.to > cut.from ? [cut] : [];
  });
};

/** Returns the times when at least one is open. */
export const anyOpen = (all: readonly (readonly Period[])[]): Period[] => joined(all.flat());
