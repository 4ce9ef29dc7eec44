// Tests numbers, groups, business hours, menus, trunks and routes through the API, including references that block deletions.
import { configText } from '@ringside/core/asterisk/testing/config-text.ts';
import { renderPbx } from '@ringside/core/pbx/render.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readWanted } from '../../pbx/provisioning/wanted-queries.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import { startTwins } from '../../testing/start-twins.ts';
import type { World } from '../../testing/side.ts';
import { pbxMarks } from '../../testing/pbx-marks.ts';

let server: TestConsole;
let world: World;
let admin: string;
let own: string;
let next = 200;
beforeAll(async () => {
  ({ server, world } = await startTwins());
  admin = world.platform['administrator'] ?? '';
  own = world.a.tokens['customer-admin'] ?? '';
});
afterAll(() => server.close());

const make = (path: string, body: object) =>
  server.call(admin, 'POST', path, { customerId: world.a.customerId, serverId: world.a.endpointId, ...body });
const number = (destination: object, more: object = {}) =>
  make('/dids', { number: `+442079460${next++}`, destination, ...more });
const remove = (path: string) => server.call(admin, 'DELETE', path);
const marks = async (): Promise<readonly string[]> => {
  const rows = await pbxMarks(server.deps.db);
  return rows.filter(({ serverId }) => serverId === world.a.endpointId).map(({ resource }) => resource);
};

