import { keyed } from '../../locales/keyed.ts';
import type { Notification } from '@ringside/core/contract/boards/notification.ts';
import { useTranslation } from 'react-i18next';
import { useRoleName } from '../../access/shared/use-role-name.ts';

/** Titles of imported resources. */
const IMPORTED = {
  customers: 'pages:title.customer',
  subscribers: 'pages:title.subscriber',
  users: 'pages:title.user',
} as const;

/** Parameters in seconds. */
const SPANS: ReadonlySet<string> = new Set(['awaySeconds', 'longestSeconds', 'differenceSeconds']);

/** Formats a duration such as "3 minutes": seconds below a minute, else whole minutes or hours. */
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

/** Returns a function that translates a notification. */
export const useNotificationText = (): ((n: Pick<Notification, 'kind' | 'params'>) => string) => {
  const { t, i18n } = useTranslation('notification');
  const roleName = useRoleName();
  const number = new Intl.NumberFormat(i18n.language);
  return ({ kind, params }) => {
    const words = Object.fromEntries(
      Object.entries(params).map(([name, value]) => {
        if (SPANS.has(name)) return [name, spanOf(Number(value), i18n.language)];
        if (name === 'role') return [name, roleName(String(value))];
        if (kind === 'quota-reached' && name === 'what') return [name, keyed(t)(`quotas.${value}`)];
        if (name === 'what' && Object.hasOwn(IMPORTED, value))
          return [name, keyed(t)(IMPORTED[value as keyof typeof IMPORTED])];
        if (typeof value === 'number' && name !== 'serverId') return [name, number.format(value)];
        return [name, value];
      }),
    );
    // Sign-ins by programs have no browser or device.
    const place = [params['device'], params['ip']].filter(Boolean).join(' · ');
    return String(t(`kinds.${kind}`, { ...words, place }));
  };
};
