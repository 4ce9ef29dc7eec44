// Tests notifications with two similar customers: audiences, PBX loss and recovery, sign-ins, read marks.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServerRow } from '@ringside/core/live/state.ts';
import { createInProcessBus } from '../../platform/bus/in-process.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { LIVE_TOPIC } from '../../live/live-batch.ts';
import type { LiveBatch } from '@ringside/core/live/feed.ts';
import { PERSONAL_TOPIC } from './personal-topic.ts';
import type { PersonalMessage } from './personal-topic.ts';
import { PASSWORD } from '../../testing/test-console.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import { startTwins } from '../../testing/start-twins.ts';
import type { World } from '../../testing/side.ts';
import { notify } from './notify.ts';
import { pruneNotifications } from './queries.ts';
import { watchServers } from '../../live/watch-servers.ts';

let server: TestConsole;
let world: World;

const listOf = async (token: string | undefined, query = '') =>
  (await server.call(token ?? '', 'GET', `/user/notifications${query}`)).body;
const kindsOf = async (token: string | undefined): Promise<string[]> =>
  (await listOf(token)).data.map((n: { kind: string }) => n.kind);

beforeAll(async () => {
  ({ server, world } = await startTwins({ RINGSIDE_API_RATE_LIMIT: '0' }));
});
afterAll(() => server.close());
beforeEach(() => server.deps.db.deleteFrom('notifications').execute());

const export_ = (what: string) => ({ kind: 'export-finished', params: { what, rows: 3 } }) as const;

describe('audience', () => {
  it('"user" reaches that user only', async () => {
    await notify(server.deps, {
      ...export_('users'),
      to: { kind: 'user', userId: world.a.userIds['supervisor'] ?? '' },
    });
    const told = await listOf(world.a.tokens['supervisor']);
    expect(told.data).toMatchObject([{ kind: 'export-finished', params: { what: 'users', rows: 3 }, readAt: null }]);
    expect(told.meta).toEqual({ page: 1, perPage: 25, total: 1, unread: 1 });
    for (const [role, token] of [...Object.entries(world.a.tokens), ...Object.entries(world.b.tokens)])
      if (token !== world.a.tokens['supervisor']) expect([role, await kindsOf(token)]).toEqual([role, []]);
  });

  it('"customer" reaches users who hold the permission for the whole customer, and no other customer', async () => {
    const to = { kind: 'customer', customerId: world.a.customerId, ability: ['read', 'callcenter'] } as const;
    await notify(server.deps, { ...export_('queues'), to });
    const told = async (tokens: Readonly<Record<string, string>>) => {
      const all = await Promise.all(
        Object.entries(tokens).map(async ([role, token]) => ((await kindsOf(token)).length > 0 ? [role] : [])),
      );
      return all.flat().toSorted();
    };
    // Supervisors may read call centers, but only their own.
    expect(await told(world.a.tokens)).toEqual(['auditor', 'customer-admin']);
    expect(await told(world.b.tokens)).toEqual([]);
    expect(await told(world.platform)).toEqual([]);
  });

  it('"platform" reaches platform staff who hold the permission', async () => {
    const to = { kind: 'platform', ability: ['read', 'endpoint'] } as const;
    await notify(server.deps, { ...export_('endpoints'), to });
    expect(await kindsOf(world.platform['administrator'])).toEqual(['export-finished']);
    expect(await kindsOf(world.platform['billing'])).toEqual([]);
    expect(await kindsOf(world.a.tokens['customer-admin'])).toEqual([]);
  });

  it('rejects params that do not match the kind, and notifies no one', async () => {
    const wrong = { kind: 'export-finished', params: { what: 'x', rows: -1 } } as const;
    const to = { kind: 'user', userId: world.a.userIds['agent'] ?? '' } as const;
    await expect(notify(server.deps, { ...wrong, to })).rejects.toThrow();
    expect(await kindsOf(world.a.tokens['agent'])).toEqual([]);
  });
});

