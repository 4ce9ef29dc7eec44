// Simulated time: a heap of timers. It stops until a test advances it, or follows the real clock at some speed.

export interface Timer {
  cancelled: boolean;
}

interface Due extends Timer {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
}

export interface Clock {
  /** Epoch milliseconds of the simulation. */
  readonly now: () => number;
  readonly at: (when: number, run: () => void) => Timer;
  readonly after: (delayMs: number, run: () => void) => Timer;
  /** Runs all timers until `when` and stops there. */
  readonly runTo: (when: number) => void;
  /** Runs the next timer, whenever it is due; false if there is none. */
  readonly step: () => boolean;
  readonly nextAt: () => number | null;
  readonly pending: () => number;
}

const before = (a: Due, b: Due): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);

const push = (heap: Due[], item: Due): void => {
  let i = heap.length;
  heap.push(item);
  while (i > 0) {
    const up = (i - 1) >> 1;
    if (!before(item, heap[up]!)) break;
    heap[i] = heap[up]!;
    i = up;
  }
  heap[i] = item;
};

const pop = (heap: Due[]): Due | undefined => {
  const top = heap[0];
  const last = heap.pop();
  if (top === undefined || last === undefined || heap.length === 0) return top;
  let i = 0;
  for (;;) {
    let child = 2 * i + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && before(heap[child + 1]!, heap[child]!)) child++;
    if (!before(heap[child]!, last)) break;
    heap[i] = heap[child]!;
    i = child;
  }
  heap[i] = last;
  return top;
};

export const createClock = (start: number): Clock => {
  const heap: Due[] = [];
  let now = start;
  let order = 0;

  const at = (when: number, run: () => void): Timer => {
    const item: Due = { at: Math.max(when, now), order: order++, run, cancelled: false };
    push(heap, item);
    return item;
  };
  const skipCancelled = (): void => {
    while (heap[0]?.cancelled) pop(heap);
  };
  const step = (): boolean => {
    skipCancelled();
    const item = pop(heap);
    if (!item) return false;
    now = item.at;
    item.run();
    return true;
  };
  return {
    now: () => now,
    at,
    after: (delay, run) => at(now + delay, run),
    step,
    nextAt: () => {
      skipCancelled();
      return heap[0]?.at ?? null;
    },
    runTo: (when) => {
      for (;;) {
        skipCancelled();
        const first = heap[0];
        if (!first || first.at > when) break;
        step();
      }
      now = Math.max(now, when);
    },
    pending: () => heap.length,
  };
};
