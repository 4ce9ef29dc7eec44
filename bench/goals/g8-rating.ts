// G8: the longest of 50,000 prefixes and the exact price of a call, beside the least that any look-up must do (reading the
// digits), and beside a naive reference on 10,000 random calls.
import { createPricer } from '@ringside/core/rating/pricer.ts';
import { createRateFinder } from '@ringside/core/rating/rate-finder.ts';
import type { Rate } from '@ringside/core/rating/rate.ts';
import type { Result } from '../harness.ts';
import { figuresTable, race, ratio } from '../harness.ts';

const PREFIXES = 50_000;
const CALLS = 10_000;
const TIMES = 60;
const ROUNDS = 9;
const LIMIT = 'reading the digits';
const FOUND = 'longest prefix';
const PRICED = 'longest prefix and price';
const AT = Date.UTC(2026, 2, 2, 12);
const ROUNDING = { decimals: 4, mode: 'half_up' } as const;

/** A small linear generator: the same calls on every machine. */
const createRandom = (seed: number): ((below: number) => number) => {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

const digits = (random: (below: number) => number, length: number): string =>
  String(1 + random(9)) + Array.from({ length: length - 1 }, () => random(10)).join('');

const ratesOf = (random: (below: number) => number): Rate[] => {
  const prefixes = new Set<string>();
  for (let digit = 1; digit <= 9; digit++) prefixes.add(String(digit));
  while (prefixes.size < PREFIXES) prefixes.add(digits(random, 2 + random(6)));
  return [...prefixes].map((prefix) => ({
    prefix,
    destinationName: '',
    destinationGroup: '',
    timing: 'any',
    effectiveFrom: 0,
    effectiveUntil: null,
    blocked: false,
    connectFeeMicros: random(3) * 10_000,
    ratePerMinuteMicros: 1000 + random(900_000),
    initialSeconds: [1, 6, 30, 60][random(4)] ?? 60,
    incrementSeconds: [1, 6, 60][random(3)] ?? 60,
    freeSeconds: 0,
    graceSeconds: random(4),
    minChargeMicros: null,
    maxChargeMicros: null,
  }));
};

interface Call {
  readonly number: string;
  readonly billsec: number;
}

/** Tries every prefix; prices in rationals. */
const naive = (rates: readonly Rate[], call: Call): bigint => {
  let best: Rate | null = null;
  for (const rate of rates)
    if (call.number.startsWith(rate.prefix) && rate.prefix.length > (best?.prefix.length ?? 0)) best = rate;
  if (best === null || call.billsec < best.graceSeconds) return 0n;
  let billed = best.initialSeconds;
  while (billed < call.billsec) billed += best.incrementSeconds;
  const sum = BigInt(best.connectFeeMicros) * 60n + BigInt(best.ratePerMinuteMicros) * BigInt(billed);
  return ((2n * sum + 6000n) / 12_000n) * 100n;
};

export const measure = async (): Promise<Result[]> => {
  const random = createRandom(20_260_302);
  const rates = ratesOf(random);
  const { find } = createRateFinder(rates, { timeZone: 'UTC', peak: [] });
  const price = createPricer(rates, ROUNDING);
  const calls: Call[] = Array.from({ length: CALLS }, () => ({
    number: digits(random, 11 + random(3)),
    billsec: 1 + random(random(10) === 0 ? 7200 : 300),
  }));
  const costOf = (call: Call): number => {
    const index = find(call.number, AT);
    return index < 0 ? 0 : price(index, call.billsec, 0);
  };
  const wrong = calls.filter((call) => BigInt(costOf(call)) !== naive(rates, call)).length;

  const sink = { sum: 0 };
  const over = (name: string, work: (call: Call) => number) => ({
    name,
    run: () => {
      let sum = 0;
      for (let time = 0; time < TIMES; time++) for (const call of calls) sum += work(call);
      sink.sum += sum;
      return TIMES * CALLS;
    },
  });
  const read = ({ number }: Call): number => {
    let sum = 0;
    for (let i = 0; i < number.length; i++) sum += number.charCodeAt(i) - 48;
    return sum;
  };
  const figures = await race(
    [over(LIMIT, read), over(FOUND, (call) => find(call.number, AT)), over(PRICED, costOf)],
    ROUNDS,
  );
  console.log(figuresTable(figures, 'call'));
  const nanoseconds = (figures.find((f) => f.name === PRICED)?.median ?? NaN) * 1000;
  const times = ratio(figures, PRICED, LIMIT);
  return [
    {
      goal: 'G8',
      what: 'rating a call, price included',
      reached: `${nanoseconds.toFixed(0)} ns`,
      aim: '≤ 160 ns',
      met: nanoseconds <= 160,
    },
    {
      goal: 'G8',
      what: 'the same, of reading the digits',
      reached: `${times.toFixed(2)} ×`,
      aim: '≤ 6 ×',
      met: times <= 6,
    },
    {
      goal: 'G8',
      what: 'calls that a naive reference prices otherwise',
      reached: `${wrong} of ${CALLS}`,
      aim: '0',
      met: wrong === 0,
    },
  ];
};
