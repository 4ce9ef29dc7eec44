// Stores a day's ended queue visits and talks in columns: about 13 bytes per fact, counted about a hundred times faster than rows.
// Little-endian, as on all machines that run Node.js.
import type { Outcome } from '../live/event.ts';

export interface QueueFact {
  /** Index of its source (server, queue, call center) of the day. */
  readonly source: number;
  /** Epoch ms within the day. */
  readonly at: number;
  /** Outcome of a visit, `null` for a talk. */
  readonly outcome: string | null;
  readonly wait: number | null;
  /** Epoch ms. */
  readonly joinedAt: number | null;
  /** Seconds of a talk, `null` for a visit. */
  readonly talk: number | null;
  readonly sentOn: boolean;
}

/** `at`: ms since the start of the day, in order. `since`: ms from joining to `at`. */
export interface StayColumns {
  readonly count: number;
  readonly at: Int32Array;
  readonly since: Int32Array | Float64Array;
  readonly wait: Int32Array;
  readonly source: Uint16Array;
  readonly outcome: Uint8Array;
}
export interface TalkColumns {
  readonly count: number;
  readonly at: Int32Array;
  readonly seconds: Int32Array;
  readonly source: Uint16Array;
  readonly sentOn: Uint8Array;
}
export interface DayFacts {
  readonly stays: StayColumns;
  readonly talks: TalkColumns;
}

/** Represents `null` in number columns. */
export const NO_NUMBER = -(2 ** 31);
const MOST_NUMBER = 2 ** 31 - 1;

/** The index is the code. 0 is no outcome, the code after the last one an unknown outcome. */
const OUTCOMES: readonly (Outcome | null)[] = [
  ...([null, 'answered', 'abandoned', 'timed-out', 'left-by-key', 'no-agent', 'full', 'withdrawn'] as const),
];
export const [, ANSWERED, ABANDONED, TIMED_OUT, LEFT_BY_KEY, NO_AGENT, FULL, WITHDRAWN, UNKNOWN] = [
  ...([0, 1, 2, 3, 4, 5, 6, 7, 8] as const),
] as const;

const CODES: ReadonlyMap<string | null, number> = new Map(OUTCOMES.map((outcome, code) => [outcome, code]));
const codeOf = (outcome: string | null): number => CODES.get(outcome) ?? UNKNOWN;

const HEADER = 16;
const VERSION = 1;
const STAY_BYTES = 11;
const TALK_BYTES = 11;

const viewOf = (buffer: ArrayBuffer, offset: number): DayFacts => {
  const [, stays = 0, talks = 0, wide = 0] = new Int32Array(buffer, offset, 4);
  let at = offset + HEADER;
  const take = (bytes: number): number => {
    const from = at;
    at += bytes;
    return from;
  };
  const since =
    wide === 1 ? new Float64Array(buffer, take(8 * stays), stays) : new Int32Array(buffer, take(4 * stays), stays);
  const stayAt = new Int32Array(buffer, take(4 * stays), stays);
  const wait = new Int32Array(buffer, take(4 * stays), stays);
  const talkAt = new Int32Array(buffer, take(4 * talks), talks);
  const seconds = new Int32Array(buffer, take(4 * talks), talks);
  const staySource = new Uint16Array(buffer, take(2 * stays), stays);
  const talkSource = new Uint16Array(buffer, take(2 * talks), talks);
  const outcome = new Uint8Array(buffer, take(stays), stays);
  const sentOn = new Uint8Array(buffer, take(talks), talks);
  return {
    stays: { count: stays, at: stayAt, since, wait, source: staySource, outcome },
    talks: { count: talks, at: talkAt, seconds, source: talkSource, sentOn },
  };
};

/**
 * Reads packed facts.
 * @throws RangeError for bytes that `packFacts` did not write
 */
export const unpackFacts = (bytes: Uint8Array): DayFacts => {
  // Number columns must be aligned to their size.
  const own = bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes);
  const view = new DataView(own.buffer, own.byteOffset, own.byteLength);
  if (view.byteLength < HEADER || view.getInt32(0, true) !== VERSION)
    throw new RangeError('Invalid packed queue facts');
  return viewOf(own.buffer as ArrayBuffer, own.byteOffset);
};

const sinceOf = ({ at, joinedAt }: QueueFact, wide: boolean): number => {
  if (joinedAt === null) return wide ? Number.NaN : NO_NUMBER;
  return at - joinedAt;
};
const isWide = ({ at, joinedAt }: QueueFact): boolean =>
  joinedAt !== null && (at - joinedAt <= NO_NUMBER || at - joinedAt > MOST_NUMBER);

/**
 * @param dayStart epoch ms
 * @param facts of the day, in any order
 * @throws RangeError with more than 65,536 sources
 */
export const packFacts = (dayStart: number, facts: readonly QueueFact[]): Uint8Array => {
  const sorted = facts.toSorted((a, b) => a.at - b.at);
  if (sorted.some((f) => f.source > 0xffff)) throw new RangeError('Too many sources for one day');
  const stays = sorted.filter((f) => f.outcome !== null || f.wait !== null);
  const talks = sorted.filter((f) => f.talk !== null);
  const wide = stays.some(isWide);
  const size = HEADER + stays.length * (STAY_BYTES + (wide ? 8 : 4)) + talks.length * TALK_BYTES;
  const bytes = new Uint8Array(size);
  new Int32Array(bytes.buffer, 0, 4).set([VERSION, stays.length, talks.length, wide ? 1 : 0]);
  const to = viewOf(bytes.buffer, 0);
  for (const [i, fact] of stays.entries()) {
    to.stays.at[i] = fact.at - dayStart;
    to.stays.since[i] = sinceOf(fact, wide);
    to.stays.wait[i] = fact.wait ?? NO_NUMBER;
    to.stays.source[i] = fact.source;
    to.stays.outcome[i] = codeOf(fact.outcome);
  }
  for (const [i, fact] of talks.entries()) {
    to.talks.at[i] = fact.at - dayStart;
    to.talks.seconds[i] = fact.talk ?? 0;
    to.talks.source[i] = fact.source;
    to.talks.sentOn[i] = fact.sentOn ? 1 : 0;
  }
  return bytes;
};
