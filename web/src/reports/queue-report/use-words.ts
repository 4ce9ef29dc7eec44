import type { ReportGroup } from '@ringside/core/reports/queue-report.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

const two = (n: number): string => String(n).padStart(2, '0');
/** January 5, 1970 was a Monday. */
const noonOf = (weekday: number): number => Date.UTC(1970, 0, 4 + weekday, 12);

const make = (language: string) => {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const made = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
    return (at: number): string => made.format(at);
  };
  const day = format({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
  const shortDay = format({ day: 'numeric', month: 'short' });
  const month = format({ month: 'long', year: 'numeric' });
  const shortMonth = format({ month: 'short' });
  const weekday = format({ weekday: 'long' });
  const shortWeekday = format({ weekday: 'short' });
  const noon = (date: string): number => Date.parse(`${date}T12:00:00Z`);
  /** Heading of a row. Rows that have a name keep it. */
  const keyName = (group: ReportGroup, key: string): string => {
    if (group === 'hour') return `${key}:00–${two((Number(key) + 1) % 24)}:00`;
    if (group === 'day') return day(noon(key));
    if (group === 'weekday') return weekday(noonOf(Number(key)));
    return group === 'month' ? month(noon(`${key}-01`)) : key;
  };
  /** Label below a bar. */
  const shortName = (group: ReportGroup, key: string): string => {
    if (group === 'day') return shortDay(noon(key));
    if (group === 'weekday') return shortWeekday(noonOf(Number(key)));
    return group === 'month' ? shortMonth(noon(`${key}-01`)) : key;
  };
  return { keyName, shortName, dayName: (date: string) => day(noon(date)) };
};

/** Returns names of hours, days and months in the chosen language. */
export const useWords = () => {
  const { i18n } = useTranslation();
  return useMemo(() => make(i18n.language), [i18n.language]);
};
