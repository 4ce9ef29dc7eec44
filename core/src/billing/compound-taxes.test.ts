// Several taxes on one invoice, calculated by hand and compared with exact fractions.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { invoiceTotals, TAX_TARGETS } from './invoice-totals.ts';
import type { TaxRate, TotalledLine } from './invoice-totals.ts';

const M = 1_000_000;
const CENT = 10_000;
const tax = (percent: number, compound = false, appliesTo: TaxRate['appliesTo'] = 'all'): TaxRate => ({
  ...{ label: `${percent}`, percent: Math.round(percent * 10_000), appliesTo, compound },
});
const fees = (coins: number): TotalledLine => ({ netMicros: coins * CENT, of: 'fees' });
const usage = (coins: number): TotalledLine => ({ netMicros: coins * CENT, of: 'usage' });

describe('compound taxes', () => {
  it.each<[string, TotalledLine[], TaxRate[], boolean, [base: number, amount: number][], number]>([
    [
      'GST 5 %, QST 9.5 % on both (Quebec, 2012)',
      [fees(10_000)],
      [tax(5), tax(9.5, true)],
      false,
      [
        [10_000, 500],
        [10_500, 998],
      ],
      11_498,
    ],
    [
      'GST 5 %, QST 9.975 % beside it (since 2013)',
      [fees(10_000)],
      [tax(5), tax(9.975)],
      false,
      [
        [10_000, 500],
        [10_000, 998],
      ],
      11_498,
    ],
    [
      'of 1,234.56',
      [fees(123_456)],
      [tax(5), tax(9.5, true)],
      false,
      [
        [123_456, 6173],
        [129_629, 12_315],
      ],
      141_944,
    ],
    ['IGIC 7 % alone', [fees(10_000), usage(2345)], [tax(7)], false, [[12_345, 864]], 13_209],
    [
      'an excise on usage, VAT on it and on everything',
      [fees(10_000), usage(5000)],
      [tax(3, false, 'usage'), tax(20, true)],
      false,
      [
        [5000, 150],
        [15_150, 3030],
      ],
      18_180,
    ],
    [
      'on usage alone, over one of everything',
      [fees(10_000), usage(5000)],
      [tax(10), tax(5, true, 'usage')],
      false,
      [
        [15_000, 1500],
        [5500, 275],
      ],
      16_775,
    ],
    [
      'three on each other',
      [fees(10_000)],
      [tax(10), tax(10, true), tax(10, true)],
      false,
      [
        [10_000, 1000],
        [11_000, 1100],
        [12_100, 1210],
      ],
      13_310,
    ],
    [
      'the first has nothing below it',
      [fees(10_000)],
      [tax(5, true), tax(5)],
      false,
      [
        [10_000, 500],
        [10_000, 500],
      ],
      11_000,
    ],
    [
      'of a credit',
      [fees(-10_000)],
      [tax(5), tax(9.5, true)],
      false,
      [
        [-10_000, -500],
        [-10_500, -998],
      ],
      -11_498,
    ],
    [
      'within: 110.25 hold 5 % on 5 %',
      [fees(11_025)],
      [tax(5), tax(5, true)],
      true,
      [
        [11_025, 500],
        [11_025, 525],
      ],
      11_025,
    ],
    [
      'within, an excise on usage below VAT',
      [fees(12_000), usage(6180)],
      [tax(3, false, 'usage'), tax(20, true)],
      true,
      [
        [6180, 150],
        [18_180, 3030],
      ],
      18_180,
    ],
  ])('%s', (_, lines, rates, inclusive, taxes, total) => {
    const made = invoiceTotals(lines, rates, CENT, inclusive);
    const coins = made.taxes.map(({ baseMicros, amountMicros }) => [baseMicros / CENT, amountMicros / CENT]);
    expect([coins, made.totalMicros / CENT]).toEqual([taxes, total]);
    expect(made.netMicros + made.taxMicros).toBe(made.totalMicros);
  });

  const lines = fc.array(
    fc.record({
      netMicros: fc.integer({ min: -500_000, max: 5_000_000 }).map((n) => n * CENT),
      of: fc.constantFrom('fees' as const, 'usage' as const),
    }),
    { maxLength: 8 },
  );
  const rates = fc.array(
    fc.record({
      label: fc.constant('x'),
      percent: fc.integer({ min: 0, max: M }),
      appliesTo: fc.constantFrom(...TAX_TARGETS),
      compound: fc.boolean(),
    }),
    { maxLength: 4 },
  );

  /** Rounds a fraction of coins half up, away from zero. */
  const round = (above: bigint, below: bigint): bigint =>
    above < 0n ? -round(-above, below) : (above * 2n + below) / (below * 2n);

  it('added to the lines match a ledger filled in order', () => {
    fc.assert(
      fc.property(lines, rates, (of, by) => {
        /** For each tax: its amount on fees, on usage and on both, in coins. */
        const asked: Record<'all' | 'fees' | 'usage', bigint>[] = [];
        const net = { fees: 0n, usage: 0n, all: 0n };
        for (const line of of) {
          net[line.of] += BigInt(line.netMicros / CENT);
          net.all += BigInt(line.netMicros / CENT);
        }
        for (const rate of by) {
          const on = (part: 'all' | 'fees' | 'usage'): bigint => {
            const meant =
              rate.appliesTo === 'all' ? part : part === 'all' || part === rate.appliesTo ? rate.appliesTo : null;
            if (meant === null) return 0n;
            const below = rate.compound ? asked.reduce((sum, other) => sum + other[meant], 0n) : 0n;
            return round((net[meant] + below) * BigInt(rate.percent), 1_000_000n);
          };
          asked.push({ all: on('all'), fees: on('fees'), usage: on('usage') });
        }
        const made = invoiceTotals(of, by, CENT, false);
        expect(made.taxes.map((one) => BigInt(one.amountMicros / CENT))).toEqual(asked.map((one) => one.all));
      }),
      { numRuns: 150 },
    );
  });

  it('included in the lines match, without rounding, the same taxes added to the net amounts', () => {
    fc.assert(
      fc.property(lines, rates, (of, by) => {
        const made = invoiceTotals(of, by, CENT, true);
        const scale = 10n ** 40n;
        const exact = by.map(() => 0n);
        for (const { netMicros, of: part } of of) {
          const shares: bigint[] = [];
          for (const rate of by) {
            const below = rate.compound ? shares.reduce((sum, share) => sum + share, scale) : scale;
            const lies = rate.appliesTo === 'all' || rate.appliesTo === part;
            shares.push(lies ? (below * BigInt(rate.percent)) / 1_000_000n : 0n);
          }
          const all = shares.reduce((sum, share) => sum + share, scale);
          shares.forEach((share, n) => (exact[n]! += (BigInt(netMicros) * scale * share) / all));
        }
        const slack = BigInt(of.length + 1);
        made.taxes.forEach(({ amountMicros }, n) => {
          const apart = BigInt(amountMicros) * scale - exact[n]!;
          expect((apart < 0n ? -apart : apart) <= (BigInt(CENT) * scale) / 2n + slack).toBe(true);
        });
        expect(made.totalMicros).toBe(of.reduce((sum, line) => sum + line.netMicros, 0));
      }),
      { numRuns: 150 },
    );
  });
});
