import { describe, expect, it } from 'vitest';
import { instantIn, offsetByArrival, readWallClock } from './wall-clock.ts';

const at = (iso: string): number => Date.parse(iso);

describe('the wall clock of a PBX', () => {
  it.each([
    ['2026-11-21 03:45:20', at('2026-11-21T03:45:20Z')],
    ['2026-11-21 03:45:20.902592', at('2026-11-21T03:45:20.902Z')],
    ['', null],
    ['0000-00-00 00:00:00', null],
    ['2026-13-01 00:00:00', null],
    ['yesterday', null],
  ])('reads %j', (text, expected) => expect(readWallClock(text)).toBe(expected));

  it.each([
    ['UTC', '2026-11-21T10:00:00Z', '2026-11-21T10:00:03Z', 0],
    ['Jerusalem', '2026-11-21T12:00:00Z', '2026-11-21T10:04:50Z', 2],
    ['Kolkata', '2026-11-21T15:30:00Z', '2026-11-21T10:00:01Z', 5.5],
    ['New York', '2026-11-21T05:00:00Z', '2026-11-21T10:05:00Z', -5],
  ])('finds its zone by the arrival of a record: %s', (_, wall, arrived, hours) =>
    expect(offsetByArrival(at(wall), at(arrived))).toBe(hours * 3_600_000),
  );

  it.each([
    ['UTC', '2026-07-01T10:00:00Z', '2026-07-01T10:00:00Z'],
    ['Asia/Jerusalem', '2026-07-01T10:00:00Z', '2026-07-01T07:00:00Z'],
    ['America/New_York', '2026-11-01T00:30:00Z', '2026-11-01T04:30:00Z'],
    // Shown twice: the first.
    ['America/New_York', '2026-11-01T01:30:00Z', '2026-11-01T05:30:00Z'],
    ['America/New_York', '2026-11-01T02:30:00Z', '2026-11-01T07:30:00Z'],
    // Skipped: as if not yet moved.
    ['America/New_York', '2026-03-08T02:30:00Z', '2026-03-08T07:30:00Z'],
    ['America/New_York', '2026-03-08T03:30:00Z', '2026-03-08T07:30:00Z'],
  ])('in %s %s is %s', (zone, wall, instant) =>
    expect(new Date(instantIn(at(wall), zone)).toISOString()).toBe(new Date(at(instant)).toISOString()),
  );
});
