/** Who listens to which topic. Each listener is called at most once a round, however many topics of his changed. */
export interface Listeners {
  on(topic: string, listener: () => void): () => void;
  has(topic: string): boolean;
  tell(topics: Iterable<string>): void;
}

export const createListeners = (): Listeners => {
  const map = new Map<string, Set<() => void>>();
  return {
    on: (topic, listener) => {
      const set = map.get(topic) ?? new Set();
      map.set(topic, set);
      set.add(listener);
      return () => {
        set.delete(listener);
        if (set.size === 0 && map.get(topic) === set) map.delete(topic);
      };
    },
    has: (topic) => map.has(topic),
    tell: (topics) => {
      const called = new Set<() => void>();
      for (const topic of topics) for (const listener of map.get(topic) ?? []) called.add(listener);
      for (const listener of called) listener();
    },
  };
};
