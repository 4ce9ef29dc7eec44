/** Listeners by topic. Each listener is called at most once per round, even if several of its topics changed. */
interface Listeners {
  on(topic: string, listener: () => void): () => void;
  has(topic: string): boolean;
  tell(topics: Iterable<string>): void;
}

const createListeners = (): Listeners => {
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

/** Collects changed topics and calls the listeners once per frame. */
interface ChangeMarks {
  readonly mark: (topic: string) => void;
  /** Notifies the listeners now, instead of at the next frame. */
  readonly flush: () => void;
  readonly on: Listeners['on'];
}

/** `widen` adds topics that depend on the changed ones. `schedule` runs its argument once, soon. */
export const createChangeMarks = (
  schedule: (run: () => void) => void,
  widen: (topics: readonly string[]) => readonly string[],
): ChangeMarks => {
  const listeners = createListeners();
  const changed = new Set<string>();
  let scheduled = false;
  const flush = (): void => {
    scheduled = false;
    const topics = [...changed];
    changed.clear();
    listeners.tell([...topics, ...widen(topics)]);
  };
  return {
    mark: (topic) => {
      changed.add(topic);
      if (scheduled) return;
      scheduled = true;
      schedule(flush);
    },
    flush,
    on: listeners.on,
  };
};
