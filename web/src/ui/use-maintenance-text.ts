import { useTranslation } from 'react-i18next';
import { useFormat } from './use-format.ts';

interface Told {
  /** ISO 8601 text or epoch ms; null: without an end time. */
  readonly until: string | number | null;
  readonly reason: string;
}

/** Returns a function that describes the maintenance of a PBX server: its end and reason. */
export const useMaintenanceText = (): ((maintenance: Told) => string) => {
  const { t } = useTranslation('common');
  const { dateTime } = useFormat();
  return ({ until, reason }) => {
    const state = until === null ? t('maintenance.now') : t('maintenance.until', { at: dateTime(until) });
    return reason === '' ? state : t('maintenance.because', { state, reason });
  };
};
