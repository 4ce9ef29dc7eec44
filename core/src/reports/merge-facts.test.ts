import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mergeFacts } from './merge-facts.ts';
import { packFacts, unpackFacts } from './queue-facts.ts';
import type { DayFacts } from './queue-facts.ts';

const DAY = 86_400_000;
const WIDE = 3 * 2 ** 31;
const fact = fc
  .record({
    source: fc.nat({ max: 2 }),
    at: fc.nat({ max: DAY - 1 }),
    stay: fc.boolean(),
    wait: fc.nat({ max: 100 }),
    joined: fc.oneof({ weight: 9, arbitrary: fc.nat({ max: DAY }) }, { weight: 1, arbitrary: fc.constant(WIDE) }),
    known: fc.boolean(),
    sentOn: fc.boolean(),
  })
  .map(({ stay, wait, joined, known, ...one }) => ({
    ...one,
    outcome: stay ? 'answered' : null,
    wait: stay ? wait : null,
    joinedAt: stay && known ? one.at - joined : null,
    talk: stay ? null : wait,
  }));

const rowsOf = ({ stays, talks }: DayFacts, add: number): unknown[] => [
  ...Array.from({ length: stays.count }, (_, i) => {
    const since = stays.since[i]!;
    const known = !Number.isNaN(since) && since !== -(2 ** 31);
    return [stays.at[i], known ? since : null, stays.wait[i], stays.source[i]! + add, stays.outcome[i]];
  }),
  ...Array.from({ length: talks.count }, (_, i) => [
    ...[talks.at[i], talks.seconds[i], talks.source[i]! + add, talks.sentOn[i]],
  ]),
];
const sorted = (rows: readonly unknown[]): string[] => rows.map((row) => JSON.stringify(row)).toSorted();

it('contains every fact of its parts once, in order of time', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fact, { maxLength: 30 }), { maxLength: 4 }), (given) => {
      const parts = given.map((facts, part) => ({
        facts: unpackFacts(packFacts(0, facts)),
        sourceOf: Uint16Array.of(3 * part, 3 * part + 1, 3 * part + 2),
      }));
      const merged = mergeFacts(parts)!;
      expect(sorted(rowsOf(merged, 0))).toEqual(sorted(parts.flatMap(({ facts }, part) => rowsOf(facts, 3 * part))));
      for (const { at } of [merged.stays, merged.talks]) expect([...at]).toEqual([...at].toSorted((a, b) => a - b));
    }),
    { numRuns: 60 },
  );
});
