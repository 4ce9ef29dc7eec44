import type { LiveState } from '@ringside/core/live/state.ts';
import { createKeyIndex, queueOfKey } from './queue-index.ts';
import { type QueueTally, sameTally, tallyQueue } from './tally.ts';
import { topic } from './topic.ts';

/** Who is in each queue and what is counted of it; made when it is read, kept until it may have changed. */
export interface QueueFigures {
  /** A row changed; `moved`: it came or went. */
  touched(table: 'members' | 'callers', key: string, moved: boolean): void;
  membersOf(queue: string): readonly string[];
  callersOf(queue: string): readonly string[];
  tally(queue: string): QueueTally;
  /** What changes by the clock alone. */
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
  /** Counts as they were last read, to tell only of true differences. */
  const stale = new Map<string, QueueTally>();

  /** A list whose content may have changed is made anew when next read. */
  const markList = (name: string): void => {
    lists.delete(name);
    mark(name);
  };
  const markTally = (queue: string): void => {
    const before = tallies.get(queue);
    tallies.delete(queue);
    // Nobody has counted it yet: nobody can be told of a difference.
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
        // Positions move with any change.
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
