// Tests that everything that an API key created ends with the key.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTwins } from '../../testing/start-twins.ts';
import { PASSWORD } from '../../testing/test-console.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import type { World } from '../../testing/side.ts';

let server: TestConsole;
let world: World;
let leader: string;
let roleId: string;

beforeAll(async () => {
  ({ server, world } = await startTwins());
  leader = world.a.tokens['customer-admin'] ?? '';
  const abilities = ['user', 'role', 'apikey', 'acl', 'queue'].map((resource) => ({ action: 'manage', resource }));
  roleId = (
    await must(leader, 'POST', '/roles', {
      name: 'Deputy',
      reach: 'customer',
      level: 60,
      abilities: [...abilities.slice(0, 4), { action: 'read', resource: 'queue' }],
    })
  ).id;
});
afterAll(() => server.close());

const must = async (token: string, method: string, path: string, body?: unknown) => {
  const answer = await server.call(token, method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
  return answer.body;
};
const person = (username: string) => ({ username, email: `${username}@example.com`, roleId, password: PASSWORD });
const makeKey = (name: string, expiresAt?: string) =>
  must(leader, 'POST', '/user/apikeys', {
    name,
    expiresAt,
    scopes: ['manage:user', 'manage:role', 'manage:apikey', 'manage:acl', 'read:queue'],
  });
const statusOf = async (id: string) => (await must(leader, 'GET', `/users/${id}`)).status;

it('disables accounts, their keys and the accounts that these created when the key is revoked', async () => {
  const key = await makeKey('Directory');
  const first = await must(key.token, 'POST', '/users', person('first-guest'));
  expect(first).toMatchObject({ viaKeyId: key.id, viaKeyName: 'Directory', expiresAt: key.expiresAt });
  const session = await server.signIn('first-guest');
  const ownKey = await must(session, 'POST', '/user/apikeys', {
    name: 'Second way in',
    scopes: ['manage:user', 'manage:role', 'manage:apikey', 'manage:acl', 'read:queue'],
  });
  const second = await must(ownKey.token, 'POST', '/users', person('second-guest'));
  const third = await must(await server.signIn('second-guest'), 'POST', '/users', person('third-guest'));
  const rule = await must(key.token, 'POST', '/acl', {
    ...{ kind: 'access', name: 'Opens', effect: 'allow', resource: 'queue', actions: ['read'] },
    ...{ subjectType: 'user', subjectId: world.a.userIds['agent'] },
  });
  const listed = await must(leader, 'GET', `/users?viaKeyId=${key.id}`);
  expect(listed.meta.total).toBe(1);
  expect((await must(leader, 'GET', `/apikeys/${key.id}`)).createdAccounts).toBe(1);

  await must(leader, 'POST', `/apikeys/${key.id}/revoke`, { reason: 'Leaked' });
  for (const { id } of [first, second, third]) expect([id, await statusOf(id)]).toEqual([id, 'disabled']);
  expect((await server.call(session, 'GET', '/user')).status).toBe(401);
  expect((await server.call(ownKey.token, 'GET', '/user')).status).toBe(401);
  expect((await server.call(null, 'POST', '/login', { username: 'third-guest', password: PASSWORD })).status).toBe(401);
  expect((await must(leader, 'GET', `/acl/${rule.id}`)).enabled).toBe(false);
  const trail = (await must(leader, 'GET', `/audit?resourceId=${second.id}&perPage=1`)).data[0];
  expect(trail).toMatchObject({ action: 'update', after: { status: 'disabled' } });
});

it('keeps the accounts active on request', async () => {
  const key = await makeKey('Payroll');
  const kept = await must(key.token, 'POST', '/users', person('kept-guest'));
  await must(leader, 'POST', `/apikeys/${key.id}/revoke`, { accounts: 'keep' });
  expect(await statusOf(kept.id)).toBe('active');
  // Revoke again, this time without `keep`.
  await must(leader, 'POST', `/apikeys/${key.id}/revoke`, {});
  expect(await statusOf(kept.id)).toBe('disabled');
});

it('notifies the owner of the key about accounts that it created, one by one or by import', async () => {
  const key = await makeKey('Loader');
  const csv = ['username,email,role', ...['x1', 'x2'].map((n) => `${n},${n}@example.com,Deputy`)].join('\n');
  expect((await must(key.token, 'POST', '/users/import', { csv, dryRun: false })).created).toBe(2);
  const news = (await must(leader, 'GET', '/user/notifications?perPage=50')).data.filter(
    (n: { kind: string }) => n.kind === 'key-created-accounts',
  );
  expect(news[0]?.params).toMatchObject({ keyName: 'Loader', accounts: 2, names: 'x1, x2' });
});

it('transfers the accounts to the new key after a rotation', async () => {
  const old = await makeKey('Yearly', new Date(Date.now() + 5 * 86_400_000).toISOString());
  const user = await must(old.token, 'POST', '/users', person('yearly-guest'));
  const next = await must(leader, 'POST', `/apikeys/${old.id}/rotate`, { overlapHours: 0 });
  const after = await must(leader, 'GET', `/users/${user.id}`);
  expect([after.viaKeyId, after.expiresAt]).toEqual([next.id, next.expiresAt]);
  await must(leader, 'DELETE', `/apikeys/${next.id}`);
  expect(await statusOf(user.id)).toBe('disabled');
});

it('refuses an account that ends later than the key', async () => {
  const key = await makeKey('Short', new Date(Date.now() + 86_400_000).toISOString());
  const late = { ...person('late-guest'), expiresAt: new Date(Date.now() + 9 * 86_400_000).toISOString() };
  const answer = await server.call(key.token, 'POST', '/users', late);
  expect([answer.status, answer.body.errors[0]]).toMatchObject([422, { path: 'expiresAt', code: 'beyond-own' }]);
});

it('protects a rule of a user with a higher role from changes by users whom it restricts', async () => {
  const admin = world.platform['administrator'] ?? '';
  const rule = await must(admin, 'POST', '/acl', {
    ...{ kind: 'access', name: 'Masks', effect: 'deny', resource: 'cdr', fieldMask: ['caller-number'] },
    customerId: world.a.customerId,
  });
  expect((await server.call(leader, 'PATCH', `/acl/${rule.id}`, { enabled: false })).status).toBe(403);
  expect((await server.call(leader, 'DELETE', `/acl/${rule.id}`)).status).toBe(403);
  await must(admin, 'DELETE', `/acl/${rule.id}`);
});
