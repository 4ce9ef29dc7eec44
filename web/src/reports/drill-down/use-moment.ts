import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** Returns a formatter for date and time with seconds, in the report's time zone. */
export const useMoment = (timeZone: string): ((at: string) => string) => {
  const { i18n } = useTranslation();
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'medium', timeZone });
    return (at: string) => format.format(new Date(at));
  }, [i18n.language, timeZone]);
};
