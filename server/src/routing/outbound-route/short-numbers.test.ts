// Tests that a number that goes out as dialed (emergency) is never an extension.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTwins } from '../../testing/start-twins.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import type { World } from '../../testing/side.ts';

let server: TestConsole;
let world: World;
let admin: string;
let own: string;

beforeAll(async () => {
  ({ server, world } = await startTwins());
  admin = world.platform['administrator'] ?? '';
  own = world.a.tokens['customer-admin'] ?? '';
});
afterAll(() => server.close());

const setShort = (routeId: string, shortNumbers: readonly string[]) =>
  server.call(admin, 'PATCH', `/outboundroutes/${routeId}`, { shortNumbers });

it('an extension is refused if a route sends it outside, for every caller and object', async () => {
  const { customerId, endpointId: serverId, callcenterId, subscriberId } = world.a;
  const trunk = await server.call(admin, 'POST', '/trunks', {
    ...{ serverId, code: 'open', name: 'Open', host: 'sip.voxline.example', username: 'ringside', secret: 'Qw9!zz' },
  });
  expect([trunk.status, trunk.body]).toMatchObject([201, {}]);
  const everybodys = { serverId, customerId: null, name: 'Emergency', shortNumbers: ['110', '112'] };
  const route = await server.call(admin, 'POST', '/outboundroutes', { ...everybodys, trunkIds: [trunk.body.id] });
  expect([route.status, route.body]).toMatchObject([201, { shortNumbers: ['110', '112'] }]);
  const group = { customerId, serverId, name: 'All', memberIds: [subscriberId] };
  for (const [path, body] of [
    ['/subscribers', { customerId, serverId, name: 'Ann' }],
    ['/ringgroups', group],
    ['/queues', { callcenterId, serverId, name: 'helpers', managed: true }],
  ] as const) {
    const token = path === '/queues' ? admin : own;
    const refused = await server.call(token, 'POST', path, { ...body, extension: '112' });
    expect([path, refused.status, refused.body.errors]).toMatchObject([
      path,
      409,
      [{ path: 'extension', code: 'goes-out' }],
    ]);
    const made = await server.call(token, 'POST', path, { ...body, extension: `7${path.length}2` });
    expect([path, made.status, made.body]).toMatchObject([path, 201, {}]);
  }
});

it('a short number is refused by name if it is an extension there, while existing ones stay', async () => {
  const { outboundRouteId: id, subscriberId } = world.a;
  const { extension } = (await server.call(admin, 'GET', `/subscribers/${subscriberId}`)).body;
  const refused = await setShort(id, ['911', extension]);
  expect([refused.status, refused.body.errors]).toMatchObject([
    409,
    [{ path: 'shortNumbers', code: 'are-extensions', params: { names: `${extension} (Twin a)` } }],
  ]);
  expect((await setShort(id, ['911'])).status).toBe(200);
  await server.deps.db
    .updateTable('outboundRoutes')
    .set({ shortNumbers: JSON.stringify(['911', extension]) })
    .where('id', '=', id)
    .execute();
  expect((await setShort(id, ['911', extension, '999'])).status).toBe(200);
  // It does not block other changes of a group that already has the number.
  const place = { customerId: world.a.customerId, serverId: world.a.endpointId };
  const group = await server.call(own, 'POST', '/ringgroups', { ...place, name: 'Old', extension: '7654' });
  await server.deps.db.updateTable('ringGroups').set({ extension: '999' }).where('id', '=', group.body.id).execute();
  const path = `/ringgroups/${group.body.id}`;
  expect((await server.call(own, 'PATCH', path, { extension: '999', name: 'Older' })).status).toBe(200);
  expect((await server.call(own, 'PATCH', path, { extension: '911' })).status).toBe(409);
});
