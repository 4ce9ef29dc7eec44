// Seeded random numbers (sfc32): the same seed gives the same day on every machine.

export interface Random {
  /** Uniform in [0, 1). */
  readonly next: () => number;
  readonly chance: (probability: number) => boolean;
  /** Uniform in [low, high). */
  readonly between: (low: number, high: number) => number;
  /** Integer, uniform in [low, high]. */
  readonly whole: (low: number, high: number) => number;
  readonly pick: <T>(list: readonly T[]) => T;
  readonly exponential: (mean: number) => number;
  /** Durations of human actions: most near the median, a few much longer. A usual `spread` is 0.5. */
  readonly logNormal: (median: number, spread: number) => number;
}

const seedWords = (seed: number | string): [number, number, number, number] => {
  // FNV-1a hash of the text with four different starts.
  const text = String(seed);
  return [0x811c9dc5, 0x9e3779b9, 0x85ebca6b, 0xc2b2ae35].map((start) => {
    let h = start;
    for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
    return h >>> 0;
  }) as [number, number, number, number];
};

export const createRandom = (seed: number | string): Random => {
  let [a, b, c, d] = seedWords(seed);
  const next = (): number => {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + t) | 0;
    return (t >>> 0) / 4294967296;
  };
  for (let i = 0; i < 15; i++) next();
  const exponential = (mean: number): number => -mean * Math.log(1 - next());
  return {
    next,
    chance: (p) => next() < p,
    between: (low, high) => low + (high - low) * next(),
    whole: (low, high) => low + Math.floor((high - low + 1) * next()),
    pick: (list) => {
      const item = list[Math.floor(next() * list.length)];
      if (item === undefined) throw new Error('Nothing to pick from');
      return item;
    },
    exponential,
    logNormal: (median, spread) => {
      const gauss = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
      return median * Math.exp(spread * gauss);
    },
  };
};
