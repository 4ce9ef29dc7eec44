// Which hours are peak, in the plan's own time zone. The moment of the answer decides for the whole call.
import { zoneOffset } from '../base/zone-offset.ts';

export interface PeakWindow {
  /** ISO days, 1 Monday to 7 Sunday. */
  readonly days: readonly number[];
  /** Minutes after midnight on the wall clock, half open; `to` up to 1440. A window does not pass midnight: two do. */
  readonly fromMinute: number;
  readonly toMinute: number;
}

/** `at`: epoch milliseconds. */
export const createPeakClock = (timeZone: string, windows: readonly PeakWindow[]): ((at: number) => boolean) => {
  if (windows.length === 0) return () => false;
  return (at) => {
    const clock = new Date(at + zoneOffset(at, timeZone));
    const day = clock.getUTCDay() || 7;
    const minute = clock.getUTCHours() * 60 + clock.getUTCMinutes();
    return windows.some((w) => w.days.includes(day) && minute >= w.fromMinute && minute < w.toMinute);
  };
};