describe('read marks', () => {
  it('marks one or all as read and one as unread, refuses notifications of other users, and updates the sockets of the user', async () => {
    const heard: PersonalMessage[] = [];
    const stop = server.deps.bus.subscribe(PERSONAL_TOPIC, (m) => heard.push(m as PersonalMessage));
    const userId = world.a.userIds['auditor'] ?? '';
    const mine = world.a.tokens['auditor'] ?? '';
    for (const what of ['one', 'two', 'three'])
      await notify(server.deps, { ...export_(what), to: { kind: 'user', userId } });
    const [first] = (await listOf(mine)).data;
    const path = `/user/notifications/${first.id}`;
    expect((await server.call(world.b.tokens['auditor'] ?? '', 'PATCH', path, { read: true })).status).toBe(404);
    expect((await server.call(mine, 'PATCH', path, { read: true })).body.readAt).not.toBeNull();
    expect((await listOf(mine)).meta.unread).toBe(2);
    expect((await listOf(mine, '?unread=true')).data.length).toBe(2);
    expect((await listOf(mine, '?perPage=1&page=3')).data.length).toBe(1);
    expect((await server.call(mine, 'PATCH', path, { read: false })).body.readAt).toBeNull();
    expect((await server.call(mine, 'POST', '/user/notifications/read')).status).toBe(204);
    expect((await listOf(mine)).meta).toMatchObject({ total: 3, unread: 0 });
    expect(new Set(heard.map((m) => m.userId))).toEqual(new Set([userId]));
    expect(heard.map((m) => m.message.Event)).toEqual([
      ...Array.from({ length: 3 }, () => 'Notification'),
      ...Array.from({ length: 3 }, () => 'NotificationsRead'),
    ]);
    stop();
  });

  it('deletes notifications after 90 days', async () => {
    const to = { kind: 'user', userId: world.a.userIds['agent'] ?? '' } as const;
    await notify(server.deps, { ...export_('old'), to });
    await pruneNotifications(server.deps.db, Date.now() + 89 * 86_400_000);
    expect(await kindsOf(world.a.tokens['agent'])).toHaveLength(1);
    await pruneNotifications(server.deps.db, Date.now() + 91 * 86_400_000);
    expect(await kindsOf(world.a.tokens['agent'])).toHaveLength(0);
  });
});

