// Wall clocks of three zones, from the rules of their laws: no zone data of Node.js, which the console reads.
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export type Zone = 'Europe/London' | 'Asia/Jerusalem' | 'Australia/Sydney';

/** Days before the last Sunday of a month, or the first one; both as UTC midnight. `month`: 1 to 12. */
const lastSunday = (year: number, month: number): number => {
  const last = Date.UTC(year, month, 0);
  return last - new Date(last).getUTCDay() * DAY;
};
const firstSunday = (year: number, month: number): number => {
  const first = Date.UTC(year, month - 1, 1);
  return first + ((7 - new Date(first).getUTCDay()) % 7) * DAY;
};

/** Moments of a year at which summer time begins and ends, and the offsets in hours. */
const RULES: Readonly<
  Record<Zone, { readonly winter: number; changes(year: number): { readonly begins: number; readonly ends: number } }>
> = {
  'Europe/London': {
    winter: 0,
    changes: (year) => ({ begins: lastSunday(year, 3) + HOUR, ends: lastSunday(year, 10) + HOUR }),
  },
  // From the Friday before the last Sunday in March, at 2:00; until the last Sunday in October, at 2:00 summer time.
  'Asia/Jerusalem': {
    winter: 2,
    changes: (year) => ({ begins: lastSunday(year, 3) - 2 * DAY, ends: lastSunday(year, 10) - HOUR }),
  },
  // From the first Sunday in October, at 2:00; until the first Sunday in April, at 3:00 summer time.
  'Australia/Sydney': {
    winter: 10,
    changes: (year) => ({ begins: firstSunday(year, 10) - 8 * HOUR, ends: firstSunday(year, 4) - 8 * HOUR }),
  },
};

/** Milliseconds that the zone's clocks are ahead of UTC. `at`: epoch milliseconds. */
export const offsetOf = (at: number, zone: Zone): number => {
  const { winter, changes } = RULES[zone];
  const { begins, ends } = changes(new Date(at).getUTCFullYear());
  const isSummer = begins < ends ? at >= begins && at < ends : at >= begins || at < ends;
  return (winter + (isSummer ? 1 : 0)) * HOUR;
};

/** The clock changes of a year: forward, and back. Epoch milliseconds. */
export const changesOf = (year: number, zone: Zone) => RULES[zone].changes(year);

/** `2025-10-26 01:30:00`, as a PBX in the zone writes it. */
export const wallClock = (at: number, zone: Zone): string =>
  new Date(at + offsetOf(at, zone)).toISOString().slice(0, 19).replace('T', ' ');

/** `2025-10-26` */
export const dayIn = (at: number, zone: Zone): string => wallClock(at, zone).slice(0, 10);

/** Epoch milliseconds of the midnight that begins the day. No zone here changes its clocks at midnight. */
export const midnightOf = (day: string, zone: Zone): number => {
  const utc = Date.parse(`${day}T00:00:00Z`);
  const first = utc - offsetOf(utc, zone);
  return utc - offsetOf(first, zone);
};

/** First day of the month after. */
export const nextMonth = (day: string): string => {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`;
};

/** Half open. */
export const daysFrom = (first: string, end: string): number => Math.round((Date.parse(end) - Date.parse(first)) / DAY);

/** ISO day, 1 Monday to 7 Sunday, and minutes since midnight. */
export const timeOfWeek = (at: number, zone: Zone): { readonly day: number; readonly minute: number } => {
  const clock = new Date(at + offsetOf(at, zone));
  return { day: clock.getUTCDay() || 7, minute: clock.getUTCHours() * 60 + clock.getUTCMinutes() };
};
