import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CALM, nextAlarm, worst, type Alarm, type AlarmLevel, type ThresholdRule } from './threshold.ts';

const WAITING: ThresholdRule = { worse: 'high', warn: 3, bad: 6, holdSeconds: 5, margin: 1 };
const LEVEL: ThresholdRule = { worse: 'low', warn: 80_000, bad: 60_000, holdSeconds: 0, margin: 5_000 };

/** Returns the level after each value, one value per second. */
const play = (rule: ThresholdRule, values: readonly (number | null)[]): AlarmLevel[] => {
  let alarm: Alarm = CALM;
  return values.map((value, second) => (alarm = nextAlarm(alarm, value, rule, second * 1000)).level);
};
const letters = (levels: readonly AlarmLevel[]): string => levels.map((l) => l[0]).join('');

describe('threshold', () => {
  it.each<[string, ThresholdRule, readonly (number | null)[], string]>([
    ['stays calm below', WAITING, [0, 1, 2, 2, 2, 2, 2, 2], 'oooooooo'],
    ['turns after it was held', WAITING, [3, 3, 3, 3, 3, 3, 3], 'oooooww'],
    ['does not turn for a moment beyond', WAITING, [3, 3, 3, 2, 3, 3, 3, 3, 3, 3], 'ooooooooow'],
    ['goes to red by way of yellow, each held by itself', WAITING, [3, 3, 3, 6, 6, 6, 6, 6, 6], 'ooooowwwb'],
    ['goes to red at once when it began there', WAITING, [9, 9, 9, 9, 9, 9], 'ooooob'],
    ['is kept by the margin', WAITING, [3, 3, 3, 3, 3, 3, 2, 2, 1], 'ooooowwwo'],
    ['falls from red to yellow by the margin', WAITING, [9, 9, 9, 9, 9, 9, 5, 4, 3, 2, 1], 'ooooobbwwwo'],
    ['counts anew after it fell', WAITING, [3, 3, 3, 3, 3, 3, 1, 3, 3], 'ooooowooo'],
    ['is calm while nothing is known', WAITING, [9, 9, 9, 9, 9, 9, null, 9], 'ooooobo' + 'o'],
    ['of a low figure turns below', LEVEL, [90_000, 80_000, 79_000, 61_000, 60_000], 'owwwb'],
    ['of a low figure comes back by the margin', LEVEL, [60_000, 64_000, 66_000, 84_000, 86_000], 'bbwwo'],
    ['without a yellow level has red alone', { ...WAITING, warn: null }, [5, 6, 6, 6, 6, 6, 6, 5, 4], 'oooooobbo'],
    ['without a red level stays yellow', { ...WAITING, bad: null, holdSeconds: 0 }, [99], 'w'],
    ['of nobody waiting is calm, whatever the margin', { ...WAITING, margin: 9, holdSeconds: 0 }, [3, 1, 0], 'wwo'],
    ['of a limit of nought does not cry at nought', { ...WAITING, warn: 0, bad: 1, holdSeconds: 0 }, [0, 1], 'ob'],
    ['of a figure where none is worst', { ...LEVEL, warn: 1, bad: 0, margin: 0 }, [2, 1, 0, 1, 2], 'owbwo'],
  ])('%s', (_name, rule, values, expected) => expect(letters(play(rule, values))).toBe(expected));

  it('returns the same object when nothing changes', () => {
    const held = nextAlarm(CALM, 4, WAITING, 0);
    expect(nextAlarm(held, 5, WAITING, 1000)).toBe(held);
    expect(nextAlarm(CALM, 1, WAITING, 0)).toBe(CALM);
    expect(nextAlarm(CALM, null, WAITING, 0)).toBe(CALM);
  });

  it('without hold and margin gives the level of the last value', () => {
    const rule = { ...WAITING, holdSeconds: 0, margin: 0 };
    fc.assert(
      fc.property(fc.array(fc.nat(12), { minLength: 1 }), (values) => {
        const last = values.at(-1) ?? 0;
        expect(play(rule, values).at(-1)).toBe(last >= 6 ? 'bad' : last >= 3 ? 'warn' : 'ok');
      }),
    );
  });

  it('never flickers within the margin: the level changes at most once', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(2, 3), { minLength: 2, maxLength: 60 }), (values) => {
        const levels = play({ ...WAITING, holdSeconds: 0 }, values);
        expect(levels.filter((l, i) => i > 0 && l !== levels[i - 1]).length).toBeLessThanOrEqual(1);
      }),
    );
  });

  it.each([
    ['ok', 'warn', 'warn'],
    ['bad', 'warn', 'bad'],
    ['ok', 'ok', 'ok'],
  ] as const)('the worse of %s and %s is %s', (a, b, c) => expect(worst(a, b)).toBe(c));
});
