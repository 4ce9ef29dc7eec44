// Seeded random choices: the same seed gives the same run.
export interface SeededRandom {
  /** From 0 to n - 1. */
  below(n: number): number;
  chance(p: number): boolean;
  pick<T>(of: readonly T[]): T;
  shuffle<T>(of: readonly T[]): T[];
}

/** mulberry32 */
export const seededRandom = (seed: number): SeededRandom => {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (n: number): number => Math.floor(next() * n);
  return {
    below,
    chance: (p) => next() < p,
    pick: (of) => of[below(of.length)] as (typeof of)[number],
    shuffle: (of) =>
      of
        .map((one) => [next(), one] as const)
        .toSorted((a, b) => a[0] - b[0])
        .map(([, one]) => one),
  };
};
