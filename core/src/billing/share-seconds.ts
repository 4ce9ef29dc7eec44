// Calculates how long calls that share one balance may continue.

/** Returns the largest integer in [0, most] for which `fits`. `fits` must stay false once it was false. */
const largest = (most: number, fits: (seconds: number) => boolean): number => {
  if (fits(most)) return most;
  let [good, bad] = [0, most];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (fits(middle)) good = middle;
    else bad = middle;
  }
  return good;
};

/** Above this number of calls, the rest of the balance (less than one second of all calls) is not distributed. */
const MOST_EXTENDED = 20;

/**
 * Returns the seconds that each of `count` calls may continue, at most `most`. All get the same time as far as possible. The rest extends
 * single calls in order, for example to the end of a block that is already paid. `fits`: whether the balance pays for all calls with these
 * seconds. It must stay false when one of them grows.
 */
export const shareSeconds = (
  count: number,
  most: number,
  fits: (seconds: readonly number[]) => boolean,
): readonly number[] => {
  const same = (seconds: number): number[] => Array.from({ length: count }, () => seconds);
  const common = largest(most, (seconds) => fits(same(seconds)));
  const shares = same(common);
  if (common === most || count > MOST_EXTENDED) return shares;
  for (let i = 0; i < count; i++) {
    const extended = (more: number): number[] => shares.with(i, common + more);
    shares[i] = common + largest(most - common, (more) => fits(extended(more)));
  }
  return shares;
};
