import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addTallies,
  addUpBy,
  EMPTY_TALLY,
  figuresOf,
  tallyOf,
  timeKey,
  weekdayOf,
  type QueueCounts,
} from './queue-report.ts';

const { kept: _kept, serviceLevelBase: _base, maximumCallers: _maximum, ...NONE } = EMPTY_TALLY;
const counts = (some: Partial<QueueCounts>): QueueCounts => ({ ...NONE, ...some });

/** Example data from callcentrehelper.com's "service level threshold calculations". */
const TEXTBOOK = counts({
  answered: 1000,
  answeredInTime: 860,
  abandonedShort: 10,
  abandonedLong: 50,
  abandonedInTime: 20,
});

describe('service level of a report', () => {
  it.each([
    [1, 86_000],
    [2, 83_019],
    [3, 81_132],
    [4, 82_692],
    [5, 82_075],
    [6, 81_905],
    [7, 81_132],
  ])('by formula %i of the example data is %i', (formula, expected) => {
    expect(figuresOf(tallyOf(TEXTBOOK, formula)).serviceLevel).toBe(expected);
  });

  it('by formula 7 counts all other outcomes', () => {
    const left = { timedOut: 30, leftByKey: 4, noAgent: 3, full: 2, withdrawn: 1 };
    expect(figuresOf(tallyOf({ ...TEXTBOOK, ...left }, 7)).serviceLevel).toBe(78_182); // 860 of 1100
  });

  it('of several queues weighs calls: 1 of 1 and 10 of 99 give 11 of 100, with any formulas', () => {
    const small = tallyOf(counts({ answered: 1, answeredInTime: 1 }), 1);
    const large = tallyOf(counts({ answered: 90, answeredInTime: 10, abandonedLong: 9 }), 3);
    expect(figuresOf(addTallies(small, large)).serviceLevel).toBe(11_000);
  });

  it('is null without calls', () => {
    expect(figuresOf(EMPTY_TALLY)).toMatchObject({
      received: 0,
      serviceLevel: null,
      answeredPercent: null,
      unansweredPercent: null,
      abandonedPercent: null,
      averageWaitSeconds: null,
      averageTalkSeconds: null,
    });
  });
});

describe('figures', () => {
  it('match a manual calculation of eight callers', () => {
    // Answered after 4, 12 and 35 s, abandoned after 3 and 40 s, one timeout, one exit by key, one full queue.
    const morning = counts({
      ...{ answered: 3, answeredInTime: 2, waitSeconds: 51, longestWaitSeconds: 60 },
      ...{ abandonedShort: 1, abandonedLong: 1, abandonedInTime: 1, abandonWaitSeconds: 43 },
      ...{ timedOut: 1, leftByKey: 1, full: 1, completed: 2, transferred: 1, talkSeconds: 301 },
    });
    expect(figuresOf(tallyOf(morning, 3, 4))).toMatchObject({
      received: 8,
      unanswered: 5,
      abandoned: 2,
      answeredPercent: 37_500,
      unansweredPercent: 62_500,
      abandonedPercent: 25_000,
      averageWaitSeconds: 17,
      averageAbandonSeconds: 22,
      averageTalkSeconds: 151,
      maximumCallers: 4,
      serviceLevel: 40_000,
    });
  });

  it('outcomes add up to received and percentages to the whole, also after adding', () => {
    const some = fc.record(
      Object.fromEntries(Object.keys(NONE).map((key) => [key, fc.nat(1000)])) as Record<
        keyof QueueCounts,
        fc.Arbitrary<number>
      >,
    );
    fc.assert(
      fc.property(some, some, fc.integer({ min: 1, max: 7 }), (a, b, formula) => {
        const f = figuresOf(addTallies(tallyOf(a, formula), tallyOf(b, formula)));
        const { answered, abandonedShort, abandonedLong, timedOut, leftByKey, noAgent, full, withdrawn } = f;
        const sum = answered + abandonedShort + abandonedLong + timedOut + leftByKey + noAgent + full + withdrawn;
        expect(f.received).toBe(sum);
        expect(f.answered + f.unanswered).toBe(sum);
        if (sum > 0) expect((f.answeredPercent ?? 0) + (f.unansweredPercent ?? 0)).toBe(100_000);
        // With one formula, adding before or after the calculation gives the same result.
        expect(f.serviceLevel).toBe(figuresOf(tallyOf(addTallies(tallyOf(a, 1), tallyOf(b, 1)), formula)).serviceLevel);
      }),
    );
  });
});

describe('time groups of a report', () => {
  it.each([
    ['2026-11-21', 6],
    ['2026-11-22', 7],
    ['2026-11-23', 1],
    ['2024-02-29', 4],
  ])('%s is weekday %i', (day, weekday) => expect(weekdayOf(day)).toBe(weekday));

  it.each([
    ['hour', '09'],
    ['day', '2026-11-21'],
    ['weekday', '6'],
    ['month', '2026-11'],
  ] as const)('maps an hour to its %s', (group, key) => expect(timeKey('2026-11-21T09', group)).toBe(key));

  it('are summed in order, with the maximum of waiting callers', () => {
    const hours = [
      { hour: '2026-11-22T10', tally: tallyOf(counts({ answered: 1 }), 3, 2) },
      { hour: '2026-11-21T09', tally: tallyOf(counts({ answered: 2 }), 3, 5) },
      { hour: '2026-11-22T09', tally: tallyOf(counts({ answered: 4 }), 3, 3) },
    ];
    const byHour = addUpBy(
      hours,
      ({ hour }) => timeKey(hour, 'hour'),
      ({ tally }) => tally,
    );
    expect([...byHour].map(([key, t]) => [key, t.answered, t.maximumCallers])).toEqual([
      ['09', 6, 5],
      ['10', 1, 2],
    ]);
  });
});
