// Tests packed days against plain rows: after any sequence of writes, changes, deletions and packing, each agent has the same memberships
// and facts in any period and filter.
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Db } from '../../platform/db/connect.ts';
import { openTestDb } from '../../platform/db/testing/test-database.ts';
import type { TestDb } from '../../platform/db/testing/test-database.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { packDays } from '../pack-days.ts';
import { deleteFacts, insertFacts, truncateFacts, updateFacts } from '../testing/change-facts.ts';
import { AGENT_DAYS } from './agent-days.ts';
import { readAgentLots } from './agent-lots.ts';
import type { AgentInput } from './fold-agents.ts';
import type { AgentScope } from './queries.ts';
import { membershipsIn, readAgents } from './read-agents.ts';
import type { Present } from './read-agents.ts';

const id = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`;
const [A, B, DESK, SALES, OTHER] = [id(1), id(2), id(3), id(4), id(5)] as const;
const FIRST = Date.parse('2026-10-24T00:00:00Z');
const HOUR = 3_600_000;
/** Longer than the search range around a period. */
const DAYS = 20;
const END = FIRST + DAYS * 24 * HOUR;

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
  await sql`insert into callcenters (id, customer_id, name, code, timezone) values (${DESK}, ${A}, 'Desk', 'desk', 'UTC'),
    (${SALES}, ${A}, 'Sales', 'sales', 'UTC'), (${OTHER}, ${B}, 'Other', 'other', 'UTC')`.execute(db);
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
  // Boundaries of days, and fractions of a second.
  fc
    .tuple(fc.integer({ min: 0, max: DAYS * 2 - 1 }), fc.constantFrom(-1, 0, 1, 999, 1000))
    .map(([half, ms]) => Math.min(END - 1, Math.max(FIRST, FIRST + half * 12 * HOUR + ms))),
);
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
const maybe = <T>(arbitrary: fc.Arbitrary<T>, nil: T | null = null) => fc.option(arbitrary, { nil, freq: 1 });
const fact = fc
  .record({
    place,
    at: moment,
    interface: fc.constantFrom('PJSIP/a-1', 'PJSIP/a-2', 'Local/7@x/n'),
    name: fc.constantFrom('', 'Ana', 'Ana', 'Zoë "Z" \\ ו'),
    kind: fc.constantFrom('added', 'removed', 'pause', 'connect', 'complete', 'missed', 'seen'),
    paused: fc.boolean(),
    incall: fc.boolean(),
    reason: fc.constantFrom('', 'lunch', 'צהריים', 'a b'),
    paused_since: maybe(fc.integer({ min: 0, max: 2 ** 40 })),
    login_at: maybe(fc.integer({ min: 1_790_000_000, max: 1_800_000_000 })),
    wrapup: fc.constantFrom(0, 20, 300),
    ring: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 70_000 })),
    talk: maybe(fc.integer({ min: 0, max: 100_000 })),
    call: maybe(fc.constantFrom('1', '1700000000.7', 'lunch', '')),
  })
  .map(({ place: [customer, queue, center], at, ...row }) => ({
    ...{ ...row, customer_id: customer, queue, callcenter_id: center, at: new Date(at).toISOString() },
  }));
type Fact = typeof fact extends fc.Arbitrary<infer F> ? F : never;

let serial = 0;
const insert = async (facts: readonly Fact[]): Promise<void> => {
  const rows = facts.map((row) => ({ server_id: 1, id: (serial += 1), ...row }));
  await insertFacts(db, 'agent', rows);
};
/** Every fifth fact. */
const some = (n: number) => sql`id % 5 = ${n}`;

const added = fc.array(fact, { minLength: 1, maxLength: 60, size: 'max' }).map((facts) => () => insert(facts));
const changed = fc.integer({ min: 0, max: 4 }).map((n) => async () => {
  await updateFacts(
    db,
    'agent',
    sql`name = 'Bea', at = greatest(at - interval '7 hours', ${new Date(FIRST)}),
    customer_id = case when queue = 'gone' then ${B} else customer_id end`,
    some(n),
  );
});
const gone = fc.integer({ min: 0, max: 4 }).map((n) => async () => {
  await deleteFacts(db, 'agent', some(n));
});
const packed = fc.integer({ min: 1, max: DAYS + 1 }).map((days) => async () => {
  await packDays(db, AGENT_DAYS, FIRST + days * 24 * HOUR);
});
const steps = fc
  .tuple(added, fc.array(fc.oneof(added, packed, changed, gone), { maxLength: 5, size: 'max' }), packed)
  .map(([first, between, last]) => [first, ...between, last]);

const narrowing = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...([{ customerId: A }, { callcenterId: DESK }, { queue: 'gone' }, { queue: 'nobody' }] as const),
      ...([{ agent: 'PJSIP/a-1' }, { serverId: 1 }, { serverId: 2 }, { customerId: A, queue: 'desk' }] as const),
    ),
  },
);
const scopes = fc
  .record({ narrowing, a: moment, b: moment, c: moment })
  .map(({ narrowing: by, a, b, c }): AgentScope[] => {
    const [from = 0, middle = 0, to = 0] = [a, b, c].toSorted((x, y) => x - y);
    const whole = { ...by, timeZone: 'UTC' };
    return [
      { ...whole, period: { from: middle, to: to + 1 } },
      { ...whole, period: { from, to: middle } },
    ];
  });

const MEMBER = { serverId: 1, interface: 'PJSIP/a-2', queue: 'sales', customerId: A, callcenterId: SALES } as const;
const presents: readonly Present[] = ['', 'Now'].map((name) => ({
  rows: name === '' ? [] : [{ ...MEMBER, name }],
  of: () => null,
  knownAs: (_server, agent) => agent,
}));

const sorted = (agents: readonly AgentInput[]): unknown[] =>
  agents
    .map(({ memberships, ...agent }) =>
      JSON.stringify({ ...agent, memberships: memberships.map((m) => Object.entries(m).toSorted()) }),
    )
    .toSorted();

const agree = async (who: Caller, asked: readonly AgentScope[], present: Present): Promise<number> => {
  const found = asked.map((): AgentInput[] => []);
  for await (const lot of readAgentLots({ db }, who, asked, present)) {
    for (const [i, agents] of found.entries()) agents.push(...lot.agentsIn(i));
  }
  for (const [i, scope] of asked.entries()) {
    const memberships = await membershipsIn({ db }, who, scope, present);
    const raw: AgentInput[] = [];
    for await (const agent of readAgents({ db }, who, scope, memberships, present)) {
      raw.push({ ...agent, facts: agent.facts.map((f) => ({ ...f })) });
    }
    const told = raw.map((agent) => ({ ...agent, facts: agent.facts.map((f) => pick(f)) }));
    expect(sorted(found[i] ?? [])).toEqual(sorted(told));
  }
  return found.reduce((n, agents) => n + agents.length, 0);
};
/** Selects the fields of an unpacked fact in the same order. */
const pick = (f: AgentInput['facts'][number]): AgentInput['facts'][number] => ({
  ...{ at: f.at, queue: f.queue, kind: f.kind, paused: f.paused, reason: f.reason, pausedSince: f.pausedSince },
  ...{ loginAt: f.loginAt, incall: f.incall, ringSeconds: f.ringSeconds, talkSeconds: f.talkSeconds },
  ...{ wrapupSeconds: f.wrapupSeconds, call: f.call },
});

it('agree with the rows after any sequence of changes', async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(
      steps,
      fc.array(fc.tuple(fc.constantFrom(...CALLERS), scopes, fc.constantFrom(...presents)), {
        minLength: 1,
        maxLength: 3,
      }),
      async (runs, asked) => {
        await truncateFacts(db, 'agent');
        for (const run of runs) await run();
        for (const one of asked) compared += await agree(...one);
      },
    ),
    { numRuns: 12, endOnFailure: true },
  );
  expect(compared).toBeGreaterThan(10);
});

it('are read without marks, and an unfinished day keeps one mark', async () => {
  await truncateFacts(db, 'agent');
  await packDays(db, AGENT_DAYS, END + HOUR);
  const facts = fc.sample(fact, { numRuns: 200, seed: 7 });
  for (let at = 0; at < facts.length; at += 20) await insert(facts.slice(at, at + 20));
  const late = FIRST + 10 * 24 * HOUR;
  await packDays(db, AGENT_DAYS, late);
  const { rows } = await sql<{ marks: number; days: number }>`
    select count(*)::integer as marks, count(distinct (customer_id, day))::integer as days from agent_day_marks`.execute(
    db,
  );
  expect(rows[0]?.days).toBeGreaterThan(5);
  expect(rows[0]?.marks).toBe(rows[0]?.days);
  await packDays(db, AGENT_DAYS, END + HOUR);
  const whole = [{ period: { from: FIRST, to: END }, timeZone: 'UTC' }];
  expect(await agree(caller(null), whole, presents[0]!)).toBeGreaterThan(5);
  // Changes without marks are not seen.
  await sql`delete from agent_facts`.execute(db);
  let agents = 0;
  for await (const lot of readAgentLots({ db }, caller(null), whole, presents[0]!))
    agents += [...lot.agentsIn(0)].length;
  expect(agents).toBeGreaterThan(5);
});
