import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sortInParts, sortTimes, sweep } from './most-at-once.ts';
import { packFacts, unpackFacts, NO_NUMBER } from '../reports/queue-facts.ts';
import { createWallHours } from '../reports/wall-hours.ts';

const HOUR = 3_600_000;
const times = fc.array(fc.integer({ min: 0, max: 9 * HOUR }), { maxLength: 400, size: 'max' });

it('sorts times at once or by the hour', () => {
  fc.assert(
    fc.property(times, (given) => {
      const expected = given.toSorted((a, b) => a - b);
      expect([...sortTimes(Float64Array.from(given))]).toEqual(expected);
      const parts = Float64Array.from(given);
      expect([...sortInParts(parts)].every((part) => part === undefined)).toBe(true);
      expect([...parts]).toEqual(expected);
    }),
  );
});

it('returns the maximum of each hour, including callers already waiting', () => {
  const stay = fc.tuple(fc.integer({ min: 0, max: 4 * HOUR }), fc.integer({ min: 1, max: 2 * HOUR }));
  fc.assert(
    fc.property(fc.array(stay, { maxLength: 40, size: 'max' }), (stays) => {
      const edges = stays.flatMap(([at, wait]) => [
        { at, step: 1, hour: Math.floor(at / HOUR) },
        { at: at + wait, step: -1, hour: Math.floor((at + wait - 1) / HOUR) },
      ]);
      const expected = new Map<number, number>();
      let waiting = 0;
      for (const edge of edges.toSorted((a, b) => a.at - b.at || a.step - b.step)) {
        const most = edge.step === 1 ? waiting + 1 : waiting;
        waiting += edge.step;
        expected.set(edge.hour, Math.max(expected.get(edge.hour) ?? 0, most));
      }
      const found = new Map<number, number>();
      const [joins, leaves] = [stays.map(([at]) => at), stays.map(([at, wait]) => at + wait)];
      sweep(sortTimes(Float64Array.from(joins)), sortTimes(Float64Array.from(leaves)), (at, most) => {
        const hour = Math.floor(at / HOUR);
        found.set(hour, Math.max(found.get(hour) ?? 0, most));
        return (hour + 1) * HOUR;
      });
      expect(found).toEqual(expected);
    }),
  );
});

it('unpacks what it packed, including visits longer than a month', () => {
  const at = Date.parse('2026-11-21T10:00:00Z');
  const fact = { source: 2, at, outcome: 'answered', wait: 7, joinedAt: at - 7_300, talk: null, sentOn: false };
  const facts = [
    { ...fact, at: at + 5, wait: null, joinedAt: null, outcome: 'heard-of-by-nobody' },
    fact,
    { ...fact, at: at + 9, outcome: null, wait: null, joinedAt: null, talk: 60, sentOn: true },
  ];
  const start = Date.parse('2026-11-21T00:00:00Z');
  // Unaligned bytes.
  const moved = new Uint8Array(200).subarray(3, 3 + packFacts(start, facts).length);
  moved.set(packFacts(start, facts));
  const { stays, talks } = unpackFacts(moved);
  expect([[...stays.since], [...stays.wait], [...stays.outcome]]).toEqual([
    [7_300, NO_NUMBER],
    [7, NO_NUMBER],
    [1, 8],
  ]);
  expect([[...stays.at], [...stays.source]]).toEqual([
    [at - start, at - start + 5],
    [2, 2],
  ]);
  expect([[...talks.seconds], [...talks.sentOn], [...talks.at]]).toEqual([[60], [1], [at - start + 9]]);
  const long = unpackFacts(packFacts(start, [{ ...fact, joinedAt: at - 90 * 24 * HOUR }]));
  expect([...long.stays.since]).toEqual([90 * 24 * HOUR]);
  expect(() => unpackFacts(new Uint8Array(4))).toThrow(RangeError);
});

it('numbers local hours, and counts an hour that occurs twice as one', () => {
  const period = { from: Date.parse('2026-10-24T22:00:00Z'), to: Date.parse('2026-10-25T23:00:00Z') };
  const wall = createWallHours(period, 'Europe/Madrid');
  const told = ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2026-10-25T22:59:59Z', '2026-10-24T22:00:00Z'].map(
    (at) => wall.written(wall.placeOf(Date.parse(at))),
  );
  expect(told).toEqual(['2026-10-25T02', '2026-10-25T02', '2026-10-25T23', '2026-10-25T00']);
  const far = createWallHours(period, 'Asia/Kathmandu');
  expect(far.written(far.placeOf(Date.parse('2026-10-25T00:14:59Z')))).toBe('2026-10-25T05');
  expect(far.endOf(Date.parse('2026-10-25T00:14:59Z'))).toBe(Date.parse('2026-10-25T00:15:00Z'));
});