describe('a number', () => {
  it('is stored in E.164 from any national format, and only once on the platform', async () => {
    await server.call(admin, 'PATCH', `/customers/${world.a.customerId}`, { country: 'GB' });
    const made = await make('/dids', { number: '020 7946 0777', destination: { kind: 'hangup' } });
    expect(made.body).toMatchObject({ number: '+442079460777', destinationKind: 'hangup', closedDestination: null });
    const theirs = await server.call(admin, 'POST', '/dids', {
      customerId: world.b.customerId,
      number: '+44 20 7946 0777',
      destination: { kind: 'hangup' },
    });
    expect([theirs.status, theirs.body.errors[0]]).toMatchObject([409, { path: 'number', code: 'taken' }]);
    const short = await make('/dids', { number: '100', destination: { kind: 'hangup' } });
    expect([short.status, short.body.errors[0]]).toMatchObject([422, { path: 'number', code: 'e164' }]);
    // A valid length in a range that no numbering plan has yet.
    const fresh = await make('/dids', {
      number: '020 9999 9999',
      destination: { kind: 'external', number: '+97255912345' },
    });
    expect([fresh.status, fresh.body.number, fresh.body.destination]).toMatchObject([
      ...[201, '+442099999999'],
      { number: '+97255912345' },
    ]);
    await server.call(admin, 'DELETE', `/dids/${fresh.body.id}`);
  });

  it.each([
    ['extension', () => world.a.subscriberId, '100 Front desk'],
    ['voicemail', () => world.a.subscriberId, '100 Front desk'],
    ['queue', () => world.a.queueId, 'Support line'],
    ['ringgroup', () => world.a.ringGroupId, 'Desk'],
    ['ivr', () => world.a.ivrId, 'Main'],
  ])('leads to a %s, which then cannot be deleted', async (kind, idOf, name) => {
    const made = await number({ kind, id: idOf() });
    expect(made.body).toMatchObject({ destination: { kind, id: idOf() }, destinationName: name });
    const path = { extension: '/subscribers', voicemail: '/subscribers', queue: '/queues', ringgroup: '/ringgroups' };
    const refused = await remove(`${path[kind as keyof typeof path] ?? '/ivrs'}/${idOf()}`);
    expect(refused.status).toBe(409);
    const held = refused.body.errors.find((e: { params: { resource: string } }) => e.params.resource === 'did');
    expect(held).toMatchObject({ code: 'in-use' });
    expect(held.params.names).toContain('+4420');
    await remove(`/dids/${made.body.id}`);
  });

  it('leads to an outside number in E.164', async () => {
    const made = await number({ kind: 'external', number: '020 7946 0800' });
    expect(made.body.destination).toEqual({ kind: 'external', id: null, number: '+442079460800' });
    const wrong = await number({ kind: 'external' });
    expect([wrong.status, wrong.body.errors[0].path]).toEqual([422, 'destination']);
  });

  it('cannot lead to another PBX server', async () => {
    const away = await make('/endpoints', {
      name: 'Away',
      amiHost: '127.0.0.1',
      amiPort: 9,
      amiUsername: 'u',
      amiSecret: 's',
      enabled: false,
    });
    const made = await number({ kind: 'queue', id: world.a.queueId }, { serverId: away.body.id });
    expect([made.status, made.body.errors[0]]).toMatchObject([422, { path: 'destination', code: 'other-server' }]);
  });

  it('has business hours together with a destination for closed times, or neither', async () => {
    const closedDestination = { kind: 'voicemail', id: world.a.subscriberId };
    const bare = await number({ kind: 'hangup' }, { closedDestination });
    expect([bare.status, bare.body.errors[0]]).toMatchObject([422, { code: 'needs-hours' }]);
    const made = await number({ kind: 'queue', id: world.a.queueId }, { hoursId: world.a.hoursId, closedDestination });
    expect(made.body).toMatchObject({ hoursName: 'Office', closedDestinationName: '100 Front desk' });
    const kept = await remove(`/hours/${world.a.hoursId}`);
    expect(kept.body.errors[0]).toMatchObject({ code: 'in-use', params: { resource: 'did', names: made.body.number } });
    const freed = await server.call(own, 'PATCH', `/dids/${made.body.id}`, { hoursId: null });
    expect(freed.body).toMatchObject({ hoursId: null, closedDestination: null });
  });

  it('is assigned by platform staff and routed by the customer', async () => {
    const { id } = (await number({ kind: 'hangup' })).body;
    expect((await server.call(own, 'POST', '/dids', { number: '+442079460999' })).status).toBe(403);
    expect((await server.call(own, 'DELETE', `/dids/${id}`)).status).toBe(403);
    const led = await server.call(own, 'PATCH', `/dids/${id}`, { destination: { kind: 'ivr', id: world.a.ivrId } });
    expect(led.body.destinationName).toBe('Main');
    expect((await server.call(own, 'GET', `/dids/${id}/path`)).body.data).toMatchObject([
      { kind: 'number', next: [{ when: 'then', to: `ivr:${world.a.ivrId}` }] },
      { kind: 'ivr', name: 'Main', next: [{ when: '1' }, { when: 'otherwise' }] },
      { kind: 'extension', name: '100 Front desk', next: [] },
      { kind: 'hangup', next: [] },
    ]);
  });

  it('with a loop in its call flow shows each stop once', async () => {
    const to = (kind: string, id: string) => ({ fallback: { kind, id } });
    await server.call(own, 'PATCH', `/ringgroups/${world.a.ringGroupId}`, to('ivr', world.a.ivrId));
    await server.call(own, 'PATCH', `/ivrs/${world.a.ivrId}`, to('ringgroup', world.a.ringGroupId));
    const path = (await server.call(own, 'GET', `/dids/${world.a.didId}/path`)).body.data;
    expect(path.map((stop: { kind: string }) => stop.kind)).toEqual(['number', 'ringgroup', 'ivr', 'extension']);
  });
});

describe('a ring group and a menu', () => {
  it.each(['/ringgroups', '/ivrs'])('%s refuse an extension in use', async (path) => {
    const taken = await make(path, { name: `Taken ${path}`, extension: '100' });
    expect([taken.status, taken.body.errors[0]]).toMatchObject([409, { path: 'extension', code: 'taken' }]);
    const { id } = (await make(path, { name: `Free ${path}`, extension: `6${path.length}0` })).body;
    const moved = await server.call(admin, 'PATCH', `${path}/${id}`, { extension: '100' });
    expect(moved.status).toBe(409);
  });

  it('keep the order of members and keys, and refuse a duplicate key', async () => {
    const second = await make('/subscribers', { extension: '300', name: 'Second' });
    const memberIds = [second.body.id, world.a.subscriberId];
    const group = await make('/ringgroups', { name: 'Ordered', memberIds });
    expect(group.body).toMatchObject({ memberIds, memberNames: '300 Second, 100 Front desk' });
    await remove(`/subscribers/${second.body.id}`);
    const left = (await server.call(own, 'GET', `/ringgroups/${group.body.id}`)).body;
    expect(left.memberIds).toEqual([world.a.subscriberId]);
    const destination = { kind: 'hangup' };
    const keys = ['2', '1', '2'].map((key) => ({ key, destination }));
    const twice = await make('/ivrs', { name: 'Twice', keys });
    expect([twice.status, twice.body.errors[0]]).toMatchObject([422, { path: 'keys', code: 'same-key' }]);
    const menu = await make('/ivrs', { name: 'Once', keys: keys.slice(0, 2) });
    expect(menu.body.keys.map((each: { key: string }) => each.key)).toEqual(['1', '2']);
  });
});

