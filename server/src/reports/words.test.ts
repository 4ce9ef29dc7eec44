// A figure has one name: on the page, on paper and in letters.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { wordsOf } from './report-words.ts';

const LANGUAGES = ['en', 'es', 'fr', 'he'] as const;

/** A space that breaks no line is a space. */
const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');
const said = <T>(words: T): T => JSON.parse(plain(JSON.stringify(words))) as T;

const pageTexts = (language: string, namespace: string): Record<string, unknown> =>
  JSON.parse(
    plain(readFileSync(new URL(`../../../web/src/locales/${language}/${namespace}.json`, import.meta.url), 'utf8')),
  ) as Record<string, unknown>;

describe.each(LANGUAGES)('reports in %s', (language) => {
  const words = said(wordsOf(language));
  it.each([
    ['queue-report', words.queues],
    ['agent-report', words.agents],
  ])('say what the page of the %s says', (namespace, those) => {
    expect(pageTexts(language, namespace)).toMatchObject(those);
  });
  it('name the ends of calls as call records do', () => {
    expect(pageTexts(language, 'cdr')['outcomes']).toEqual(words.ends);
  });
});
