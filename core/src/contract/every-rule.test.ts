// Breaks every rule of the contract in every language, to check that users never see the validator's own texts.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { en, es, fr, he } from 'zod/locales';
import { errorMap, fieldErrors, wordCode } from './wording.ts';
import ENGLISH from './words/en.json' with { type: 'json' };
import SPANISH from './words/es.json' with { type: 'json' };
import FRENCH from './words/fr.json' with { type: 'json' };
import HEBREW from './words/he.json' with { type: 'json' };

const FOLDER = new URL('.', import.meta.url);
const FILES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
);
const RAW = { en: en(), es: es(), fr: fr(), he: he() } as const;
const LANGUAGES = ['en', 'es', 'fr', 'he'] as const;

const isSchema = (value: unknown): value is z.ZodType => value instanceof z.ZodType;

/** Collects a schema and all schemas inside it. */
const within = (value: unknown, seen: Set<z.ZodType>): void => {
  if (isSchema(value)) {
    // A bare transformation accepts whatever the schema before it accepts.
    if (seen.has(value) || value.def.type === 'transform') return;
    seen.add(value);
    const { checks: _rules, ...def } = value.def as unknown as Record<string, unknown>;
    within(value instanceof z.ZodObject ? value.shape : def, seen);
  } else if (Array.isArray(value)) {
    for (const part of value) within(part, seen);
  } else if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype) {
    for (const part of Object.values(value)) within(part, seen);
  }
};

const schemas = new Set<z.ZodType>();
const modules: object[] = [];
for (const file of FILES) {
  const module = (await import(new URL(file, FOLDER).href)) as object;
  modules.push({ ...module });
  for (const value of Object.values(module)) within(value, schemas);
}

const HOSTILE: readonly unknown[] = [
  ...[
    undefined,
    null,
    '',
    ' ',
    'x',
    'two\nlines',
    '\u0000',
    'é ñ ש',
    '-1',
    '2026-13-45',
    '@',
    '<>"',
    'x'.repeat(20_000),
  ],
  ...[-1, 0, 0.5, 1e18, Number.NaN, true, new Date(0)],
  ...[[], [1, 1], {}, { surely: 'unknown' }],
];
/** Values beyond every limit. */
const LONG: Readonly<Record<string, unknown>> = {
  string: 'x'.repeat(20_000),
  array: Array.from({ length: 3000 }, () => 'x'),
};

const WORDS = { en: ENGLISH, es: SPANISH, fr: FRENCH, he: HEBREW } as const;

/** Tells whether a text is one of the console's own messages in a language, with its parameters filled in. */
const createSentences = (language: (typeof LANGUAGES)[number]): ((text: string) => boolean) => {
  const patterns = Object.values(WORDS[language]).map(
    (words) => new RegExp(`^${words.replace(/[.*+?^$()|[\]\\/]/g, '\\$&').replace(/\{\w+\}/g, '[^]+')}$`),
  );
  const known = new Map<string, boolean>();
  return (text) => {
    const is = known.get(text) ?? patterns.some((pattern) => pattern.test(text));
    known.set(text, is);
    return is;
  };
};

const messages = (schema: z.ZodType, value: unknown, error: z.core.$ZodErrorMap): string[] =>
  (schema.safeParse(value, { error, reportInput: true }).error?.issues ?? []).map((issue) => issue.message);

/** Bodies and queries of routes, with the name of their route. */
const inputs = new Map<string, z.ZodType>();
const routesWithin = (value: unknown): void => {
  if (isSchema(value) || typeof value !== 'object' || value === null) return;
  const { method, path, body, query } = value as Readonly<Record<string, unknown>>;
  if (typeof method === 'string' && typeof path === 'string') {
    if (isSchema(body)) inputs.set(`${method} ${path} body`, body);
    if (isSchema(query)) inputs.set(`${method} ${path} query`, query);
  } else if (Object.getPrototypeOf(value) === Object.prototype)
    for (const part of Object.values(value)) routesWithin(part);
};
for (const module of modules) routesWithin(module);

