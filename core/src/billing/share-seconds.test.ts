import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chargeOf } from './charge.ts';
import type { RateTerms } from './rate.ts';
import { shareSeconds } from './share-seconds.ts';

const terms = (changes: Partial<RateTerms>): RateTerms => ({
  connectFeeMicros: 0,
  ratePerMinuteMicros: 0,
  initialSeconds: 1,
  incrementSeconds: 1,
  freeSeconds: 0,
  graceSeconds: 0,
  minChargeMicros: null,
  maxChargeMicros: null,
  ...changes,
});

interface Running {
  readonly terms: RateTerms;
  readonly elapsed: number;
}

const costOf =
  (calls: readonly Running[]) =>
  (seconds: readonly number[]): bigint =>
    calls.reduce((sum, call, i) => {
      const billsec = call.elapsed + (seconds[i] ?? 0);
      return (
        sum + BigInt(billsec === 0 ? 0 : chargeOf(call.terms, billsec, { decimals: 6, mode: 'half_up' }).costMicros)
      );
    }, 0n);

const MOST = 86_400;
const share = (available: bigint, calls: readonly Running[]) =>
  shareSeconds(calls.length, MOST, (seconds) => costOf(calls)(seconds) <= available);

describe('shareSeconds', () => {
  const satellite = terms({ ratePerMinuteMicros: 5_000_000 });

  it.each([
    ['a call of 5.00 a minute lasts 12 s on 1.00', 1_000_000n, [{ terms: satellite, elapsed: 0 }], [12]],
    ['0.02 pays for no second of it', 20_000n, [{ terms: satellite, elapsed: 0 }], [0]],
    ['a free call has no limit', 0n, [{ terms: terms({}), elapsed: 0 }], [MOST]],
    [
      'two calls share what is left',
      1_000_000n,
      [
        { terms: satellite, elapsed: 0 },
        { terms: satellite, elapsed: 0 },
      ],
      [6, 6],
    ],
    [
      'what was spent already counts',
      1_000_000n,
      [
        { terms: satellite, elapsed: 6 },
        { terms: satellite, elapsed: 0 },
      ],
      [3, 3],
    ],
    [
      'a call goes on to the end of the minute that it paid for, when no other minute can be paid',
      2_000_000n,
      [
        { terms: terms({ ratePerMinuteMicros: 1_000_000, initialSeconds: 60, incrementSeconds: 60 }), elapsed: 30 },
        { terms: terms({ ratePerMinuteMicros: 1_000_000, initialSeconds: 60, incrementSeconds: 60 }), elapsed: 0 },
      ],
      [30, 60],
    ],
    [
      'a maximum charge that is covered lifts the limit',
      900_000n,
      [{ terms: terms({ ratePerMinuteMicros: 5_000_000, maxChargeMicros: 800_000 }), elapsed: 0 }],
      [MOST],
    ],
    [
      'a connect fee counts',
      60_000n,
      [{ terms: terms({ connectFeeMicros: 50_000, ratePerMinuteMicros: 60_000 }), elapsed: 0 }],
      [10],
    ],
  ] as const)('%s', (_what, available, calls, seconds) => expect(share(available, calls)).toEqual(seconds));

  it('never grants more than the balance pays for, and never one common second less', () => {
    const call = fc.record({
      terms: fc
        .record({
          connectFeeMicros: fc.integer({ min: 0, max: 500_000 }),
          ratePerMinuteMicros: fc.integer({ min: 1, max: 9_000_000 }),
          initialSeconds: fc.integer({ min: 1, max: 60 }),
          incrementSeconds: fc.integer({ min: 1, max: 60 }),
          freeSeconds: fc.integer({ min: 0, max: 20 }),
          graceSeconds: fc.integer({ min: 0, max: 20 }),
          minChargeMicros: fc.option(fc.integer({ min: 0, max: 300_000 })),
        })
        .map((changes) => terms(changes)),
      elapsed: fc.integer({ min: 0, max: 300 }),
    });
    fc.assert(
      fc.property(
        fc.array(call, { minLength: 1, maxLength: 4 }),
        fc.bigInt({ min: 0n, max: 20_000_000n }),
        (calls, more) => {
          const cost = costOf(calls);
          const available = cost(calls.map(() => 0)) + more;
          const seconds = share(available, calls);
          expect(cost(seconds) <= available).toBe(true);
          const common = Math.min(...seconds);
          if (common < MOST) expect(cost(calls.map(() => common + 1)) > available).toBe(true);
        },
      ),
    );
  });
});
