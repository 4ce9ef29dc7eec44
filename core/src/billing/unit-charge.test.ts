import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { UnitTerms } from './unit-charge.ts';
import { unitCharge } from './unit-charge.ts';

const FEE: UnitTerms = { unitPrice: '10', includedQuantity: 2 };
const TIERS = [
  { above: 5, unitPrice: '8' },
  { above: 20, unitPrice: '5' },
];

describe('charge of counted items', () => {
  it.each<[string, Partial<UnitTerms>, number, readonly [number, string][], string | null]>([
    ['beyond those included', {}, 6, [[4, '10']], null],
    ['none of those included', {}, 2, [], null],
    ['at least the minimum, of none too', { minimumQuantity: 3 }, 0, [[3, '10']], 'minimum'],
    ['more than the minimum', { minimumQuantity: 3 }, 6, [[4, '10']], null],
    ['at most the maximum', { maximumQuantity: 3 }, 60, [[3, '10']], 'maximum'],
    ['exactly the maximum', { maximumQuantity: 4 }, 6, [[4, '10']], null],
    ['up to the first tier, itself included', { tiers: TIERS }, 7, [[5, '10']], null],
    [
      'one beyond it',
      { tiers: TIERS },
      8,
      [
        [5, '10'],
        [1, '8'],
      ],
      null,
    ],
    [
      'each tier at its own price, up to the maximum',
      { tiers: TIERS, maximumQuantity: 22 },
      100,
      [
        [5, '10'],
        [15, '8'],
        [2, '5'],
      ],
      'maximum',
    ],
  ])('%s', (_name, more, quantity, parts, limitedBy) => {
    const found = unitCharge({ ...FEE, ...more }, quantity);
    expect(found.parts.map(({ units, unitPrice }) => [units, unitPrice])).toEqual(parts);
    expect(found.limitedBy).toBe(limitedBy);
  });

  it('equals counting one unit after another', () => {
    const tiers = fc
      .uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 5 })
      .map((all) => all.toSorted((a, b) => a - b).map((above, i) => ({ above, unitPrice: String(100 + i) })));
    const limit = fc.option(fc.integer({ min: 1, max: 50 }), { nil: undefined });
    fc.assert(
      fc.property(tiers, limit, limit, fc.nat(10), fc.nat(80), (all, one, other, includedQuantity, quantity) => {
        const [least, most] = one !== undefined && other !== undefined && one > other ? [other, one] : [one, other];
        const fee = { unitPrice: '99', includedQuantity, tiers: all, minimumQuantity: least, maximumQuantity: most };
        let sum = 0;
        let counted = Math.max(0, quantity - includedQuantity);
        if (least !== undefined && counted < least) counted = least;
        for (let unit = 1; unit <= counted && (most === undefined || unit <= most); unit++)
          sum += Number(all.findLast(({ above }) => unit > above)?.unitPrice ?? '99');
        const { parts, billed } = unitCharge(fee, quantity);
        expect(billed).toBe(parts.reduce((total, { units }) => total + units, 0));
        expect(parts.reduce((total, { units, unitPrice }) => total + units * Number(unitPrice), 0)).toBe(sum);
      }),
      { numRuns: 300 },
    );
  });
});
