// A map with secondary indexes: values are also found by tags such as a device or a unique ID, without a full scan.

export interface Indexed<V> {
  size(): number;
  get(key: string): V | undefined;
  set(key: string, value: V): void;
  delete(key: string): void;
  /** Returns a copy, so that the map may change during iteration. */
  entries(): [string, V][];
  /** Returns a copy of the values with the tag at any of the given places, each value once. */
  withTag(...places: readonly (readonly [place: number, tag: string])[]): readonly [string, V][];
}

/** `tagsOf` must return the same number of tags for every value. The position of a tag is its kind. */
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
        // Fast path: most phones are in no call.
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
