import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IndexedMap } from './indexed-map.ts';

interface Row {
  readonly server: string;
  readonly queue: string;
  readonly value: number;
}

const create = () => new IndexedMap<Row, 'server' | 'queue'>({ server: (r) => r.server, queue: (r) => r.queue });
const keyOf = (r: Row): string => `${r.server} ${r.queue} ${r.value % 3}`;

describe('IndexedMap', () => {
  const row = fc.record({
    server: fc.constantFrom('1', '2'),
    queue: fc.constantFrom('sales', 'support'),
    value: fc.nat(9),
  });
  const step = fc.record({ row, removes: fc.boolean() });

  it('finds the rows of a tag in the order of the map after any additions, replacements and removals', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const map = create();
        const plain = new Map<string, Row>();
        for (const { row: r, removes } of steps)
          if (removes) expect(map.delete(keyOf(r))).toBe(plain.delete(keyOf(r)));
          else {
            map.set(keyOf(r), r);
            plain.set(keyOf(r), r);
          }
        expect([...map]).toEqual([...plain]);
        for (const [name, tags] of [
          ['server', ['1', '2', '3']],
          ['queue', ['sales', 'support']],
        ] as const)
          for (const tag of tags) {
            const found = [...plain].filter(([, r]) => r[name] === tag);
            expect(map.rowsWith(name, tag)).toEqual(found.map(([, r]) => r));
            expect([...map.keysWith(name, tag)]).toEqual(found.map(([key]) => key));
            expect(map.countWith(name, tag)).toBe(found.length);
          }
      }),
    );
  });

  it('finds nothing after it was cleared', () => {
    const map = create();
    map.set('a', { server: '1', queue: 'sales', value: 1 });
    map.clear();
    expect(map.rowsWith('server', '1')).toEqual([]);
    expect(map.size).toBe(0);
  });
});
