// Tests that every writer of facts stores the same facts and marks the same days, in the same transaction, as reference triggers.
import { globSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LiveEvent } from '@ringside/core/live/event.ts';
import { insertImported } from '../calls/queue-log-queries.ts';
import { pruneEvents } from '../live/event-age-queries.ts';
import { storeEvents } from '../live/event-queries.ts';
import { createEventStore } from '../live/event-store.ts';
import type { Db } from '../platform/db/connect.ts';
import { differentDays, differentFacts, installOracle, takeDays } from '../testing/report-fact-oracle.ts';
import { startTwins } from '../testing/start-twins.ts';
import type { TestConsole } from '../testing/test-console.ts';
import type { World } from '../testing/side.ts';
import { forgetOldCallers } from './queue-report/forget-callers.ts';

const AT = Date.parse('2026-10-12T23:30:00Z');
const DAY_MS = 86_400_000;
const OLD = 'PJSIP/twin-a-107';
const NOW = 'PJSIP/twin-a-101';
let running: TestConsole;
let world: World;
let db: Db;
beforeAll(async () => {
  ({ server: running, world } = await startTwins());
  ({ db } = running.deps);
  await installOracle(db);
});
afterAll(() => running?.close());

const owner = () => ({ customerId: world.a.customerId, callcenterId: world.a.callcenterId });
const visit = (at: number, uniqueid: string): LiveEvent => ({
  ...({ kind: 'outcome', at, serverId: world.a.endpointId, owner: owner(), queue: 'support', uniqueid } as const),
  ...({ linkedid: uniqueid, callerNumber: '+34 912 345 678', callerName: 'Ana', outcome: 'abandoned' } as const),
  ...{ joinedAt: at - 9_000, waitSeconds: 9, agentInterface: null, agentName: null },
});
const member = (at: number, agent: string, more: object): LiveEvent =>
  // The row has only the fields that are stored as facts.
  ({
    ...{ kind: 'member', cause: 'AgentConnect', at, serverId: world.a.endpointId, uniqueid: `${agent}-${at}` },
    row: { owner: owner(), queue: 'support', interface: agent, name: agent.slice(-3), callOwner: null, incall: true },
    ...more,
  }) as unknown as LiveEvent;
const talk = (at: number, agent: string): LiveEvent =>
  member(at, agent, { cause: 'AgentComplete', completes: true, talkSeconds: 40, reason: 'transfer' });

const keepLive = async (events: readonly LiveEvent[]): Promise<void> => {
  const store = createEventStore(db, (error) => expect.fail(String(error)));
  store.append(events);
  await store.close();
};

const same = async (): Promise<void> => {
  expect(await differentFacts(db)).toEqual([]);
  expect(await differentDays(db)).toEqual([]);
};
/** Accepts the current facts as the new reference. */
const acceptFacts = async (): Promise<void> => {
  for (const kind of ['queue', 'agent']) {
    const expected = sql.table(`expected_${kind}_facts`);
    await sql`truncate ${expected}`.execute(db);
    await sql`alter table ${expected} disable trigger user`.execute(db);
    await sql`insert into ${expected} select * from ${sql.table(`${kind}_facts`)}`.execute(db);
    await sql`alter table ${expected} enable trigger user`.execute(db);
  }
};

it('facts are written once by live events', async () => {
  const events = [
    ...[visit(AT, 'v1'), visit(AT + DAY_MS, 'v2'), talk(AT + 60_000, NOW)],
    ...[member(AT, OLD, {}), member(AT, NOW, { cause: 'QueueMemberPause' }), talk(AT + 4 * DAY_MS, OLD)],
  ];
  await keepLive(events);
  await same();
  expect(await takeDays(db)).toEqual({ agent: 2, queue: 3 });
  // Further copies of the same visits and talks.
  await keepLive(events.filter((event) => event.kind === 'outcome' || 'talkSeconds' in event));
  await same();
  expect(await takeDays(db)).toEqual({});
});

it('facts are written by an import', async () => {
  const events = [visit(AT - DAY_MS, 'i1'), talk(AT - DAY_MS, OLD), visit(AT, 'v1')];
  expect(await insertImported(db, events, AT)).toHaveLength(2);
  await same();
  expect(await takeDays(db)).toEqual({ agent: 1, queue: 1 });
});

it('facts are written by a merge of two agents, by later events of the merged agent, and when the merge is undone', async () => {
  const admin = world.a.tokens['customer-admin'] ?? '';
  const two = { serverId: world.a.endpointId, interface: OLD, into: NOW };
  const made = await running.call(admin, 'POST', '/reports/agents/merges', two);
  expect([made.status, await differentDays(db), await takeDays(db)]).toEqual([201, [], { agent: 3 }]);
  await acceptFacts();
  await keepLive([talk(AT + 2 * DAY_MS, OLD), talk(AT + 2 * DAY_MS, NOW)]);
  await same();
  expect(await takeDays(db)).toEqual({ agent: 1, queue: 1 });
  const undone = await running.call(admin, 'DELETE', `/reports/agents/merges/${made.body.id}`);
  expect([undone.status, await differentDays(db), await takeDays(db)]).toEqual([204, [], { agent: 4 }]);
  await acceptFacts();
});

