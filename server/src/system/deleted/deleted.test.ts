import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestConsole } from '../../testing/test-console.ts';
import { startTwins } from '../../testing/start-twins.ts';
import type { World } from '../../testing/side.ts';
import { purgeDeleted } from './queries.ts';

let server: TestConsole;
let world: World;
let admin: string;
let spareLine: string;
beforeAll(async () => {
  ({ server, world } = await startTwins());
  admin = world.platform['administrator'] ?? '';
  // The line of the test data is a member of a group.
  const place = { customerId: world.b.customerId, serverId: world.b.endpointId };
  spareLine = (await call('POST', '/subscribers', { ...place, extension: '7777', name: 'Spare' })).body.id;
});
afterAll(() => server.close());

const call = (method: string, path: string, body?: object) => server.call(admin, method, path, body);
const keptOf = async (rowId: string | number) => (await call('GET', `/deleted?rowId=${rowId}`)).body.data[0];
/** Fields that a restored row has in common with the deleted one. */
const lasting = ({ version: _version, updatedAt: _updatedAt, ...row }: Record<string, unknown>) => row;

const ROWS: readonly (readonly [string, string, () => string | number])[] = [
  ['queue', '/queues', () => world.b.queueId],
  ['subscriber', '/subscribers', () => spareLine],
  ['role', '/roles', () => world.b.roleId],
  ['acl', '/acl', () => world.b.ruleId],
];

