import { describe, expect, it } from 'vitest';
import { visualRuns } from './visual-runs.ts';

/** Returns the runs as passed to the font engine, from left to right. The engine itself reverses Hebrew. */
const texts = (line: string, direction: 'ltr' | 'rtl'): string[] => visualRuns(line, direction).map((run) => run.text);

describe('the visual order of a line', () => {
  it.each<[string, 'ltr' | 'rtl', string, string[]]>([
    ['Latin', 'ltr', 'Total (net)', ['Total (net)']],
    ['accents and money', 'ltr', 'Número 7 €', ['Número 7 €']],
    ['Hebrew words stand from right to left, each in reading order', 'rtl', 'שלום עולם', ['עולם', ' ', 'שלום']],
    ['a number within keeps its own order', 'rtl', 'קומה 12', ['12 ', 'קומה']],
    ['brackets are mirrored', 'rtl', 'שם (Vega)', ['(Vega) ', 'שם']],
    ['a Latin line of a Hebrew paper', 'rtl', 'Main street 5', ['Main street 5']],
    ['Hebrew within Latin', 'ltr', 'For שלום 5', ['For 5 ', 'שלום']],
    ['an isolated amount', 'rtl', 'סך \u2066-12.50 ₪\u2069', ['-12.50 ', '₪', ' ', 'סך']],
    ['an address that begins with its number', 'rtl', '\u206812 Main street\u2069', ['12 Main street']],
    ['a Hebrew one of the same kind', 'rtl', '\u2068הרצל 12\u2069', ['12 ', 'הרצל']],
    ['spaces that fonts lack', 'ltr', '1\u202f234,50', ['1\u00a0234,50']],
    ['nothing', 'rtl', '', []],
  ])('%s', (_, direction, line, runs) => {
    expect(texts(line, direction)).toEqual(runs);
  });

  it('uses one font per script, and the first font for a character that no font has', () => {
    expect(visualRuns('aאж', 'ltr').map((run) => run.fontName)).toEqual([
      'noto-sans-latin',
      'noto-sans-hebrew-hebrew',
      'noto-sans-cyrillic',
    ]);
    expect(visualRuns('字', 'ltr').map((run) => run.fontName)).toEqual(['noto-sans-latin']);
  });
});
