// Tests packed days against plain rows: after any sequence of writes, changes, deletions and packing, a report of any period, time zone and
// filter has the same counts.
import fc from 'fast-check';
import { hourRows } from '@ringside/core/reports/testing/hour-rows.ts';
import type { TimeColumns } from '@ringside/core/reports/time-columns.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countMost, countCalls } from './testing/count-raw.ts';
import type { Db } from '../../platform/db/connect.ts';
import { openTestDb } from '../../platform/db/testing/test-database.ts';
import type { TestDb } from '../../platform/db/testing/test-database.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { countDays, countTotals, mostKeyOf } from './count-days.ts';
import { packDays } from '../pack-days.ts';
import { deleteFacts, insertFacts, truncateFacts, updateFacts } from '../testing/change-facts.ts';
import { QUEUE_DAYS } from './day-queries.ts';
import type { ReportScope } from './queries.ts';

const id = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`;
const [A, B, DESK, SALES, OTHER] = [id(1), id(2), id(3), id(4), id(5)] as const;
const FIRST = Date.parse('2026-10-24T00:00:00Z');
const HOUR = 3_600_000;
const DAYS = 4;
const END = FIRST + DAYS * 24 * HOUR;
const ZONES = ['UTC', 'Europe/Madrid', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Apia', 'Australia/Lord_Howe'];

let opened: TestDb;
let db: Db;

beforeAll(async () => {
  opened = await openTestDb();
  ({ db } = opened);
  await sql`insert into endpoints (name, ami_host, ami_username, ami_secret, enabled) values ('P', '127.0.0.1', 'u', '', false)`.execute(
    db,
  );
  await sql`insert into customers (id, code, name, country) values (${A}, 'a', 'A', 'ES'), (${B}, 'b', 'B', 'ES')`.execute(
    db,
  );
  await sql`insert into callcenters (id, customer_id, name, code, timezone, sla_formula, sla_target_seconds, short_abandon_seconds)
    values (${DESK}, ${A}, 'Desk', 'desk', 'UTC', 6, 10, 3), (${SALES}, ${A}, 'Sales', 'sales', 'UTC', 2, 30, 8),
      (${OTHER}, ${B}, 'Other', 'other', 'UTC', 6, 10, 3)`.execute(db);
  await sql`insert into queues (id, customer_id, callcenter_id, server_id, name, label)
    select gen_random_uuid(), customer, center, (select min(id) from endpoints), name, '' from (values
      (${A}::uuid, ${DESK}::uuid, 'desk'), (${A}::uuid, ${SALES}::uuid, 'sales'), (${B}::uuid, ${OTHER}::uuid, 'other')) as q (customer, center, name)`.execute(
    db,
  );
});
afterAll(() => opened?.close());

const caller = (customerId: string | null, callcenterIds: string[] | null = null): Caller => ({
  ...({ sessionId: '', userId: '', username: '', role: '', level: 0, abilities: [], language: 'en' } as const),
  ...{ ip: '', userAgent: '', viewer: { reach: 'platform' }, customerId, callcenterIds: callcenterIds ?? [] },
  reach: customerId === null ? 'platform' : callcenterIds === null ? 'customer' : 'team',
});
const CALLERS = [caller(null), caller(A), caller(B), caller(A, [SALES])];

const moment = fc.oneof(
  fc.integer({ min: FIRST, max: END - 1 }),
  // Boundaries of days and hours, and of the daylight saving change.
  fc
    .tuple(fc.integer({ min: 0, max: DAYS * 96 - 1 }), fc.constantFrom(-1, 0, 1, 999))
    .map(([q, ms]) => Math.min(END - 1, Math.max(FIRST, FIRST + (q * HOUR) / 4 + ms))),
);
const seconds = fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 9_000 }));
const place = fc.constantFrom(
  ...([
    [A, 'desk', DESK],
    [A, 'sales', SALES],
    [A, 'gone', DESK],
    [A, 'gone', null],
    [B, 'other', OTHER],
    [B, 'desk', null],
    [null, 'nobody', null],
  ] as const),
);
const OUTCOMES = ['answered', 'abandoned', 'timed-out', 'left-by-key', 'no-agent', 'full', 'withdrawn'];
const fact = fc
  .record({
    place,
    at: moment,
    wait: seconds,
    late: fc.integer({ min: 0, max: 1500 }),
    talk: fc.boolean(),
    outcome: fc.constantFrom('answered', 'answered', 'abandoned', ...OUTCOMES),
    sentOn: fc.boolean(),
  })
  .map(({ place: [customer, queue, center], at, wait, late, talk, outcome, sentOn }) => ({
    ...{ customer_id: customer, queue, callcenter_id: center, at: new Date(at).toISOString(), sent_on: sentOn },
    ...(talk
      ? { outcome: null, wait: null, joined_at: null, talk: wait }
      : { outcome, wait, joined_at: new Date(at - wait * 1000 - late).toISOString(), talk: null }),
  }));
type Fact = typeof fact extends fc.Arbitrary<infer F> ? F : never;

let serial = 0;
const insert = async (facts: readonly Fact[]): Promise<void> => {
  const rows = facts.map((row) => ({ server_id: 1, id: (serial += 1), ...row }));
  await insertFacts(db, 'queue', rows);
};
/** Every fifth fact. */
const some = (n: number) => sql`id % 5 = ${n}`;

const added = fc.array(fact, { minLength: 1, maxLength: 60, size: 'max' }).map((facts) => () => insert(facts));
const changed = fc.tuple(fc.integer({ min: 0, max: 4 }), seconds).map(([n, by]) => async () => {
  await updateFacts(
    db,
    'queue',
    sql`wait = wait + ${by}, at = greatest(at - interval '7 hours', ${new Date(FIRST)}),
    customer_id = case when queue = 'gone' then ${B} else customer_id end`,
    some(n),
  );
});
const gone = fc.integer({ min: 0, max: 4 }).map((n) => async () => {
  await deleteFacts(db, 'queue', some(n));
});
const packed = fc.integer({ min: 1, max: DAYS + 1 }).map((days) => async () => {
  await packDays(db, QUEUE_DAYS, FIRST + days * 24 * HOUR);
});
/** Packs everything, then makes one change. */
const ended = fc.oneof(added, changed, changed, gone, gone).map((change) => async () => {
  await packDays(db, QUEUE_DAYS, END + HOUR);
  await change();
});
const steps = fc
  .tuple(
    added,
    fc.array(fc.oneof(added, added, packed, changed, gone), { maxLength: 5, size: 'max' }),
    fc.oneof(ended, ended, packed),
  )
  .map(([first, between, last]) => [first, ...between, last]);

const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined, freq: 2 });
/** Mostly no filter, because disjoint filters leave nothing to compare. */
const narrowing = fc.oneof(
  { weight: 5, arbitrary: fc.constant({}) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...([{ customerId: A }, { customerId: B }, { callcenterId: DESK }, { callcenterId: SALES }] as const),
      ...([{ queue: 'desk' }, { queue: 'gone' }, { queue: 'nobody' }, { serverId: 1 }] as const),
      { customerId: A, queue: 'desk' },
    ),
  },
  { weight: 1, arbitrary: fc.constant({ serverId: 2 }) },
);
const scope = fc
  .record({
    narrowing,
    settings: fc.record({
      formula: maybe(fc.integer({ min: 1, max: 7 })),
      thresholdSeconds: maybe(fc.integer({ min: 0, max: 60 })),
      shortAbandonSeconds: maybe(fc.integer({ min: 0, max: 10 })),
    }),
    times: fc.tuple(moment, moment, fc.boolean()),
    timeZone: fc.constantFrom(...ZONES),
  })
  .map(({ narrowing: by, settings, times: [a, b, whole], timeZone }): ReportScope => ({
    ...{ ...by, ...settings, timeZone },
    period: whole ? { from: FIRST, to: END } : { from: Math.min(a, b), to: Math.max(a, b) + 1 },
  }));

const sorted = (rows: readonly object[]): unknown[] =>
  rows.map((row) => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)))).toSorted();
const bars = (rows: readonly { readonly bar: number }[]): unknown[] =>
  sorted(rows.filter(({ bar: _bar, ...counts }) => Object.values(counts).some((n) => n !== 0)));

/** Selects the fields that the other row has too. */
const pick = (row: object, like: object | undefined): object =>
  Object.fromEntries(Object.entries(row).filter(([key]) => key in (like ?? row)));

const mostRows = ({ most, written }: TimeColumns): { key: string; hour: string; most: number }[] =>
  [...most].flatMap((value, place) => (value === 0 ? [] : [{ key: '', hour: written(place), most: value }]));

const beforeOf = ({ period: { from, to } }: ReportScope) => ({ from: from - (to - from), to: from });

const agree = async (who: Caller, of: ReportScope): Promise<void> => {
  const raw = await countCalls(db, who, of);
  const most = await countMost(db, who, of, 'all');
  for (const group of ['queue', 'callcenter', 'customer'] as const) {
    const { groups } = await countDays(db, who, of, mostKeyOf(group), beforeOf(of));
    expect(sorted(groups.filter((row) => row.most > 0))).toEqual(sorted(await countMost(db, who, of, group)));
  }
  const packed = await countDays(db, who, of, null, beforeOf(of));
  expect(sorted(packed.counted.entities)).toEqual(
    sorted(raw.entities.map((row) => pick(row, packed.counted.entities[0]))),
  );
  const hours = hourRows(packed.times);
  expect(sorted(hours)).toEqual(sorted(raw.hours.map((row) => pick(row, hours[0]))));
  expect([bars(packed.counted.waits), bars(packed.counted.talks)]).toEqual([bars(raw.waits), bars(raw.talks)]);
  expect(packed.most).toBe(Math.max(0, ...most.map((row) => row.most)));
  const totals = await countTotals(db, who, of);
  expect([sorted(totals.entities), totals.most]).toEqual([sorted(packed.counted.entities), packed.most]);
  const before = await countTotals(db, who, { ...of, period: beforeOf(of) });
  expect([sorted(packed.before.entities), packed.before.most]).toEqual([sorted(before.entities), before.most]);
  // A caller may wait beyond the period. Such an hour is in no report.
  const told = new Set(raw.hours.map((row) => row.hour));
  const maxima = (rows: readonly { hour: string }[]): unknown[] => sorted(rows.filter((row) => told.has(row.hour)));
  expect(maxima(mostRows(packed.times))).toEqual(maxima(most));
};

it('agree with the rows after any sequence of changes', async () => {
  await fc.assert(
    fc.asyncProperty(
      steps,
      fc.array(fc.tuple(fc.constantFrom(...CALLERS), scope), { minLength: 1, maxLength: 3 }),
      async (runs, asked) => {
        await truncateFacts(db, 'queue');
        for (const run of runs) await run();
        for (const [who, of] of asked) await agree(who, of);
      },
    ),
    { numRuns: 12, endOnFailure: true },
  );
});

it('agree during concurrent writes and packing', async () => {
  await truncateFacts(db, 'queue');
  const facts = fc.sample(fact, { numRuns: 600, seed: 7 });
  const whole = { period: { from: FIRST, to: END }, timeZone: 'Europe/Madrid' };
  const write = async (part: number): Promise<void> => {
    for (let at = part; at < facts.length; at += 30) await insert(facts.slice(at, at + 10));
  };
  const pack = async (): Promise<void> => {
    // If two processes pack the same day, the database rejects the later one.
    for (let i = 0; i < 12; i++) await packDays(db, QUEUE_DAYS, END + HOUR).catch(() => undefined);
  };
  await Promise.all([write(0), write(10), write(20), pack(), pack()]);
  await agree(caller(null), whole);
  expect(await packDays(db, QUEUE_DAYS, END + HOUR)).toBeGreaterThanOrEqual(0);
  const { rows } = await sql<{
    marks: number;
    days: number;
  }>`select (select count(*)::integer from queue_day_marks) as marks,
    (select count(*)::integer from queue_packed_days) as days`.execute(db);
  expect(rows[0]?.marks).toBe(0);
  expect(rows[0]?.days).toBeGreaterThan(8);
  await agree(caller(null), whole);
  // Only packed days are read, so changes without marks are not seen.
  await sql`delete from queue_facts`.execute(db);
  expect((await countTotals(db, caller(null), whole)).entities).not.toEqual([]);
});
