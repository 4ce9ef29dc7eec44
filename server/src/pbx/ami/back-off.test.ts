import fc from 'fast-check';
import { expect, it } from 'vitest';
import { refusedDelayMs, retryDelayMs } from './back-off.ts';

const chance = fc.double({ min: 0, max: 1, noNaN: true });

it('grows from one second to 30 seconds and is never less than half of the full delay', () => {
  fc.assert(
    fc.property(fc.nat(1000), chance, (attempt, c) => {
      const full = attempt >= 5 ? 30_000 : 1000 * 2 ** attempt;
      expect(retryDelayMs(attempt, () => c)).toBeGreaterThanOrEqual(full / 2);
      expect(retryDelayMs(attempt, () => c)).toBeLessThanOrEqual(full);
    }),
  );
});

it('spreads the retries of links that failed at the same time', () => {
  const waits = new Set(Array.from({ length: 50 }, () => retryDelayMs(5, Math.random)));
  expect(waits.size).toBeGreaterThan(40);
});

it('waits at least one minute and at most 15 minutes after a refusal', () => {
  expect(refusedDelayMs(0, () => 1)).toBe(60_000);
  expect(refusedDelayMs(99, () => 1)).toBe(900_000);
});
