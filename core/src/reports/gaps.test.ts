import { describe, expect, it } from 'vitest';
import { touchedCells, touchedKeys } from './gaps.ts';
import type { TimeGroup } from './queue-report.ts';

const gap = (from: string, to: string) => ({ from: Date.parse(from), to: Date.parse(to) });

describe('a gap', () => {
  it.each<[TimeGroup, string, string, string[]]>([
    ['hour', '2026-11-20T10:02:00Z', '2026-11-20T10:05:00Z', ['12']],
    ['hour', '2026-11-20T09:59:59Z', '2026-11-20T10:00:01Z', ['11', '12']],
    ['hour', '2026-11-20T10:00:00Z', '2026-11-20T11:00:00Z', ['12']],
    ['day', '2026-11-20T21:59:00Z', '2026-11-20T22:01:00Z', ['2026-11-20', '2026-11-21']],
    ['weekday', '2026-11-20T21:59:00Z', '2026-11-20T22:01:00Z', ['5', '6']],
    ['month', '2026-11-30T21:00:00Z', '2026-11-30T23:00:00Z', ['2026-11', '2026-12']],
    ['hour', '2026-11-20T10:00:00Z', '2026-11-20T10:00:00Z', []],
  ])('touches by %s, in Jerusalem, from %s to %s: %j', (group, from, to, expected) =>
    expect([...touchedKeys(gap(from, to), group, 'Asia/Jerusalem')]).toEqual(expected),
  );

  it('touches every hour of the day when it is long enough', () =>
    expect(touchedKeys(gap('2026-11-20T10:10:00Z', '2026-11-21T10:00:00Z'), 'hour', 'UTC').size).toBe(24));

  it('touches cells of the week', () => {
    expect([...touchedCells(gap('2026-11-20T22:30:00Z', '2026-11-21T00:10:00Z'), 'UTC')]).toEqual([
      '5 22',
      '5 23',
      '6 00',
    ]);
    expect(touchedCells(gap('2026-01-01T00:00:00Z', '2026-11-21T00:10:00Z'), 'UTC').size).toBe(7 * 24);
  });
});
