// Tests common rules of all nouns with a real server: versions, conflicts, dependents, owners.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import type { TestConsole } from './testing/test-console.ts';
import { startTwins } from './testing/start-twins.ts';
import type { World } from './testing/side.ts';

let server: TestConsole;
let world: World;
let admin: string;
let owner: string;

const get = (path: string, token = admin) => server.call(token, 'GET', path);
const post = (path: string, body: unknown, token = admin) => server.call(token, 'POST', path, body);
const patch = (path: string, body: unknown, token = admin, headers = {}) =>
  server.call(token, 'PATCH', path, body, headers);
const remove = (path: string, token = admin, headers = {}) => server.call(token, 'DELETE', path, undefined, headers);
const faults = (answer: { body: { errors: { path: string; code: string }[] } }) =>
  answer.body.errors.map((e) => [e.path, e.code]);
const lastAudit = async (query = '') => (await get(`/audit?perPage=1${query}`)).body.data[0];

beforeAll(async () => {
  ({ server, world } = await startTwins());
  admin = world.platform['administrator'] ?? '';
  owner = world.a.tokens['customer-admin'] ?? '';
});
afterAll(() => server.close());

describe('lists', () => {
  it('are paged, searched, filtered and sorted case-insensitively', async () => {
    for (const name of ['zeta', 'Alpha', 'alpha 2', 'Émile', '50% off', 'under_score']) {
      await post('/customers', { code: `list-${name.replace(/[^a-z0-9]/gi, '').toLowerCase()}`, name });
    }
    const page = await get('/customers?q=list-&perPage=2&page=2&sort=name');
    expect(page.body.meta).toEqual({ page: 2, perPage: 2, total: 6 });
    const names = async (query: string) =>
      (await get(`/customers?perPage=500&${query}`)).body.data.map((c: { name: string }) => c.name);
    const sorted = await names('q=list-&sort=name');
    expect(sorted.indexOf('Alpha')).toBeLessThan(sorted.indexOf('alpha 2'));
    expect(sorted.indexOf('alpha 2')).toBeLessThan(sorted.indexOf('zeta'));
    expect(await names('q=list-&sort=-name')).toEqual(sorted.toReversed());
    expect(await names('q=50%25')).toEqual(['50% off']);
    expect(await names('q=r_s')).toEqual(['under_score']);
    expect(await names('code=LIST-ZETA')).toEqual(['zeta']);
    expect((await get('/endpoints?enabled=false')).body.meta.total).toBe(2);
    expect((await get('/endpoints?enabled=maybe')).body.meta.total).toBe(0);
    expect((await get('/queues?customerId=nonsense')).body.meta.total).toBe(0);
  });
});

describe('a change', () => {
  it('affects only the named fields and increments the version', async () => {
    const path = `/customers/${world.b.customerId}`;
    const before = await get(path);
    const after = await patch(path, { contactName: 'Noa', id: 'x', version: 99, code: 'other', nonsense: 1 });
    expect(after.status).toBe(200);
    const { updatedAt: _a, ...rest } = before.body;
    const { updatedAt: _b, ...now } = after.body;
    expect(now).toEqual({ ...rest, contactName: 'Noa', version: before.body.version + 1 });
    expect(after.headers['etag']).toBe(`"${before.body.version + 1}"`);
  });

  it('is refused with a stale If-Match, accepted with the current one, and serialized without one', async () => {
    const path = `/callcenters/${world.b.callcenterId}`;
    const tag = String((await get(path)).headers['etag']);
    expect((await patch(path, { wrapupSeconds: 5 }, admin, { 'if-match': tag })).status).toBe(200);
    const stale = await patch(path, { wrapupSeconds: 6 }, admin, { 'if-match': tag });
    expect([stale.status, stale.body.code]).toEqual([412, 'stale']);
    expect((await remove(path, admin, { 'if-match': tag })).status).toBe(412);
    const many = await Promise.all([7, 8, 9].map((wrapupSeconds) => patch(path, { wrapupSeconds })));
    expect(many.map((a) => a.status)).toEqual([200, 200, 200]);
    expect((await get(path)).body.version).toBe(5);
  });

  it('without differences keeps the version', async () => {
    const path = `/callcenters/${world.b.callcenterId}`;
    const { version } = (await get(path)).body;
    expect((await patch(path, {})).body.version).toBe(version);
  });
});

describe('conflicts', () => {
  it.each([
    ['/customers', () => ({ code: 'twin-a', name: 'Fresh' }), 'code'],
    ['/customers', () => ({ code: 'fresh', name: 'TWIN A', parentId: world.a.parentId }), 'name'],
    ['/callcenters', () => ({ customerId: world.a.customerId, code: 'support', name: 'Other' }), 'code'],
    ['/queues', () => ({ callcenterId: world.b.callcenterId, serverId: world.a.endpointId, name: 'support' }), 'name'],
    ['/endpoints', () => ({ name: 'pbx A', amiHost: 'h', amiUsername: 'u', amiSecret: 's' }), 'name'],
    ['/users', () => ({ username: 'AGENT-a', email: 'x@example.com', role: 'administrator' }), 'username'],
    ['/users', () => ({ username: 'fresh', email: 'Agent-A@Example.com', role: 'administrator' }), 'email'],
  ] as const)('POST %s names the field that is taken (%#)', async (path, body, field) => {
    const answer = await post(path, body());
    expect([answer.status, faults(answer)]).toEqual([409, [[field, 'taken']]]);
  });

  it('a deletion names the dependents of the row', async () => {
    const customer = await remove(`/customers/${world.a.customerId}`);
    expect(customer.status).toBe(409);
    expect(
      customer.body.errors.map((e: { params: { resource: string; count: number } }) => [
        e.params.resource,
        e.params.count,
      ]),
    ).toEqual([
      ['callcenter', 1],
      ['queue', 1],
      ['subscriber', 1],
      ['user', 5],
    ]);
    expect(customer.body.errors[0].message).toContain('Support');
    expect(faults(await remove(`/callcenters/${world.a.callcenterId}`))).toEqual([
      ['', 'in-use'],
      ['', 'in-use'],
    ]);
    expect(faults(await remove(`/endpoints/${world.a.endpointId}`))).toEqual([
      ['', 'in-use'],
      ['', 'in-use'],
    ]);
    expect((await get(`/customers/${world.a.customerId}`)).status).toBe(200);
  });
});

