/** Finds the server's clock from the moments on its events. */
export interface ClockSync {
  /** `at`: an event's moment on the server's clock; `now`: this browser's clock at its arrival. Both epoch ms. */
  sample(at: number, now: number): void;
  /** What to add to this browser's clock; null before the first event. */
  offsetMs(): number | null;
}

const WINDOW = 30_000;

/**
 * An event arrives a little after it was stamped, never before: the largest difference seen in the last half minute is
 * nearest to the truth.
 */
export const createClockSync = (): ClockSync => {
  let current: { best: number; since: number } | null = null;
  let previous: number | null = null;
  return {
    sample: (at, now) => {
      const difference = at - now;
      if (current && now - current.since < WINDOW && now >= current.since) {
        current.best = Math.max(current.best, difference);
        return;
      }
      previous = current && now >= current.since && now - current.since < 3 * WINDOW ? current.best : null;
      current = { best: difference, since: now };
    },
    offsetMs: () => (current === null ? null : previous === null ? current.best : Math.max(current.best, previous)),
  };
};
