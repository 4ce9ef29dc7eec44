import { NOUNS } from '@ringside/core/contract/nouns.ts';
import type { Language } from '@ringside/core/contract/text.ts';
import { describe, expect, it } from 'vitest';
import { faultText } from './refusal.ts';

const SPOKEN = ['en', 'es', 'fr', 'he'] as const;
const inUse = (resource: string, names: string, language: Language): string =>
  faultText({ path: '', code: 'in-use', params: { resource, names, count: 1 } }, language);

describe('faultText', () => {
  it("names a dependent row's kind in the reader's language", () => {
    expect(SPOKEN.map((language) => inUse('queue', 'ventas', language))).toEqual([
      'Still used by queue: ventas.',
      'Todavía lo usan (cola): ventas.',
      'Encore utilisé (file d’attente)\u00a0: ventas.',
      'עדיין בשימוש (תור): ventas.',
    ]);
    expect(inUse('call_costs', 'x', 'he')).toContain('call_costs');
  });

  it('has a singular word for every noun in every language', () => {
    expect(NOUNS.filter(({ singular }) => SPOKEN.some((language) => !singular[language])).map((n) => n.name)).toEqual(
      [],
    );
  });
});
