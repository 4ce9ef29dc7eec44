// Tests today's figures and their store on a real database.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { LiveEvent } from '@ringside/core/live/event.ts';
import type { Outcome } from '@ringside/core/live/event.ts';
import type { Db } from '../platform/db/connect.ts';
import { openTestDb, type TestDb } from '../platform/db/testing/test-database.ts';
import { createEventStore, type EventStore } from './event-store.ts';
import { createOwners, type Owners } from './owners.ts';
import { pruneEvents } from './event-age-queries.ts';
import { createToday } from './today.ts';

let opened: TestDb;
let db: Db;
const NOON = Date.parse('2026-11-21T12:00:00Z');
const HOUR = 3_600_000;

beforeAll(async () => {
  opened = await openTestDb();
  db = opened.db;
});
afterAll(() => opened.close());
beforeEach(async () => void (await sql`delete from live_events`.execute(db)));

const outcome = (what: Outcome, at: number, waitSeconds: number, customerId: string | null = 'a'): LiveEvent => ({
  kind: 'outcome',
  serverId: 1,
  at,
  owner: { customerId, callcenterId: null },
  queue: 'sales',
  outcome: what,
  uniqueid: `u${at}`,
  linkedid: null,
  callerNumber: '1',
  callerName: "O'Neil \\ “שרה” \u2028",
  joinedAt: at - waitSeconds * 1000,
  waitSeconds,
  agentInterface: null,
  agentName: null,
});
const ownersOf = (more: { customerId?: string; timeZone?: string; thresholdSeconds?: number } = {}): Owners => {
  const owners = createOwners();
  const sales = {
    serverId: 1,
    name: 'sales',
    customerId: 'a',
    callcenterId: 'c',
    formula: 3,
    shortAbandonSeconds: 5,
    wrapupSeconds: 0,
  };
  owners.replace({ queues: [{ ...sales, timeZone: 'UTC', thresholdSeconds: 20, ...more }], names: [] });
  return owners;
};
const fail = (error: unknown): void => {
  throw error;
};
const start = async (owners: Owners, store: EventStore, now: number) => {
  let told = 0;
  const today = createToday(1, owners, store, () => told++, fail);
  await today.load(now);
  const happen = (...events: LiveEvent[]): void => {
    store.append(events);
    for (const e of events) today.fold(e);
  };
  return { today, happen, told: () => told };
};
const rebuilt = async (told: () => number, before: number): Promise<void> => {
  for (let i = 0; i < 200 && told() === before; i++) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(told()).toBe(before + 1);
};

it("today's figures survive a restart and count each call once", async () => {
  const store = createEventStore(db, fail);
  const first = await start(ownersOf(), store, NOON);
  first.happen(outcome('answered', NOON, 5), outcome('answered', NOON + 1, 30), outcome('abandoned', NOON + 2, 3));
  const before = first.today.figuresOf('sales', NOON);
  expect(before).toMatchObject({ received: 3, answered: 2, answeredInTime: 1, abandonedShort: 1, waitSeconds: 35 });
  await store.close();

  const again = createEventStore(db, fail);
  const second = await start(ownersOf(), again, NOON + HOUR);
  expect(second.today.figuresOf('sales', NOON + HOUR)).toEqual(before);
  second.happen(outcome('timed-out', NOON + HOUR, 60));
  expect(second.today.figuresOf('sales', NOON + HOUR)).toMatchObject({ received: 4, timedOut: 1 });
  await again.close();
});

it("today's figures reset at midnight of the call center, also after a reload from the store", async () => {
  const store = createEventStore(db, fail);
  const owners = ownersOf({ timeZone: 'Asia/Jerusalem' });
  const { today, happen } = await start(owners, store, NOON);
  happen(outcome('answered', NOON, 5));
  // 22:00 UTC is midnight in Jerusalem in November.
  const midnight = Date.parse('2026-11-21T22:00:00Z');
  today.settle(midnight - 1);
  expect(today.figuresOf('sales', midnight)).toMatchObject({ day: '2026-11-21', received: 1 });
  today.takeChanged();
  today.settle(midnight);
  expect([today.takeChanged(), today.figuresOf('sales', midnight)]).toMatchObject([
    ['sales'],
    { day: '2026-11-22', received: 0 },
  ]);
  // A caller from the previous day whose visit ends today.
  happen(outcome('abandoned', midnight - 500, 4));
  happen(outcome('answered', midnight + 500, 4));
  const now = today.figuresOf('sales', midnight + 500);
  expect(now).toMatchObject({ day: '2026-11-22', received: 1, answered: 1 });
  await store.flush();
  const next = await start(owners, store, midnight + HOUR);
  expect(next.today.figuresOf('sales', midnight + HOUR)).toEqual(now);
  await store.close();
});

