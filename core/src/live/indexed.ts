// A map whose values are also found by tags: a device, a unique id. What concerns one agent is found without a walk over all.

export interface Indexed<V> {
  size(): number;
  get(key: string): V | undefined;
  set(key: string, value: V): void;
  delete(key: string): void;
  /** A copy: the map may change while it is walked. */
  entries(): [string, V][];
  /** Those whose tag in any of those places is that one, each once. A copy too. */
  withTag(...places: readonly (readonly [place: number, tag: string])[]): readonly [string, V][];
}

/** `tagsOf` gives as many tags for every value; the place in it tells one kind of tag from another. */
export const createIndexed = <V>(tagsOf: (value: V) => readonly string[]): Indexed<V> => {
  const values = new Map<string, V>();
  const keysByTag: Map<string, Set<string>>[] = [];

  const untag = (key: string, place: number, tag: string): void => {
    const keys = keysByTag[place]?.get(tag);
    keys?.delete(key);
    if (keys?.size === 0) keysByTag[place]?.delete(tag);
  };

  const tagAs = (key: string, place: number, tag: string): void => {
    const byTag = (keysByTag[place] ??= new Map<string, Set<string>>());
    const keys = byTag.get(tag);
    if (keys === undefined) byTag.set(tag, new Set([key]));
    else keys.add(key);
  };

  return {
    size: () => values.size,
    get: (key) => values.get(key),
    set: (key, value) => {
      const before = values.get(key);
      const old = before === undefined ? [] : tagsOf(before);
      values.set(key, value);
      tagsOf(value).forEach((tag, place) => {
        const was = old[place];
        if (was === tag) return;
        if (was !== undefined) untag(key, place, was);
        tagAs(key, place, tag);
      });
    },
    delete: (key) => {
      const before = values.get(key);
      if (before === undefined) return;
      tagsOf(before).forEach((tag, place) => untag(key, place, tag));
      values.delete(key);
    },
    entries: () => [...values],
    withTag: (...places) => {
      const found: [string, V][] = [];
      const seen: ReadonlySet<string>[] = [];
      for (const [place, tag] of places) {
        const keys = keysByTag[place]?.get(tag);
        // Most phones are in no call.
        if (keys === undefined) continue;
        for (const key of keys) {
          const value = values.get(key);
          if (value !== undefined && !seen.some((others) => others.has(key))) found.push([key, value]);
        }
        seen.push(keys);
      }
      return found;
    },
  };
};
