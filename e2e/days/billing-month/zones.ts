// Local times of three zones, from the legal rules. Does not use the time zone data of Node.js, which the console uses.
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export type Zone = 'Europe/London' | 'Asia/Jerusalem' | 'Australia/Sydney';

/** Last Sunday of a month as UTC midnight. `month`: 1 to 12. */
const lastSunday = (year: number, month: number): number => {
  const last = Date.UTC(year, month, 0);
  return last - new Date(last).getUTCDay() * DAY;
};
const firstSunday = (year: number, month: number): number => {
  const first = Date.UTC(year, month - 1, 1);
  return first + ((7 - new Date(first).getUTCDay()) % 7) * DAY;
};

/** Start and end of daylight saving time in a year, and the winter offset in hours. */
const RULES: Readonly<
  Record<Zone, { readonly winter: number; changes(year: number): { readonly begins: number; readonly ends: number } }>
> = {
  'Europe/London': {
    winter: 0,
    changes: (year) => ({ begins: lastSunday(year, 3) + HOUR, ends: lastSunday(year, 10) + HOUR }),
  },
  // Starts on the Friday before the last Sunday in March at 2:00. Ends on the last Sunday in October at 2:00 daylight saving time.
  'Asia/Jerusalem': {
    winter: 2,
    changes: (year) => ({ begins: lastSunday(year, 3) - 2 * DAY, ends: lastSunday(year, 10) - HOUR }),
  },
  // Starts on the first Sunday in October at 2:00. Ends on the first Sunday in April at 3:00 daylight saving time.
  'Australia/Sydney': {
    winter: 10,
    changes: (year) => ({ begins: firstSunday(year, 10) - 8 * HOUR, ends: firstSunday(year, 4) - 8 * HOUR }),
  },
};

/** Offset of the zone from UTC in milliseconds. `at`: epoch milliseconds. */
const offsetOf = (at: number, zone: Zone): number => {
  const { winter, changes } = RULES[zone];
  const { begins, ends } = changes(new Date(at).getUTCFullYear());
  const isSummer = begins < ends ? at >= begins && at < ends : at >= begins || at < ends;
  return (winter + (isSummer ? 1 : 0)) * HOUR;
};

/** Start and end of daylight saving time in a year, in epoch milliseconds. */
export const changesOf = (year: number, zone: Zone) => RULES[zone].changes(year);

/** Local time as a PBX in the zone writes it: `2025-10-26 01:30:00`. */
export const wallClock = (at: number, zone: Zone): string =>
  new Date(at + offsetOf(at, zone)).toISOString().slice(0, 19).replace('T', ' ');

/** Local date: `2025-10-26`. */
export const dayIn = (at: number, zone: Zone): string => wallClock(at, zone).slice(0, 10);

/** Local midnight at the start of the day, in epoch milliseconds. No zone here changes its clock at midnight. */
export const midnightOf = (day: string, zone: Zone): number => {
  const utc = Date.parse(`${day}T00:00:00Z`);
  const first = utc - offsetOf(utc, zone);
  return utc - offsetOf(first, zone);
};

/** First day of the next month. */
export const nextMonth = (day: string): string => {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`;
};

/** Number of days from `first` to before `end`. */
export const daysFrom = (first: string, end: string): number => Math.round((Date.parse(end) - Date.parse(first)) / DAY);

/** ISO weekday, 1 for Monday to 7 for Sunday, and minutes since midnight. */
export const timeOfWeek = (at: number, zone: Zone): { readonly day: number; readonly minute: number } => {
  const clock = new Date(at + offsetOf(at, zone));
  return { day: clock.getUTCDay() || 7, minute: clock.getUTCHours() * 60 + clock.getUTCMinutes() };
};
