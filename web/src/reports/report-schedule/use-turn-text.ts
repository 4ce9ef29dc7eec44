import type { ReportSchedule } from '@ringside/core/contract/reports/report-schedule.ts';
import { useTranslation } from 'react-i18next';

/** Returns the name of a weekday. January 5, 1970 was a Monday. */
export const weekdayName = (language: string, weekday: number): string =>
  new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(1970, 0, 4 + weekday, 12));

/** Returns a function that describes when a schedule runs. */
export const useTurnText = () => {
  const { t, i18n } = useTranslation('report');
  return ({ every, onDay, clock, timeZone }: Pick<ReportSchedule, 'every' | 'onDay' | 'clock' | 'timeZone'>): string =>
    t(`schedules.turns.${every}`, {
      ...{ weekday: weekdayName(i18n.language, Math.min(7, onDay)), day: onDay, zone: timeZone },
      clock: `\u2066${clock}\u2069`,
    });
};
