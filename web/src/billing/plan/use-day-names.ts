import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** Returns short names of Monday to Sunday. */
export const useDayNames = (): readonly string[] => {
  const { i18n } = useTranslation();
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(i18n.language, { weekday: 'short', timeZone: 'UTC' });
    // January 5, 1970 was a Monday.
    return Array.from({ length: 7 }, (_, i) => format.format(Date.UTC(1970, 0, 5 + i)));
  }, [i18n.language]);
};
