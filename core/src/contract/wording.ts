// Words a broken rule of a form or a call in the reader's language. The server uses it for API answers, the console for forms.
import { z } from 'zod';
import { ar, en, es, fr, he, ru } from 'zod/locales';
import type { FieldError } from './errors.ts';
import { LANGUAGES, PATTERNS } from './text.ts';
import type { Language } from './text.ts';
import { ENGLISH } from './words/en.ts';
import { SPANISH } from './words/es.ts';
import { FRENCH } from './words/fr.ts';
import { HEBREW } from './words/he.ts';

type Words = Readonly<Record<string, string>>;

/** Codes beside zod's own: names of patterns and rules, and what the server finds out (`taken`, `in-use` …). `{x}` is a parameter. */
const WORDS: Readonly<Partial<Record<Language, Words>>> = { en: ENGLISH, es: SPANISH, fr: FRENCH, he: HEBREW };

const ZOD_LOCALES = { en: en(), es: es(), fr: fr(), he: he(), ar: ar(), ru: ru() } as const;

const RULE_OF_PATTERN = new Map<string, string>(
  Object.entries(PATTERNS).map(([name, expression]) => [expression.toString(), name]),
);

/** The first language of an `Accept-Language` header that the console speaks, or null. */
export const preferredLanguage = (header: string | undefined): Language | null => {
  if (header === undefined) return null;
  const wanted = header
    .split(',')
    .map((part, index) => {
      const [tag = '', ...rest] = part.trim().split(';');
      const weight = rest.map((p) => /^\s*q=([0-9.]+)$/.exec(p)?.[1]).find((w) => w !== undefined);
      return {
        language: tag.toLowerCase().split('-')[0] ?? '',
        weight: weight === undefined ? 1 : Number(weight),
        index,
      };
    })
    .filter((w) => w.weight > 0)
    .toSorted((a, b) => b.weight - a.weight || a.index - b.index);
  for (const { language } of wanted) {
    const code = language === 'iw' ? 'he' : language;
    const found = LANGUAGES.find((l) => l === code);
    if (found !== undefined) return found;
  }
  return null;
};

/** A sentence for a code of our own (`taken`, `in-use` …); null when the code is zod's. */
export const wordCode = (
  code: string,
  language: Language,
  params: Readonly<Record<string, string | number>> = {},
): string | null => {
  const spoken: Words = WORDS[language] ?? ENGLISH;
  const words = spoken[code];
  if (words === undefined) return null;
  return words.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(params[name] ?? '');
    return name === 'resource' ? (spoken[`resource.${value}`] ?? value) : value;
  });
};

const ruleOf = (issue: z.core.$ZodRawIssue): string | null => {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'required';
  if (issue.code === 'too_small' && issue.input === '') return 'required';
  if (issue.code === 'invalid_format' && issue.format === 'regex') {
    return RULE_OF_PATTERN.get(String(issue.pattern)) ?? null;
  }
  const params: unknown = issue.code === 'custom' ? issue.params : undefined;
  const rule = typeof params === 'object' && params !== null && 'rule' in params ? params.rule : undefined;
  return typeof rule === 'string' ? rule : null;
};

/** For zod's `error` of a parse: sentences of one language for every rule of the contract. */
export const errorMap =
  (language: Language): z.core.$ZodErrorMap =>
  (issue) => {
    const rule = ruleOf(issue);
    return (rule === null ? null : wordCode(rule, language)) ?? ZOD_LOCALES[language].localeError(issue);
  };

const numberOrText = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

/**
 * What zod found, as the API tells it: a dotted path, a sentence, and a code with parameters for who words it himself.
 * The parse must have had `{ error: errorMap(language), reportInput: true }`: without its input a missing field looks like a wrong one.
 */
export const fieldErrors = (error: z.ZodError): FieldError[] =>
  error.issues.map((issue) => {
    const params = Object.fromEntries(
      Object.entries(issue).filter(
        ([key, value]) => ['minimum', 'maximum', 'expected', 'origin', 'format'].includes(key) && numberOrText(value),
      ),
    ) as Record<string, string | number>;
    return {
      path: issue.path.map(String).join('.'),
      message: issue.message,
      code: ruleOf(issue as z.core.$ZodRawIssue) ?? issue.code,
      ...(Object.keys(params).length === 0 ? {} : { params }),
    };
  });
