// Merges days of several customers, so that totals are counted in one pass in order of time.
import { NO_NUMBER } from './queue-facts.ts';
import type { DayFacts, StayColumns, TalkColumns } from './queue-facts.ts';

/** `sourceOf`: the number of each of its sources in the merged day. */
interface FactsPart {
  readonly facts: DayFacts;
  readonly sourceOf: Uint16Array;
}

/** Returns part and index of each fact, in order of time. */
const inOrder = (columns: readonly { readonly count: number; readonly at: Int32Array }[]) => {
  const starts = new Int32Array(columns.length + 1);
  for (const [part, { count }] of columns.entries()) starts[part + 1] = starts[part]! + count;
  const total = starts[columns.length]!;
  // A time of the day and a number below 2^26 fit into one integer.
  const keys = new Float64Array(total);
  const partOf = new Uint16Array(total);
  for (const [part, { count, at }] of columns.entries()) {
    const start = starts[part]!;
    partOf.fill(part, start, start + count);
    for (let i = 0; i < count; i++) keys[start + i] = at[i]! * 2 ** 26 + start + i;
  }
  keys.sort();
  return {
    total,
    each: (tell: (to: number, part: number, from: number) => void): void => {
      for (let to = 0; to < total; to++) {
        const place = keys[to]! % 2 ** 26;
        const part = partOf[place]!;
        tell(to, part, place - starts[part]!);
      }
    },
  };
};

const mergeStays = (parts: readonly FactsPart[]): StayColumns => {
  const { total, each } = inOrder(parts.map(({ facts }) => facts.stays));
  const wide = parts.some(({ facts }) => facts.stays.since instanceof Float64Array);
  const merged = {
    count: total,
    at: new Int32Array(total),
    since: wide ? new Float64Array(total) : new Int32Array(total),
    wait: new Int32Array(total),
    source: new Uint16Array(total),
    outcome: new Uint8Array(total),
  };
  each((to, part, from) => {
    const { facts, sourceOf } = parts[part]!;
    const { at, since, wait, source, outcome } = facts.stays;
    merged.at[to] = at[from]!;
    merged.since[to] = wide && since[from] === NO_NUMBER ? Number.NaN : since[from]!;
    merged.wait[to] = wait[from]!;
    merged.source[to] = sourceOf[source[from]!]!;
    merged.outcome[to] = outcome[from]!;
  });
  return merged;
};

const mergeTalks = (parts: readonly FactsPart[]): TalkColumns => {
  const { total, each } = inOrder(parts.map(({ facts }) => facts.talks));
  const merged = {
    count: total,
    at: new Int32Array(total),
    seconds: new Int32Array(total),
    source: new Uint16Array(total),
    sentOn: new Uint8Array(total),
  };
  each((to, part, from) => {
    const { facts, sourceOf } = parts[part]!;
    const { at, seconds, source, sentOn } = facts.talks;
    merged.at[to] = at[from]!;
    merged.seconds[to] = seconds[from]!;
    merged.source[to] = sourceOf[source[from]!]!;
    merged.sentOn[to] = sentOn[from]!;
  });
  return merged;
};

const MOST_PARTS = 2 ** 16;
const MOST_MOMENTS = 2 ** 26;

/** Merges the parts of one day. Returns `null` when they are too many. */
export const mergeFacts = (parts: readonly FactsPart[]): DayFacts | null => {
  const moments = parts.reduce((sum, { facts }) => sum + facts.stays.count + facts.talks.count, 0);
  if (parts.length > MOST_PARTS || moments >= MOST_MOMENTS) return null;
  return { stays: mergeStays(parts), talks: mergeTalks(parts) };
};

/** Returns the size of its columns in bytes. */
export const bytesOf = ({ stays, talks }: DayFacts): number =>
  [...Object.values(stays), ...Object.values(talks)].reduce(
    (sum: number, column: unknown) => sum + (ArrayBuffer.isView(column) ? column.byteLength : 0),
    0,
  );
