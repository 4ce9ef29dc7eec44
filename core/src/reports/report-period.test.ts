import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayOf } from './queue-today.ts';
import { addDays, daysBetween, periodBefore, periodOfDays, startOfDay } from './report-period.ts';

const iso = (at: number): string => new Date(at).toISOString();
const HOUR = 3_600_000;

describe('a day of a time zone', () => {
  it.each([
    ['an ordinary day', '2026-11-21', 'Europe/Madrid', '2026-11-20T23:00:00.000Z', 24],
    ['spring: the clock skips an hour', '2026-03-29', 'Europe/Madrid', '2026-03-28T23:00:00.000Z', 23],
    ['autumn: an hour comes twice', '2026-10-25', 'Europe/Madrid', '2026-10-24T22:00:00.000Z', 25],
    ['Israel changes on a Friday', '2026-03-27', 'Asia/Jerusalem', '2026-03-26T22:00:00.000Z', 23],
    ['Israel changes back on a Sunday', '2026-10-25', 'Asia/Jerusalem', '2026-10-24T21:00:00.000Z', 25],
    ['the United States', '2026-11-01', 'America/New_York', '2026-11-01T04:00:00.000Z', 25],
    ['a day without midnight', '2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z', 23],
    ['a midnight that comes twice', '2018-02-18', 'America/Sao_Paulo', '2018-02-18T03:00:00.000Z', 24],
    ['half an hour of summer time', '2026-04-05', 'Australia/Lord_Howe', '2026-04-04T13:00:00.000Z', 24.5],
    ['three quarters of an hour', '2026-11-21', 'Asia/Kathmandu', '2026-11-20T18:15:00.000Z', 24],
    ['the far east', '2026-11-21', 'Pacific/Kiritimati', '2026-11-20T10:00:00.000Z', 24],
    ['the far west', '2026-11-21', 'Pacific/Pago_Pago', '2026-11-21T11:00:00.000Z', 24],
  ])('%s', (_name, day, timeZone, start, hours) => {
    const { from, to } = periodOfDays(day, day, timeZone);
    expect(iso(from)).toBe(start);
    expect((to - from) / HOUR).toBe(hours);
    expect(dayOf(from, timeZone)).toBe(day);
    expect(dayOf(from - 1, timeZone)).toBe(addDays(day, -1));
  });

  it('starts at the end of the previous day', () => {
    const zones = fc.constantFrom('Asia/Jerusalem', 'America/New_York', 'Africa/Cairo', 'Asia/Kolkata', 'UTC');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4000 }), zones, (n, timeZone) => {
        const day = addDays('2020-01-01', n);
        expect(periodOfDays(day, day, timeZone).to).toBe(startOfDay(addDays(day, 1), timeZone));
        expect(daysBetween('2020-01-01', day)).toBe(n);
      }),
      { numRuns: 40 },
    );
  });
});

describe('the previous period', () => {
  it.each([
    ['a day', ['2026-11-21', '2026-11-21'], 'Europe/Paris', ['2026-11-20', '2026-11-20']],
    ['the day after the clock changed', ['2026-10-26', '2026-10-26'], 'Europe/Paris', ['2026-10-25', '2026-10-25']],
    ['a week with a change', ['2026-10-20', '2026-10-26'], 'Europe/Paris', ['2026-10-13', '2026-10-19']],
    ['thirty days', ['2026-03-10', '2026-04-08'], 'Asia/Jerusalem', ['2026-02-08', '2026-03-09']],
  ] as const)('of %s', (_name, [first, last], timeZone, [expectedFirst, expectedLast]) => {
    const before = periodBefore(periodOfDays(first, last, timeZone), timeZone);
    expect(before).toEqual(periodOfDays(expectedFirst, expectedLast, timeZone));
  });

  it('of some hours has the same length', () => {
    const from = Date.parse('2026-11-21T09:00:00Z');
    expect(periodBefore({ from, to: from + 3 * HOUR }, 'UTC')).toEqual({ from: from - 3 * HOUR, to: from });
  });
});
