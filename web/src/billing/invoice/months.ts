import { addDays } from '@ringside/core/reports/report-period.ts';

/** Returns the first days of months, newest first, starting with the month of `today`. */
export const monthsUntil = (today: string, count: number): readonly string[] => {
  const months = [`${today.slice(0, 7)}-01`];
  while (months.length < count) months.push(`${addDays(months.at(-1) ?? today, -1).slice(0, 7)}-01`);
  return months;
};

export const lastDayOf = (month: string): string => addDays(`${addDays(month, 31).slice(0, 7)}-01`, -1);
