// G8: longest match among 50,000 prefixes and the exact price of a call, next to the minimum of any look-up (reading the digits), and
// compared with a naive reference on 10,000 random calls.
import { rateCall } from '@ringside/core/billing/rate-call.ts';
import type { CallToRate, RatingPlan } from '@ringside/core/billing/rate-call.ts';
import { createRateFinder } from '@ringside/core/billing/rate-finder.ts';
import type { Rate } from '@ringside/core/billing/rate.ts';
import type { Result } from '../harness.ts';
import { figuresTable, race, ratio } from '../harness.ts';

const PREFIXES = 50_000;
const CALLS = 10_000;
const TIMES = 60;
const ROUNDS = 9;
const LIMIT = 'reading the digits';
const FOUND = 'longest prefix';
const RATED = 'longest prefix, price and its steps';
const AT = Date.UTC(2026, 2, 2, 12);
const ROUNDING = { decimals: 4, mode: 'half_up' } as const;

/** Linear congruential generator: the same calls on every machine. */
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

/** Tries every prefix and calculates prices in rationals. */
const naive = (rates: readonly Rate[], call: CallToRate): bigint => {
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
  const finder = createRateFinder(rates, { timeZone: 'UTC', peak: [] });
  const deck = { rates, finder };
  const plan: RatingPlan = {
    outbound: deck,
    inbound: deck,
    inboundCalls: 'rated',
    internalCalls: 'free',
    unrated: { kind: 'zero' },
    rounding: ROUNDING,
  };
  const calls: CallToRate[] = Array.from({ length: CALLS }, () => ({
    direction: 'outbound',
    number: digits(random, 11 + random(3)),
    answeredAt: AT,
    billsec: 1 + random(random(10) === 0 ? 7200 : 300),
  }));
  const costOf = (call: CallToRate): number => rateCall(call, plan, []).costMicros;
  const wrong = calls.filter((call) => BigInt(costOf(call)) !== naive(rates, call)).length;

  const sink = { sum: 0 };
  const over = (name: string, work: (call: CallToRate) => number) => ({
    name,
    run: () => {
      let sum = 0;
      for (let time = 0; time < TIMES; time++) for (const call of calls) sum += work(call);
      sink.sum += sum;
      return TIMES * CALLS;
    },
  });
  const read = ({ number }: CallToRate): number => {
    let sum = 0;
    for (let i = 0; i < number.length; i++) sum += number.charCodeAt(i) - 48;
    return sum;
  };
  const figures = await race(
    [over(LIMIT, read), over(FOUND, (call) => finder.find(call.number, AT)), over(RATED, costOf)],
    ROUNDS,
  );
  console.log(figuresTable(figures, 'call'));
  const nanoseconds = (figures.find((f) => f.name === RATED)?.median ?? NaN) * 1000;
  const times = ratio(figures, RATED, LIMIT);
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
