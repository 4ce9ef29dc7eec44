// Tests custom roles, the permission catalog and impersonation with a real server.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUILT_IN_ROLES } from '@ringside/core/contract/access/built-in-roles.ts';
import { PASSWORD } from '../../testing/test-console.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import { startTwins } from '../../testing/start-twins.ts';
import type { World } from '../../testing/side.ts';

let server: TestConsole;
let world: World;
let admin: string;
let leader: string;

const ability = (text: string) => ({ action: text.split(':')[0], resource: text.split(':')[1] });
const body = (more: object, ...abilities: string[]) => ({
  name: 'Night lead',
  reach: 'team',
  level: 70,
  abilities: abilities.map(ability),
  ...more,
});
const post = (token: string, path: string, values: unknown) => server.call(token, 'POST', path, values);
const made = async (token: string, path: string, values: unknown) => {
  const answer = await post(token, path, values);
  expect([answer.status, answer.text]).toEqual([201, answer.text]);
  return answer.body;
};
const faults = (answer: { body: { errors: { path: string; code: string }[] } }) =>
  answer.body.errors.map((e) => `${e.path} ${e.code}`);

beforeAll(async () => {
  ({ server, world } = await startTwins());
  admin = world.platform['administrator'] ?? '';
  leader = world.a.tokens['customer-admin'] ?? '';
});
afterAll(() => server.close());

describe('a custom role', () => {
  it('takes effect at once when created, assigned and changed', async () => {
    const role = await made(leader, '/roles', body({}, 'read:queue', 'read:live'));
    expect(role).toMatchObject({
      customerId: world.a.customerId,
      holders: 'customer',
      builtIn: false,
      assignable: true,
    });
    await made(leader, '/users', {
      username: 'night.lead',
      email: 'night@example.com',
      roleId: role.id,
      callcenterIds: [world.a.callcenterId],
      password: PASSWORD,
    });
    const token = await server.signIn('night.lead');
    expect((await server.call(token, 'GET', '/queues')).status).toBe(200);
    expect((await server.call(token, 'GET', '/users')).status).toBe(403);
    const changed = await server.call(leader, 'PATCH', `/roles/${role.id}`, { abilities: [ability('read:live')] });
    expect(changed.body).toMatchObject({ abilities: [ability('read:live')], userCount: 1, version: 2 });
    expect((await server.call(token, 'GET', '/queues')).status).toBe(403);
    const gone = await server.call(leader, 'DELETE', `/roles/${role.id}`);
    expect([gone.status, gone.body.errors[0].code]).toEqual([409, 'in-use']);
    const trail = await server.call(leader, 'GET', `/audit?resourceId=${role.id}`);
    expect(trail.body.data.map((e: { action: string }) => e.action)).toEqual(['update', 'create']);
  });

  it.each([
    ['a level above', () => body({ level: 39 }), ['level beyond-own']],
    ['a wider reach', () => body({ reach: 'platform' }), ['reach beyond-own']],
    ['a right that one lacks', () => body({}, 'read:endpoint'), ['abilities beyond-own']],
    ['everything', () => body({}, 'manage:all'), ['abilities beyond-own']],
    ['the name of a built-in one', () => body({ name: 'Administrator' }), ['name taken']],
    ['another customer', () => body({ customerId: world.b.customerId }), ['customerId unknown']],
    ['no customer', () => body({ customerId: null }), ['customerId unknown']],
  ])('is refused with %s', async (_what, values, expected) => {
    expect(faults(await post(leader, '/roles', values()))).toEqual(expected);
  });

  it('cannot be raised above its author, nor changed or assigned once it is above the caller', async () => {
    const id = world.a.roleId;
    for (const values of [{ level: 10 }, { reach: 'platform' }, { abilities: [ability('manage:all')] }]) {
      expect((await server.call(leader, 'PATCH', `/roles/${id}`, values)).status).toBe(422);
    }
    await server.call(admin, 'PATCH', `/roles/${id}`, { abilities: [ability('read:endpoint')] });
    // The role now exceeds the customer's administrator, who can neither change nor assign it nor take over its holders.
    expect((await server.call(leader, 'PATCH', `/roles/${id}`, { name: 'Mine' })).status).toBe(403);
    const person = { username: 'climber', email: 'climber@example.com', callcenterIds: [world.a.callcenterId] };
    expect(faults(await post(leader, '/users', { ...person, roleId: id }))).toEqual(['roleId not-assignable']);
    const holder = await made(admin, '/users', { ...person, customerId: world.a.customerId, roleId: id });
    expect((await post(leader, `/users/${holder.id}/invite`, {})).status).toBe(403);
    expect((await server.call(leader, 'DELETE', `/users/${holder.id}`)).status).toBe(403);
    await server.call(admin, 'DELETE', `/users/${holder.id}`);
    await server.call(admin, 'PATCH', `/roles/${id}`, { abilities: [] });
  });

  it('is visible only to its customer', async () => {
    const theirs = (await server.call(world.b.tokens['customer-admin'] ?? '', 'GET', '/roles?perPage=500')).text;
    expect(theirs).not.toContain('Role of twin-a');
    const person = { username: 'x', email: 'x@example.com', customerId: world.b.customerId, roleId: world.a.roleId };
    expect(faults(await post(admin, '/users', person))).toEqual(['roleId unknown']);
  });
});

