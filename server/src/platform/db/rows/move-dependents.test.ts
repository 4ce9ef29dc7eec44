// Tests deletions with `moveTo`, which move dependent rows to another row of the same kind.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestConsole } from '../../../testing/test-console.ts';
import { startTwins } from '../../../testing/start-twins.ts';
import type { World } from '../../../testing/side.ts';

let server: TestConsole;
let world: World;
let leader: string;
beforeAll(async () => {
  ({ server, world } = await startTwins());
  leader = world.a.tokens['customer-admin'] ?? '';
});
afterAll(() => server.close());

const call = (method: string, path: string, body?: object) => server.call(leader, method, path, body);
const make = async (path: string, body: object): Promise<string> => {
  const answer = await call('POST', path, body);
  expect([path, answer.status, answer.text]).toMatchObject([path, 201, expect.any(String)]);
  return answer.body.id;
};
const faultOf = async (path: string): Promise<unknown> => {
  const { status, body } = await call('DELETE', path);
  return [status, body?.errors?.[0]?.path, body?.errors?.[0]?.code];
};

describe('a deletion with a replacement', () => {
  it('of a call center moves its queues and users, with an audit entry for each', async () => {
    const { a } = world;
    const old = await make('/callcenters', { name: 'North', code: 'north' });
    const heir = await make('/callcenters', { name: 'South', code: 'south' });
    const server1 = await server.deps.db
      .selectFrom('queues')
      .select('serverId')
      .where('id', '=', a.queueId)
      .executeTakeFirst();
    const queue = await server.call(world.platform['administrator'] ?? '', 'POST', '/queues', {
      ...{ callcenterId: old, serverId: server1?.serverId, name: 'north' },
    });
    const both = a.userIds['supervisor'] ?? '';
    const one = a.userIds['agent'] ?? '';
    await call('PATCH', `/users/${both}`, { callcenterIds: [old, heir] });
    await call('PATCH', `/users/${one}`, { callcenterIds: [old] });
    expect(await faultOf(`/callcenters/${old}`)).toEqual([409, '', 'in-use']);
    expect((await call('DELETE', `/callcenters/${old}?moveTo=${heir}`)).status).toBe(204);
    expect((await call('GET', `/queues/${queue.body.id}`)).body.callcenterId).toBe(heir);
    for (const id of [both, one]) expect((await call('GET', `/users/${id}`)).body.callcenterIds).toEqual([heir]);
    const [moved] = (await call('GET', `/audit?resourceId=${queue.body.id}&perPage=1`)).body.data;
    expect(moved).toMatchObject({
      action: 'update',
      before: { callcenterId: 'North' },
      after: { callcenterId: 'South' },
    });
    const [gone] = (await call('GET', `/audit?resourceId=${old}&perPage=1`)).body.data;
    expect(gone).toMatchObject({ action: 'delete', after: { movedTo: 'South' } });
  });

  it('of an IVR menu redirects destinations that led to it', async () => {
    const { a } = world;
    const place = { customerId: a.customerId, serverId: a.endpointId };
    const admin = world.platform['administrator'] ?? '';
    const old = (await server.call(admin, 'POST', '/ivrs', { ...place, name: 'Old menu' })).body.id;
    const heir = (await server.call(admin, 'POST', '/ivrs', { ...place, name: 'New menu' })).body.id;
    const to = { destination: { kind: 'ivr', id: old } };
    expect((await server.call(admin, 'PATCH', `/dids/${a.didId}`, to)).status).toBe(200);
    expect((await server.call(admin, 'DELETE', `/ivrs/${old}`)).status).toBe(409);
    expect((await server.call(admin, 'DELETE', `/ivrs/${old}?moveTo=${heir}`)).status).toBe(204);
    const did = (await server.call(admin, 'GET', `/dids/${a.didId}`)).body;
    expect(did.destination).toMatchObject({ kind: 'ivr', id: heir });
  });

  it('of a role assigns its users the replacement, which the caller must be allowed to grant', async () => {
    const { a } = world;
    const role = { reach: 'team', level: 75, abilities: [{ action: 'read', resource: 'live' }] };
    const old = await make('/roles', { ...role, name: 'Nights' });
    const heir = await make('/roles', { ...role, name: 'Days' });
    const person = a.userIds['agent'] ?? '';
    expect((await call('PATCH', `/users/${person}`, { roleId: old })).status).toBe(200);
    const above = (await server.call(world.platform['administrator'] ?? '', 'GET', '/roles?name=administrator')).body;
    expect(await faultOf(`/roles/${old}?moveTo=${above.data[0].id}`)).toEqual([422, 'moveTo', expect.any(String)]);
    expect((await call('DELETE', `/roles/${old}?moveTo=${heir}`)).status).toBe(204);
    expect((await call('GET', `/users/${person}`)).body.role).toBe('Days');
  });

  it('rejects the row itself, a row of another customer, and nouns that cannot move dependents', async () => {
    const { a, b } = world;
    const old = await make('/callcenters', { name: 'West', code: 'west' });
    for (const heir of [old, b.callcenterId, a.queueId])
      expect(await faultOf(`/callcenters/${old}?moveTo=${heir}`)).toEqual([422, 'moveTo', 'unknown']);
    expect(await faultOf(`/subscribers/${a.subscriberId}?moveTo=${a.subscriberId}`)).toEqual([
      422,
      'moveTo',
      'unknown',
    ]);
    expect((await call('GET', `/callcenters/${old}`)).status).toBe(200);
  });
});
