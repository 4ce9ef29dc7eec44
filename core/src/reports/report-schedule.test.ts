import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reportedDays, nextDue } from './report-schedule.ts';
import type { ReportTiming } from './report-schedule.ts';

const turn = (more: Partial<ReportTiming> = {}): ReportTiming => ({
  every: 'day',
  onDay: 1,
  clock: '07:00',
  timeZone: 'Europe/Madrid',
  ...more,
});
const due = (more: Partial<ReportTiming>, after: string): string =>
  new Date(nextDue(turn(more), Date.parse(after))).toISOString();

describe('a scheduled report is due', () => {
  it.each<[string, Partial<ReportTiming>, string, string]>([
    ['later on the day', {}, '2026-11-21T05:59:59Z', '2026-11-21T06:00:00.000Z'],
    ['the day after, when its moment is now', {}, '2026-11-21T06:00:00Z', '2026-11-22T06:00:00.000Z'],
    ['at the wall’s time after the clock went back', {}, '2026-10-24T12:00:00Z', '2026-10-25T06:00:00.000Z'],
    ['before it did', {}, '2026-10-23T12:00:00Z', '2026-10-24T05:00:00.000Z'],
    ['on Monday', { every: 'week' }, '2026-11-21T12:00:00Z', '2026-11-23T06:00:00.000Z'],
    ['on Sunday', { every: 'week', onDay: 7 }, '2026-11-21T12:00:00Z', '2026-11-22T06:00:00.000Z'],
    ['on the first', { every: 'month' }, '2026-11-21T12:00:00Z', '2026-12-01T06:00:00.000Z'],
    ['on the 28th of February', { every: 'month', onDay: 28 }, '2026-02-01T00:00:00Z', '2026-02-28T06:00:00.000Z'],
    [
      'just after midnight elsewhere',
      { clock: '00:05', timeZone: 'Asia/Jerusalem' },
      '2026-11-21T12:00:00Z',
      '2026-11-21T22:05:00.000Z',
    ],
  ])('%s', (_name, more, after, expected) => expect(due(more, after)).toBe(expected));

  it('at every turn exactly once', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('day', 'week', 'month'),
        fc.integer({ min: 1, max: 7 }),
        fc.constantFrom('Europe/Madrid', 'Asia/Jerusalem', 'America/Sao_Paulo', 'Pacific/Apia'),
        fc.constantFrom('00:00', '02:30', '07:00', '23:59'),
        fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2027-12-31') }),
        (every, onDay, timeZone, clock, after) => {
          const of = turn({ every: every as 'day', onDay, timeZone, clock });
          const first = nextDue(of, after);
          expect(first).toBeGreaterThan(after);
          const second = nextDue(of, first);
          const days = (second - first) / 86_400_000;
          expect(Math.round(days)).toBeGreaterThanOrEqual(every === 'day' ? 1 : every === 'week' ? 7 : 28);
          expect(Math.round(days)).toBeLessThanOrEqual(every === 'day' ? 1 : every === 'week' ? 7 : 31);
        },
      ),
      { numRuns: 40 },
    );
  });
});

it.each<[Partial<ReportTiming>, string, { from: string; to: string }]>([
  [{}, '2026-11-21T06:00:00Z', { from: '2026-11-20', to: '2026-11-20' }],
  [{ every: 'week' }, '2026-11-23T06:00:00Z', { from: '2026-11-16', to: '2026-11-22' }],
  [{ every: 'month' }, '2026-03-01T06:00:00Z', { from: '2026-02-01', to: '2026-02-28' }],
  [{ every: 'month', onDay: 5 }, '2027-01-05T06:00:00Z', { from: '2026-12-01', to: '2026-12-31' }],
])('%o at %s tells of %o', (more, at, days) => expect(reportedDays(turn(more), Date.parse(at))).toEqual(days));
