// Tests the nightly check of a day against raw events on a real database, with and without tampering.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LiveEvent, Outcome } from '@ringside/core/live/event.ts';
import type { MemberRow, QueueToday } from '@ringside/core/live/state.ts';
import { runCommand } from '../../cli/run-command.ts';
import { createEventStore } from '../../live/event-store.ts';
import { ownersNow } from '../../live/owners-now.ts';
import type { Owners } from '../../live/owners.ts';
import { createToday } from '../../live/today.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import { startTwins } from '../../testing/start-twins.ts';
import type { World } from '../../testing/side.ts';
import { checkDue } from './check-due.ts';
import { keepLiveDay, readCustomers } from './check-queries.ts';
import type { CheckedCustomer } from './check-queries.ts';
import { checkDay } from './check-day.ts';
import type { DayCheck } from './check-day.ts';

const DAY = '2025-11-18';
const at = (time: string): number => Date.parse(`${DAY}T${time}Z`);

let running: TestConsole;
let world: World;
let owners: Owners;
let queue: string;
let customer: CheckedCustomer;

const stay = (when: number, outcome: Outcome, waitSeconds: number, uniqueid: string): LiveEvent => ({
  ...{
    kind: 'outcome',
    serverId: world.a.endpointId,
    queue,
    outcome,
    at: when,
    waitSeconds,
    uniqueid,
    linkedid: uniqueid,
  },
  ...{ owner: owners.ofQueue(world.a.endpointId, queue), callerNumber: '1', callerName: '', joinedAt: when },
  ...{ agentInterface: null, agentName: null },
});
const talk = (when: number, talkSeconds: number): LiveEvent => ({
  ...{ kind: 'member', cause: 'AgentComplete', serverId: world.a.endpointId, at: when, completes: true, talkSeconds },
  ...{ reason: 'agent', holdSeconds: 1, ringMs: null, uniqueid: 'u' },
  row: {
    queue,
    interface: 'PJSIP/1',
    name: 'A',
    owner: owners.ofQueue(world.a.endpointId, queue),
    callOwner: null,
  } as MemberRow,
});

/** Stores events like the live part does, and the figures at the end of the day. */
const live = async (events: readonly LiveEvent[]): Promise<void> => {
  const { db } = running.deps;
  const fail = (error: unknown): void => {
    throw error;
  };
  const store = createEventStore(db, fail);
  const ended: Promise<void>[] = [];
  const told = (name: string, owner: Parameters<typeof keepLiveDay>[3], figures: QueueToday): void =>
    void ended.push(keepLiveDay(db, world.a.endpointId, name, owner, figures, at('23:59:59') + 60_000));
  const today = createToday(world.a.endpointId, owners, store, () => undefined, fail, told);
  store.append(events);
  for (const event of events) today.fold(event);
  today.settle(at('23:59:59') + 2_000);
  await Promise.all(ended);
  await store.close();
};
const check = (): Promise<DayCheck> => checkDay(running.deps.db, owners, customer, DAY, Date.now());

beforeAll(async () => {
  ({ server: running, world } = await startTwins());
  owners = await ownersNow(running.deps.db);
  const admin = world.platform['administrator'] ?? '';
  queue = (await running.call(admin, 'GET', `/queues/${world.a.queueId}`)).body.name as string;
  const found = (await readCustomers(running.deps.db)).find((one) => one.id === world.a.customerId);
  if (found === undefined) throw new Error('no customer');
  customer = found;
  await sql`update customers set timezone = 'UTC'`.execute(running.deps.db);
  await sql`update callcenters set timezone = 'UTC'`.execute(running.deps.db);
  owners = await ownersNow(running.deps.db);
  customer = { ...customer, timezone: 'UTC' };
});
afterAll(() => running?.close());
beforeEach(async () => {
  for (const table of ['live_events', 'queue_facts', 'agent_facts', 'queue_days', 'day_checks', 'calls', 'cdr_legs']) {
    await sql`delete from ${sql.table(table)}`.execute(running.deps.db);
  }
  await live([
    stay(at('10:00:00'), 'answered', 5, 'a'),
    talk(at('10:05:00'), 290),
    stay(at('11:00:00'), 'abandoned', 9, 'b'),
    stay(at('23:59:58'), 'full', 0, 'c'),
  ]);
});

describe('a day', () => {
  it('agrees with its events', async () => {
    const done = await check();
    expect(done.differences).toEqual([]);
    expect(done.figures).toBeGreaterThan(15);
  });

  it.each([
    ['a lost fact of a report', sql`delete from queue_facts where outcome = 'abandoned'`, 'queues', ' abandoned'],
    ['a changed talk of an agent', sql`update agent_facts set talk = 291 where talk = 290`, 'agents', ' talkSeconds'],
    [
      'a live figure that missed one',
      sql`update queue_days set figures = figures || '{"answered": 0}'`,
      'live',
      ' answered',
    ],
  ])('reports %s', async (_, tamper, of, figure) => {
    await tamper.execute(running.deps.db);
    const { differences } = await check();
    expect(differences).toContainEqual(expect.objectContaining({ of, figure: expect.stringContaining(figure) }));
    expect(new Set(differences.map((d) => d.of))).toEqual(new Set([of]));
  });

  it('does not report live figures because of events that were imported later', async () => {
    const late = Object.assign(stay(at('12:00:00'), 'abandoned', 3, 'd'), { importedAt: Date.now() });
    const store = createEventStore(running.deps.db, () => undefined);
    store.append([late]);
    await store.close();
    expect((await check()).differences).toEqual([]);
  });

  it('is marked in the reports of its customer', async () => {
    await sql`delete from queue_facts`.execute(running.deps.db);
    await check();
    const days = async (token: string | undefined) =>
      (await running.call(token ?? '', 'GET', `/reports/gaps?from=${DAY}T00:00:00Z&to=${DAY}T23:00:00Z`)).body.days;
    expect(await days(world.a.tokens['customer-admin'])).toMatchObject([{ day: DAY, customerId: world.a.customerId }]);
    expect(await days(world.b.tokens['customer-admin'])).toEqual([]);
  });

  it("is checked once, after it has ended in the customer's time zone", async () => {
    const told: string[] = [];
    const due = (now: number) => checkDue(running.deps.db, owners, now, async ({ day }) => void told.push(day));
    await sql`delete from queue_facts`.execute(running.deps.db);
    expect(await due(at('23:59:59') + 60_000)).toBe(0);
    expect(await due(at('23:59:59') + 3_600_000)).toBeGreaterThan(1);
    expect(await due(at('23:59:59') + 3_700_000)).toBe(0);
    expect(told).toEqual([DAY]);
  });

  it('is checked by command', async () => {
    const command = (options: Record<string, string>) => runCommand(running.deps, { command: 'check-day', options });
    expect(await command({ customer: customer.code, day: DAY })).toMatchObject({
      ...{ ok: true, lines: [expect.stringContaining(`${customer.code} ${DAY}: `)] },
    });
    await sql`update queue_facts set wait = 6 where wait = 5`.execute(running.deps.db);
    const differs = await command({ customer: customer.code, day: DAY });
    expect(differs.ok).toBe(false);
    expect(differs.lines[1]).toContain('waitSeconds shows 6, the events come to 5');
    expect(await command({ customer: 'nobody', day: DAY })).toMatchObject({ ok: false });
    expect(await command({ day: 'yesterday' })).toMatchObject({ ok: false });
  });
});
