import { describe, expect, it } from 'vitest';
import { beforeEnd, instantIn, momentsIn, offsetByArrival, readWallClock } from './wall-clock.ts';

const at = (iso: string): number => Date.parse(iso);

describe('local time of a PBX server', () => {
  it.each([
    ['2026-11-21 03:45:20', at('2026-11-21T03:45:20Z')],
    ['2026-11-21 03:45:20.902592', at('2026-11-21T03:45:20.902Z')],
    ['', null],
    ['0000-00-00 00:00:00', null],
    ['2026-13-01 00:00:00', null],
    ['yesterday', null],
  ])('parses %j', (text, expected) => expect(readWallClock(text)).toBe(expected));

  it.each([
    ['UTC', '2026-11-21T10:00:00Z', '2026-11-21T10:00:03Z', 0],
    ['Jerusalem', '2026-11-21T12:00:00Z', '2026-11-21T10:04:50Z', 2],
    ['Kolkata', '2026-11-21T15:30:00Z', '2026-11-21T10:00:01Z', 5.5],
    ['New York', '2026-11-21T05:00:00Z', '2026-11-21T10:05:00Z', -5],
  ])('detects its time zone from the arrival of a record: %s', (_, wall, arrived, hours) =>
    expect(offsetByArrival(at(wall), at(arrived))).toBe(hours * 3_600_000),
  );

  it.each([
    ['UTC', '2026-07-01T10:00:00Z', '2026-07-01T10:00:00Z'],
    ['Asia/Jerusalem', '2026-07-01T10:00:00Z', '2026-07-01T07:00:00Z'],
    ['America/New_York', '2026-11-01T00:30:00Z', '2026-11-01T04:30:00Z'],
    // Occurs twice: the first one.
    ['America/New_York', '2026-11-01T01:30:00Z', '2026-11-01T05:30:00Z'],
    ['America/New_York', '2026-11-01T02:30:00Z', '2026-11-01T07:30:00Z'],
    // Skipped hour: read as before the clock change.
    ['America/New_York', '2026-03-08T02:30:00Z', '2026-03-08T07:30:00Z'],
    ['America/New_York', '2026-03-08T03:30:00Z', '2026-03-08T07:30:00Z'],
  ])('converts a local time: in %s %s is %s', (zone, wall, instant) =>
    expect(new Date(instantIn(at(wall), zone)).toISOString()).toBe(new Date(at(instant)).toISOString()),
  );

  // New York, 1 November 2026: 01:00 to 02:00 is shown twice, at 05:00 and at 06:00 UTC.
  it.each([
    ['the first time', '05:10:00', '05:10:05', '05:20:00'],
    ['the second time', '06:10:00', '06:10:05', '06:20:00'],
    ['over the moment when the clock goes back', '05:50:00', '05:50:05', '06:20:00'],
    ['before the repeated hour until its second pass', '04:50:00', '04:50:05', '06:20:00'],
  ])('resolves %s of a repeated hour by the unique ID and the counted seconds', (_, ...utc) => {
    const [start = 0, answer = 0, end = 0] = utc.map((time) => at(`2026-11-01T${time}Z`));
    const wall = (instant: number): number => instant - (instant < at('2026-11-01T06:00:00Z') ? 4 : 5) * 3_600_000;
    const written = {
      ...{ start: wall(start), answer: wall(answer), end: wall(end), uniqueid: `pbx1-${start / 1000}.7` },
      ...{ duration: (end - start) / 1000, billableSeconds: (end - answer) / 1000 },
    };
    expect(momentsIn(written, 'America/New_York')).toEqual({ startAt: start, answerAt: answer, endAt: end });
  });

  it('corrects a start time from AMI that lies before the clock change', () => {
    const [start, end] = [at('2026-11-01T05:50:00Z'), at('2026-11-01T06:20:00Z')];
    expect(beforeEnd(start + 3_600_000, end, 1800)).toBe(start);
    expect(beforeEnd(start, end, 1799)).toBe(start);
  });
});
