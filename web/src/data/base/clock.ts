// Shared clock of the page: the estimated server time, and one tick per second for all timers.

const clock = { offsetMs: 0, second: 0 };
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Returns the server's time in epoch ms. */
export const serverNow = (): number => Date.now() + clock.offsetMs;

/** Sets the server's current time (epoch ms). */
export const correctClock = (serverMs: number): void => {
  clock.offsetMs = serverMs - Date.now();
};

const schedule = (): void => {
  // Aims just after the next whole second, so that all timers change together and do not drift.
  timer = setTimeout(tick, 1000 - (serverNow() % 1000) + 5);
};

const tick = (): void => {
  clock.second = Math.floor(serverNow() / 1000);
  for (const listener of listeners) listener();
  schedule();
};

/** Runs `listener` once a second. The timer runs only while there are listeners. Returns a function that unsubscribes. */
export const onSecond = (listener: () => void): (() => void) => {
  if (listeners.size === 0) {
    clock.second = Math.floor(serverNow() / 1000);
    schedule();
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearTimeout(timer);
  };
};

/** Returns whole seconds since the epoch at the last tick. The value is stable between ticks. */
export const currentSecond = (): number => (listeners.size === 0 ? Math.floor(serverNow() / 1000) : clock.second);

/** Estimates the server's clock from the timestamps of its events. */
interface ClockSync {
  /** Adds a sample. `at`: timestamp of an event on the server's clock. `now`: its arrival on this browser's clock. Both in epoch ms. */
  sample(at: number, now: number): void;
  /** Returns the milliseconds to add to this browser's clock; null before the first event. */
  offsetMs(): number | null;
}

const SYNC_WINDOW = 30_000;

/** Events arrive after their timestamp, never before. So the largest difference within the last 30 s is the best estimate. */
export const createClockSync = (): ClockSync => {
  let current: { best: number; since: number } | null = null;
  let previous: number | null = null;
  return {
    sample: (at, now) => {
      const difference = at - now;
      if (current && now - current.since < SYNC_WINDOW && now >= current.since) {
        current.best = Math.max(current.best, difference);
        return;
      }
      previous = current && now >= current.since && now - current.since < 3 * SYNC_WINDOW ? current.best : null;
      current = { best: difference, since: now };
    },
    offsetMs: () => (current === null ? null : previous === null ? current.best : Math.max(current.best, previous)),
  };
};
