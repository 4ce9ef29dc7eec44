// How many waited at one time, of times when they joined and when they left.

const HOUR = 3_600_000;
/** Steps of sorting in place before it is left to another way. */
const PATIENCE = 8;

/** In place; false: they are too far from their order, which is left as it is. */
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

/** In place. Times that come nearly in order, as those of one customer do, are sorted in one look. */
export const sortTimes = (times: Float64Array): Float64Array => (isSortedSoon(times) ? times : times.sort());

/** The same for many at once: it stops after each hour, so that others may have their turn. */
export function* sortInParts(times: Float64Array): Generator<undefined, undefined> {
  if (isSortedSoon(times)) return undefined;
  const [from, to] = [times.reduce((a, b) => Math.min(a, b)), times.reduce((a, b) => Math.max(a, b))];
  const parts = Math.floor((to - from) / HOUR) + 1;
  // Times of years, few and far between.
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
 * Tells, in order of time, how many waited once somebody joined, and how many just before somebody left (a millisecond before, so
 * that it belongs to the hour that ends there); but not what is no more than was told already for the same hour. Who leaves at the
 * moment when another joins did not wait with him.
 * @param joins sorted
 * @param leaves sorted, as many; nobody leaves before he joined
 * @param tell answers when the hour ends that the moment is in
 */
export const sweep = (
  joins: Float64Array,
  leaves: Float64Array,
  tell: (at: number, waiting: number) => number,
): void => {
  let [waiting, leave, most] = [0, 0, 0];
  let hourEnd = Number.NEGATIVE_INFINITY;
  const look = (at: number): void => {
    most = waiting;
    hourEnd = tell(at, waiting);
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
