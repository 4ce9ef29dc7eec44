import type { FieldError } from '@ringside/core/contract/errors.ts';
import { errorMap, fieldErrors } from '@ringside/core/contract/wording.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { ProblemError } from '../api/problem.ts';
import { isLanguage } from '../../locales/language.ts';

/** Holds the errors of the server and the contract by field, in the user's language. An error of `members.0.penalty` shows at `members`. */
export const useFieldErrors = () => {
  const { i18n } = useTranslation();
  const [found, setFound] = useState<readonly FieldError[]>([]);
  const errors: Record<string, string> = {};
  for (const { path, message } of found) errors[path.split('.')[0] ?? ''] ??= message;
  return {
    errors,
    /** Returns the error of one input inside a list, such as `members.0.penalty`. */
    at: (path: string): string | undefined => found.find((e) => e.path === path)?.message,
    show: setFound,
    showProblem: (error: unknown) => setFound(error instanceof ProblemError ? error.errors : []),
    clear: (field: string) => setFound((all) => all.filter((e) => e.path.split('.')[0] !== field)),
    /** Validates before the request, with the same schema and messages as the server. */
    check: (schema: z.ZodObject, body: unknown): readonly FieldError[] => {
      const language = isLanguage(i18n.language) ? i18n.language : 'en';
      const result = z.safeParse(schema, body, { error: errorMap(language), reportInput: true });
      return result.success ? [] : fieldErrors(result.error);
    },
  };
};
