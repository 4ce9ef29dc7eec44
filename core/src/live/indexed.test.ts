import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createIndexed } from './indexed.ts';

it('finds the same values as a full scan after any sequence of set and delete', () => {
  const key = fc.constantFrom('a', 'b', 'c', 'd');
  const tag = fc.constantFrom('x', 'y', 'z');
  const step = fc.oneof(
    fc.record({ do: fc.constant('set' as const), key, tags: fc.tuple(tag, tag) }),
    fc.record({ do: fc.constant('delete' as const), key, tags: fc.constant(['', '']) }),
  );
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const indexed = createIndexed<readonly string[]>((tags) => tags);
      const plain = new Map<string, readonly string[]>();
      for (const s of steps) {
        if (s.do === 'set') {
          indexed.set(s.key, s.tags);
          plain.set(s.key, s.tags);
        } else {
          indexed.delete(s.key);
          plain.delete(s.key);
        }
      }
      expect(new Map(indexed.entries())).toEqual(plain);
      expect(indexed.size()).toBe(plain.size);
      const found = indexed.withTag([0, 'x'], [1, 'y']);
      const walked = [...plain].filter(([, tags]) => tags[0] === 'x' || tags[1] === 'y');
      expect(new Map(found)).toEqual(new Map(walked));
      expect(found).toHaveLength(walked.length);
      expect(new Map(indexed.withTag([1, 'z']))).toEqual(new Map([...plain].filter(([, tags]) => tags[1] === 'z')));
    }),
  );
});
