import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { callcenters } from './queues/call-center.ts';
import { customers } from './customers/customer.ts';
import { endpoints } from './pbx/endpoint.ts';
import { queues } from './queues/queue.ts';
import { LANGUAGES, PATTERNS } from './text.ts';
import { users } from './access/user.ts';
import { errorMap, fieldErrors, preferredLanguage, wordCode } from './wording.ts';

const OWN_CODES = [
  'required',
  'taken',
  'unknown',
  'in-use',
  'timezone',
  'country',
  'currency',
  'common-password',
  'context-password',
];

/** Other languages are known, but use English messages until theirs are written. */
const SPOKEN = LANGUAGES.filter(
  (language) => language === 'en' || wordCode('required', language) !== wordCode('required', 'en'),
);

describe('wording', () => {
  it('supports at least four languages', () =>
    expect(SPOKEN).toEqual(expect.arrayContaining(['en', 'es', 'fr', 'he'])));

  it.each(SPOKEN)('has a message in %s for every pattern and code', (language) => {
    for (const code of [...Object.keys(PATTERNS), ...OWN_CODES]) {
      const words = wordCode(code, language, { resource: 'x', names: 'y' });
      expect([code, words]).toEqual([code, expect.any(String)]);
      expect(words).not.toMatch(/[{}]/);
      if (language !== 'en') expect(words).not.toBe(wordCode(code, 'en', { resource: 'x', names: 'y' }));
    }
  });

  it.each([
    ['name', {}, 'required'],
    ['name', { name: '' }, 'required'],
    ['name', { name: 5 }, 'invalid_type'],
    ['name', { name: 'x'.repeat(200) }, 'too_big'],
    ['name', { name: 'two\nlines' }, 'characters'],
    ['code', { code: 'No Slug' }, 'slug'],
    ['timezone', { timezone: 'Mars/Base' }, 'timezone'],
    ['timezone', { timezone: '+02:00' }, 'timezone'],
    ['country', { country: 'ZZ' }, 'country'],
    ['currency', { currency: 'shekel' }, 'currency'],
    ['contactEmail', { contactEmail: 'nobody' }, 'email'],
    ['status', { status: 'asleep' }, 'invalid_value'],
  ])('of customer.%s %j is %s in every language', (field, values, code) => {
    const sentences = SPOKEN.map((language) => {
      const parsed = customers.create.safeParse(
        { code: 'acme', name: 'Acme', ...{ [field]: undefined }, ...values },
        {
          error: errorMap(language),
          reportInput: true,
        },
      );
      const fault = fieldErrors(parsed.error ?? new z.ZodError([])).find((e) => e.path === field);
      expect(fault?.code).toBe(code);
      expect(fault).not.toHaveProperty('input');
      return fault?.message;
    });
    expect(new Set(sentences).size).toBe(SPOKEN.length);
  });
});

describe('preferredLanguage', () => {
  it.each([
    [undefined, null],
    ['', null],
    ['de,ja', null],
    ['de, fr;q=0.5, he;q=0.7', 'he'],
    ['iw-IL', 'he'],
    ['es-MX,es;q=0.9,en;q=0.8', 'es'],
    ['fr;q=0, en;q=0.1', 'en'],
    ['*', null],
  ])('%j → %s', (header, language) => {
    expect(preferredLanguage(header)).toBe(language);
  });
});

describe.each([customers, callcenters, queues, endpoints, users].map((r) => [r.path, r] as const))('%s', (_path, r) => {
  it('shows, sorts, searches and filters only by existing fields', () => {
    const row = Object.keys(r.row.shape);
    for (const field of [...r.sortable, ...r.searchable, ...r.filters, r.titleField, r.defaultSort])
      expect(row).toContain(field);
    for (const [field, use] of Object.entries(r.fields)) {
      if (use.in.includes('list')) expect([field, row.includes(field)]).toEqual([field, true]);
      if (use.in.includes('create')) expect([field, field in r.create.shape]).toEqual([field, true]);
      if (use.in.includes('edit')) expect([field, field in r.update.shape]).toEqual([field, true]);
    }
  });

  it('changes nothing for an empty change, because defaults apply only to creation', () => {
    expect(r.update.parse({})).toEqual({});
  });

  it('never returns write-only fields', () => {
    expect(
      Object.keys(r.row.shape).filter(
        (field) => /secret$|password(?!ChangedAt$)/i.test(field) && field !== 'hasSecret',
      ),
    ).toEqual([]);
  });
});
