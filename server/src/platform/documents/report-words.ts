import { type Language, writtenLanguage } from '@ringside/core/contract/text.ts';
import { en } from './words/en.ts';
import type { ReportWords } from './words/en.ts';
import { es } from './words/es.ts';
import { fr } from './words/fr.ts';
import { he } from './words/he.ts';

const WORDS = { en, es, fr, he } as const satisfies Partial<Record<Language, ReportWords>>;
export type ReportLanguage = keyof typeof WORDS;

/** Returns the report's language: English if the requested language has no report texts. */
export const reportLanguage = (language: Language): ReportLanguage => writtenLanguage(WORDS, language);

export const wordsOf = (language: ReportLanguage): ReportWords => WORDS[language];
