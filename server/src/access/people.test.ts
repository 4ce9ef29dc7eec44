// Tests which roles a user can assign, and the content of the audit trail, with a real server.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { PASSWORD } from '../testing/test-console.ts';
import type { TestConsole } from '../testing/test-console.ts';
import { startTwins } from '../testing/start-twins.ts';
import type { World } from '../testing/side.ts';

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

describe('users', () => {
  const person = (more: object) => ({ username: 'someone', email: 'someone@example.com', ...more });

  it.each([
    [
      'a customer’s user as administrator',
      () => person({ customerId: world.a.customerId, role: 'administrator' }),
      'role',
      'not-assignable',
    ],
    [
      'a customer’s user as billing',
      () => person({ customerId: world.a.customerId, role: 'billing' }),
      'role',
      'not-assignable',
    ],
    ['a supervisor of nobody', () => person({ role: 'supervisor' }), 'customerId', 'needs-customer'],
    [
      'a supervisor without a call center',
      () => person({ customerId: world.a.customerId, role: 'supervisor' }),
      'callcenterIds',
      'needs-callcenter',
    ],
    ['a role that is none', () => person({ role: 'king' }), 'role', 'unknown'],
    ['no role', () => person({}), 'roleId', 'required'],
  ])('refuses %s', async (_what, body, path, code) => {
    expect(faults(await post('/users', body()))).toEqual([[path, code]]);
  });

  it('cannot grant, change or remove a role or user above their own level', async () => {
    expect(faults(await post('/users', person({ role: 'administrator' }), owner))).toEqual([
      ['role', 'not-assignable'],
    ]);
    const roles = (await get('/roles', owner)).body.data.map((r: { name: string; assignable: boolean }) => [
      r.name,
      r.assignable,
    ]);
    expect(Object.fromEntries(roles)).toEqual({
      reseller: false,
      'customer-admin': true,
      auditor: true,
      supervisor: true,
      integration: true,
      wallboard: true,
      agent: true,
      'Role of twin-a': true,
    });
  });

  it('cannot disable their own account or the last administrator', async () => {
    const me = (await get('/user')).body.id;
    expect(faults(await patch(`/users/${me}`, { status: 'disabled' }))).toEqual([['status', 'own-account']]);
    expect(faults(await remove(`/users/${me}`))).toEqual([['', 'own-account']]);
    const second = await post('/users', { ...person({ role: 'administrator' }), password: PASSWORD });
    const other = await server.signIn('someone');
    expect((await patch(`/users/${me}`, { status: 'disabled' }, other)).status).toBe(200);
    expect(faults(await patch(`/users/${second.body.id}`, { role: 'billing' }, other))).toEqual([
      ['roleId', 'own-account'],
    ]);
    expect((await patch(`/users/${me}`, { status: 'active' }, other)).status).toBe(200);
    admin = await server.signIn('administrator');
    expect((await remove(`/users/${second.body.id}`)).status).toBe(204);
    expect((await get('/user', other)).status).toBe(401);
  });

  it('of a suspended customer can only read, and so can its keys', async () => {
    const path = `/customers/${world.b.customerId}`;
    const theirs = world.b.tokens['customer-admin'] ?? '';
    const key = (await post('/apikeys', { name: 'Key', scopes: ['manage:callcenter'] }, theirs)).body.token;
    const rename = (token: string) => patch(`/callcenters/${world.b.callcenterId}`, { description: 'New' }, token);
    await patch(path, { status: 'suspended' });
    const login = await post('/login', { username: 'customer-admin-b', password: PASSWORD });
    for (const token of [theirs, key, login.body.token]) {
      expect((await get('/callcenters', token)).status).toBe(200);
      expect((await get('/callcenters/export', token)).status).toBe(200);
      expect((await get('/user', token)).body.suspended).toBe(true);
      expect([(await rename(token)).status, (await rename(token)).body.code]).toEqual([403, 'customer-suspended']);
    }
    const own = { name: 'Own', scopes: ['read:callcenter'] };
    expect((await post('/user/apikeys', own, theirs)).body.code).toBe('customer-suspended');
    // A user with more permissions can still make changes.
    expect((await rename(admin)).status).toBe(200);
    await patch(path, { status: 'active' });
    expect((await rename(theirs)).status).toBe(200);
    expect((await get('/user', theirs)).body.suspended).toBe(false);
  });

  it('of a terminated customer cannot sign in, and its keys stop working', async () => {
    const status = 'terminated';
    const path = `/customers/${world.b.customerId}`;
    const theirs = world.b.tokens['customer-admin'] ?? '';
    const key = (await post('/apikeys', { name: `Key ${status}`, scopes: ['read:callcenter'] }, theirs)).body.token;
    expect((await get('/callcenters', key)).status).toBe(200);
    await patch(path, { status });
    expect((await get('/callcenters', theirs)).status).toBe(401);
    expect((await get('/callcenters', key)).status).toBe(401);
    expect((await get(path)).body.status).toBe(status);
    const login = await post('/login', { username: 'customer-admin-b', password: PASSWORD });
    expect(login.status).toBe(401);
    await patch(path, { status: 'active' });
    expect((await get('/callcenters', theirs)).status).toBe(200);
    expect((await get('/callcenters', key)).status).toBe(200);
  });
});

describe('the audit trail', () => {
  it('records the user and the values before and after a change, within the customer', async () => {
    await patch(`/callcenters/${world.a.callcenterId}`, { slaTargetPercent: 90 }, owner);
    const entry = await lastAudit();
    expect(entry).toMatchObject({
      customerId: world.a.customerId,
      username: 'customer-admin-a',
      action: 'update',
      resource: 'callcenter',
      resourceId: world.a.callcenterId,
      resourceName: 'Support',
      before: { slaTargetPercent: 80 },
      after: { slaTargetPercent: 90 },
    });
    expect((await get(`/audit/${entry.id}`, owner)).status).toBe(200);
    expect((await get(`/audit/${entry.id}`, world.b.tokens['customer-admin'])).status).toBe(404);
  });

  it('cannot be changed', async () => {
    await expect(sql`update audit set username = 'nobody'`.execute(server.deps.db)).rejects.toThrow(/never changed/);
  });

  it('contains no entry for a failed change', async () => {
    const total = async () => (await get('/audit')).body.meta.total;
    const before = await total();
    await post('/customers', { code: 'twin-a', name: 'Fresh' });
    await patch(`/queues/${world.a.queueId}`, { callcenterId: world.b.callcenterId });
    await remove(`/customers/${world.a.customerId}`);
    expect(await total()).toBe(before);
  });

  it('filters by time, including `from` and excluding `to`', async () => {
    const at = (await lastAudit()).at;
    const found = (await get(`/audit?to=${at}&perPage=1`)).body.data[0];
    expect(found.at < at).toBe(true);
    expect((await get(`/audit?from=${at}`)).body.meta.total).toBe(1);
  });
});
