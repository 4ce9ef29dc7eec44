// Which hours are peak, in the plan's own time zone. The moment of the answer decides for the whole call.

export interface PeakWindow {
  /** ISO days, 1 Monday to 7 Sunday. */
  readonly days: readonly number[];
  /** Minutes after midnight on the wall clock, half open; `to` up to 1440. A window does not pass midnight: two do. */
  readonly fromMinute: number;
  readonly toMinute: number;
}

const DAYS: Readonly<Record<string, number>> = { Mon: 1, Tue: 2, Wed: 3, Thu: 4, Fri: 5, Sat: 6, Sun: 7 };
/** Every offset of a time zone changes at a whole quarter of an hour. */
const QUARTER = 900_000;

/** `at`: epoch milliseconds. Remembers the last quarter of an hour that it was asked about. */
export const createPeakClock = (timeZone: string, windows: readonly PeakWindow[]): ((at: number) => boolean) => {
  if (windows.length === 0) return () => false;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const wallClock = (at: number): { day: number; minute: number } => {
    const parts = new Map(format.formatToParts(at).map((part) => [part.type, part.value]));
    return {
      day: DAYS[parts.get('weekday') ?? ''] ?? 0,
      minute: Number(parts.get('hour')) * 60 + Number(parts.get('minute')),
    };
  };
  let known = NaN;
  let start = { day: 0, minute: 0 };
  return (at) => {
    const quarter = Math.floor(at / QUARTER);
    if (quarter !== known) {
      start = wallClock(quarter * QUARTER);
      known = quarter;
    }
    const minute = start.minute + Math.floor((at - quarter * QUARTER) / 60_000);
    return windows.some((w) => w.days.includes(start.day) && minute >= w.fromMinute && minute < w.toMinute);
  };
};
