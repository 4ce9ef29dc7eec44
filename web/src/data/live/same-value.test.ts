import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sameValue } from './same-value.ts';

it('equals the comparison of the JSON text for plain values', () => {
  const value = fc.jsonValue({ maxDepth: 3 });
  fc.assert(
    fc.property(value, value, (a, b) => {
      expect(sameValue(a, structuredClone(a))).toBe(true);
      if (sameValue(a, b)) expect(a).toEqual(b);
    }),
  );
});

it.each([
  [[1, 2], [1, 2, 3], false],
  [{ a: 1 }, { a: 1, b: undefined }, false],
  [{ a: { b: null } }, { a: { b: 0 } }, false],
  [[], {}, false],
  [{ a: [1, { b: 'c' }] }, { a: [1, { b: 'c' }] }, true],
  [NaN, NaN, true],
])('compares %o and %o', (a, b, same) => expect(sameValue(a, b)).toBe(same));
