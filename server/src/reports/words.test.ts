// Tests that a figure has the same name on pages, in PDFs and in e-mails.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { wordsOf } from '../platform/documents/report-words.ts';

const LANGUAGES = ['en', 'es', 'fr', 'he'] as const;

/** Replaces non-breaking spaces by spaces. */
const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');
const said = <T>(words: T): T => JSON.parse(plain(JSON.stringify(words))) as T;

const pageTexts = (language: string, namespace: string): Record<string, unknown> =>
  JSON.parse(
    plain(readFileSync(new URL(`../../../web/src/locales/${language}/${namespace}.json`, import.meta.url), 'utf8')),
  ) as Record<string, unknown>;

describe.each(LANGUAGES)('report texts in %s', (language) => {
  const words = said(wordsOf(language));
  it.each([
    ['queue-report', words.queues],
    ['agent-report', words.agents],
  ])('equal those of the page %s', (namespace, those) => {
    expect(pageTexts(language, namespace)).toMatchObject(those);
  });
  it('have the column names of the pages of call records and billing', () => {
    const { title, exported } = words.calls;
    expect(pageTexts(language, 'cdr')).toMatchObject({ title, exported });
    expect(pageTexts(language, 'billing')).toMatchObject({ columns: words.billing.columns });
  });
  it('name call outcomes like call records', () => {
    expect(pageTexts(language, 'cdr')['outcomes']).toEqual(words.ends);
  });
});
