import { describe, expect, it } from 'vitest';
import { taxesInForce } from './taxes-in-force.ts';

const rate = (label: string, percent: string, country = '', validFrom: string | null = null, appliesTo = 'all') => ({
  ...{ label, percent, country, validFrom, appliesTo },
});
/** GST and the Quebec sales tax, which was applied on top of GST until 2012. */
const QUEBEC = [
  rate('QST', '8.5', 'CA', '2011-01-01'),
  rate('GST', '5', 'CA'),
  rate('QST', '9.975', 'CA', '2013-01-01'),
  rate('QST', '9.5', 'CA', '2012-01-01'),
];

describe('taxes in force', () => {
  it.each<[string, readonly ReturnType<typeof rate>[], string, string, string[]]>([
    ['before the first of them', QUEBEC, 'CA', '2010-12-31', ['GST 5']],
    ['on the last day of one', QUEBEC, 'CA', '2012-12-31', ['QST 9.5', 'GST 5']],
    ['on the first of the next', QUEBEC, 'CA', '2013-01-01', ['QST 9.975', 'GST 5']],
    ['of another country', QUEBEC, 'ES', '2013-01-01', []],
    [
      'the country’s own before everybody’s',
      [rate('VAT', '0'), rate('VAT', '21', 'ES'), rate('VAT', '20', 'FR')],
      'ES',
      '2026-01-01',
      ['VAT 21'],
    ],
    [
      'everybody’s where the country has none',
      [rate('VAT', '21', 'ES'), rate('VAT', '0', '', '2020-01-01')],
      'IT',
      '2026-01-01',
      ['VAT 0'],
    ],
    [
      'fees and usage each their own',
      [rate('VAT', '4', '', null, 'fees'), rate('vat', '10', '', null, 'usage')],
      'ES',
      '2026-01-01',
      ['VAT 4', 'vat 10'],
    ],
  ])('%s', (_, rates, country, day, expected) => {
    expect(taxesInForce(rates, country, day).map(({ label, percent }) => `${label} ${percent}`)).toEqual(expected);
  });
});
