import { WEEKDAYS } from '@ringside/core/routing/call-flow.ts';
import { useTranslation } from 'react-i18next';

/** Returns the weekdays with short names. January 1, 2023 was a Sunday. */
export const useDayNames = (): readonly { readonly day: (typeof WEEKDAYS)[number]; readonly name: string }[] => {
  const { i18n } = useTranslation();
  const format = new Intl.DateTimeFormat(i18n.language, { weekday: 'short', timeZone: 'UTC' });
  return WEEKDAYS.map((day, i) => ({ day, name: format.format(Date.UTC(2023, 0, 1 + i)) }));
};
