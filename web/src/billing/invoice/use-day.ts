import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** Returns a function that formats a calendar day such as `2026-11-01`, independent of the time zone. */
export const useDay = (): ((day: string | null) => string) => {
  const { i18n } = useTranslation();
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeZone: 'UTC' });
    return (day) => (day === null ? '–' : format.format(new Date(`${day}T00:00:00Z`)));
  }, [i18n.language]);
};
