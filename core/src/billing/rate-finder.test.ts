import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalOf, microsOf } from '../base/micros.ts';
import { chargeOf } from './charge.ts';
import { createPeakClock } from './rate-finder.ts';
import { createRateFinder } from './rate-finder.ts';
import type { Rate, RateTerms, Timing } from './rate.ts';

const TERMS: RateTerms = {
  connectFeeMicros: 0,
  ratePerMinuteMicros: 100_000,
  initialSeconds: 60,
  incrementSeconds: 60,
  freeSeconds: 0,
  graceSeconds: 0,
  minChargeMicros: null,
  maxChargeMicros: null,
};
const rateOf = (prefix: string, more: Partial<Rate> = {}): Rate => ({
  ...TERMS,
  prefix,
  destinationName: '',
  destinationGroup: '',
  timing: 'any',
  effectiveFrom: 0,
  effectiveUntil: null,
  blocked: false,
  ...more,
});
const UTC = { timeZone: 'UTC', peak: [] };
const at = (text: string) => Date.parse(text);

describe('rates over time', () => {
  it('apply from their start to their end, the newer before the older', () => {
    const rates = [
      rateOf('44', { effectiveFrom: at('2026-01-01T00:00:00Z') }),
      rateOf('44', { effectiveFrom: at('2026-02-01T00:00:00Z') }),
      rateOf('447', { effectiveFrom: at('2026-01-01T00:00:00Z'), effectiveUntil: at('2026-01-15T00:00:00Z') }),
    ];
    const { find } = createRateFinder(rates, UTC);
    expect(find('447712', at('2025-12-31T23:59:59.999Z'))).toBe(-1);
    expect(find('447712', at('2026-01-01T00:00:00Z'))).toBe(2);
    expect(find('447712', at('2026-01-15T00:00:00Z'))).toBe(0);
    expect(find('447712', at('2026-01-31T23:59:59.999Z'))).toBe(0);
    expect(find('447712', at('2026-02-01T00:00:00Z'))).toBe(1);
  });

  it('select peak or off-peak by the time of the answer in the plan’s time zone, also at clock changes', () => {
    const timings: Timing[] = ['peak', 'off-peak', 'any'];
    const rates = [...timings.map((timing) => rateOf('44', { timing })), rateOf('4')];
    const peak = [{ days: [1, 2, 3, 4, 5], fromMinute: 8 * 60, toMinute: 20 * 60 }];
    const { find } = createRateFinder(rates, { timeZone: 'Europe/Madrid', peak });
    // 2026-03-27 is a Friday. Daylight saving starts on the following Sunday.
    expect(find('44', at('2026-03-27T06:59:59Z'))).toBe(1);
    expect(find('44', at('2026-03-27T07:00:00Z'))).toBe(0);
    expect(find('44', at('2026-03-27T18:59:59Z'))).toBe(0);
    expect(find('44', at('2026-03-27T19:00:00Z'))).toBe(1);
    expect(find('44', at('2026-03-28T12:00:00Z'))).toBe(1);
    expect(find('44', at('2026-03-30T06:00:00Z'))).toBe(0);
    expect(find('44', at('2026-03-30T18:00:00Z'))).toBe(1);
  });

  it('support time zones with quarter-hour offsets', () => {
    const isPeak = createPeakClock('Asia/Kathmandu', [{ days: [1], fromMinute: 0, toMinute: 1 }]);
    expect(isPeak(at('2026-03-01T18:14:59Z'))).toBe(false);
    expect(isPeak(at('2026-03-01T18:15:00Z'))).toBe(true);
    expect(isPeak(at('2026-03-01T18:16:00Z'))).toBe(false);
  });

  it('reject an invalid prefix', () => {
    for (const prefix of ['', '+44', '4x', '1'.repeat(25)])
      expect(() => createRateFinder([rateOf(prefix)], UTC)).toThrow(RangeError);
  });
});

describe('money as text', () => {
  it.each([
    ['0', 0, '0.00'],
    ['0.1', 100_000, '0.10'],
    ['0.000001', 1, '0.000001'],
    ['999999999.999999', 999_999_999_999_999, '999999999.999999'],
    ['12.50', 12_500_000, '12.50'],
  ])('%s', (text, micros, shown) => {
    expect(microsOf(text)).toBe(micros);
    expect(decimalOf(micros)).toBe(shown);
  });
  it.each(['', '-1', '+1', '1e3', '1,5', '.5', '1.', '0.1234567', '1000000000', ' 1', 'NaN'])(
    'rejects “%s”',
    (text) => {
      expect(() => microsOf(text)).toThrow(RangeError);
    },
  );
});

