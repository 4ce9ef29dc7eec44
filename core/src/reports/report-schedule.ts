// Calculates when a scheduled report is due and which days it covers.
import { dayOf } from './queue-today.ts';
import { weekdayOf } from './queue-report.ts';
import { addDays, startOfDay } from './report-period.ts';

export const SCHEDULE_TURNS = ['day', 'week', 'month'] as const;

export interface ReportTiming {
  readonly every: (typeof SCHEDULE_TURNS)[number];
  /** Day of the week, 1 (Monday) to 7, or of the month, 1 to 28. Ignored for daily reports. */
  readonly onDay: number;
  /** Local time, such as `07:30`. */
  readonly clock: string;
  readonly timeZone: string;
}

const MINUTE = 60_000;
const LONGEST_WAIT_DAYS = 40;

const minutesOfDay = (at: number, timeZone: string): number => {
  const parts = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone });
  const [hours = '0', minutes = '0'] = parts.format(at).split(':');
  return Number(hours) * 60 + Number(minutes);
};

/** Converts a local time to an instant. A time that the day skips is shifted by one hour. */
const atClock = (day: string, clock: string, timeZone: string): number => {
  const [hours = '0', minutes = '0'] = clock.split(':');
  const wanted = Number(hours) * 60 + Number(minutes);
  const guess = startOfDay(day, timeZone) + wanted * MINUTE;
  const off = wanted - minutesOfDay(guess, timeZone);
  // A clock change would move it over midnight: keep the day.
  return Math.abs(off) > 12 * 60 ? guess : guess + off * MINUTE;
};

const isDueDay = ({ every, onDay }: ReportTiming, day: string): boolean => {
  if (every === 'day') return true;
  return every === 'week' ? weekdayOf(day) === onDay : Number(day.slice(8)) === onDay;
};

/** Returns the first due time after `after` (epoch ms). */
export const nextDue = (turn: ReportTiming, after: number): number => {
  const first = dayOf(after, turn.timeZone);
  for (let n = 0; n <= LONGEST_WAIT_DAYS; n += 1) {
    const day = addDays(first, n);
    if (!isDueDay(turn, day)) continue;
    const at = atClock(day, turn.clock, turn.timeZone);
    if (at > after) return at;
  }
  throw new RangeError('No scheduled time within forty days');
};

/** First and last day of a report sent now: yesterday, the previous seven days, or the previous month. */
export const reportedDays = (
  { every, timeZone }: ReportTiming,
  due: number,
): { readonly from: string; readonly to: string } => {
  const yesterday = addDays(dayOf(due, timeZone), -1);
  if (every === 'day') return { from: yesterday, to: yesterday };
  if (every === 'week') return { from: addDays(yesterday, -6), to: yesterday };
  const last = addDays(`${dayOf(due, timeZone).slice(0, 7)}-01`, -1);
  return { from: `${last.slice(0, 7)}-01`, to: last };
};
