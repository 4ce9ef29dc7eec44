import type { FieldError } from '@ringside/core/contract/errors.ts';
import { errorMap, fieldErrors } from '@ringside/core/contract/wording.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { ProblemError } from '../api/problem.ts';
import { isLanguage } from '../locales/language.ts';

/** The server's and the contract's verdicts by field, in the user's language. `members.0.penalty` shows at `members`. */
export const useFieldErrors = () => {
  const { i18n } = useTranslation();
  const [found, setFound] = useState<readonly FieldError[]>([]);
  const errors: Record<string, string> = {};
  for (const { path, message } of found) errors[path.split('.')[0] ?? ''] ??= message;
  return {
    errors,
    /** Of one input within a list of entries: `members.0.penalty`. */
    at: (path: string): string | undefined => found.find((e) => e.path === path)?.message,
    show: setFound,
    showProblem: (error: unknown) => setFound(error instanceof ProblemError ? error.errors : []),
    clear: (field: string) => setFound((all) => all.filter((e) => e.path.split('.')[0] !== field)),
    /** Judges before asking the server, by the very schema and in the very words that the server uses. */
    check: (schema: z.ZodObject, body: unknown): readonly FieldError[] => {
      const language = isLanguage(i18n.language) ? i18n.language : 'en';
      const result = z.safeParse(schema, body, { error: errorMap(language), reportInput: true });
      return result.success ? [] : fieldErrors(result.error);
    },
  };
};
