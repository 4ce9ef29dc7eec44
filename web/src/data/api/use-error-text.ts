import { ERROR_CODES, type ErrorText } from './error-codes.ts';
import { useTranslation } from 'react-i18next';
import { ConnectionError, ProblemError } from './problem.ts';

const isKnown = (code: string): code is ErrorText => ERROR_CODES.some((c) => c === code);

/** Returns the server's field errors in the user's language, at most three sentences. */
const findingsOf = ({ code, errors }: ProblemError): string =>
  code === 'invalid' || code === 'conflict'
    ? [...new Set(errors.map(({ message }) => message))].filter(Boolean).slice(0, 3).join(' ')
    : '';

/** Translates an error: the server's field errors, else the text of its code, else "could not be reached", else "Error". */
export const useErrorText = (): ((error: unknown) => string) => {
  const { t } = useTranslation('common');
  return (error) => {
    if (error instanceof ConnectionError) return t('errors.connection');
    if (error instanceof ProblemError && isKnown(error.code)) return findingsOf(error) || t(`errors.${error.code}`);
    return t('errors.internal');
  };
};
