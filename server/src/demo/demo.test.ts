// Tests the demo: plans run, phone numbers are valid, and the console accepts all data through its API.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatNumber } from '@ringside/core/base/phone.ts';
import { createFakePbx, type FakePbx } from '../../../tools/fake-pbx/src/create-fake-pbx.ts';
import { readConfig } from '../platform/config/config.ts';
import { createEventStore } from '../live/event-store.ts';
import { ownersNow } from '../live/owners-now.ts';
import { startConsole, type RunningConsole } from '../main.ts';
import { DEMO_CUSTOMERS, DEMO_SERVERS } from './demo-customers.ts';
import { demoPeople } from './demo-people.ts';
import { demoOpening, demoPlans } from './demo-plans.ts';
import { apiOf } from './api.ts';
import { pastDays, recordMorning, recordPastDay } from './record-days.ts';
import { seed, type Seeded } from './seed.ts';
import { storeDay } from './store-day.ts';

/** The demo must work at any time of day, since its working day is shifted to the start. */
const STARTS = [Date.UTC(2026, 0, 1, 0, 5), Date.UTC(2026, 5, 30, 13, 40), Date.UTC(2026, 10, 21, 23, 59)];

const morning = (startAt: number): readonly FakePbx[] =>
  demoPlans(startAt, 'demo').map((plan) => {
    const pbx = createFakePbx({ plan, startAt: demoOpening(startAt), pace: { kind: 'manual' } });
    pbx.advance(startAt - demoOpening(startAt));
    return pbx;
  });

describe('simulated morning', () => {
  it.each(STARTS)('has calls in progress at %i, and most calls answered', (startAt) => {
    for (const pbx of morning(startAt)) {
      const { queues, calls } = pbx.state();
      expect(calls.length).toBeGreaterThan(3);
      const sum = (value: (q: (typeof queues)[number]) => number): number => queues.reduce((n, q) => n + value(q), 0);
      const [answered, abandoned] = [sum((q) => q.completed), sum((q) => q.abandoned)];
      expect(answered).toBeGreaterThan(400);
      expect(abandoned / (answered + abandoned)).toBeLessThan(0.2);
      for (const q of queues) expect(q.completed, q.name).toBeGreaterThan(15);
      const members = new Set(queues.flatMap((q) => q.members.map((m) => m.interface)));
      expect(members.size).toBeGreaterThan(12);
    }
  });

  it.each(['ES', 'FR', 'IL'])('people of %s have valid numbers of several countries', (country) => {
    const numbers = demoPeople(country, 200, 'demo').map((p) => formatNumber(p.number, country));
    expect(numbers.filter((n) => n.country === null).map((n) => n.raw)).toEqual([]);
    expect(new Set(numbers.map((n) => n.country)).size).toBeGreaterThan(3);
    expect(numbers.filter((n) => n.country === country).length).toBeGreaterThan(120);
  });

  it('customers and queues have valid numbers, each used once', () => {
    const own = DEMO_CUSTOMERS.flatMap((c) => [c.phone, ...c.callcenters.flatMap((cc) => cc.queues.map((q) => q.did))]);
    expect(new Set(own).size).toBe(own.length);
    expect(own.filter((n) => formatNumber(n, null).country === null)).toEqual([]);
  });
});

