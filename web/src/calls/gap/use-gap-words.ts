import type { DayDifference } from '@ringside/core/contract/calls/gap.ts';
import { useTranslation } from 'react-i18next';
import { useTimeLocale } from '../../locales/time-locale.ts';
import { isCaughtUp, type ShownGap, useGaps } from './gaps-context.ts';

/** Returns functions that describe a gap: PBX server, time, cause, and what was recovered later. */
export const useGapWords = () => {
  const { t, i18n } = useTranslation('gap');
  const { part, timeZone, oneDay } = useGaps();
  const time = new Intl.DateTimeFormat(useTimeLocale(), {
    timeZone,
    timeStyle: 'short',
    ...(oneDay ? {} : { dateStyle: 'medium' }),
  });
  const date = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeZone: 'UTC' });
  return {
    /** PBX 2 unseen 10:02–10:05 */
    unseen: ({ serverName, fromAt, toAt, to }: ShownGap): string =>
      to === null
        ? t('since', { server: serverName, when: time.format(fromAt) })
        : t('unseen', { server: serverName, when: time.formatRange(fromAt, toAt) }),
    cause: ({ cause }: ShownGap): string => t(`cause.${cause}`),
    rest: (gap: ShownGap): string => {
      if (!isCaughtUp(gap, part)) return t(`missing.${part}`);
      const count = gap[part]?.recovered ?? 0;
      return count === 0 ? t('nothing') : t(`recovered.${part}`, { count });
    },
    differs: ({ day, customerName, differences }: DayDifference): string =>
      t('differs', { day: date.format(Date.parse(day)), customer: customerName, count: differences }),
  };
};
