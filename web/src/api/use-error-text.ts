import { ERROR_CODES, type ErrorText } from './error-codes.ts';
import { useTranslation } from 'react-i18next';
import { ConnectionError, ProblemError } from './problem.ts';

const isKnown = (code: string): code is ErrorText => ERROR_CODES.some((c) => c === code);

/** An error in the user's words: by the server's code, else "could not be reached", else the plain "Error". */
export const useErrorText = (): ((error: unknown) => string) => {
  const { t } = useTranslation('common');
  return (error) => {
    if (error instanceof ConnectionError) return t('errors.connection');
    if (error instanceof ProblemError && isKnown(error.code)) return t(`errors.${error.code}`);
    return t('errors.internal');
  };
};