interface Refinement {
  readonly type?: string;
  readonly fn?: unknown;
  readonly path?: readonly unknown[];
  readonly params?: { readonly rule?: unknown };
}
const isRefinement = (def: Refinement): boolean => def.type === 'custom' && typeof def.fn === 'function';
/** Returns the refinements of a schema: functions that return whether a value is valid. */
const refinementsOf = (schema: z.ZodType): Refinement[] => [
  ...(isRefinement(schema.def) ? [schema.def as Refinement] : []),
  ...(schema.def.checks ?? []).map((check) => check._zod.def as Refinement).filter(isRefinement),
];

it('every refinement names its rule, which has a message in every language', () => {
  const found = [...schemas].flatMap(refinementsOf);
  expect(found.length).toBeGreaterThan(15);
  const unnamed = found.filter(
    ({ params }) => !LANGUAGES.every((language) => wordCode(String(params?.rule), language) !== null),
  );
  expect(unnamed.map(({ fn }) => String(fn))).toEqual([]);
});

it('every refinement of a whole body or query names the field at fault', () => {
  expect(inputs.size).toBeGreaterThan(200);
  const unplaced = [...inputs].filter(([, schema]) => refinementsOf(schema).some(({ path = [] }) => path.length === 0));
  expect(unplaced.map(([name]) => name)).toEqual([]);
});

it.each([...inputs])('%s never answers with the code “custom” or with a text that gives no reason', (_name, schema) => {
  for (const value of [...HOSTILE, LONG[schema.def.type]]) {
    const { error } = schema.safeParse(value, { error: errorMap('en'), reportInput: true });
    const faults = error === undefined ? [] : fieldErrors(error);
    expect(faults.filter(({ code, message }) => code === 'custom' || message === ENGLISH.value)).toEqual([]);
  }
});

describe.each(LANGUAGES)('in %s', (language) => {
  it('has a message for every broken rule and shows no validator text', () => {
    const isSentence = createSentences(language);
    let broken = 0;
    for (const schema of schemas) {
      for (const value of [...HOSTILE, LONG[schema.def.type]]) {
        const ours = messages(schema, value, errorMap(language));
        if (ours.length === 0) continue;
        broken += ours.length;
        const raw = new Set(messages(schema, value, RAW[language].localeError));
        const shown = ours.filter(
          (text) => raw.has(text) || !isSentence(text) || /[<>]=|\{\w+\}|undefined|NaN/.test(text),
        );
        expect([schema.def.type, value, shown]).toEqual([schema.def.type, value, []]);
      }
    }
    expect(broken).toBeGreaterThan(10_000);
  });

  it('has a message for every named rule', () => {
    const names = FILES.flatMap((file) =>
      [...readFileSync(new URL(file, FOLDER), 'utf8').matchAll(/\brule(?:\(|: )'([a-z0-9-]+)'/g)].map(
        (m) => m[1] ?? '',
      ),
    );
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => wordCode(name, language) === null)).toEqual([]);
  });
});

it.each([
  [z.string().min(12), 'short', 'Use at least 12 characters.'],
  [z.string().max(3), 'long text', 'Use at most 3 characters.'],
  [z.string().min(1), '', 'This field is required.'],
  [z.string().regex(/^[a-z]+$/), 'A', 'Check the format of this value.'],
  [z.number().min(5), 1, 'Enter 5 or more.'],
  [z.number().gt(0), 0, 'Enter more than 0.'],
  [z.number().max(86_400), 90_000, 'Enter 86,400 or less.'],
  [z.number().int(), 1.5, 'Enter a whole number.'],
  [z.number(), 'x', 'Enter a number.'],
  [z.array(z.string()).min(1), [], 'Choose at least one.'],
  [z.enum(['a', 'b']), 'c', 'Choose one of these: a, b.'],
  [z.strictObject({}), { extra: 1 }, 'Remove the unknown field: extra.'],
  [z.union([z.literal(''), z.email()]), 'x', 'Enter an e-mail address, such as ana@example.com.'],
])('tells the user what to do (%#)', (schema, value, said) => {
  const { error } = z.safeParse(schema, value, { error: errorMap('en'), reportInput: true });
  expect(fieldErrors(error as z.ZodError)[0]?.message).toBe(said);
});
