// Maps simulated time to real time.
import type { World } from './sim/model.ts';

export type Pace =
  /** Real time, or `speed` times as fast. */
  | { readonly kind: 'real'; readonly speed?: number }
  /** Only `advance` moves the time. */
  | { readonly kind: 'manual' }
  /** Adjusts the speed to send exactly this number of events per second, regardless of the plan's traffic. */
  | { readonly kind: 'load'; readonly eventsPerSecond: number };

interface Pacer {
  readonly start: (pace: Pace) => void;
  readonly stop: () => void;
  /** Stops the time until `resume`. */
  readonly hold: () => void;
  readonly resume: () => void;
}

const TICK_MS = 10;

export const createPacer = (world: () => World): Pacer => {
  let timer: NodeJS.Timeout | null = null;
  let pace: Pace = { kind: 'manual' };
  let realStart = 0;
  let simStart = 0;
  let sentBefore = 0;

  const mark = (): void => {
    realStart = performance.now();
    simStart = world().clock.now();
    sentBefore = world().emitted;
  };
  const tick = (): void => {
    const elapsed = performance.now() - realStart;
    const w = world();
    if (pace.kind === 'real') w.clock.runTo(simStart + elapsed * (pace.speed ?? 1));
    else if (pace.kind === 'load') {
      const owed = (elapsed / 1000) * pace.eventsPerSecond;
      while (w.emitted - sentBefore < owed && w.clock.step());
    }
  };
  const stop = (): void => {
    if (timer) clearInterval(timer);
    timer = null;
  };
  const run = (): void => {
    stop();
    if (pace.kind === 'manual') return;
    mark();
    timer = setInterval(tick, TICK_MS);
  };
  return {
    start: (wanted) => {
      pace = wanted;
      run();
    },
    stop,
    hold: stop,
    resume: run,
  };
};
