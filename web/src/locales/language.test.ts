import { describe, expect, it } from 'vitest';
import { directionOf } from '@ringside/core/base/direction-of.ts';
import { preferredLanguage } from './language.ts';

describe('preferredLanguage', () => {
  it.each<[string, string[], string]>([
    ['', [], 'en'],
    ['', ['de-DE', 'fr-CA', 'en'], 'fr'],
    ['', ['iw-IL'], 'he'],
    ['', ['he'], 'he'],
    ['i18n_redirected=es', ['fr'], 'es'],
    ['a=b; i18n_redirected=he; c=d', ['fr'], 'he'],
    ['i18n_redirected=de', ['fr'], 'fr'],
    ['xi18n_redirected=es', ['en-GB'], 'en'],
  ])('cookies "%s", browser %o → %s', (cookies, browser, language) =>
    expect(preferredLanguage(cookies, browser)).toBe(language),
  );
});

it('writes Hebrew right to left', () => {
  expect(['en', 'es', 'fr', 'he'].map(directionOf)).toEqual(['ltr', 'ltr', 'ltr', 'rtl']);
});
