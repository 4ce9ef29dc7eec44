import { useTranslation } from 'react-i18next';

const WORDS = [
  'open',
  'closed',
  'always',
  'busy',
  'unanswered',
  'unreachable',
  'timeout',
  'full',
  'otherwise',
] as const;

/** Returns a function that describes when a step is taken; null if it is always taken. */
export const useStepText = (): ((when: string) => string | null) => {
  const { t } = useTranslation('did');
  return (when) => {
    if (when === 'then') return null;
    const word = WORDS.find((each) => each === when);
    return word === undefined ? t('way.key', { key: when }) : t(`way.${word}`);
  };
};
