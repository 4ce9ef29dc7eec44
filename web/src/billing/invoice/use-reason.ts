import { ProblemError } from '../../data/api/problem.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';

/** Returns a function that returns the server's first field error, or the general error text. */
export const useReason = (): ((error: unknown) => string) => {
  const errorText = useErrorText();
  return (error) => (error instanceof ProblemError ? error.errors[0]?.message : undefined) ?? errorText(error);
};
