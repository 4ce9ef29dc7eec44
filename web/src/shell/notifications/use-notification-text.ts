import type { Notification } from '@ringside/core/contract/notifications.ts';
import { useTranslation } from 'react-i18next';
import { useRoleName } from '../use-role-name.ts';

/** What an import names by its noun; everything else has a name of its own. */
const IMPORTED = {
  customers: 'shell:nav.customers',
  subscribers: 'shell:nav.subscribers',
  users: 'shell:nav.users',
} as const;

/** "3 minutes": whole minutes or hours, seconds below a minute. */
const spanOf = (seconds: number, language: string): string => {
  const [amount, unit] =
    seconds < 60 ? [seconds, 'second'] : seconds < 5400 ? [seconds / 60, 'minute'] : [seconds / 3600, 'hour'];
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits: 0,
  }).format(Number(amount));
};

/** A notification as a sentence in the reader's language. */
export const useNotificationText = (): ((n: Pick<Notification, 'kind' | 'params'>) => string) => {
  const { t, i18n } = useTranslation(['notification', 'shell']);
  const roleName = useRoleName();
  const number = new Intl.NumberFormat(i18n.language);
  return ({ kind, params }) => {
    const words = Object.fromEntries(
      Object.entries(params).map(([name, value]) => {
        if (name === 'awaySeconds' || name === 'longestSeconds') return [name, spanOf(Number(value), i18n.language)];
        if (name === 'role') return [name, roleName(String(value))];
        if (kind === 'quota-reached' && name === 'what') return [name, t(`quotas.${value as 'queues'}`)];
        if (name === 'what' && Object.hasOwn(IMPORTED, value))
          return [name, t(IMPORTED[value as keyof typeof IMPORTED])];
        if (typeof value === 'number' && name !== 'serverId') return [name, number.format(value)];
        return [name, value];
      }),
    );
    // A program tells no browser.
    const place = [params['device'], params['ip']].filter(Boolean).join(' · ');
    return String(t(`kinds.${kind}`, { ...words, place } as Record<string, string | number>));
  };
};