describe('queues', () => {
  it('stay with their customer', async () => {
    const answer = await patch(`/queues/${world.a.queueId}`, { callcenterId: world.b.callcenterId });
    expect([answer.status, faults(answer)]).toEqual([422, [['callcenterId', 'other-customer']]]);
    const claim = await post('/queues', {
      customerId: world.b.customerId,
      callcenterId: world.a.callcenterId,
      serverId: world.a.endpointId,
      name: 'two',
    });
    expect(faults(claim)).toEqual([['callcenterId', 'other-customer']]);
  });

  it("are claimed only by the platform, because a customer could claim another's queue on a shared PBX server", async () => {
    const body = { callcenterId: world.a.callcenterId, serverId: world.b.endpointId, name: 'claimed' };
    expect((await post('/queues', body, owner)).status).toBe(403);
    expect((await patch(`/queues/${world.a.queueId}`, { label: 'Mine' }, owner)).body.label).toBe('Mine');
    const moved = await patch(`/queues/${world.a.queueId}`, { serverId: world.b.endpointId, name: 'x' }, owner);
    expect(moved.body).toMatchObject({ serverId: world.a.endpointId, name: 'support' });
  });

  it('notify the live side of owner changes, and sessions of changes to their view', async () => {
    const heard: unknown[] = [];
    const stops = [
      server.deps.bus.subscribe('owners', () => heard.push('owners')),
      server.deps.sessions.onChanged((news) => heard.push(news)),
    ];
    const made = await post('/queues', {
      callcenterId: world.b.callcenterId,
      serverId: world.a.endpointId,
      name: 'q2',
    });
    expect(heard).toEqual(['owners', { kind: 'customer-changed', customerIds: [world.b.customerId] }]);
    const viewer = async () =>
      (await server.deps.sessions.byToken(world.b.tokens['customer-admin'] ?? '', '127.0.0.1'))?.viewer;
    expect(await viewer()).toMatchObject({
      reach: 'customer',
      serverIds: [world.a.endpointId, world.b.endpointId],
    });
    await remove(`/queues/${made.body.id}`);
    expect(await viewer()).toMatchObject({ serverIds: [world.b.endpointId] });
    stops.forEach((stop) => stop());
  });
});

describe('a team', () => {
  it('sees only its assigned call centers and their queues', async () => {
    const other = await post('/callcenters', { customerId: world.a.customerId, name: 'Sales', code: 'sales' });
    const queue = await post('/queues', { callcenterId: other.body.id, serverId: world.a.endpointId, name: 'sales' });
    const supervisor = world.a.tokens['supervisor'] ?? '';
    expect((await get('/callcenters', supervisor)).body.data.map((c: { id: string }) => c.id)).toEqual([
      world.a.callcenterId,
    ]);
    expect((await get('/queues', supervisor)).body.meta.total).toBe(1);
    expect((await get(`/queues/${queue.body.id}`, supervisor)).status).toBe(404);
    expect((await get(`/callcenters/${other.body.id}`, supervisor)).status).toBe(404);
    await patch(`/users/${world.a.userIds['supervisor']}`, { callcenterIds: [other.body.id, world.a.callcenterId] });
    expect((await get('/queues', supervisor)).body.meta.total).toBe(2);
    await patch(`/users/${world.a.userIds['supervisor']}`, { callcenterIds: [world.a.callcenterId] });
    expect((await remove(`/queues/${queue.body.id}`)).status).toBe(204);
    expect((await remove(`/callcenters/${other.body.id}`)).status).toBe(204);
  });
});

describe('PBX servers', () => {
  it('store their secret encrypted and never return it', async () => {
    const { rows } = await sql<{ amiSecret: string }>`select ami_secret from endpoints`.execute(server.deps.db);
    expect(rows.map((r) => r.amiSecret.startsWith('v1:'))).toEqual([true, true]);
    expect(JSON.stringify(rows)).not.toContain('secret-of');
    const answer = await patch(`/endpoints/${world.a.endpointId}`, { amiSecret: 'another-secret', region: 'eu' });
    expect(answer.text).not.toContain('another-secret');
    const entry = await lastAudit('&resource=endpoint');
    expect(entry).toMatchObject({
      action: 'update',
      before: { region: '' },
      after: { region: 'eu', amiSecret: '***' },
    });
    expect((await get('/audit?perPage=500')).text).not.toMatch(/another-secret|secret-of/);
  });

  it('send the stored secret only to the stored address', async () => {
    const answer = await post(`/endpoints/${world.a.endpointId}/test`, { amiHost: 'evil.example' });
    expect([answer.status, faults(answer)]).toEqual([422, [['amiSecret', 'secret-again']]]);
  });

  it.each([
    ['amiSecret', 'two\r\nAction: Originate'],
    ['amiUsername', 'a\nb'],
    ['amiHost', 'host name'],
    ['amiPort', 70000],
    ['amiTlsCa', 'no certificate'],
  ])('refuse %s %j', async (field, value) => {
    const answer = await patch(`/endpoints/${world.a.endpointId}`, { [field]: value });
    expect([answer.status, answer.body.errors[0].path]).toEqual([422, field]);
  });
});
