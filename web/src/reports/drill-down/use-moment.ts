import { useMemo } from 'react';
import { useTimeLocale } from '../../locales/time-locale.ts';

/** Returns a formatter for date and time with seconds, in the report's time zone. */
export const useMoment = (timeZone: string): ((at: string) => string) => {
  const locale = useTimeLocale();
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', timeZone });
    return (at: string) => format.format(new Date(at));
  }, [locale, timeZone]);
};
