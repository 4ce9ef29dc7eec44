import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { takeOne } from './allowance.ts';
import type { Allowance } from './allowance.ts';

describe('requests per minute', () => {
  it('allows a burst of one minute’s requests, then returns the time of the next one', () => {
    let allowance: Allowance | null = null;
    const seen: boolean[] = [];
    for (let i = 0; i < 4; i += 1) {
      const verdict = takeOne(allowance, 3, 1000);
      allowance = verdict.allowance;
      seen.push(verdict.allowed);
    }
    expect(seen).toEqual([true, true, true, false]);
    expect(takeOne(allowance, 3, 1000)).toMatchObject({ retryAfterSeconds: 20, remaining: 0, resetSeconds: 60 });
    expect(takeOne(allowance, 3, 21_000)).toMatchObject({ allowed: true, retryAfterSeconds: 0 });
  });

  it('never allows more than a full bucket plus the refill, even if the clock goes back', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 600 }),
        fc.array(fc.integer({ min: -500, max: 5000 }), { maxLength: 200 }),
        (perMinute, steps) => {
          let allowance: Allowance | null = null;
          let now = 0;
          let forward = 0;
          let allowed = 0;
          for (const step of steps) {
            now += step;
            forward += Math.max(0, step);
            const verdict = takeOne(allowance, perMinute, now);
            allowance = verdict.allowance;
            if (verdict.allowed) allowed += 1;
            else expect(verdict.retryAfterSeconds).toBeGreaterThan(0);
          }
          expect(allowed).toBeLessThanOrEqual(perMinute + (forward * perMinute) / 60_000 + 1e-6);
        },
      ),
    );
  });
});
