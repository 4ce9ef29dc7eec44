import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { line, section, ValueRefused } from './config-file.ts';
import type { ConfigSection } from './config-file.ts';
import { configOperations, encodeUpdate, MOST_OPERATIONS, operationBatches } from './config-update.ts';
import type { ConfigOperation } from './config-update.ts';

const sections = fc
  .uniqueArray(
    fc.tuple(fc.constantFrom('a-1', 'a-2', 'b-1', 'c-9'), fc.array(fc.constantFrom('x', 'y', 'z'), { maxLength: 40 })),
    {
      selector: ([name]) => name,
    },
  )
  .map((rows) =>
    rows.map(([name, values]) =>
      section(
        name,
        values.map((v) => line('allow', v)),
      ),
    ),
  );

/** Executes the operations as Asterisk does. Throws where Asterisk would reject them. */
const perform = (
  before: readonly ConfigSection[],
  operations: readonly ConfigOperation[],
): readonly ConfigSection[] => {
  const file = new Map(before.map((s) => [s.name, [...s.lines]]));
  for (const { action, section: name, line: added } of operations) {
    if (action === 'NewCat' && file.has(name)) throw new Error('Create category did not complete successfully');
    if (action !== 'NewCat' && !file.has(name)) throw new Error('no such category');
    if (action === 'NewCat') file.set(name, []);
    else if (action === 'DelCat') file.delete(name);
    else if (added !== null) file.get(name)?.push(added);
  }
  return [...file].map(([name, lines]) => ({ name, lines }));
};
const sorted = (rows: readonly ConfigSection[]) => rows.toSorted((a, b) => (a.name < b.name ? -1 : 1));

describe('configOperations', () => {
  it('turns any file into any other and returns nothing when they are equal', () => {
    fc.assert(
      fc.property(sections, sections, (wanted, actual) => {
        const file = { name: 'ringside_x.conf', sections: wanted };
        const after = perform(actual, configOperations(file, actual));
        expect(sorted(after)).toEqual(sorted(wanted));
        expect(configOperations(file, after)).toEqual([]);
      }),
    );
  });

  it('completes an update that was interrupted after any batch', () => {
    fc.assert(
      fc.property(sections, sections, fc.nat(10), (wanted, actual, cut) => {
        const file = { name: 'ringside_x.conf', sections: wanted };
        const done = operationBatches(configOperations(file, actual)).slice(0, cut).flat();
        const halfway = perform(actual, done);
        expect(sorted(perform(halfway, configOperations(file, halfway)))).toEqual(sorted(wanted));
      }),
    );
  });
});

describe('encodeUpdate', () => {
  const many = configOperations(
    {
      name: 'ringside_x.conf',
      sections: [
        section(
          'a',
          Array.from({ length: 100 }, () => line('exten', '1,1,NoOp()', true)),
        ),
      ],
    },
    [],
  );

  it('stays within the 128 lines that Asterisk reads, with the ActionID second', () => {
    const batches = operationBatches(many);
    expect(batches.flat()).toEqual(many);
    for (const batch of batches) {
      const lines = encodeUpdate('ringside_x.conf', 'p7', batch).trimEnd().split('\r\n');
      expect(lines.length).toBeLessThanOrEqual(128);
      expect(lines[1]).toBe('ActionID: p7');
    }
  });

  it('writes an object with the sign that AMI expects', () => {
    expect(encodeUpdate('ringside_x.conf', 'p1', many.slice(1, 2))).toContain('Value-000000: >1,1,NoOp()\r\n');
  });

  it.each([
    ['a file elsewhere', '../manager.conf', 'p1', many.slice(0, 1)],
    ['an identifier with a line', 'ringside_x.conf', 'p1\r\nAction: Command', many.slice(0, 1)],
    ['too much at once', 'ringside_x.conf', 'p1', many.slice(0, MOST_OPERATIONS + 1)],
    [
      'a found section with a line in its name',
      'ringside_x.conf',
      'p1',
      [{ action: 'DelCat', section: 'a\nb', line: null }] as const,
    ],
  ])('rejects %s', (_, file, id, batch) => {
    expect(() => encodeUpdate(file, id, batch)).toThrow(ValueRefused);
  });
});
