// Tests unanswered callers and whether they were served later, on a real database.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LostCaller } from '@ringside/core/contract/reports/queue-report.ts';
import type { LiveEvent, Outcome } from '@ringside/core/live/event.ts';
import { insertImported } from '../../calls/queue-log-queries.ts';
import { storeEvents } from '../../live/event-queries.ts';
import { createEventStore } from '../../live/event-store.ts';
import { forgetOldCallers } from './forget-callers.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import { startTwins } from '../../testing/start-twins.ts';
import type { Side, World } from '../../testing/side.ts';

let running: TestConsole;
let world: World;

const stay = (side: Side, outcome: Outcome, at: string, callerNumber: string): LiveEvent => ({
  ...{ kind: 'outcome', serverId: side.endpointId, queue: 'support', outcome, callerNumber, callerName: 'Ana' },
  ...{ at: Date.parse(at), joinedAt: Date.parse(at) - 30_000, waitSeconds: 30, uniqueid: at, linkedid: at },
  ...{ owner: { customerId: side.customerId, callcenterId: side.callcenterId }, agentInterface: null, agentName: null },
});

beforeAll(async () => {
  ({ server: running, world } = await startTwins());
  const { a, b } = world;
  const store = createEventStore(running.deps.db, (error) => {
    throw error;
  });
  store.append([
    // The caller called again, with the number in another format.
    stay(a, 'abandoned', '2026-11-18T09:00:00Z', '+34912345678'),
    stay(a, 'answered', '2026-11-18T09:20:00Z', '0034 912 345 678'),
    // Called back by the customer.
    stay(a, 'timed-out', '2026-11-18T10:00:00Z', '600111222'),
    // Not served: the other calls are of another customer, earlier, or eight days later.
    stay(a, 'abandoned', '2026-11-18T11:00:00Z', '+33145678901'),
    stay(b, 'answered', '2026-11-18T11:05:00Z', '+33145678901'),
    stay(a, 'answered', '2026-11-18T08:00:00Z', '+33145678901'),
    stay(a, 'answered', '2026-11-26T12:00:00Z', '+33145678901'),
    // Callers without a number cannot be matched.
    stay(a, 'left-by-key', '2026-11-18T12:00:00Z', ''),
    stay(a, 'answered', '2026-11-18T12:01:00Z', ''),
    stay(b, 'full', '2026-11-18T12:30:00Z', '1'),
  ]);
  await store.close();
  await sql`insert into calls (id, server_id, linkedid, uniqueid, customer_id, direction, status, source, source_name,
      destination, extension, device, start_at, answer_at, end_at, duration, wait_seconds, talk_seconds,
      billable_seconds, recording_file, legs)
    values (gen_random_uuid(), ${a.endpointId}, 'l1', 'u1', ${a.customerId}, 'outbound', 'answered', '101', '',
      '0034600111222', '101', 'PJSIP/101', '2026-11-18T10:30:00Z', '2026-11-18T10:30:05Z', '2026-11-18T10:31:00Z',
      60, 5, 55, 55, '', 1)`.execute(running.deps.db);
});
afterAll(() => running?.close());

const DAY = 'from=2026-11-18T00:00:00Z&to=2026-11-19T00:00:00Z';
const lost = async (token: string | undefined, more = ''): Promise<{ data: LostCaller[]; more: boolean }> => {
  const { status, body } = await running.call(token ?? '', 'GET', `/reports/queues/lost?${DAY}${more}`);
  expect([status, body.errors]).toEqual([200, undefined]);
  return body;
};

it('are listed, latest first, with the time when they were served later', async () => {
  const { data, more } = await lost(world.a.tokens['customer-admin']);
  expect(more).toBe(false);
  expect(
    data.map((row) => [row.at.slice(11, 16), row.outcome, row.servedAt?.slice(11, 16) ?? null, row.servedBy]),
  ).toEqual([
    ['12:00', 'left-by-key', null, null],
    ['11:00', 'abandoned', null, null],
    ['10:00', 'timed-out', '10:30', 'call'],
    ['09:00', 'abandoned', '09:20', 'agent'],
  ]);
  expect(data[3]).toMatchObject({ queueLabel: 'Support line', waitSeconds: 30, callerName: 'Ana' });
  expect(data[3]?.caller).toMatchObject({ number: '+34 912 34 56 78', country: 'ES' });
});

