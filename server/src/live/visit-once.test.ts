// Tests second copies of a queue visit, as another console on the same database would store them.
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SCRIPT_MARK } from '../platform/db/pglite/pglite-dialect.ts';
import { openTestDb } from '../platform/db/testing/test-database.ts';
import type { TestDb } from '../platform/db/testing/test-database.ts';
import { insertImported } from '../calls/queue-log-queries.ts';
import { storeEvents } from './event-queries.ts';
import type { LiveEvent } from '@ringside/core/live/event.ts';

let test: TestDb;
beforeAll(async () => {
  test = await openTestDb();
});
afterAll(() => test.close());

const T = Date.parse('2026-11-20T10:00:00Z');

const store = async (id: number, kind: string, event: Record<string, unknown>, at: number): Promise<void> => {
  await storeEvents(
    test.db,
    sql`select 1, ${id}::bigint, ${new Date(at)}::timestamptz, ${kind}::text, 'sales',
      ${JSON.stringify({ ...event, kind, at, serverId: 1 })}::jsonb`,
  );
};
const stay = (id: number, call: string, joinedAt: number, at: number) =>
  store(
    id,
    'outcome',
    { uniqueid: call, joinedAt, waitSeconds: Math.round((at - joinedAt) / 1000), outcome: 'answered' },
    at,
  );
const talk = (id: number, call: string, phone: string, talkSeconds: number, at: number) =>
  store(
    id,
    'member',
    { cause: 'AgentComplete', completes: true, uniqueid: call, talkSeconds, row: { interface: phone } },
    at,
  );
const facts = async () =>
  (await sql<{ id: number }>`select id from queue_facts order by id`.execute(test.db)).rows.map(({ id }) => Number(id));

it('refuses a second copy of a stay and of a talk, and keeps the visits that follow', async () => {
  await stay(1, 'c1', T, T + 30_000);
  await stay(2, 'c1', T - 900, T + 30_004);
  await stay(3, 'c1', T + 30_100, T + 50_000);
  await stay(4, 'c2', T, T + 30_000);
  await talk(5, 'c1', 'PJSIP/100', 60, T + 90_000);
  await talk(6, 'c1', 'PJSIP/100', 60, T + 90_007);
  await talk(7, 'c1', 'PJSIP/101', 0, T + 90_000);
  await talk(8, 'c1', 'PJSIP/100', 20, T + 111_000);
  expect(await facts()).toEqual([1, 3, 4, 5, 7, 8]);
});

it('skips events that a queue_log repeats', async () => {
  const event = {
    kind: 'outcome',
    serverId: 1,
    queue: 'sales',
    at: T + 30_500,
    uniqueid: 'c2',
    joinedAt: T,
    waitSeconds: 30,
    outcome: 'answered',
  };
  expect(await insertImported(test.db, [event as unknown as LiveEvent], T)).toEqual([]);
});

it('deletes the copies that an older version stored', async () => {
  const migration = readFileSync(new URL('../platform/db/legacy/861-one-copy-of-a-visit.sql', import.meta.url), 'utf8');
  const undo = `alter table live_events drop constraint live_events_stay_once, drop constraint live_events_talk_once;
    drop function visit_key; drop function visit_span;`;
  await sql.raw(SCRIPT_MARK + undo).execute(test.db);
  await stay(12, 'c1', T - 900, T + 30_004);
  await talk(16, 'c1', 'PJSIP/100', 60, T + 90_007);
  expect(await facts()).toEqual([1, 3, 4, 5, 7, 8, 12, 16]);
  await test.db.transaction().execute((tx) => sql.raw(SCRIPT_MARK + migration).execute(tx));
  expect(await facts()).toEqual([1, 3, 4, 5, 7, 8]);
});