/** A slow reference implementation of the specification with rationals of bigints. */
const naiveFind = (rates: readonly Rate[], digits: string, when: number): number => {
  let best = -1;
  for (const [index, rate] of rates.entries()) {
    if (!digits.startsWith(rate.prefix)) continue;
    if (when < rate.effectiveFrom || (rate.effectiveUntil !== null && when >= rate.effectiveUntil)) continue;
    const other = rates[best];
    const better =
      other === undefined ||
      rate.prefix.length > other.prefix.length ||
      (rate.prefix.length === other.prefix.length && rate.effectiveFrom >= other.effectiveFrom);
    if (better) best = index;
  }
  return best;
};

const naiveCost = (t: RateTerms, raw: number, left: number, decimals: number, up: boolean): bigint => {
  if (raw < t.graceSeconds) return 0n;
  const d = Math.max(0, raw - t.freeSeconds);
  let billed = 0;
  if (d > 0) for (billed = t.initialSeconds; billed < d;) billed += t.incrementSeconds;
  const paid = Math.max(0, billed - left);
  let sum = BigInt(t.connectFeeMicros) * 60n + BigInt(t.ratePerMinuteMicros) * BigInt(paid);
  const isCovered = billed > 0 && billed <= left;
  if (t.minChargeMicros !== null && !isCovered && sum < BigInt(t.minChargeMicros) * 60n)
    sum = BigInt(t.minChargeMicros) * 60n;
  if (t.maxChargeMicros !== null && sum > BigInt(t.maxChargeMicros) * 60n) sum = BigInt(t.maxChargeMicros) * 60n;
  const unit = 60n * 10n ** BigInt(6 - decimals);
  const rounded = up ? (sum + unit - 1n) / unit : (2n * sum + unit) / (2n * unit);
  return (rounded * unit) / 60n;
};

describe('compared with a slow reference', () => {
  it('finds the same rate and price for ten thousand random calls', { timeout: 120_000 }, () => {
    const micros = fc.oneof(fc.integer({ min: 0, max: 2_000_000 }), fc.integer({ min: 0, max: 999_999_999_999_999 }));
    const digits = (minLength: number, maxLength: number) =>
      fc.array(fc.integer({ min: 0, max: 3 }), { minLength, maxLength }).map((all) => all.join(''));
    const seconds = (min: number, max: number) => fc.integer({ min, max });
    const terms = fc.record<RateTerms>({
      connectFeeMicros: micros,
      ratePerMinuteMicros: fc.oneof(fc.integer({ min: 0, max: 2_000_000 }), fc.integer({ min: 0, max: 10 ** 11 })),
      initialSeconds: seconds(1, 120),
      incrementSeconds: seconds(1, 120),
      freeSeconds: seconds(0, 20),
      graceSeconds: seconds(0, 20),
      minChargeMicros: fc.option(micros),
      maxChargeMicros: fc.option(micros),
    });
    const rate = fc
      .record({ prefix: digits(1, 5), from: seconds(0, 5), lasts: fc.option(seconds(1, 5)), terms })
      .map((r) =>
        rateOf(r.prefix, {
          ...r.terms,
          effectiveFrom: r.from,
          effectiveUntil: r.lasts === null ? null : r.from + r.lasts,
        }),
      );
    const call = fc.record({
      digits: digits(0, 8),
      at: seconds(0, 10),
      raw: fc.oneof(seconds(1, 200), seconds(1, 604_800)),
      left: fc.oneof(seconds(0, 200), fc.constant(0)),
      decimals: seconds(2, 6),
      up: fc.boolean(),
    });
    const deck = fc.array(rate, { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(deck, fc.array(call, { minLength: 50, maxLength: 50 }), (rates, calls) => {
        const { find } = createRateFinder(rates, UTC);
        for (const c of calls) {
          const found = find(c.digits, c.at);
          expect(found).toBe(naiveFind(rates, c.digits, c.at));
          const t = rates[found];
          if (t === undefined) continue;
          const included = [{ seconds: c.left, coversConnectFee: false }];
          const rounding = { decimals: c.decimals, mode: c.up ? 'up' : 'half_up' } as const;
          const { costMicros } = chargeOf(t, c.raw, rounding, included);
          expect(BigInt(costMicros)).toBe(naiveCost(t, c.raw, c.left, c.decimals, c.up));
        }
      }),
      { numRuns: 200 },
    );
  });
});
