import { isSlow } from './topic.ts';

/** Minimum milliseconds between two notifications about rows, and about counts, totals and lists of keys. */
export const ROWS_MS = 50;
export const TOTALS_MS = 250;
/** Totals that are due within this time are notified together with rows, which saves the drawing of a frame. */
const EARLY_MS = 20;

/** Listeners by topic. Each listener is called at most once per round, even if several of its topics changed. */
const createListeners = () => {
  const map = new Map<string, Set<() => void>>();
  return {
    on: (topic: string, listener: () => void): (() => void) => {
      const set = map.get(topic) ?? new Set();
      map.set(topic, set);
      set.add(listener);
      return () => {
        set.delete(listener);
        if (set.size === 0 && map.get(topic) === set) map.delete(topic);
      };
    },
    has: (topic: string): boolean => map.has(topic),
    notify: (topics: Iterable<string>): void => {
      const called = new Set<() => void>();
      for (const topic of topics) for (const listener of map.get(topic) ?? []) called.add(listener);
      for (const listener of called) listener();
    },
  };
};

/** Changed topics of one kind, and the time of their last notification. */
interface Lane {
  readonly everyMs: number;
  readonly changed: Set<string>;
  scheduled: boolean;
  /** On the clock of the setup, in ms. */
  last: number;
}

const createLane = (everyMs: number): Lane => ({ everyMs, changed: new Set(), scheduled: false, last: -Infinity });

export interface MarksSetup {
  /** Returns milliseconds on a clock that never jumps. */
  readonly clock: () => number;
  /** Runs `run` once, after the given milliseconds. 0: after the current task. */
  readonly later: (run: () => void, ms: number) => void;
}

/** Collects changed topics and calls their listeners at intervals. */
export interface ChangeMarks {
  /** Topics without a listener are ignored: a new listener reads the current value anyway. */
  readonly mark: (topic: string) => void;
  /** Notifies the listeners now, instead of at the next interval. */
  readonly flush: () => void;
  readonly on: (topic: string, listener: () => void) => () => void;
}

/**
 * The first change after a quiet time is notified at once, further ones at intervals. Each notification lets the browser draw a frame, so
 * their number, not the number of events, decides what the page costs.
 */
export const createChangeMarks = ({ clock, later }: MarksSetup): ChangeMarks => {
  const listeners = createListeners();
  const rows = createLane(ROWS_MS);
  const totals = createLane(TOTALS_MS);

  const notify = (lanes: readonly Lane[]): void => {
    const topics = lanes.flatMap((lane) => [...lane.changed]);
    for (const lane of lanes) {
      lane.changed.clear();
      lane.last = clock();
    }
    listeners.notify(topics);
  };
  /** Notifies a lane, and the other one if its changes are due too. */
  const fire = (lane: Lane): void => {
    lane.scheduled = false;
    if (lane.changed.size === 0) return;
    const soon = clock() + EARLY_MS;
    notify([rows, totals].filter((l) => l === lane || (l.changed.size > 0 && l.last + l.everyMs <= soon)));
  };

  return {
    mark: (topic) => {
      if (!listeners.has(topic)) return;
      const lane = isSlow(topic) ? totals : rows;
      lane.changed.add(topic);
      if (lane.scheduled) return;
      lane.scheduled = true;
      later(() => fire(lane), Math.max(0, lane.last + lane.everyMs - clock()));
    },
    flush: () => notify([rows, totals]),
    on: listeners.on,
  };
};
