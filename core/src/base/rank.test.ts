import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldText } from './rank.ts';
import { rank } from './rank.ts';
import { typingErrors } from './rank.ts';

const find = (query: string, ...names: string[]): readonly string[] =>
  rank(
    query,
    names.map((name) => ({ item: name, texts: [name] })),
    10,
  );

describe('foldText', () => {
  it.each([
    ['Société Générale', 'societe generale'],
    ['STRASSE', foldText('Straße')],
    ['שָׁלוֹם', foldText('שלום')],
    ['צה"ל', foldText('צהל')],
    ['  acme_sales / north ', 'acme sales north'],
    ["Côte d'Or", 'cote dor'],
  ])('%s', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });
});

describe('typingErrors', () => {
  it.each([
    ['suport', 'support', 1],
    ['sales', 'slaes', 1],
    ['sxles', 'sales', 1],
    ['support', 'supports', 0],
    ['north', 'south', null],
  ])('%s for %s: %s', (typed, text, errors) => {
    expect(typingErrors(typed, text, 1)).toBe(errors);
  });
});

describe('rank', () => {
  it('ranks the exact name first, then prefixes, words, substrings and typing errors', () => {
    expect(find('sales', 'Slaes', 'Presales', 'North sales', 'Sales north', 'Sales', 'Billing')).toEqual([
      'Sales',
      'Sales north',
      'North sales',
      'Presales',
      'Slaes',
    ]);
  });

  it('ignores accents, vowel points and final letters', () => {
    expect(find('generale', 'Société Générale')).toHaveLength(1);
    expect(find('שלומ', 'בנק שָׁלוֹם')).toHaveLength(1);
  });

  it('matches words in any order and from any text', () => {
    const people = [{ item: 'dana', texts: ['Dana Levi', 'dana.levi@example.com', 'Acme'] }];
    expect(rank('levi dana', people, 5)).toEqual(['dana']);
    expect(rank('acme levy', people, 5)).toEqual(['dana']);
    expect(rank('acme cohen', people, 5)).toEqual([]);
  });

  it('ranks a mistyped name before the same mistake in another text', () => {
    const pages = [
      { item: 'billing', texts: ['Billing', '/customers/reports/billing'] },
      { item: 'customers', texts: ['Customers', '/customers'] },
    ];
    expect(rank('custmers', pages, 5)).toEqual(['customers', 'billing']);
  });

  it.each(['+1 (212) 555-0123', '0012125550123', '2125550123', '555-0123', '5550123'])(
    'compares numbers by their digits: %s',
    (typed) => {
      expect(find(typed, '+12125550123', '+12125559999')).toEqual(['+12125550123']);
    },
  );

  it('allows no typing errors in short words and numbers', () => {
    expect(find('pbx', 'abx')).toEqual([]);
    expect(find('1012', '1013')).toEqual([]);
  });

  it('finds nothing for an empty query, and finds every name by itself', () => {
    expect(find('  --  ', 'Sales')).toEqual([]);
    fc.assert(
      fc.property(fc.string(), (name) => {
        fc.pre(foldText(name) !== '');
        expect(find(name, 'zzz other', name)[0]).toBe(name);
      }),
    );
  });
});
