/** Which members and callers belong to which queue: keys of rows by key of queue. */
export interface KeyIndex {
  put(key: string): void;
  drop(key: string): void;
  of(queue: string): ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

/** The queue's key inside a member's or a caller's: server and queue, up to the second tab. */
export const queueOfKey = (key: string): string => key.slice(0, key.indexOf('\t', key.indexOf('\t') + 1));

export const createKeyIndex = (): KeyIndex => {
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
