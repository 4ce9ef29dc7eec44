// Counts the maximum number of simultaneous waits from join and leave times.

const HOUR = 3_600_000;
/** Insertion sort steps per time before another sort is used. */
const PATIENCE = 8;

/** Sorts in place with insertion sort. Returns false, with times partly sorted, when they are too far out of order. */
const isSortedSoon = (times: Float64Array): boolean => {
  let left = times.length * PATIENCE;
  for (let i = 1; i < times.length; i++) {
    const time = times[i]!;
    let j = i - 1;
    while (j >= 0 && times[j]! > time) {
      times[j + 1] = times[j]!;
      j -= 1;
      left -= 1;
    }
    times[j + 1] = time;
    if (left < 0) return false;
  }
  return true;
};

/** Sorts in place. Nearly ordered times, such as those of one customer, need a single pass. */
export const sortTimes = (times: Float64Array): Float64Array => (isSortedSoon(times) ? times : times.sort());

/** Sorts many times in place, and yields after each hour so that other work can run. */
export function* sortInParts(times: Float64Array): Generator<undefined, undefined> {
  if (isSortedSoon(times)) return undefined;
  const [from, to] = [times.reduce((a, b) => Math.min(a, b)), times.reduce((a, b) => Math.max(a, b))];
  const parts = Math.floor((to - from) / HOUR) + 1;
  // Sparse times over years.
  if (parts > times.length) return void times.sort();
  const partOf = (time: number): number => Math.floor((time - from) / HOUR);
  const ends = new Int32Array(parts + 1);
  for (const time of times) ends[partOf(time) + 1]! += 1;
  for (let part = 0; part < parts; part++) ends[part + 1]! += ends[part]!;
  const starts = ends.slice();
  for (const time of times.slice()) times[starts[partOf(time)]!++] = time;
  for (let part = 0; part < parts; part++) {
    sortTimes(times.subarray(ends[part], ends[part + 1]));
    yield undefined;
  }
  return undefined;
}

/**
 * Reports the number of waiting callers, in order of time: after each join, and 1 ms before each leave, so that the count belongs
 * to the hour that ends there. Skips counts that are not higher than one reported for the same hour. A caller who leaves at the
 * moment another joins does not wait at the same time.
 * @param joins sorted, epoch ms
 * @param leaves sorted, epoch ms, as many as `joins`; each leave is after its join
 * @param onChange receives a time and a count and returns the end of the hour of that time
 */
export const sweep = (
  joins: Float64Array,
  leaves: Float64Array,
  onChange: (at: number, waiting: number) => number,
): void => {
  let [waiting, leave, most] = [0, 0, 0];
  let hourEnd = Number.NEGATIVE_INFINITY;
  const look = (at: number): void => {
    most = waiting;
    hourEnd = onChange(at, waiting);
  };
  for (let join = 0; join < joins.length; join++) {
    const at = joins[join]!;
    for (; leaves[leave]! <= at; leave++) {
      if (leaves[leave]! > hourEnd) look(leaves[leave]! - 1);
      waiting -= 1;
    }
    waiting += 1;
    if (waiting > most || at >= hourEnd) look(at);
  }
  for (; leave < leaves.length; leave++) {
    if (leaves[leave]! > hourEnd) look(leaves[leave]! - 1);
    waiting -= 1;
  }
};