describe('seeded console', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ringside-demo-test-'));
  let running: RunningConsole;
  let seeded: Seeded;

  beforeAll(async () => {
    running = await startConsole(readConfig({ PORT: '0', RINGSIDE_DATA: folder, LOG_LEVEL: 'silent' }));
    const token = new URL(running.setupUrl ?? '').searchParams.get('token') ?? '';
    const addresses = DEMO_SERVERS.map((s) => ({ name: s.name, port: 5038, username: 'u', secret: 's' }));
    seeded = await seed(running.url, token, addresses);
  });
  afterAll(async () => {
    await running.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('owns each queue of each simulated PBX, and no other', async () => {
    const api = apiOf(running.url, seeded.token);
    const { data } = await api.get<{ data: readonly { name: string; serverName: string; label: string }[] }>(
      '/queues?perPage=100',
    );
    const claimed = data.map((q) => `${q.serverName} ${q.name}`).sort();
    const plans = demoPlans(STARTS[0]!, 'demo');
    const real = plans.flatMap((plan, i) => plan.queues.map((q) => `${DEMO_SERVERS[i]!.name} ${q.name}`)).sort();
    expect(claimed).toEqual(real);
    expect(claimed).toHaveLength(14);
    expect(data.every((q) => q.label !== '' && q.label !== q.name)).toBe(true);
  });

  it('has a morning of history: every queue has calls that count for its customer', async () => {
    const now = Date.now();
    const { db } = running.deps;
    const owners = await ownersNow(db);
    for (const day of recordMorning(now, seeded.serverIds, owners))
      await storeDay(db, owners, day, (error) => expect.fail(String(error)));
    const store = createEventStore(db, (error) => expect.fail(String(error)));
    const queues = await db.selectFrom('queues').select(['name', 'serverId', 'customerId']).execute();
    for (const q of queues) {
      const events = await store.countedSince(q.serverId, q.name, now - 86_400_000, store.lastId());
      const outcomes = events.flatMap((e) => (e.kind === 'outcome' ? [e] : []));
      expect(outcomes.length, q.name).toBeGreaterThan(20);
      expect(new Set(outcomes.map((e) => e.owner.customerId))).toEqual(new Set([q.customerId]));
      expect(Math.max(...outcomes.map((e) => e.at))).toBeLessThanOrEqual(Date.now());
    }
    await store.close();
  });

  it('has call records of every kind for past days and the morning, each with its customer', async () => {
    const { db } = running.deps;
    const now = Date.now();
    const owners = await ownersNow(db);
    for (const day of pastDays(now, 2))
      for (const recorded of recordPastDay(day, now, seeded.serverIds, owners, 0.1))
        await storeDay(db, owners, recorded, (error) => expect.fail(String(error)));
    type Row = { customerId: string | null; direction: string; status: string; queue: string | null; startAt: Date };
    const { rows: calls } = await sql<Row>`select customer_id, direction, status, queue, start_at from calls`.execute(
      db,
    );
    expect(calls.filter((c) => c.customerId === null)).toEqual([]);
    expect(new Set(calls.map((c) => c.customerId)).size).toBe(DEMO_CUSTOMERS.length);
    expect(new Set(calls.map((c) => c.direction))).toEqual(new Set(['inbound', 'outbound', 'internal']));
    for (const status of ['answered', 'transferred', 'unanswered', 'rejected']) {
      expect(calls.filter((c) => c.status === status).length, status).toBeGreaterThan(0);
    }
    const past = calls.filter((c) => c.startAt.getTime() < now - 20 * 3_600_000);
    expect(past.length).toBeGreaterThan(300);
    expect(new Set(past.map((c) => c.queue)).size).toBeGreaterThan(10);
  });

  it('accepts each sign-in that it prints, with the role that it states', async () => {
    expect(seeded.signIns.map((s) => s.role)).toEqual([
      'administrator',
      'customer-admin',
      'supervisor',
      'agent',
      'billing',
    ]);
    for (const { role, username, password } of seeded.signIns) {
      const { token } = await apiOf(running.url, null).post<{ token: string }>('/login', { username, password });
      const user = await apiOf(running.url, token).get<{ role: string; callcenterIds: string[]; language: string }>(
        '/user',
      );
      expect(user.role).toBe(role);
      expect(user.callcenterIds).toHaveLength(role === 'supervisor' || role === 'agent' ? 1 : 0);
    }
  });

  it('has each customer on a plan with a rate for domestic calls', async () => {
    const api = apiOf(running.url, seeded.token);
    const { data } = await api.get<{ data: readonly { id: string; currency: string }[] }>('/plans');
    const onPlans: string[] = [];
    for (const { id, currency } of data) {
      const on = await api.get<{ data: readonly { customerName: string }[] }>(`/plans/${id}/customers`);
      for (const { customerName } of on.data) {
        const customer = DEMO_CUSTOMERS.find((c) => c.name === customerName)!;
        onPlans.push(customerName);
        expect(currency).toBe(customer.currency);
        const call = { direction: 'outbound', number: customer.phone, billsec: 61 };
        const quote = await api.post<{ prefix: string | null; cost: string }>(`/plans/${id}/quote`, call);
        expect(customer.phone.slice(1).startsWith(quote.prefix!)).toBe(true);
        expect(Number(quote.cost)).toBeGreaterThan(0);
      }
    }
    expect(onPlans.sort()).toEqual(DEMO_CUSTOMERS.map((c) => c.name).sort());
  });

  it('has the same pause reasons as the simulated agents use', async () => {
    const api = apiOf(running.url, seeded.token);
    const { data } = await api.get<{ data: readonly { code: string; pauseReasons: readonly { code: string }[] }[] }>(
      '/callcenters?perPage=50',
    );
    const known = new Set(data.flatMap((c) => c.pauseReasons.map((r) => r.code)));
    const given = demoPlans(STARTS[0]!, 'demo').flatMap((p) => p.tenants.flatMap((t) => t.pauses.map((x) => x.reason)));
    expect(given.filter((reason) => !known.has(reason))).toEqual([]);
  });
});
