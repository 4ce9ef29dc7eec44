import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createQueueFactCount } from './count-queue-facts.ts';
import type { CountHow } from './count-queue-facts.ts';
import { packFacts, unpackFacts } from './queue-facts.ts';
import { createSummedDays } from './sum-day.ts';
import { hourRows } from './testing/hour-rows.ts';

const DAY = 86_400_000;
/** Europe leaves daylight saving on the second day. */
const FIRST = Date.parse('2026-10-24T00:00:00Z');
const SOURCES = 3;

const fact = fc
  .record({
    source: fc.nat({ max: SOURCES - 1 }),
    at: fc.nat({ max: DAY - 1 }),
    outcome: fc.constantFrom('answered', 'answered', 'abandoned', 'no-agent', 'full', 'timed-out', 'of tomorrow', null),
    wait: fc.option(fc.nat({ max: 700 }), { freq: 9 }),
    joined: fc.option(fc.nat({ max: 2 * DAY }), { freq: 9 }),
    seconds: fc.nat({ max: 2000 }),
    sentOn: fc.boolean(),
  })
  .map(({ joined, seconds, ...one }) => ({
    ...one,
    joinedAt: joined === null ? null : FIRST + one.at - joined,
    talk: one.outcome === null ? seconds : null,
  }));
const days = fc.array(fc.array(fact, { maxLength: 40, size: 'max' }), { minLength: 3, maxLength: 3 });
const judgement = fc.record({
  formula: fc.integer({ min: 1, max: 3 }),
  thresholdSeconds: fc.nat({ max: 60 }),
  shortAbandonSeconds: fc.nat({ max: 20 }),
});

it('counts the same as fact by fact, with any stored sums and any time zone', () => {
  fc.assert(
    fc.property(
      days,
      fc.array(fc.tuple(fc.array(judgement, { minLength: 2, maxLength: 2 }), fc.constantFrom(-1, 0, 1)), {
        minLength: 1,
        maxLength: 3,
      }),
      fc.constantFrom('UTC', 'Europe/Madrid', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Africa/Monrovia'),
      fc.tuple(fc.nat({ max: DAY }), fc.nat({ max: DAY })),
      fc.boolean(),
      (given, asked, timeZone, [late, early], whole) => {
        const packed = given.map((facts, day) => {
          const start = FIRST + day * DAY;
          const moved = facts.map((f) => ({
            ...f,
            at: start + f.at,
            joinedAt: f.joinedAt === null ? null : f.joinedAt + day * DAY,
          }));
          return { start, facts: unpackFacts(packFacts(start, moved)) };
        });
        const summed = createSummedDays();
        for (const [judgements, third] of asked) {
          const period = { from: FIRST + (whole ? 0 : late), to: FIRST + 3 * DAY - (whole ? 0 : early) };
          const count = (how: CountHow) => {
            const made = createQueueFactCount(period, timeZone, how);
            for (const one of judgements) made.entity(one);
            for (const { start, facts } of packed) {
              made.expect(facts.stays.count);
              made.add(start, facts, Int32Array.of(0, 1, third));
            }
            const { joins, leaves, entities } = made.waiting();
            return {
              hours: hourRows(made.times(new Int32Array(made.wall.count))),
              counts: [made.countsOf(0), made.countsOf(1), made.waits(), made.talks()],
              waiting: [[...joins], [...leaves], [...entities]],
            };
          };
          for (const byHour of [true, false])
            expect(count({ byHour, summed, summedFrom: 0 })).toEqual(count({ byHour }));
        }
      },
    ),
    { numRuns: 60 },
  );
});
