// One clock for the whole page: the server's time as far as we know it, and one tick a second that every timer shares.

const clock = { offsetMs: 0, second: 0 };
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Epoch ms on the server's clock. */
export const serverNow = (): number => Date.now() + clock.offsetMs;

/** Tells the clock what the server's clock showed (epoch ms) at this moment. */
export const correctClock = (serverMs: number): void => {
  clock.offsetMs = serverMs - Date.now();
};

const schedule = (): void => {
  // Aim just past the next whole second, so that all timers turn over together and never drift.
  timer = setTimeout(tick, 1000 - (serverNow() % 1000) + 5);
};

const tick = (): void => {
  clock.second = Math.floor(serverNow() / 1000);
  for (const listener of listeners) listener();
  schedule();
};

/** Runs `listener` once a second while anyone listens. Returns how to stop. */
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

/** Whole seconds since the epoch, as of the last tick: stable between ticks. */
export const currentSecond = (): number => (listeners.size === 0 ? Math.floor(serverNow() / 1000) : clock.second);
