import { useTranslation } from 'react-i18next';

/** Returns a function that describes what is deleted with a subscriber, and which objects ring it. */
export const useRemoveWords = () => {
  const { t } = useTranslation('subscriber');
  return (row: Readonly<Record<string, unknown>> | null): string => {
    const names = String(row?.['ringsIn'] ?? '');
    return names === '' ? t('removeHint') : `${t('removeHint')} ${t('removeRings', { names: `\u2068${names}\u2069` })}`;
  };
};
