// Messages for broken rules in the user's language, for API errors and forms. The validator's own texts are never used.
import { z } from 'zod';
import { fillIn } from '../base/fill-in.ts';
import type { FieldError } from './errors.ts';
import { LANGUAGES, PATTERNS, textsIn } from './text.ts';
import type { Language } from './text.ts';
import ENGLISH from './words/en.json' with { type: 'json' };
import SPANISH from './words/es.json' with { type: 'json' };
import FRENCH from './words/fr.json' with { type: 'json' };
import HEBREW from './words/he.json' with { type: 'json' };

type Words = Readonly<Record<string, string>>;

/** Messages by code: names of patterns and rules, server codes (`taken`, `in-use` …) and validator codes. `{x}` is a parameter. */
const WORDS: Readonly<Record<'en' | 'es' | 'fr' | 'he', Words>> = { en: ENGLISH, es: SPANISH, fr: FRENCH, he: HEBREW };

const RULE_OF_PATTERN = new Map<string, string>([
  ...Object.entries(PATTERNS).map(([name, expression]) => [String(expression), name] as const),
  // Inline patterns of single fields.
  [String(/^[A-Z]{3}$/), 'currency'],
  [String(/^[0-9]{1,15}$/), 'digits-or-none'],
  [String(/^[0-9]{1,18}$/), 'digits-or-none'],
  [String(/^([01]\d|2[0-3]):[0-5]\d$/), 'clock'],
]);

/** Returns the first supported language of an `Accept-Language` header, or `null`. */
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

/** Returns the message of a code (`taken`, `in-use` …), or `null` for an unknown code. */
export const wordCode = (
  code: string,
  language: Language,
  params: Readonly<Record<string, string | number>> = {},
): string | null => {
  const words = textsIn(WORDS, language)[code];
  if (words === undefined) return null;
  return fillIn(words, params);
};

const isBlank = (input: unknown): boolean => input === undefined || input === null || input === '';

const ruleOf = (issue: z.core.$ZodRawIssue): string | null => {
  if (isBlank(issue.input) && BLANK_CODES.has(issue.code)) return 'required';
  if (issue.code === 'invalid_format' && issue.format === 'regex') {
    return RULE_OF_PATTERN.get(String(issue.pattern)) ?? null;
  }
  const params: unknown = issue.code === 'custom' ? issue.params : undefined;
  const rule = typeof params === 'object' && params !== null && 'rule' in params ? params.rule : undefined;
  return typeof rule === 'string' ? rule : null;
};

/** Codes for which an empty input only means that a value is missing. */
const BLANK_CODES: ReadonlySet<string | undefined> = new Set([
  'invalid_type',
  'invalid_value',
  'invalid_format',
  'invalid_union',
  'too_small',
]);

const TYPES: Readonly<Record<string, string>> = {
  string: 'type-text',
  number: 'type-number',
  nan: 'type-number',
  bigint: 'type-integer',
  int: 'type-integer',
  boolean: 'type-boolean',
  date: 'type-date',
  array: 'type-list',
  set: 'type-list',
  tuple: 'type-list',
  object: 'type-group',
  record: 'type-group',
  map: 'type-group',
  null: 'type-none',
  undefined: 'type-none',
  never: 'type-none',
};

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'format-id',
  guid: 'format-id',
  email: 'email',
  url: 'web-address',
  datetime: 'format-moment',
  date: 'format-date',
  time: 'clock',
  ipv4: 'network',
  ipv6: 'network',
  e164: 'e164',
};

/** Maximum number of values listed in a message. */
const MOST_VALUES = 12;

interface Said {
  readonly code: string;
  readonly params?: Readonly<Record<string, string | number>>;
}

const boundOf = (issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig, language: Language): Said => {
  const low = issue.code === 'too_small';
  const bound = low ? issue.minimum : issue.maximum;
  const name = low ? 'minimum' : 'maximum';
  const params = { [name]: new Intl.NumberFormat(language, { maximumFractionDigits: 6 }).format(bound) };
  switch (issue.origin) {
    case 'string':
      return { code: low ? 'text-short' : 'text-long', params };
    case 'number':
    case 'int':
    case 'bigint':
      if (issue.inclusive === false) return { code: low ? 'number-above' : 'number-below', params };
      return { code: low ? 'number-low' : 'number-high', params };
    case 'date':
      return { code: low ? 'date-early' : 'date-late', params: { [name]: new Date(Number(bound)).toISOString() } };
    default:
      if (low) return { code: Number(bound) <= 1 ? 'items-none' : 'items-few', params };
      return { code: 'items-many', params };
  }
};

/** Returns the message of an issue without a named rule. */
const saidOf = (issue: z.core.$ZodRawIssue, language: Language): Said => {
  switch (issue.code) {
    case 'too_small':
    case 'too_big':
      return boundOf(issue as z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig, language);
    case 'invalid_type':
      return { code: TYPES[String(issue.expected)] ?? 'value' };
    case 'invalid_format':
      return { code: FORMATS[String(issue.format)] ?? 'format' };
    case 'invalid_value': {
      const values = Array.isArray(issue.values) ? issue.values.map(String).filter(Boolean) : [];
      if (values.length === 0 || values.length > MOST_VALUES) return { code: 'choice' };
      return { code: 'choice-of', params: { values: values.join(', ') } };
    }
    case 'not_multiple_of':
      return { code: 'step', params: { divisor: String(issue.divisor) } };
    case 'unrecognized_keys': {
      const keys = Array.isArray(issue.keys) ? issue.keys.map(String) : [];
      return { code: 'unknown-field', params: { keys: keys.join(', ') } };
    }
    default:
      return { code: 'value' };
  }
};

/** Returns the message of the closest union member: right type, broken rule. */
const ofUnion = (issue: z.core.$ZodRawIssue): string | null => {
  if (issue.code !== 'invalid_union') return null;
  const inner = issue.errors.flat();
  const near = inner.find(({ code, path }) => path.length === 0 && code !== 'invalid_type' && code !== 'invalid_value');
  return near?.message ?? null;
};

/** Returns zod's `error` option for a parse: messages in one language for every rule of the contract. */
export const errorMap =
  (language: Language): z.core.$ZodErrorMap =>
  (issue) => {
    const rule = ruleOf(issue);
    const said = saidOf(issue, language);
    const words = rule === null ? null : wordCode(rule, language);
    return words ?? ofUnion(issue) ?? wordCode(said.code, language, said.params);
  };

const numberOrText = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

/**
 * Converts zod issues to API errors: a dotted path, a sentence, and a code with parameters for clients that have their own texts.
 * Parse with `{ error: errorMap(language), reportInput: true }`: without the input, missing and invalid fields look the same.
 */
export const fieldErrors = (error: z.ZodError): FieldError[] =>
  error.issues.map((issue) => {
    const params: Record<string, string | number> = Object.fromEntries(
      Object.entries(issue).filter(
        ([key, value]) => ['minimum', 'maximum', 'expected', 'origin', 'format'].includes(key) && numberOrText(value),
      ),
    );
    return {
      path: issue.path.map(String).join('.'),
      message: issue.message,
      code: ruleOf(issue as z.core.$ZodRawIssue) ?? issue.code,
      ...(Object.keys(params).length === 0 ? {} : { params }),
    };
  });
