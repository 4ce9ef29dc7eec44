// Tests notifications about limits of concurrent calls and quotas: recipients, one notification per breach, and its end.
import type { CallRow } from '@ringside/core/live/state.ts';
import { emptyState } from '@ringside/core/live/state.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestConsole } from '../../testing/test-console.ts';
import { startTwins } from '../../testing/start-twins.ts';
import type { World } from '../../testing/side.ts';
import { createCallWatch } from './watch-calls.ts';
import { watchQuotas } from './watch-quotas.ts';

let server: TestConsole;
let world: World;
let admin: string;

beforeAll(async () => {
  ({ server, world } = await startTwins());
  admin = world.platform['administrator'] ?? '';
});
afterAll(() => server.close());

interface Told {
  readonly kind: string;
  readonly params: Record<string, unknown>;
}

/** Excludes the warning that staff get when they sign in without a second factor. */
const told = async (token: string | undefined): Promise<Told[]> =>
  (await server.call(token ?? '', 'GET', '/user/notifications')).body.data.filter(
    ({ kind }: Told) => kind !== 'second-factor-missing',
  );
const kinds = async (token: string | undefined) => (await told(token)).map(({ kind }) => kind);

const call = (n: number, customerId: string | null, more: Partial<CallRow> = {}): CallRow => ({
  ...{ serverId: world.a.endpointId, linkedid: `l${n}`, uniqueid: `l${n}`, channel: `PJSIP/x-${n}` },
  ...{ owners: [{ customerId, callcenterId: null }], state: 6, stateDesc: 'Up', startedAt: 1, answeredAt: 1 },
  ...{ source: '+97235550000', sourceName: '', destination: '201', queue: null, agent: null, agentInterface: null },
  ...{ onHold: false, parked: false, queueOwner: null, channelOwner: { customerId: null, callcenterId: null } },
  ...more,
});

describe('limit of concurrent calls', () => {
  it('notifies each recipient once, and again only after calls stayed below the limit for a while', async () => {
    let now = Date.now();
    const state = emptyState();
    const watch = createCallWatch({ ...server.deps, now: () => now }, state);
    const leader = world.a.tokens['customer-admin'];
    await server.call(admin, 'PATCH', `/customers/${world.a.customerId}`, { maxConcurrentCalls: 2 });
    await server.call(admin, 'PATCH', `/endpoints/${world.a.endpointId}`, { maxCalls: 3 });
    const ring = async (...calls: CallRow[]) => {
      state.calls.clear();
      for (const row of calls) state.calls.set(row.linkedid, row);
      await watch.look();
    };
    const a = world.a.customerId;
    // Calls between extensions do not count.
    await ring(
      call(1, a),
      call(2, a, { source: '201', destination: '202' }),
      call(3, a, { source: '201', queue: 'q' }),
    );
    expect([await kinds(admin), await kinds(leader)]).toEqual([[], []]);
    await ring(call(1, a), call(2, a));
    const news = { kind: 'customer-calls-full', params: { customerId: a, customerName: 'Twin a', most: 2 } };
    expect(await told(leader)).toMatchObject([news]);
    expect(await told(admin)).toMatchObject([news]);
    await ring(call(1, a), call(2, a), call(3, world.b.customerId));
    const serverName = (await server.call(admin, 'GET', `/endpoints/${world.a.endpointId}`)).body.name;
    expect((await told(admin))[0]).toMatchObject({ kind: 'server-calls-full', params: { serverName, most: 3 } });
    for (const token of [world.b.tokens['customer-admin'], world.a.tokens['supervisor'], world.a.tokens['agent']])
      expect(await kinds(token)).toEqual([]);
    // One minute below the limit does not end the breach.
    await ring(call(1, a));
    now += 60_000;
    await ring(call(1, a), call(2, a));
    expect(await kinds(leader)).toHaveLength(1);
    await ring();
    now += 6 * 60_000;
    await ring();
    await ring(call(1, a), call(2, a));
    expect(await kinds(leader)).toHaveLength(2);
  });

  it('does not notify again after a restart of the console', async () => {
    const before = (await kinds(admin)).length;
    const state = emptyState();
    for (const n of [1, 2]) state.calls.set(`l${n}`, call(n, world.a.customerId));
    await createCallWatch(server.deps, state).look();
    expect(await kinds(admin)).toHaveLength(before);
  });

  it('counts calls of customers below a reseller against the limit of the reseller, each call once', async () => {
    let now = Date.now();
    const state = emptyState();
    const watch = createCallWatch({ ...server.deps, now: () => now }, state);
    const reseller = world.a.parentId;
    const set = async (id: string, fields: object) =>
      expect((await server.call(admin, 'PATCH', `/customers/${id}`, fields)).status).toBe(200);
    await set(reseller, { maxConcurrentCalls: 2 });
    await set(world.a.customerId, { maxConcurrentCalls: null });
    await set(world.b.customerId, { parentId: reseller });
    const users = await sql<{ n: number }>`select count(*)::int as n from users where customer_id
      in (select customers_below(${reseller}))`.execute(server.deps.db);
    await set(reseller, { maxUsers: users.rows[0]?.n ?? 0 });
    const ofReseller = async () => (await told(admin)).filter(({ params }) => params['customerId'] === reseller);
    const owners = [world.a.customerId, world.b.customerId].map((customerId) => ({ customerId, callcenterId: null }));
    state.calls.set('l1', call(1, null, { owners }));
    await watch.look();
    expect(await ofReseller()).toEqual([]);
    state.calls.set('l2', call(2, world.b.customerId));
    await watch.look();
    expect(await ofReseller()).toMatchObject([{ kind: 'customer-calls-full', params: { most: 2 } }]);
    await watchQuotas(server.deps);
    expect(await ofReseller()).toMatchObject([{ kind: 'quota-reached', params: { what: 'users' } }, {}]);
    // A raised limit takes effect within a minute.
    await set(reseller, { maxConcurrentCalls: 3, maxUsers: null });
    for (const wait of [60_000, 6 * 60_000]) {
      now += wait;
      await watch.look();
    }
    state.calls.set('l3', call(3, world.a.customerId));
    await watch.look();
    expect((await ofReseller()).map(({ params }) => params['most'])).toEqual([3, users.rows[0]?.n, 2]);
    await set(world.b.customerId, { parentId: world.b.parentId });
  });
});

describe('quotas', () => {
  it('notify by item, for the own limit and for that of the plan, until usage is below the limit', async () => {
    const path = `/customers/${world.b.customerId}`;
    const leader = world.b.tokens['customer-admin'];
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from queues
      where customer_id = ${world.b.customerId}`.execute(server.deps.db);
    const n = rows[0]?.n ?? 0;
    await server.call(admin, 'PATCH', path, { maxQueues: n, maxSubscribers: 500 });
    await watchQuotas(server.deps);
    await watchQuotas(server.deps);
    expect(await told(leader)).toMatchObject([{ kind: 'quota-reached', params: { what: 'queues', most: n } }]);
    expect(await kinds(world.a.tokens['customer-admin'])).not.toContain('quota-reached');
    expect(await kinds(world.b.tokens['supervisor'])).toEqual([]);
    await server.call(admin, 'PATCH', path, { maxQueues: n + 1 });
    await watchQuotas(server.deps);
    await server.call(admin, 'PATCH', path, { maxQueues: n });
    await watchQuotas(server.deps);
    expect(await kinds(leader)).toEqual(['quota-reached', 'quota-reached']);
  });
});
