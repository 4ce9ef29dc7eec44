import { dayOf } from '@ringside/core/reports/queue-today.ts';
import { useTranslation } from 'react-i18next';
import { useTimeLocale } from '../../locales/time-locale.ts';
import { dayName } from './use-row-name.ts';

/** Returns formatters for times of a timeline, in the customer's time zone. */
export const useLineClock = (timeZone: string) => {
  const { i18n } = useTranslation();
  const time = new Intl.DateTimeFormat(useTimeLocale(), { timeStyle: 'medium', timeZone });
  return {
    time: (at: string): string => time.format(new Date(at)),
    moment: (at: string): string =>
      `${dayName(dayOf(Date.parse(at), timeZone), i18n.language)} ${time.format(new Date(at))}`,
  };
};