it('facts are written when callers are deleted by age, but not when steps are', async () => {
  await sql`update customers set cdr_retention_days = 1 where id = ${world.a.customerId}`.execute(db);
  expect(await forgetOldCallers(db, AT + 20 * DAY_MS, (error) => expect.fail(String(error)))).toBe(3);
  expect([await differentDays(db), await takeDays(db)]).toEqual([[], { queue: 3 }]);
  await pruneEvents(db, AT + 40 * DAY_MS);
  expect([await differentDays(db), await takeDays(db)]).toEqual([[], {}]);
  await acceptFacts();
});

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const owners = maybe(
  fc.record({ customerId: maybe(fc.constantFrom('A', 'b')), callcenterId: maybe(fc.constant('c')) }),
);
const agent = maybe(fc.constantFrom('PJSIP/1', 'PJSIP/2', 'PJSIP/3'));
const name = maybe(fc.constantFrom('', 'Ana', 'Zoë'));
const seconds = maybe(fc.constantFrom(0, 7, 300));
const anyEvent = fc.record({
  kind: fc.constantFrom('outcome', 'member', 'member', 'member-removed', 'caller'),
  at: fc.integer({ min: AT - 3 * DAY_MS, max: AT + 3 * DAY_MS }),
  queue: maybe(fc.constantFrom('sales', 'support')),
  event: fc.record({
    ...{
      owner: owners,
      interface: agent,
      name,
      joinedAt: maybe(fc.integer({ min: 0, max: 2 * AT }).map((half) => half / 2)),
    },
    cause: maybe(
      fc.constantFrom(
        'QueueMemberAdded',
        'QueueMemberPause',
        'AgentConnect',
        'AgentRingNoAnswer',
        'AgentComplete',
        'Other',
      ),
    ),
    outcome: maybe(fc.constantFrom('answered', 'abandoned')),
    ...{
      waitSeconds: seconds,
      talkSeconds: seconds,
      completes: maybe(fc.boolean()),
      ringMs: maybe(fc.integer({ min: 0, max: 9e5 }).map((half) => half / 2)),
    },
    ...{
      reason: maybe(fc.constantFrom('transfer', 'agent')),
      callerNumber: maybe(fc.constantFrom('', '+1 (202) 555', '34912345678')),
    },
    row: maybe(
      fc.record({
        ...{
          owner: owners,
          interface: agent,
          name,
          paused: maybe(fc.boolean()),
          pausedReason: maybe(fc.constant('lunch')),
        },
        ...{ pausedSince: maybe(fc.integer({ min: 0, max: AT })), loginAt: maybe(fc.integer({ min: 0, max: AT })) },
        ...{ incall: maybe(fc.boolean()), wrapupSeconds: maybe(fc.constantFrom(0, 20)) },
      }),
    ),
  }),
});

it('facts are the same for any event', async () => {
  let serial = 0;
  for (const [from, into, intoName] of [
    ['PJSIP/1', 'PJSIP/2', 'Ana'],
    ['PJSIP/3', 'PJSIP/2', ''],
  ])
    await sql`insert into agent_merges (id, customer_id, server_id, interface, name, into_interface, into_name, created_by)
      values (gen_random_uuid(), ${world.a.customerId}, ${world.a.endpointId}, ${from}, '', ${into}, ${intoName}, 'noa')`.execute(
      db,
    );
  const batch = fc.array(anyEvent, { minLength: 1, maxLength: 40, size: 'max' });
  await fc.assert(
    fc.asyncProperty(batch, async (events) => {
      const rows = events.map(({ kind, at, queue, event }) => ({
        ...{ server_id: world.a.endpointId, id: (serial += 1), at: new Date(at).toISOString(), kind, queue },
        event: { ...event, uniqueid: String(serial), at },
      }));
      // The customer of the merges, and a deleted one.
      const text = JSON.stringify(rows).replaceAll('"A"', JSON.stringify(world.a.customerId));
      await storeEvents(
        db,
        sql`select * from json_to_recordset(${text}::json)
          as x(server_id integer, id bigint, at timestamptz, kind text, queue text, event jsonb)`,
      );
      await same();
    }),
    { numRuns: 40 },
  );
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::integer as n from agent_facts where told_interface is not null`.execute(db);
  expect(rows[0]?.n).toBeGreaterThan(5);
});

it('facts have no other writers', () => {
  const writes =
    /\b(insert into|update|delete from|truncate|merge into|copy)\s+(live_events|queue_facts|agent_facts)\b/;
  const builds = /\.(insertInto|updateTable|deleteFrom|mergeInto)\('(liveEvents|queueFacts|agentFacts)'/;
  const folder = new URL('..', import.meta.url).pathname;
  const files = globSync('**/*.{ts,sql}', { cwd: folder }).filter(
    (file) => !/\.test\.ts$|\/testing\/|^testing\/|platform\/db\/legacy\//.test(file),
  );
  const found = files.filter((file) => {
    const text = readFileSync(`${folder}/${file}`, 'utf8');
    return writes.test(text) || builds.test(text);
  });
  expect(found.toSorted()).toEqual([
    // Deletes steps that create no facts.
    'live/event-age-queries.ts',
    'live/event-queries.ts',
    'reports/agent-report/merge-queries.ts',
    'reports/queue-report/forget-callers.ts',
  ]);
});
