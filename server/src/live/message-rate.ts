// How many messages one socket may send: some a second, more than that at once now and then.

/** Messages a second. */
export const RATE = 20;
/** That many may come at once; that many more are refused one by one, then the sender is not listened to any more. */
export const BURST = 60;

export type RateVerdict = 'taken' | 'refused' | 'flood';

/** `now`: epoch ms. */
export const createMessageRate = (now: () => number): (() => RateVerdict) => {
  let left = BURST;
  let at = now();
  return () => {
    const later = now();
    left = Math.min(BURST, left + (Math.max(0, later - at) * RATE) / 1000) - 1;
    at = later;
    if (left >= 0) return 'taken';
    return left >= -BURST ? 'refused' : 'flood';
  };
};
