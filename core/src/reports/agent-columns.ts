// Stores a day's agent facts in columns: about 15 bytes per fact, plus the strings. Integer columns are as wide as their largest number
// requires. Little-endian, as on all machines that run Node.js.
import type { AgentFact, AgentFactKind } from './agent-fact.ts';

/** A fact of one of the day's sources (server, agent, queue, call center, name). */
export interface SourcedFact extends Omit<AgentFact, 'at' | 'queue'> {
  readonly source: number;
  /** Epoch ms within the day. */
  readonly atMs: number;
}

type Column = Uint8Array | Uint16Array | Int32Array;

export interface AgentColumns {
  readonly count: number;
  readonly source: Column;
  /** Milliseconds since the start of the day. */
  readonly at: Column;
  /** Returns the fact at an index, as a fact of a queue. */
  readonly factAt: (place: number, dayStart: number, queue: string) => AgentFact;
}

const KINDS: readonly AgentFactKind[] = ['added', 'removed', 'pause', 'connect', 'complete', 'missed', 'seen'];
const [KIND_MASK, PAUSED, IN_CALL] = [7, 8, 16];

const VERSION = 1;
const NAMES = ['at', 'source', 'flags', 'reason', 'call', 'ring', 'talk', 'wrapup', 'pausedSince', 'loginAt'] as const;
type Name = (typeof NAMES)[number];
/** Version, numbers of facts and times, and the width of each column. */
const HEADER = 4 * (4 + NAMES.length);

const widthOf = (values: readonly number[]): 1 | 2 | 4 => {
  let [least, most] = [0, 0];
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  if (least < 0 || most > 0xffff) return 4;
  return most > 0xff ? 2 : 1;
};
const aligned = (bytes: number): number => Math.ceil(bytes / 8) * 8;

const columnAt = (buffer: ArrayBuffer, from: number, count: number, width: number): Column => {
  if (width === 1) return new Uint8Array(buffer, from, count);
  return width === 2 ? new Uint16Array(buffer, from, count) : new Int32Array(buffer, from, count);
};

/** Numbers distinct items. 0 is `null`. */
const createList = <T>() => {
  const numbers = new Map<T | null, number>([[null, 0]]);
  return {
    numberOf: (item: T | null): number => {
      const number = numbers.get(item) ?? numbers.size;
      numbers.set(item, number);
      return number;
    },
    all: (): T[] => [...numbers.keys()].slice(1) as T[],
  };
};

/** 0 means no time, no call, no talk. Other values start at 1. */
const columnsOf = (dayStart: number, facts: readonly SourcedFact[]) => {
  const [words, times] = [createList<string>(), createList<number>()];
  const columns: Readonly<Record<Name, number[]>> = {
    at: facts.map((f) => f.atMs - dayStart),
    source: facts.map((f) => f.source),
    flags: facts.map((f) => KINDS.indexOf(f.kind) | (f.paused ? PAUSED : 0) | (f.incall ? IN_CALL : 0)),
    // Numbers the few reasons before the many calls, so that reasons fit into narrow columns.
    reason: facts.map((f) => words.numberOf(f.reason)),
    call: facts.map((f) => words.numberOf(f.call)),
    ring: facts.map((f) => f.ringSeconds),
    talk: facts.map(({ talkSeconds: talk }) => (talk === null ? 0 : talk < 0 ? talk : talk + 1)),
    wrapup: facts.map((f) => f.wrapupSeconds),
    pausedSince: facts.map((f) => times.numberOf(f.pausedSince)),
    loginAt: facts.map((f) => times.numberOf(f.loginAt)),
  };
  return { columns, words: words.all(), times: times.all() };
};

/**
 * Packs the facts.
 * @param dayStart epoch ms
 * @param facts of the day, in order
 * @returns the numbers and the strings that they refer to
 */
export const packAgentFacts = (
  dayStart: number,
  facts: readonly SourcedFact[],
): { readonly bytes: Uint8Array; readonly words: readonly string[] } => {
  const { columns, words, times } = columnsOf(dayStart, facts);
  const widths = NAMES.map((name) => widthOf(columns[name]));
  const size = widths.reduce(
    (sum: number, width) => sum + aligned(width * facts.length),
    aligned(HEADER) + 8 * times.length,
  );
  const bytes = new Uint8Array(size);
  new Int32Array(bytes.buffer, 0, HEADER / 4).set([VERSION, facts.length, times.length, 0, ...widths]);
  let from = aligned(HEADER);
  new Float64Array(bytes.buffer, from, times.length).set(times);
  from += 8 * times.length;
  for (const [i, name] of NAMES.entries()) {
    const width = widths[i] ?? 4;
    columnAt(bytes.buffer, from, facts.length, width).set(columns[name]);
    from += aligned(width * facts.length);
  }
  return { bytes, words };
};

/**
 * Reads packed facts.
 * @throws RangeError for bytes that `packAgentFacts` did not write
 */
export const unpackAgentFacts = (bytes: Uint8Array, words: readonly string[]): AgentColumns => {
  // Number columns must be aligned to their size.
  const own = bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes);
  const buffer = own.buffer as ArrayBuffer;
  if (own.byteLength < HEADER) throw new RangeError('Invalid packed agent facts');
  const [version, count = 0, timeCount = 0, , ...widths] = new Int32Array(buffer, own.byteOffset, HEADER / 4);
  if (version !== VERSION) throw new RangeError('Invalid packed agent facts');
  let from = own.byteOffset + aligned(HEADER);
  const times = new Float64Array(buffer, from, timeCount);
  from += 8 * timeCount;
  const [at, source, flags, reason, call, ring, talk, wrapup, pausedSince, loginAt] = widths.map((width) => {
    const column = columnAt(buffer, from, count, width);
    from += aligned(width * count);
    return column;
  }) as [Column, Column, Column, Column, Column, Column, Column, Column, Column, Column];
  const timeAt = (number: number): number | null => (number === 0 ? null : times[number - 1]!);
  const wordAt = (number: number): string | null => (number === 0 ? null : words[number - 1]!);
  return {
    ...{ count, source, at },
    factAt: (place, dayStart, queue) => {
      const flag = flags[place]!;
      const told = talk[place]!;
      return {
        at: Math.floor((dayStart + at[place]!) / 1000),
        queue,
        kind: KINDS[flag & KIND_MASK]!,
        paused: (flag & PAUSED) !== 0,
        reason: wordAt(reason[place]!) ?? '',
        pausedSince: timeAt(pausedSince[place]!),
        loginAt: timeAt(loginAt[place]!),
        incall: (flag & IN_CALL) !== 0,
        ringSeconds: ring[place]!,
        talkSeconds: told === 0 ? null : told < 0 ? told : told - 1,
        wrapupSeconds: wrapup[place]!,
        call: wordAt(call[place]!),
      };
    },
  };
};
