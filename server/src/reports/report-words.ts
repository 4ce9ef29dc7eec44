import type { Language } from '@ringside/core/contract/text.ts';
import { en } from './words/en.ts';
import type { ReportWords } from './words/en.ts';
import { es } from './words/es.ts';
import { fr } from './words/fr.ts';
import { he } from './words/he.ts';

const WORDS = { en, es, fr, he } as const satisfies Partial<Record<Language, ReportWords>>;
export type ReportLanguage = keyof typeof WORDS;

const isWritten = (language: Language): language is ReportLanguage => Object.hasOwn(WORDS, language);

/** English until somebody has written the words of the language. */
export const reportLanguage = (language: Language): ReportLanguage => (isWritten(language) ? language : 'en');

export const wordsOf = (language: ReportLanguage): ReportWords => WORDS[language];

/** `{{name}}` as the page has it, and `{name}`. */
export const fillIn = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{?\{(\w+)\}\}?/g, (_, key: string) => values[key] ?? '');
