// Hours of the week, in local time, in which a rule applies.
import type { Weekday } from '../routing/call-flow.ts';
import { WEEKDAYS } from '../routing/call-flow.ts';
import { zoneOffset } from '../base/zone-offset.ts';

export interface TimeWindow {
  /** IANA time zone. */
  readonly timezone: string;
  readonly days: readonly Weekday[];
  /** `HH:MM`. `until` is exclusive, `24:00` ends a day. A start after the end crosses midnight and belongs to its first day. */
  readonly from: string;
  readonly until: string;
}

const minutesOf = (clock: string): number => {
  const [hours, minutes] = clock.split(':').map(Number);
  return (hours ?? 0) * 60 + (minutes ?? 0);
};

/** `at`: epoch milliseconds. */
export const inWindow = ({ timezone, days, from, until }: TimeWindow, at: number): boolean => {
  const wall = new Date(at + zoneOffset(at, timezone));
  const minute = wall.getUTCHours() * 60 + wall.getUTCMinutes();
  const on = (daysAgo: number): boolean => {
    const day = WEEKDAYS[(wall.getUTCDay() - daysAgo + 7) % 7];
    return days.some((one) => one === day);
  };
  const [start, end] = [minutesOf(from), minutesOf(until)];
  if (start < end) return on(0) && minute >= start && minute < end;
  return (on(0) && minute >= start) || (on(1) && minute < end);
};