describe('the built-in roles', () => {
  it('cannot be changed or removed, but copied', async () => {
    const rows = (await server.call(admin, 'GET', '/roles?perPage=100')).body.data as {
      id: string;
      name: string;
      builtIn: boolean;
    }[];
    const builtIn = rows.filter((r) => r.builtIn);
    expect(builtIn.map((r) => r.name).toSorted()).toEqual(BUILT_IN_ROLES.map((r) => r.name).toSorted());
    for (const { id } of builtIn) {
      expect((await server.call(admin, 'PATCH', `/roles/${id}`, { name: 'x' })).status).toBe(409);
      expect((await server.call(admin, 'DELETE', `/roles/${id}`)).status).toBe(409);
    }
    const supervisor = rows.find((r) => r.name === 'supervisor');
    const source = (await server.call(leader, 'GET', `/roles/${supervisor?.id}`)).body;
    const copy = await made(leader, '/roles', {
      name: 'Copy',
      reach: source.reach,
      level: source.level,
      abilities: source.abilities,
    });
    expect(copy.abilities).toEqual(source.abilities);
  });
});

describe('permissions', () => {
  it('list the routes that need them and the roles that have them', async () => {
    const { data } = (await server.call(admin, 'GET', '/permissions?perPage=100')).body;
    const queue = data.find((p: { key: string }) => p.key === 'queue');
    expect(queue).toMatchObject({ builtIn: true, resource: 'queue' });
    expect(queue.routes.map((r: { route: string }) => r.route)).toContain('DELETE /queues/:id');
    expect(queue.heldBy.find((h: { role: string }) => h.role === 'supervisor')).toEqual({
      role: 'supervisor',
      actions: ['read'],
    });
    const seen = (await server.call(leader, 'GET', '/permissions?perPage=100')).text;
    expect(seen).not.toContain('"role":"billing"');
    expect((await server.call(admin, 'DELETE', `/permissions/${queue.id}`)).status).toBe(409);
  });

  it('can be bundled only by the platform, and only from actions that routes use', async () => {
    const bundle = { key: 'watching', resource: 'queue', actions: ['read'] };
    const row = await made(admin, '/permissions', bundle);
    expect((await post(leader, '/permissions', { ...bundle, key: 'mine' })).status).toBe(403);
    expect(faults(await post(admin, '/permissions', { ...bundle, key: 'other', actions: ['operate'] }))).toEqual([
      'actions unknown',
    ]);
    expect((await post(admin, '/permissions', { ...bundle, key: 'odd', resource: 'moon' })).status).toBe(422);
    expect((await server.call(admin, 'PATCH', `/permissions/${row.id}`, { actions: ['read', 'update'] })).status).toBe(
      200,
    );
    expect((await server.call(admin, 'DELETE', `/permissions/${row.id}`)).status).toBe(204);
  });
});

describe('impersonation', () => {
  const reason = 'He cannot see his queue';
  const act = (token: string, id: string | undefined) => post(token, `/users/${id}/impersonate`, { reason });

  it("shows the user's view, protects the user's account and records both names", async () => {
    const answer = await act(admin, world.a.userIds['supervisor']);
    expect(answer.status).toBe(200);
    const { token } = answer.body;
    const me = (await server.call(token, 'GET', '/user')).body;
    expect(me).toMatchObject({ username: 'supervisor-a', actedBy: 'administrator' });
    expect((await server.call(token, 'GET', '/users')).status).toBe(403);
    expect((await post(token, '/user/password', { currentPassword: PASSWORD, newPassword: PASSWORD })).status).toBe(
      403,
    );
    expect((await post(token, '/user/apikeys', { name: 'x', scopes: ['read:live'] })).status).toBe(403);
    const trail = (await server.call(leader, 'GET', '/audit?action=impersonate')).body.data;
    expect(trail[0]).toMatchObject({ username: 'administrator', resourceName: 'supervisor-a', after: { reason } });
    const denied = (await server.call(leader, 'GET', '/audit?action=denied')).body.data;
    expect(denied[0]).toMatchObject({ username: 'supervisor-a', actedBy: 'administrator' });
    expect((await server.call(token, 'POST', '/logout')).status).toBe(204);
    expect((await server.call(token, 'GET', '/user')).status).toBe(401);
  });

  it('is allowed only for platform staff, and only as active users of customers', async () => {
    expect((await act(leader, world.a.userIds['agent'])).status).toBe(403);
    const own = (await server.call(admin, 'GET', '/user')).body.id as string;
    expect((await act(admin, own)).status).toBe(409);
    expect((await act(world.a.tokens['supervisor'] ?? '', world.a.userIds['agent'])).status).toBe(403);
  });

  it("ends when the impersonator's account ends", async () => {
    const support = await made(admin, '/users', {
      username: 'helper',
      email: 'helper@example.com',
      role: 'support',
      password: PASSWORD,
    });
    const helper = await server.signIn('helper');
    const { token } = (await act(helper, world.a.userIds['agent'])).body;
    expect((await server.call(token, 'GET', '/user')).status).toBe(200);
    await server.call(admin, 'PATCH', `/users/${support.id}`, { status: 'disabled' });
    expect((await server.call(token, 'GET', '/user')).status).toBe(401);
  });
});