it('are as many as the report counts, limited on request, and separate for each customer', async () => {
  const token = world.a.tokens['supervisor'];
  const report = await running.call(token ?? '', 'GET', `/reports/queues?${DAY}`);
  expect((await lost(token)).data).toHaveLength(report.body.totals.unanswered);
  const cut = await lost(token, '&limit=2');
  expect([cut.data.length, cut.more]).toEqual([2, true]);
  expect((await lost(world.b.tokens['customer-admin'])).data.map((row) => row.outcome)).toEqual(['full']);
  expect((await lost(token, `&customerId=${world.b.customerId}`)).data).toEqual([]);
  expect((await running.call(world.a.tokens['auditor'] ?? '', 'GET', '/reports/queues/lost')).status).toBe(403);
});

it('lose number and name at the age limit of call records without changing figures', async () => {
  const { a, b } = world;
  const { db } = running.deps;
  const token = a.tokens['customer-admin'];
  const talk = {
    ...{ kind: 'member', cause: 'AgentComplete', completes: true, talkSeconds: 42, uniqueid: 'm1' },
    row: { ...{ interface: 'PJSIP/101', name: 'Bo', callerNumber: '34912345678', callerName: 'Ana' } },
  };
  const owner = { customerId: a.customerId, callcenterId: a.callcenterId };
  const step = { kind: 'caller', row: { owner, callerIdNum: '34912345678' } };
  for (const [id, event] of [{ ...talk, row: { ...talk.row, owner } }, step].entries()) {
    await storeEvents(
      db,
      sql`select ${a.endpointId}::integer, ${id}::bigint, timestamptz '2026-11-18T09:21:00Z', ${event.kind}::text, 'support',
        ${JSON.stringify(event)}::jsonb`,
    );
  }
  const terms = await running.call(world.platform['administrator'] ?? '', 'PATCH', `/customers/${a.customerId}`, {
    cdrRetentionDays: 10,
  });
  expect(terms.status).toBe(200);
  const [before, counted] = [
    await lost(token),
    async () => (await running.call(token ?? '', 'GET', `/reports/queues?${DAY}`)).body.totals,
  ];
  const totals = await counted();
  const sweep = (now: string) => forgetOldCallers(db, Date.parse(now), (error) => expect.fail(String(error)));
  const named = async () => {
    const { rows } = await sql<{
      n: number;
    }>`select (select count(*) from live_events where event::text ~ '912.?345.?678|600111222|33145678901|Ana'
        and at < '2026-11-25' and not (event::text like ${`%${b.customerId}%`}))::integer
      + (select count(*) from queue_facts where caller_tail <> '' and customer_id = ${a.customerId} and at < '2026-11-25')::integer as n`.execute(
      db,
    );
    return rows[0]?.n;
  };
  expect(await sweep('2026-11-27T12:00:00Z')).toBe(0);
  expect(await named()).toBeGreaterThan(0);
  expect(await sweep('2026-12-05T12:00:00Z')).toBe(7);
  expect([await named(), await sweep('2026-12-05T12:00:00Z')]).toEqual([0, 0]);
  const { data } = await lost(token);
  expect(data.map(({ caller, callerName }) => caller.raw + callerName)).toEqual(['', '', '', '']);
  const told = (rows: readonly LostCaller[]) => rows.map(({ caller: _caller, callerName: _name, ...row }) => row);
  expect(told(data)).toEqual(told(before.data));
  expect(await counted()).toEqual(totals);
  expect((await lost(b.tokens['customer-admin'])).data[0]?.caller.raw).toBe('1');
  const trail = await running.call(token ?? '', 'GET', '/audit?resource=cdr&action=delete');
  expect(trail.body.data[0].after).toMatchObject({ queueCallers: 7, reason: 'retention' });
  // A log of that time is imported again: its callers are removed again.
  await insertImported(db, [stay(a, 'abandoned', '2026-11-18T09:30:00Z', '+34912345678')], 1);
  expect(await named()).toBeGreaterThan(0);
  expect([await sweep('2026-12-05T13:00:00Z'), await named()]).toEqual([1, 0]);
});