it("today's figures are recounted when the settings change, including concurrent events, each once", async () => {
  const store = createEventStore(db, fail);
  const owners = ownersOf();
  const { today, happen, told } = await start(owners, store, NOON);
  happen(outcome('answered', NOON, 25), outcome('answered', NOON + 1, 10));
  expect(today.figuresOf('sales', NOON)).toMatchObject({ answeredInTime: 1, serviceLevel: 50_000 });
  const sales = {
    serverId: 1,
    name: 'sales',
    customerId: 'a',
    callcenterId: 'c',
    formula: 3,
    shortAbandonSeconds: 5,
    wrapupSeconds: 0,
  };
  owners.replace({ queues: [{ ...sales, timeZone: 'UTC', thresholdSeconds: 30 }], names: [] });
  today.ownersChanged(NOON + 2);
  happen(outcome('answered', NOON + 3, 28));
  await rebuilt(told, 0);
  expect(today.figuresOf('sales', NOON + 3)).toMatchObject({ answered: 3, answeredInTime: 3, serviceLevel: 100_000 });
  await store.close();
});

it("today's figures do not pass to the next customer of the queue", async () => {
  const store = createEventStore(db, fail);
  const owners = ownersOf();
  const { today, happen, told } = await start(owners, store, NOON);
  happen(outcome('answered', NOON, 5));
  const sales = {
    serverId: 1,
    name: 'sales',
    customerId: 'b',
    callcenterId: 'd',
    formula: 3,
    shortAbandonSeconds: 5,
    wrapupSeconds: 0,
  };
  owners.replace({ queues: [{ ...sales, timeZone: 'UTC', thresholdSeconds: 20 }], names: [] });
  today.ownersChanged(NOON + 1);
  expect(today.figuresOf('sales', NOON + 1).received).toBe(0);
  await rebuilt(told, 0);
  happen(outcome('answered', NOON + 2, 5, 'b'));
  expect(today.figuresOf('sales', NOON + 2).received).toBe(1);
  await store.close();
});

it('the store keeps the order, writes in batches and loses nothing while the database is unavailable', async () => {
  let broken = true;
  const flaky = new Proxy(db, {
    get: (target, name) => {
      if (name === 'getExecutor' && broken) throw Object.assign(new Error('gone'), { code: '08006' });
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const errors: unknown[] = [];
  const store = createEventStore(flaky, (e) => errors.push(e), {
    everyMs: 5,
    rows: 100,
    retryMs: 20,
    mostWaiting: 1000,
  });
  for (let i = 0; i < 1_050; i++) store.append([outcome('answered', NOON + i, 1)]);
  await expect(store.flush()).rejects.toThrow('Cannot store live events');
  expect(store.stats()).toEqual({ waiting: 1000, written: 0, lost: 50 });
  broken = false;
  await store.flush();
  expect(store.stats()).toEqual({ waiting: 0, written: 1000, lost: 50 });
  expect(errors.length).toBeGreaterThan(0);
  const read = await store.countedSince(1, 'sales', NOON - HOUR, store.lastId());
  expect(read.map((e) => e.at)).toEqual(Array.from({ length: 1000 }, (_, i) => NOON + 50 + i));
  expect(read[0]).toEqual(outcome('answered', NOON + 50, 1));
  await store.close();
});

it('the store writes the other events when the database rejects one', async () => {
  const store = createEventStore(db, () => undefined, { everyMs: 5 });
  const bad = { ...outcome('answered', NOON, 1), callerName: 'a\u0000b' } as LiveEvent;
  store.append([outcome('answered', NOON - 1, 1), bad, outcome('answered', NOON + 1, 1)]);
  await store.flush();
  expect(store.stats()).toEqual({ waiting: 0, written: 2, lost: 1 });
  await store.close();
});

it('the store keeps outcomes and agent states for reports and deletes old steps', async () => {
  const store = createEventStore(db, fail);
  const step = (at: number): LiveEvent => ({
    kind: 'caller-left',
    serverId: 1,
    at,
    owner: { customerId: 'a', callcenterId: null },
    queue: 'sales',
    uniqueid: `u${at}`,
    position: 1,
    count: 0,
  });
  store.append([step(NOON - 9 * 24 * HOUR), outcome('answered', NOON - 9 * 24 * HOUR, 3), step(NOON - 7 * 24 * HOUR)]);
  await store.flush();
  await pruneEvents(db, NOON);
  const left = await sql<{ kind: string; at: Date }>`select kind, at from live_events order by at`.execute(db);
  expect(left.rows.map((r) => [r.kind, new Date(r.at).getTime()])).toEqual([
    ['outcome', NOON - 9 * 24 * HOUR],
    ['caller-left', NOON - 7 * 24 * HOUR],
  ]);
  await store.close();
});

it('counts past events that were stored beside a running store', async () => {
  const store = createEventStore(db, fail);
  const past = createEventStore(db, fail, { past: true });
  past.append([outcome('answered', NOON, 4), outcome('answered', NOON + 1, 4)]);
  await past.close();
  const { today } = await start(ownersOf(), store, NOON + HOUR);
  expect(today.figuresOf('sales', NOON + HOUR).answered).toBe(2);
  expect(past.lastId()).toBeLessThan(store.lastId());
  await store.close();
});