describe('business hours', () => {
  it.each([
    [{ intervals: [{ days: ['sun'], from: '17:00', until: '09:00' }] }, 'intervals.0.until', 'interval-order'],
    [{ intervals: [{ days: [], from: '09:00', until: '17:00' }] }, 'intervals.0.days', 'too_small'],
    [{ holidays: [{ date: '25.12.2026' }] }, 'holidays.0.date', 'holiday'],
  ])('refuse %j', async (wrong, path, code) => {
    const answer = await make('/hours', { name: 'Wrong', ...wrong });
    expect([answer.status, answer.body.errors[0]]).toMatchObject([422, { path, code }]);
  });
});

describe('a trunk', () => {
  const trunk = { code: 'voxline', name: 'Voxline', host: 'sip.voxline.example', username: 'ringside' };

  it('requires a password for registration and never returns it', async () => {
    const bare = await make('/trunks', trunk);
    expect([bare.status, bare.body.errors[0]]).toMatchObject([422, { path: 'secret', code: 'required' }]);
    const made = await make('/trunks', { ...trunk, secret: 'Qw9!zz-hidden' });
    expect(made.body).toMatchObject({ hasSecret: true, codecs: ['alaw', 'ulaw'] });
    expect(JSON.stringify(made.body)).not.toContain('hidden');
    const trail = await server.call(admin, 'GET', '/audit?resource=trunk&perPage=500');
    expect(trail.text).not.toContain('hidden');
    const open = await server.call(admin, 'PATCH', `/trunks/${made.body.id}`, { mode: 'address', username: '' });
    expect(open.body.hasSecret).toBe(false);
  });

  it('cannot be deleted while a route uses it; the route lists trunks in order', async () => {
    const second = await make('/trunks', { ...trunk, code: 'second', name: 'Second', secret: 'x' });
    const trunkIds = [second.body.id, world.a.trunkId];
    const route = await make('/outboundroutes', { name: 'Both', trunkIds });
    expect(route.body).toMatchObject({ trunkIds, trunkNames: 'Second → Carrier of twin-a' });
    const kept = await remove(`/trunks/${second.body.id}`);
    expect(kept.body.errors[0]).toMatchObject({ code: 'in-use', params: { resource: 'outboundroute', names: 'Both' } });
    const foreign = await make('/outboundroutes', { name: 'Foreign', customerId: null, trunkIds });
    expect([foreign.status, foreign.body.errors[0]]).toMatchObject([422, { code: 'other-customer' }]);
  });
});

it('all objects of these tests can be provisioned', async () => {
  await server.deps.db.updateTable('queues').set({ managed: true }).execute();
  const deny = { kind: 'dial', name: 'No premium', effect: 'deny', prefixes: ['44870'] };
  expect((await server.call(own, 'POST', '/acl', deny)).status).toBe(201);
  const { pbx } = await readWanted(server.deps.db, server.deps.secrets, world.a.endpointId, 'http://console.test/api');
  const { files, refused } = renderPbx(pbx);
  expect(refused).toEqual([]);
  const text = files.map(configText).join('\n');
  for (const context of ['ringside-numbers', 'ringside-trunks', 'twin-a-places', 'twin-a-outside', 'twin-a-rules-0']) {
    expect(text).toContain(`[${context}]`);
  }
  expect(text).toContain('_44870!,1,Set(RINGSIDE_ALLOWED=0)');
  expect(text).not.toContain('twin-b');
});

it('each change marks its PBX server', async () => {
  await server.call(own, 'PATCH', `/hours/${world.a.hoursId}`, { override: 'open' });
  expect(new Set(await marks())).toEqual(new Set([...(await marks())]));
  for (const resource of ['did', 'ringgroup', 'ivr', 'trunk', 'outboundroute'])
    expect(await marks()).toContain(resource);
});
