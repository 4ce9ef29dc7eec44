import { ProblemError } from '../../api/problem.ts';
import { useErrorText } from '../../api/use-error-text.ts';

/** Why something was refused, in the server's own words for it; else the plain error. */
export const useReason = (): ((error: unknown) => string) => {
  const errorText = useErrorText();
  return (error) => (error instanceof ProblemError ? error.errors[0]?.message : undefined) ?? errorText(error);
};
