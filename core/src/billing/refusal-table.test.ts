import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Rate } from './rate.ts';
import { createRateFinder } from './rate-finder.ts';
import type { RefusalTable } from './refusal-table.ts';
import { refusalTable } from './refusal-table.ts';

const AT = Date.parse('2026-11-10T10:00:00Z');
const rate = (prefix: string, changes: Partial<Rate> = {}): Rate => ({
  ...{ prefix, destinationName: '', destinationGroup: '', timing: 'any', blocked: false },
  ...{ effectiveFrom: 0, effectiveUntil: null, connectFeeMicros: 0, ratePerMinuteMicros: 1, initialSeconds: 1 },
  ...{ incrementSeconds: 1, freeSeconds: 0, graceSeconds: 0, minChargeMicros: null, maxChargeMicros: null },
  ...changes,
});
const deckOf = (rates: readonly Rate[]) => ({
  rates,
  finder: createRateFinder(rates, { timeZone: 'UTC', peak: [{ days: [2], fromMinute: 540, toMinute: 1020 }] }),
});

describe('refusalTable', () => {
  it.each([
    ['nothing is refused', [rate('44')], false, null],
    ['what has no rate', [rate('44'), rate('4420')], true, { any: 'refuse', prefixes: [['44', 'allow']] }],
    [
      'a blocked prefix, and an allowed one within it',
      [rate('44'), rate('4487', { blocked: true }), rate('44871'), rate('448711')],
      false,
      {
        any: 'allow',
        prefixes: [
          ['4487', 'refuse'],
          ['44871', 'allow'],
        ],
      },
    ],
    ['a plan without rates', [], true, { any: 'refuse', prefixes: [] }],
    ['a rate that begins later', [rate('44', { effectiveFrom: AT + 1 })], true, { any: 'refuse', prefixes: [] }],
    [
      'a rate that is blocked at this hour',
      [rate('44'), rate('447', { timing: 'peak', blocked: true })],
      false,
      { any: 'allow', prefixes: [['447', 'refuse']] },
    ],
    [
      'a rate that is blocked at another hour',
      [rate('44'), rate('447', { timing: 'off-peak', blocked: true })],
      false,
      null,
    ],
  ] as const)('%s', (_what, rates, unrated, table) => expect(refusalTable(deckOf(rates), unrated, AT)).toEqual(table));

  it('agrees with the rate of every number and has no redundant prefix', () => {
    const digits = fc.string({ unit: fc.constantFrom('1', '2', '3'), minLength: 1, maxLength: 5 });
    const rates = fc.uniqueArray(fc.record({ prefix: digits, blocked: fc.boolean() }), {
      selector: ({ prefix }) => prefix,
      maxLength: 25,
    });
    fc.assert(
      fc.property(rates, fc.boolean(), fc.array(digits, { maxLength: 30 }), (rows, unrated, numbers) => {
        const deck = deckOf(rows.map(({ prefix, blocked }) => rate(prefix, { blocked })));
        const table: RefusalTable = refusalTable(deck, unrated, AT) ?? { any: 'allow', prefixes: [] };
        const looked = (number: string) =>
          table.prefixes
            .filter(([prefix]) => number.startsWith(prefix))
            .toSorted(([a], [b]) => b.length - a.length)[0]?.[1] ?? table.any;
        for (const number of [...numbers, ...rows.map(({ prefix }) => prefix)]) {
          const found = deck.rates[deck.finder.find(number, AT)];
          expect(looked(number)).toBe((found === undefined ? unrated : found.blocked) ? 'refuse' : 'allow');
        }
        for (const [prefix, verdict] of table.prefixes) {
          const above = table.prefixes
            .filter(([other]) => other !== prefix && prefix.startsWith(other))
            .toSorted(([a], [b]) => b.length - a.length)[0];
          expect(above?.[1] ?? table.any).not.toBe(verdict);
        }
      }),
    );
  });
});
