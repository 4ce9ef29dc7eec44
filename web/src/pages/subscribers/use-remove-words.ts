import { useTranslation } from 'react-i18next';

/** What goes with a line, and who rings it, by name. */
export const useRemoveWords = () => {
  const { t } = useTranslation('subscriber');
  return (row: Readonly<Record<string, unknown>> | null): string => {
    const names = String(row?.['ringsIn'] ?? '');
    return names === '' ? t('removeHint') : `${t('removeHint')} ${t('removeRings', { names: `\u2068${names}\u2069` })}`;
  };
};
