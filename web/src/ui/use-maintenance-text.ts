import { useTranslation } from 'react-i18next';
import { useFormat } from './use-format.ts';

interface Told {
  /** ISO 8601 text or epoch ms; null: until somebody ends it. */
  readonly until: string | number | null;
  readonly reason: string;
}

/** That somebody works on a PBX on purpose: until when, and why. */
export const useMaintenanceText = (): ((maintenance: Told) => string) => {
  const { t } = useTranslation('common');
  const { dateTime } = useFormat();
  return ({ until, reason }) => {
    const standing = until === null ? t('maintenance.now') : t('maintenance.until', { at: dateTime(until) });
    return reason === '' ? standing : t('maintenance.because', { standing, reason });
  };
};
