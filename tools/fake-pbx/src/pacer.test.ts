import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createPacer } from './pacer.ts';
import { loadPlan } from './sim/load-plan.ts';
import type { World } from './sim/model.ts';
import { createWorld } from './sim/world.ts';

const START = Date.UTC(2026, 10, 21, 9, 0, 0);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const world = (): { world: World; longest: () => number } => {
  let longest = 0;
  let last = 0;
  const w = createWorld(loadPlan({ systemName: 'pbx1', talk: 10 }), START, () => {});
  const { step } = w.clock;
  return {
    world: {
      ...w,
      clock: {
        ...w.clock,
        step: () => {
          last = w.emitted;
          const more = step();
          longest = Math.max(longest, w.emitted - last);
          return more;
        },
      },
      get emitted() {
        return w.emitted;
      },
    } as World,
    longest: () => longest,
  };
};

describe('load pace', () => {
  test.each([20, 150, 1000])('sends %i events a second, without drift over ten minutes', (rate) => {
    const { world: w, longest } = world();
    const pacer = createPacer(() => w);
    const before = w.emitted;
    pacer.start({ kind: 'load', eventsPerSecond: rate });
    for (const second of [1, 60, 600]) {
      vi.advanceTimersByTime(second * 1000 - (performance.now() - started));
      const sent = w.emitted - before;
      expect(sent).toBeGreaterThanOrEqual(rate * second - rate * 0.011);
      expect(sent).toBeLessThanOrEqual(rate * second + longest());
    }
    pacer.stop();
  });
  let started = 0;
  beforeEach(() => {
    started = performance.now();
  });
});

describe('real pace', () => {
  test('advances a minute per minute, or ten at ten times the speed', () => {
    for (const speed of [1, 10]) {
      const { world: w } = world();
      const pacer = createPacer(() => w);
      pacer.start({ kind: 'real', speed });
      vi.advanceTimersByTime(60_000);
      expect(w.clock.now() - START).toBeCloseTo(60_000 * speed, -2);
      pacer.hold();
      vi.advanceTimersByTime(60_000);
      pacer.resume();
      vi.advanceTimersByTime(1000);
      expect(w.clock.now() - START).toBeCloseTo(61_000 * speed, -2);
      pacer.stop();
    }
  });
});
