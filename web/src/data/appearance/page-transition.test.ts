import { describe, expect, it } from 'vitest';
import { TRANSITIONS } from './look.ts';
import { IN_MS, OUT_MS, waysOf } from './page-transition.ts';

const shift = (transform: string): readonly number[] =>
  transform === 'none' ? [0, 0] : [...transform.matchAll(/-?\d+(?=px)/g)].map(Number);

describe.each(TRANSITIONS)('%s', (transition) => {
  const { from, to } = waysOf(transition, 'ltr');
  const [fx = 0, fy = 0] = shift(from.transform);
  const [tx = 0, ty = 0] = shift(to.transform);

  it('moves only on its own axis', () => {
    expect(Math.abs(fx)).toBe(transition.includes('-x') ? 16 : 0);
    expect(Math.abs(fy)).toBe(transition.includes('-y') ? 16 : 0);
    expect([from.opacity, to.opacity]).toEqual([0, 0]);
  });

  it('continues in its direction (scroll) or returns to its origin (slide)', () => {
    const sign = transition.startsWith('scroll') ? -1 : 1;
    expect([tx, ty].map(Math.abs)).toEqual([fx, fy].map(Math.abs));
    expect(tx + ty).toBe(sign * (fx + fy) + 0);
  });

  it('is mirrored in right-to-left layouts', () => {
    const rtl = waysOf(transition, 'rtl');
    expect(shift(rtl.from.transform).map((n) => n + 0)).toEqual([fx === 0 ? 0 : -fx, fy]);
    expect(shift(rtl.to.transform).map((n) => n + 0)).toEqual([tx === 0 ? 0 : -tx, ty]);
  });
});

it('the reverse variant moves in the opposite direction', () => {
  for (const name of ['scroll-x', 'scroll-y', 'slide-x', 'slide-y'] as const) {
    const sum = (t: string): number => shift(t).reduce((a, b) => a + b, 0);
    expect(sum(waysOf(`${name}-reverse`, 'ltr').from.transform)).toBe(-sum(waysOf(name, 'ltr').from.transform));
  }
});

it('a transition takes at most 200 ms', () => expect(OUT_MS + IN_MS).toBeLessThanOrEqual(200));
