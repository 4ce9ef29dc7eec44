// Callers whom nobody answered, and whether they got through later, on a real database.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LostCaller } from '@ringside/core/contract/queue-report.ts';
import type { LiveEvent, Outcome } from '@ringside/core/live/event.ts';
import { createEventStore } from '../../live/event-store.ts';
import { startTestConsole } from '../../testing/test-console.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import { makeTwoCustomers } from '../../testing/two-customers.ts';
import type { Side, World } from '../../testing/two-customers.ts';

let running: TestConsole;
let world: World;

const stay = (side: Side, outcome: Outcome, at: string, callerNumber: string): LiveEvent => ({
  ...{ kind: 'outcome', serverId: side.endpointId, queue: 'support', outcome, callerNumber, callerName: 'Ana' },
  ...{ at: Date.parse(at), joinedAt: Date.parse(at) - 30_000, waitSeconds: 30, uniqueid: at, linkedid: at },
  ...{ owner: { customerId: side.customerId, callcenterId: side.callcenterId }, agentInterface: null, agentName: null },
});

beforeAll(async () => {
  running = await startTestConsole();
  world = await makeTwoCustomers(running);
  const { a, b } = world;
  const store = createEventStore(running.deps.db, (error) => {
    throw error;
  });
  store.append([
    // Came back by himself, his number written another way.
    stay(a, 'abandoned', '2026-11-18T09:00:00Z', '+34912345678'),
    stay(a, 'answered', '2026-11-18T09:20:00Z', '0034 912 345 678'),
    // Was called back.
    stay(a, 'timed-out', '2026-11-18T10:00:00Z', '600111222'),
    // Nobody: another customer's call, one before, and one eight days later are none.
    stay(a, 'abandoned', '2026-11-18T11:00:00Z', '+33145678901'),
    stay(b, 'answered', '2026-11-18T11:05:00Z', '+33145678901'),
    stay(a, 'answered', '2026-11-18T08:00:00Z', '+33145678901'),
    stay(a, 'answered', '2026-11-26T12:00:00Z', '+33145678901'),
    // Without a number nobody is found again.
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

it('are listed, the latest first, with when they were served after all', async () => {
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

it('are as many as the report counts, cut where asked, and each customer’s own', async () => {
  const token = world.a.tokens['supervisor'];
  const report = await running.call(token ?? '', 'GET', `/reports/queues?${DAY}`);
  expect((await lost(token)).data).toHaveLength(report.body.totals.unanswered);
  const cut = await lost(token, '&limit=2');
  expect([cut.data.length, cut.more]).toEqual([2, true]);
  expect((await lost(world.b.tokens['customer-admin'])).data.map((row) => row.outcome)).toEqual(['full']);
  expect((await lost(token, `&customerId=${world.b.customerId}`)).data).toEqual([]);
  expect((await running.call(world.a.tokens['auditor'] ?? '', 'GET', '/reports/queues/lost')).status).toBe(403);
});
