// A map of rows that are also found by tags, such as their server or queue, at the cost of the rows found. Rows of a tag keep the order of
// the map.

/** Returns one tag of a row. It must follow from the row's key, so a row that replaces another one has the same tags. */
type TagOf<R> = (row: R) => string;

export class IndexedMap<R, Tag extends string> extends Map<string, R> {
  readonly #tags: readonly (readonly [of: TagOf<R>, keys: Map<string, Set<string>>])[];
  readonly #keysByTag = new Map<Tag, Map<string, Set<string>>>();

  constructor(tags: Readonly<Record<Tag, TagOf<R>>>) {
    super();
    const made: [TagOf<R>, Map<string, Set<string>>][] = [];
    for (const name in tags) {
      const keys = new Map<string, Set<string>>();
      this.#keysByTag.set(name, keys);
      made.push([tags[name], keys]);
    }
    this.#tags = made;
  }

  override set(key: string, row: R): this {
    if (!super.has(key))
      for (const [of, byTag] of this.#tags) {
        const tag = of(row);
        const keys = byTag.get(tag);
        if (keys === undefined) byTag.set(tag, new Set([key]));
        else keys.add(key);
      }
    return super.set(key, row);
  }

  override delete(key: string): boolean {
    const row = super.get(key);
    if (row === undefined) return false;
    for (const [of, byTag] of this.#tags) {
      const tag = of(row);
      const keys = byTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) byTag.delete(tag);
    }
    return super.delete(key);
  }

  override clear(): void {
    for (const [, byTag] of this.#tags) byTag.clear();
    super.clear();
  }

  /** Returns the keys of the rows with the tag. The map may change during iteration, if only by rows with other tags or removals. */
  keysWith(name: Tag, tag: string): Iterable<string> {
    return this.#keysByTag.get(name)?.get(tag) ?? [];
  }

  /** Returns a copy of the rows with the tag. */
  rowsWith(name: Tag, tag: string): R[] {
    const rows: R[] = [];
    for (const key of this.#keysByTag.get(name)?.get(tag) ?? []) {
      const row = super.get(key);
      if (row !== undefined) rows.push(row);
    }
    return rows;
  }

  /** Returns the number of rows with the tag. */
  countWith(name: Tag, tag: string): number {
    return this.#keysByTag.get(name)?.get(tag)?.size ?? 0;
  }
}
