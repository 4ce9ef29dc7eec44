import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalOf, microsOf, shareOf } from './micros.ts';

const CENT = 10_000;
const money = (amount: string, part: number, of: number, unit = CENT): string =>
  decimalOf(shareOf(microsOf(amount), part, of, unit), 2);

describe('shareOf', () => {
  it.each([
    ['P1: from 16 November', '29.00', 15, 30, '14.50'],
    ['P3: from 16 December', '29.00', 16, 31, '14.97'],
    ['P3: on 31 December alone', '29.00', 1, 31, '0.94'],
    ['the whole month', '29.00', 31, 31, '29.00'],
    ['T1: 17 % of 100.05', '100.05', 17, 100, '17.01'],
    ['T1: 18 % of 100.05', '100.05', 18, 100, '18.01'],
    ['T3: the line of 137 calls of 0.0036', '0.0036', 137, 1, '0.49'],
    ['F1: 12.35 at 1.0834', '12.35', 10_834, 10_000, '13.38'],
    ['half a cent goes up', '0.05', 1, 2, '0.03'],
    ['a thousand and more stay so (ASTPP #276)', '1500.00', 1, 1, '1500.00'],
    ['beyond what a float multiplies exactly', '999999999.99', 9_999_999, 10_000_000, '999999899.99'],
  ])('%s', (_name, amount, part, of, expected) => {
    expect(money(amount, part, of)).toBe(expected);
  });

  it('P5: works for seconds as for money: 1000 minutes from 16 November', () => {
    expect(shareOf(60_000, 15, 30, 1)).toBe(30_000);
  });

  it('rounds a credit like its charge', () => {
    expect(shareOf(-50_000, 1, 2, CENT)).toBe(-shareOf(50_000, 1, 2, CENT));
  });

  it('rounds currencies without cents to whole units', () => {
    expect(money('2900', 16, 31, 1_000_000)).toBe('1497.00');
  });

  it('differs from the exact share by at most half a unit and returns whole units', () => {
    const whole = fc.integer({ min: 1, max: 1_000_000 });
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), whole, whole, fc.constantFrom(1, CENT), (a, part, of, unit) => {
        const share = BigInt(shareOf(a, part, of, unit));
        const off = 2n * (share * BigInt(of) - BigInt(a) * BigInt(part));
        const most = BigInt(of) * BigInt(unit);
        expect(share % BigInt(unit)).toBe(0n);
        expect(off <= most && off >= -most).toBe(true);
      }),
    );
  });

  it.each([
    [0.5, 1, 1, 1],
    [1, 1, 0, 1],
    [1, -1, 1, 1],
    [1, 1, 1, 0],
    [Number.MAX_SAFE_INTEGER, 3, 1, 1],
  ])('rejects %d × %d ÷ %d in units of %d', (...values) => {
    expect(() => shareOf(...values)).toThrow(RangeError);
  });
});
