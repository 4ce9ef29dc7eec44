// How many waited at one time, of times when they joined and when they left.

/** Steps of sorting in place before it is left to the machine's own way. */
const PATIENCE = 8;

/** In place. Times that come nearly in order, as those of one customer do, are sorted in one look. */
export const sortTimes = (times: Float64Array): Float64Array => {
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
    if (left < 0) return times.sort();
  }
  return times;
};

/**
 * Tells, in order of time, how many waited once somebody joined, and how many just before somebody left (a millisecond before, so
 * that it belongs to the hour that ends there). Who leaves at the moment when another joins did not wait with him.
 * @param joins sorted
 * @param leaves sorted, as many; nobody leaves before he joined
 */
export const sweep = (joins: Float64Array, leaves: Float64Array, tell: (at: number, waiting: number) => void): void => {
  let waiting = 0;
  let leave = 0;
  for (let join = 0; join < joins.length; join++) {
    const at = joins[join]!;
    for (; leaves[leave]! <= at; leave++) {
      tell(leaves[leave]! - 1, waiting);
      waiting -= 1;
    }
    waiting += 1;
    tell(at, waiting);
  }
  for (; leave < leaves.length; leave++) {
    tell(leaves[leave]! - 1, waiting);
    waiting -= 1;
  }
};
