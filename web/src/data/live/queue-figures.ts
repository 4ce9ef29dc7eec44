import type { LiveState } from '@ringside/core/live/state.ts';
import { type QueueTally, sameTally, tallyQueue } from './tally.ts';
import { topic } from './topic.ts';

/** Index of row keys (members or callers) by queue key. */
interface KeyIndex {
  put(key: string): void;
  drop(key: string): void;
  of(queue: string): ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

/** Returns the queue key inside a member's or caller's key: server and queue, up to the second tab. */
const queueOfKey = (key: string): string => key.slice(0, key.indexOf('\t', key.indexOf('\t') + 1));

const createKeyIndex = (): KeyIndex => {
  const sets = new Map<string, Set<string>>();
  return {
    put: (key) => {
      const queue = queueOfKey(key);
      const set = sets.get(queue);
      if (set) set.add(key);
      else sets.set(queue, new Set([key]));
    },
    drop: (key) => {
      const queue = queueOfKey(key);
      const set = sets.get(queue);
      if (set?.delete(key) && set.size === 0) sets.delete(queue);
    },
    of: (queue) => sets.get(queue) ?? NONE,
  };
};

/** Members, callers and counts of each queue. Computed when read and cached until a change. */
interface QueueFigures {
  /** Reports a changed row. `moved`: it was added or removed. */
  touched(table: 'members' | 'callers', key: string, moved: boolean): void;
  membersOf(queue: string): readonly string[];
  callersOf(queue: string): readonly string[];
  tally(queue: string): QueueTally;
  /** Updates counts that change without an event. */
  tick(): void;
}

const rowsOf = function* <R>(keys: Iterable<string>, table: ReadonlyMap<string, R>): Iterable<R> {
  for (const key of keys) {
    const row = table.get(key);
    if (row) yield row;
  }
};

export const createQueueFigures = (
  state: LiveState,
  now: () => number,
  mark: (topic: string) => void,
): QueueFigures => {
  const members = createKeyIndex();
  const callers = createKeyIndex();
  const lists = new Map<string, readonly string[]>();
  const tallies = new Map<string, QueueTally>();
  /** Counts as last read. Listeners are notified only if the new counts differ. */
  const stale = new Map<string, QueueTally>();

  /** Marks a list as changed. It is rebuilt on the next read. */
  const markList = (name: string): void => {
    lists.delete(name);
    mark(name);
  };
  const markTally = (queue: string): void => {
    const before = tallies.get(queue);
    tallies.delete(queue);
    // Counts that were never read have no difference to report.
    if (before) stale.set(queue, before);
    mark(topic.tally(queue));
  };
  const list = (name: string, make: () => readonly string[]): readonly string[] => {
    const known = lists.get(name);
    if (known) return known;
    const fresh = make();
    lists.set(name, fresh);
    return fresh;
  };
  const position = (key: string): number => state.callers.get(key)?.position ?? 0;

  return {
    touched: (table, key, moved) => {
      const queue = queueOfKey(key);
      const index = table === 'members' ? members : callers;
      if (moved) index[state[table].has(key) ? 'put' : 'drop'](key);
      if (table === 'callers')
        // Any change of a caller can change positions.
        markList(topic.callers(queue));
      else if (moved) markList(topic.members(queue));
      markTally(queue);
    },
    membersOf: (queue) => list(topic.members(queue), () => [...members.of(queue)]),
    callersOf: (queue) =>
      list(topic.callers(queue), () => [...callers.of(queue)].sort((a, b) => position(a) - position(b))),
    tally: (queue) => {
      const known = tallies.get(queue);
      if (known) return known;
      const fresh = tallyQueue(
        rowsOf(members.of(queue), state.members),
        rowsOf(callers.of(queue), state.callers),
        now(),
      );
      const before = stale.get(queue);
      stale.delete(queue);
      const kept = before && sameTally(before, fresh) ? before : fresh;
      tallies.set(queue, kept);
      return kept;
    },
    tick: () => {
      const at = now();
      for (const [queue, known] of [...tallies])
        if (known.nextChange !== null && known.nextChange <= at) markTally(queue);
    },
  };
};
