import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WEEKDAYS } from '../routing/call-flow.ts';
import { zoneOffset } from '../base/zone-offset.ts';
import { openTimes, type WeeklyHours } from './business-hours.ts';

const MADRID: WeeklyHours = {
  timeZone: 'Europe/Madrid',
  intervals: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', until: '18:00' }],
  holidays: ['12-25', '2026-11-20'],
};
const told = (hours: WeeklyHours, from: string, to: string): string[] =>
  openTimes(hours, { from: Date.parse(from), to: Date.parse(to) }).map(
    (span) => `${new Date(span.from).toISOString().slice(0, 16)} ${new Date(span.to).toISOString().slice(0, 16)}`,
  );

describe('business hours', () => {
  it.each([
    ['a working day', MADRID, '2026-11-18T00:00Z', '2026-11-19T00:00Z', ['2026-11-18T08:00 2026-11-18T17:00']],
    ['a holiday, and the weekend after it', MADRID, '2026-11-20T00:00Z', '2026-11-23T00:00Z', []],
    ['a holiday of every year', MADRID, '2025-12-25T00:00Z', '2025-12-26T00:00Z', []],
    [
      'the clock is moved between Friday and Monday',
      MADRID,
      '2026-10-23T00:00Z',
      '2026-10-27T00:00Z',
      ['2026-10-23T07:00 2026-10-23T16:00', '2026-10-26T08:00 2026-10-26T17:00'],
    ],
    ['cut by the period', MADRID, '2026-11-18T10:00Z', '2026-11-18T11:00Z', ['2026-11-18T10:00 2026-11-18T11:00']],
    [
      'an hour that comes twice is open twice',
      { ...MADRID, intervals: [{ days: ['sun'], from: '02:00', until: '02:30' }] },
      '2026-10-24T22:00Z',
      '2026-10-25T23:00Z',
      ['2026-10-25T00:00 2026-10-25T00:30', '2026-10-25T01:00 2026-10-25T01:30'],
    ],
    [
      'an hour that never comes is not',
      { ...MADRID, intervals: [{ days: ['sun'], from: '01:30', until: '03:30' }] },
      '2026-03-28T23:00Z',
      '2026-03-29T22:00Z',
      ['2026-03-29T00:30 2026-03-29T01:30'],
    ],
    [
      'two intervals that meet, over midnight',
      {
        ...MADRID,
        timeZone: 'UTC',
        intervals: [
          { days: ['wed'], from: '22:00', until: '24:00' },
          { days: ['thu'], from: '00:00', until: '06:00' },
        ],
      },
      '2026-11-18T00:00Z',
      '2026-11-20T00:00Z',
      ['2026-11-18T22:00 2026-11-19T06:00'],
    ],
  ] as [string, WeeklyHours, string, string, string[]][])('%s', (_name, hours, from, to, expected) => {
    expect(told(hours, from, to)).toEqual(expected);
  });

  it('are open exactly when the local clock is within the hours', () => {
    const clock = fc
      .integer({ min: 0, max: 48 })
      .map((n) => `${String(n >> 1).padStart(2, '0')}:${n % 2 ? '30' : '00'}`);
    const interval = fc
      .tuple(clock, clock, fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { minLength: 1 }))
      .filter(([from, until]) => from < until)
      .map(([from, until, days]) => ({ from, until, days }));
    const zones = ['Europe/Madrid', 'America/New_York', 'Asia/Jerusalem', 'Australia/Lord_Howe', 'Asia/Kolkata'];
    const starts = ['2026-03-07', '2026-03-28', '2026-10-24', '2026-10-31', '2026-04-04', '2026-06-15'];
    fc.assert(
      fc.property(
        fc.array(interval, { maxLength: 4 }),
        fc.constantFrom(...zones),
        fc.constantFrom(...starts),
        fc.boolean(),
        (intervals, timeZone, start, holiday) => {
          const from = Date.parse(`${start}T00:00:00Z`);
          const period = { from, to: from + 4 * 86_400_000 };
          const holidays = holiday ? [new Date(from + 86_400_000).toISOString().slice(0, 10)] : [];
          const spans = openTimes({ timeZone, intervals, holidays }, period);
          for (let at = period.from; at < period.to; at += 15 * 60_000) {
            const wall = new Date(at + zoneOffset(at, timeZone));
            const [day, time] = [wall.toISOString().slice(0, 10), wall.toISOString().slice(11, 16)];
            const open =
              !holidays.includes(day) &&
              intervals.some(
                (one) => one.days.some((d) => d === WEEKDAYS[wall.getUTCDay()]) && one.from <= time && time < one.until,
              );
            expect([new Date(at).toISOString(), spans.some((s) => s.from <= at && at < s.to)]).toEqual([
              new Date(at).toISOString(),
              open,
            ]);
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});
