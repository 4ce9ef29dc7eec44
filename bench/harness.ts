// Measures contenders side by side in one run: interleaved rounds, CPU time, medians, and the ratio to a named peer or limit. Absolute
// figures vary with the machine's load; ratios are stable.

import { loadavg } from 'node:os';

export interface Contender {
  readonly name: string;
  /** Runs one round. Returns the number of units done, so that rounds can differ in size. */
  run(): number | Promise<number>;
  /** Runs before each measured round instead of a whole round. */
  warmUp?(): Promise<unknown>;
}

interface Figure {
  readonly name: string;
  /** CPU microseconds per unit (user and system, whole process): median, minimum and maximum of the rounds. */
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

const started = performance.now();

/** Prints what is being measured and the load of the machine, because most goals take minutes. */
export const progress = (what: string): void => {
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`  [${seconds} s, load ${(loadavg()[0] ?? 0).toFixed(1)}] ${what}`);
};

const middle = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[half] ?? 0) : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2;
};

const cpuMicros = (): number => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

/**
 * Runs each contender `rounds` times in turn, each time after a warm-up run. The warm-up matters because during other turns V8 discards
 * compiled code, regular expressions first, and the heap fills.
 */
export const race = async (contenders: readonly Contender[], rounds = 7): Promise<Figure[]> => {
  const samples = new Map<string, number[]>(contenders.map((c) => [c.name, []]));
  for (let round = 0; round < rounds; round++) {
    progress(`round ${round + 1} of ${rounds}`);
    for (const contender of contenders) {
      await (contender.warmUp?.() ?? contender.run());
      const before = cpuMicros();
      const units = await contender.run();
      samples.get(contender.name)?.push((cpuMicros() - before) / units);
    }
  }
  return contenders.map(({ name }) => {
    const values = samples.get(name) ?? [];
    return { name, median: middle(values), least: Math.min(...values), most: Math.max(...values) };
  });
};

/** Percentile of unsorted samples, `p` from 0 to 100. */
export const percentile = (samples: readonly number[], p: number): number => {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((p / 100) * sorted.length))] ?? 0;
};

export const median = middle;

/** One line of the report: the result next to its target. */
export interface Result {
  readonly goal: string;
  readonly what: string;
  readonly reached: string;
  readonly aim: string;
  readonly met: boolean | null;
}

const pad = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - [...text].length));

export const table = (rows: readonly (readonly string[])[]): string => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => [...(row[column] ?? '')].length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => pad(cell, widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

const format = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);

export const figuresTable = (figures: readonly Figure[], unit: string): string =>
  table([
    ['', `µs CPU per ${unit}`, 'least', 'most'],
    ...figures.map((f) => [f.name, format(f.median), format(f.least), format(f.most)]),
  ]);

/** Returns `a` as a multiple of `b`, such as `0.18 ×`. */
export const ratio = (figures: readonly Figure[], a: string, b: string): number => {
  const of = (name: string) => figures.find((f) => f.name === name)?.median ?? NaN;
  return of(a) / of(b);
};