describe('a program user', () => {
  it('has no password and authenticates with API keys', async () => {
    const person = { username: 'crm', email: 'crm@example.com', role: 'integration' };
    expect(faults(await post(leader, '/users', { ...person, password: PASSWORD }))).toEqual(['password no-password']);
    const crm = await made(leader, '/users', person);
    expect(crm.status).toBe('active');
    expect((await post(leader, `/users/${crm.id}/invite`, {})).status).toBe(409);
    const key = await made(leader, '/apikeys', { name: 'CRM', scopes: ['read:queue'], ownerUserId: crm.id });
    expect((await server.call(key.token, 'GET', '/queues')).status).toBe(200);
  });
});

describe('a narrowed role', () => {
  it('has a narrower reach and masks for its resources, at once and only there', async () => {
    const narrowed = [
      { resource: 'queue', reach: 'team', masks: [] },
      { resource: 'user', reach: null, masks: ['contact'] },
    ];
    const reads = ['read:queue', 'read:callcenter', 'read:user'];
    const role = await made(leader, '/roles', body({ name: 'Narrow', reach: 'customer', narrowed }, ...reads));
    expect(role.narrowed).toEqual(narrowed);
    await made(leader, '/users', {
      ...{ username: 'narrow', email: 'narrow@example.com', roleId: role.id, password: PASSWORD },
    });
    const token = await server.signIn('narrow');
    const list = async (path: string) => (await server.call(token, 'GET', path)).body.data as { email?: string }[];
    expect([(await list('/queues')).length, (await list('/callcenters')).length]).toEqual([0, 1]);
    expect(new Set((await list('/users')).map((user) => user.email))).toEqual(new Set(['***']));
    await server.call(leader, 'PATCH', `/roles/${role.id}`, { narrowed: [] });
    expect([(await list('/queues')).length, (await list('/users'))[0]?.email]).toEqual([
      1,
      expect.stringContaining('@'),
    ]);
  });

  it.each([
    ['twice the same', [{ resource: 'queue', reach: 'own' }, { resource: 'queue' }], ['narrowed taken']],
    ['wider than itself', [{ resource: 'queue', reach: 'customer' }], ['narrowed wider-than-role']],
  ])('is refused when narrowed %s', async (_what, narrowed, expected) => {
    expect(faults(await post(leader, '/roles', body({ name: 'No', narrowed }, 'read:queue')))).toEqual(expected);
  });

  it('cannot grant more than its holder has', async () => {
    const narrowed = [{ resource: 'queue', reach: 'team', masks: ['contact'] }];
    const rights = ['read:queue', 'manage:role', 'manage:user'];
    const role = await made(
      leader,
      '/roles',
      body({ name: 'Maker', reach: 'customer', level: 50, narrowed }, ...rights),
    );
    await made(leader, '/users', {
      ...{ username: 'maker', email: 'maker@example.com', roleId: role.id, password: PASSWORD },
    });
    const token = await server.signIn('maker');
    const wide = body({ name: 'Wide', reach: 'customer' }, 'read:queue');
    expect(faults(await post(token, '/roles', wide))).toEqual(['reach beyond-own', 'narrowed beyond-own']);
    await made(token, '/roles', { ...wide, name: 'As narrow', narrowed });
    const theirs = await made(leader, '/roles', wide);
    expect((await server.call(token, 'GET', `/roles/${theirs.id}`)).body.assignable).toBe(false);
  });

  it('can be assigned only by the roles that it names', async () => {
    const role = await made(leader, '/roles', body({ name: 'Given', assignableBy: [world.a.roleId] }, 'read:queue'));
    expect(role.assignable).toBe(false);
    const user = { username: 'given', email: 'given@example.com', roleId: role.id, password: PASSWORD };
    expect(faults(await post(leader, '/users', user))).toEqual(['roleId not-assignable']);
    expect((await server.call(admin, 'GET', `/roles/${role.id}`)).body.assignable).toBe(true);
    const foreign = body({ name: 'Foreign', assignableBy: [world.b.roleId] }, 'read:queue');
    expect(faults(await post(leader, '/roles', foreign))).toEqual(['assignableBy unknown']);
  });
});