describe('a deleted row', () => {
  it.each(ROWS)(
    'of %s leaves its list, is listed as deleted by name, and is restored unchanged',
    async (resource, path, idOf) => {
      const id = idOf();
      const before = (await call('GET', `${path}/${id}`)).body;
      expect((await call('DELETE', `${path}/${id}`)).status).toBe(204);
      expect((await call('GET', `${path}/${id}`)).status).toBe(404);
      expect((await call('GET', `${path}?perPage=500`)).text).not.toContain(`"${id}"`);
      const kept = await keptOf(id);
      expect(kept).toMatchObject({ resource, rowId: String(id), deletedBy: 'administrator', customerName: 'Twin b' });
      const restored = await call('POST', `/deleted/${kept.id}/restore`);
      expect(restored.body).toEqual({ resource, rowId: String(id), name: kept.name });
      const after = (await call('GET', `${path}/${id}`)).body;
      expect(lasting(after)).toEqual(lasting(before));
      expect(await keptOf(id)).toBeUndefined();
      const trail = (await call('GET', `/audit?resourceId=${id}&perPage=2`)).body.data;
      expect(trail.map((entry: { action: string }) => entry.action)).toEqual(['restore', 'delete']);
    },
  );

  it('of a user is restored with its call centers and without its password', async () => {
    const id = world.b.userIds['supervisor'] ?? '';
    expect((await call('DELETE', `/users/${id}`)).status).toBe(204);
    await call('POST', `/deleted/${(await keptOf(id)).id}/restore`);
    const after = (await call('GET', `/users/${id}`)).body;
    expect([after.status, after.callcenterIds]).toEqual(['invited', [world.b.callcenterId]]);
    await expect(server.signIn('supervisor-b')).rejects.toThrow('wrong-credentials');
  });

  it('cannot be restored if its name is in use again or its parent is deleted', async () => {
    const made = (await call('POST', '/callcenters', { customerId: world.b.customerId, name: 'Gone', code: 'gone' }))
      .body;
    const queue = (await call('POST', '/queues', { callcenterId: made.id, serverId: world.b.endpointId, name: 'gone' }))
      .body;
    await call('DELETE', `/queues/${queue.id}`);
    const again = (
      await call('POST', '/queues', { callcenterId: world.b.callcenterId, serverId: world.b.endpointId, name: 'gone' })
    ).body;
    const kept = await keptOf(queue.id);
    const taken = await call('POST', `/deleted/${kept.id}/restore`);
    expect([taken.status, taken.body.errors[0]]).toMatchObject([409, { path: 'name', code: 'taken' }]);
    await call('DELETE', `/queues/${again.id}`);
    await call('DELETE', `/callcenters/${made.id}`);
    const orphan = await call('POST', `/deleted/${kept.id}/restore`);
    expect([orphan.status, orphan.body.errors[0].code]).toEqual([409, 'belongs-to-deleted']);
    await call('POST', `/deleted/${(await keptOf(made.id)).id}/restore`);
    expect((await call('POST', `/deleted/${kept.id}/restore`)).status).toBe(200);
    expect((await call('GET', `/queues/${queue.id}`)).body.callcenterName).toBe('Gone');
  });

  it('cannot be restored if another object has its extension now', async () => {
    const { callcenterId, customerId, endpointId: serverId } = world.b;
    const made = (await call('POST', '/queues', { callcenterId, serverId, name: 'dialled', extension: '7788' })).body;
    await call('DELETE', `/queues/${made.id}`);
    const line = (await call('POST', '/subscribers', { customerId, serverId, extension: '7788', name: 'New line' }))
      .body;
    const kept = await keptOf(made.id);
    const taken = await call('POST', `/deleted/${kept.id}/restore`);
    expect([taken.status, taken.body.errors[0]]).toMatchObject([409, { path: 'extension', code: 'taken' }]);
    await call('DELETE', `/subscribers/${line.id}`);
    expect((await call('POST', `/deleted/${kept.id}/restore`)).status).toBe(200);
    const second = await call('POST', `/deleted/${(await keptOf(line.id)).id}/restore`);
    expect([second.status, second.body.errors[0]]).toMatchObject([409, { path: 'extension', code: 'taken' }]);
  });

  it('is purged after the retention time, with an audit entry', async () => {
    const { body: rule } = await call('POST', '/acl', {
      ...{ kind: 'access', name: 'Old rule', effect: 'deny', resource: 'queue', actions: ['delete'], enabled: false },
      customerId: world.b.customerId,
    });
    await call('DELETE', `/acl/${rule.id}`);
    const { deletedAt } = await keptOf(rule.id);
    const at = Date.parse(deletedAt);
    await purgeDeleted(server.deps.db, at + 30 * 86_400_000 - 1, 30);
    expect(await keptOf(rule.id)).toBeDefined();
    expect(await purgeDeleted(server.deps.db, at + 30 * 86_400_000 + 1, 30)).toBeGreaterThan(0);
    expect(await keptOf(rule.id)).toBeUndefined();
    const [entry] = (await call('GET', `/audit?resourceId=${rule.id}&perPage=1`)).body.data;
    expect(entry).toMatchObject({ action: 'purge', resourceName: 'Old rule', before: { deletedBy: 'administrator' } });
  });

  it('is still named by its past calls', async () => {
    const customer = (await call('POST', '/customers', { code: 'leaver', name: 'Leaver Ltd' })).body;
    const endpoint = (
      await call('POST', '/endpoints', {
        name: 'PBX gone',
        amiHost: '127.0.0.1',
        amiUsername: 'u',
        amiSecret: 's',
        enabled: false,
      })
    ).body;
    const center = (await call('POST', '/callcenters', { customerId: customer.id, name: 'Center', code: 'center' }))
      .body;
    const queue = (
      await call('POST', '/queues', { callcenterId: center.id, serverId: endpoint.id, name: 'old', label: 'Old line' })
    ).body;
    await sql`insert into calls (id, server_id, linkedid, uniqueid, customer_id, callcenter_id, direction, status, source,
      source_name, destination, extension, device, queue, start_at, answer_at, end_at, duration, wait_seconds, talk_seconds,
      billable_seconds, recording_file, legs) values ('00000000-0000-4000-8000-00000000ca11', ${endpoint.id}, 'l1', 'l1',
      ${customer.id}, ${center.id}, 'inbound', 'answered', '+34911', '', '+34912', '', '', 'old', now(), now(), now(), 9, 1,
      8, 8, '', 1)`.execute(server.deps.db);
    for (const path of [`/queues/${queue.id}`, `/callcenters/${center.id}`, `/endpoints/${endpoint.id}`])
      expect([path, (await call('DELETE', path)).status]).toEqual([path, 204]);
    expect((await call('DELETE', `/customers/${customer.id}`)).status).toBe(204);
    const { body } = await call('GET', '/reports/cdr?from=2024-01-01T00:00:00Z&to=2033-01-01T00:00:00Z&q=l1');
    expect(body.data[0]).toMatchObject({ customerName: 'Leaver Ltd', serverName: 'PBX gone', queueLabel: 'Old line' });
  });
});

describe('rows that others depend on', () => {
  it('are not deleted, and the response names each dependent', async () => {
    const refused = await call('DELETE', `/callcenters/${world.a.callcenterId}`);
    expect(refused.status).toBe(409);
    expect(refused.body.errors.map((e: { params: { resource: string } }) => e.params.resource)).toEqual([
      'queue',
      'user',
    ]);
    expect(await keptOf(world.a.callcenterId)).toBeUndefined();
  });

  it('are named even if the noun does not check them', async () => {
    // This customer has only its own roles.
    const { body: customer } = await call('POST', '/customers', { code: 'roles-only', name: 'Roles only' });
    await call('POST', '/roles', {
      customerId: customer.id,
      name: 'Night shift',
      reach: 'team',
      level: 75,
      abilities: [],
    });
    const refused = await call('DELETE', `/customers/${customer.id}`);
    expect([refused.status, refused.body.errors[0]]).toMatchObject([
      409,
      { code: 'in-use', params: { resource: 'role', count: 1, names: 'Night shift' } },
    ]);
  });

  it('the list of deleted rows is only for platform administrators', async () => {
    for (const token of [world.a.tokens['customer-admin'], world.platform['billing']])
      expect((await server.call(token ?? '', 'GET', '/deleted')).status).toBe(403);
  });
});
