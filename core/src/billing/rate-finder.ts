// Finds the longest prefix of a number in a rate deck with a digit trie in one Int32Array. Each node has eleven cells: ten children (index
// of a node's first cell, 0: none) and the head of its chain of rates (index + 1, 0: none).
import { zoneOffset } from '../base/zone-offset.ts';
import type { Rate } from './rate.ts';

/** Returns the digits of an international number as in a deck's prefixes: `+44 7712 345678` and `0044…` become `44…`. */
export const digitsOf = (number: string): string => {
  const digits = number.replace(/[^0-9]/g, '');
  return !number.trim().startsWith('+') && digits.startsWith('00') ? digits.slice(2) : digits;
};

const CELLS = 11;
const HEAD = 10;
const LONGEST = 24;
const ZERO = 48;

interface PeakWindow {
  /** ISO days, 1 Monday to 7 Sunday. */
  readonly days: readonly number[];
  /** Minutes after midnight, local time, half open; `toMinute` up to 1440. Hours past midnight need two windows. */
  readonly fromMinute: number;
  readonly toMinute: number;
}

/** Tells whether a call is in peak hours, by the plan's time zone. The time of the answer (epoch ms) decides for the whole call. */
export const createPeakClock = (timeZone: string, windows: readonly PeakWindow[]): ((at: number) => boolean) => {
  if (windows.length === 0) return () => false;
  return (at) => {
    const clock = new Date(at + zoneOffset(at, timeZone));
    const day = clock.getUTCDay() || 7;
    const minute = clock.getUTCHours() * 60 + clock.getUTCMinutes();
    return windows.some((w) => w.days.includes(day) && minute >= w.fromMinute && minute < w.toMinute);
  };
};

export interface Calendar {
  readonly timeZone: string;
  readonly peak: readonly PeakWindow[];
}

export interface RateFinder {
  /**
   * Returns the index of the rate, or -1. `digits`: of the international number; other characters end the search. The longest prefix
   * with a rate valid at that time wins, whatever its price. Among rates of one prefix the latest start wins; with equal starts, a rate
   * for peak or off-peak hours precedes one for all hours.
   */
  readonly find: (digits: string, answeredAt: number) => number;
}

const nodesOf = (rates: readonly Rate[]): { readonly cells: Int32Array; readonly ends: Int32Array } => {
  let cells = new Int32Array(CELLS * Math.max(16, rates.length * 2));
  let used = CELLS;
  const ends = new Int32Array(rates.length);
  for (const [index, rate] of rates.entries()) {
    let node = 0;
    for (let i = 0; i < rate.prefix.length; i++) {
      const cell = node + rate.prefix.charCodeAt(i) - ZERO;
      if (cells[cell] === 0) {
        if (used + CELLS > cells.length) {
          const larger = new Int32Array(cells.length * 2);
          larger.set(cells);
          cells = larger;
        }
        cells[cell] = used;
        used += CELLS;
      }
      node = cells[cell]!;
    }
    ends[index] = node;
  }
  return { cells: cells.slice(0, used), ends };
};

/** Throws a RangeError for a prefix that is not 1 to 24 digits. */
export const createRateFinder = (rates: readonly Rate[], calendar: Calendar): RateFinder => {
  for (const { prefix } of rates) if (!/^[0-9]{1,24}$/.test(prefix)) throw new RangeError(`Invalid prefix: ${prefix}`);
  const { cells, ends } = nodesOf(rates);
  const next = new Int32Array(rates.length);
  const from = new Float64Array(rates.length);
  const until = new Float64Array(rates.length);
  /** 0 any hour, 1 peak, 2 off-peak. */
  const timing = new Uint8Array(rates.length);
  // Each rate is added at the head of its chain, so the best one comes last.
  const worstFirst = rates
    .map((_, index) => index)
    .sort((a, b) => {
      const [x, y] = [rates[a]!, rates[b]!];
      return x.effectiveFrom - y.effectiveFrom || Number(x.timing !== 'any') - Number(y.timing !== 'any') || a - b;
    });
  for (const index of worstFirst) {
    const rate = rates[index]!;
    const head = ends[index]! + HEAD;
    next[index] = cells[head]!;
    cells[head] = index + 1;
    from[index] = rate.effectiveFrom;
    until[index] = rate.effectiveUntil ?? Infinity;
    timing[index] = rate.timing === 'any' ? 0 : rate.timing === 'peak' ? 1 : 2;
  }
  const isPeak = createPeakClock(calendar.timeZone, calendar.peak);
  const path = new Int32Array(LONGEST + 1);

  const find = (digits: string, answeredAt: number): number => {
    const length = digits.length < LONGEST ? digits.length : LONGEST;
    let node = 0;
    let heads = 0;
    for (let i = 0; i < length; i++) {
      const digit = digits.charCodeAt(i) - ZERO;
      if (digit < 0 || digit > 9) break;
      node = cells[node + digit]!;
      if (node === 0) break;
      const head = cells[node + HEAD]!;
      if (head !== 0) path[heads++] = head;
    }
    while (heads > 0) {
      for (let entry = path[--heads]!; entry !== 0; entry = next[entry - 1]!) {
        const index = entry - 1;
        if (answeredAt < from[index]! || answeredAt >= until[index]!) continue;
        const hours = timing[index]!;
        if (hours === 0 || (hours === 1) === isPeak(answeredAt)) return index;
      }
    }
    return -1;
  };
  return { find };
};