describe('PBX connection', () => {
  let bus: Bus;
  let stop: () => void;
  let seq = 0;
  const failures: unknown[] = [];

  const watch = (blinkMs: number): void => {
    bus = createInProcessBus();
    stop = watchServers({ db: server.deps.db, bus, now: Date.now }, (error) => failures.push(error), blinkMs);
  };
  const say = (id: number, connected: boolean, since: number, maintenance: ServerRow['maintenance'] = null): void => {
    const state = { connected, stale: !connected, since, lastEventAt: null, maintenance };
    const row = { id, name: 'PBX', ...state } as unknown as ServerRow;
    const events: LiveBatch['events'] = [{ kind: 'server', serverId: id, at: since, server: row }];
    bus.publish(LIVE_TOPIC, { serverId: id, epoch: 1, at: 0, seq: ++seq, events } satisfies LiveBatch);
  };
  const SINCE = Date.parse('2026-03-01T10:00:00Z');

  it('notifies platform staff and administrators once when it is lost, and updates that notification when it returns', async () => {
    const admin = world.platform['administrator'];
    const id = world.a.endpointId;
    watch(1);
    say(id, false, SINCE);
    await vi.waitFor(async () => expect(await kindsOf(admin)).toEqual(['pbx-away']));
    expect(await kindsOf(world.a.tokens['customer-admin'])).toEqual(['pbx-away']);
    // The other customer has no queue on this PBX; supervisors do not receive notifications about PBXs.
    expect(await kindsOf(world.b.tokens['customer-admin'])).toEqual([]);
    expect(await kindsOf(world.a.tokens['supervisor'])).toEqual([]);
    stop();

    // A restarted console finds the PBX still unreachable and does not notify again.
    watch(1);
    say(id, false, SINCE + 5000);
    say(world.b.endpointId, false, SINCE);
    await vi.waitFor(async () => expect(await kindsOf(admin)).toEqual(['pbx-away', 'pbx-away']));
    await server.call(admin ?? '', 'POST', '/user/notifications/read');
    say(id, true, SINCE + 180_000);
    await vi.waitFor(async () => expect(await kindsOf(admin)).toEqual(['pbx-back', 'pbx-away']));
    const list = await listOf(admin);
    expect(list.data[0]).toMatchObject({ params: { serverId: id, serverName: 'PBX', awaySeconds: 180 }, readAt: null });
    expect(list.meta.unread).toBe(1);
    expect(await kindsOf(world.a.tokens['customer-admin'])).toEqual(['pbx-back']);
    stop();
    expect(failures).toEqual([]);
  });

  it('does not notify during maintenance, but does when maintenance ends and the PBX is still unreachable', async () => {
    const admin = world.platform['administrator'];
    const told = async () => (await listOf(admin)).data.map((n: { params: { serverId: number } }) => n.params.serverId);
    const [mine, other] = [world.a.endpointId, world.b.endpointId];
    watch(1);
    say(mine, false, SINCE, { until: null, reason: 'new disks' });
    say(other, false, SINCE);
    await vi.waitFor(async () => expect(await told()).toEqual([other]));
    say(mine, false, SINCE);
    await vi.waitFor(async () => expect(await told()).toEqual([mine, other]));
    stop();
  });

  it('does not notify about a short interruption', async () => {
    const admin = world.platform['administrator'];
    watch(60_000);
    say(world.a.endpointId, false, SINCE);
    say(world.a.endpointId, true, SINCE + 1000);
    stop();
    watch(1);
    say(world.b.endpointId, false, SINCE);
    await vi.waitFor(async () =>
      expect((await listOf(admin)).data.map((n: { params: { serverId: number } }) => n.params.serverId)).toEqual([
        world.b.endpointId,
      ]),
    );
    stop();
  });
});

describe('sign-in', () => {
  const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const signIn = (agent: string) =>
    server.call(null, 'POST', '/login', { username: 'agent-a', password: PASSWORD }, { 'user-agent': agent });

  it('notifies once about a new device, and not about a known one', async () => {
    await signIn(FIREFOX);
    await signIn(FIREFOX.replace('140', '141'));
    const list = await listOf(world.a.tokens['agent']);
    expect(list.data).toMatchObject([{ kind: 'new-sign-in', params: { ip: '127.0.0.1', device: 'Firefox, Linux' } }]);
  });
});

describe('account change', () => {
  it('notifies a user whose role was changed', async () => {
    const id = world.b.userIds['agent'] ?? '';
    const admin = world.platform['administrator'] ?? '';
    const before = await server.call(admin, 'GET', `/users/${id}`);
    const changed = await server.call(
      admin,
      'PATCH',
      `/users/${id}`,
      { role: 'wallboard' },
      {
        'if-match': String(before.headers['etag'] ?? '*'),
      },
    );
    expect(changed.status).toBe(200);
    expect((await listOf(world.b.tokens['agent'])).data).toMatchObject([
      { kind: 'role-changed', params: { role: 'wallboard' } },
    ]);
  });

  it('notifies the owner of an API key once when the key exceeds its requests per minute', async () => {
    const owner = world.a.tokens['customer-admin'] ?? '';
    const body = { name: 'Busy', scopes: ['read:queue'], rateLimitPerMinute: 1 };
    const made = await server.call(owner, 'POST', '/apikeys', body);
    expect(made.status).toBe(201);
    const statuses = [];
    for (let i = 0; i < 4; i++) statuses.push((await server.call(made.body.token, 'GET', '/queues')).status);
    expect(statuses).toContain(429);
    await vi.waitFor(async () =>
      expect((await listOf(owner)).data).toMatchObject([
        { kind: 'key-limited', params: { keyId: made.body.id, keyName: 'Busy', perMinute: 1 } },
      ]),
    );
  });
});
