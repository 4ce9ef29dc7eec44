// Tests sign-in requirements of accounts and roles: two-factor authentication, password change, end date, session limit, idle limit.
import { Secret, TOTP } from 'otpauth';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PASSWORD } from '../../testing/test-console.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import { startTwins } from '../../testing/start-twins.ts';
import type { World } from '../../testing/side.ts';

let server: TestConsole;
let world: World;
let admin: string;
let theirs: string;
let userId: string;

const USERNAME = 'customer-admin-a';
const get = (path: string, token: string) => server.call(token, 'GET', path);
const login = () => server.call(null, 'POST', '/login', { username: USERNAME, password: PASSWORD });
const set = (change: object, path = `/users/${userId}`) => server.call(admin, 'PATCH', path, change);
const codeOf = async (path: string, token = theirs) => (await get(path, token)).body.code;

beforeAll(async () => {
  ({ server, world } = await startTwins());
  admin = world.platform['administrator'] ?? '';
  theirs = world.a.tokens['customer-admin'] ?? '';
  userId = (await get('/user', theirs)).body.id;
});
afterAll(() => server.close());

it('grants a user who lacks the required two-factor authentication access only to their own account', async () => {
  const key = (await server.call(theirs, 'POST', '/user/apikeys', { name: 'Before', scopes: ['read:queue'] })).body;
  expect((await set({ requireTwoFactor: true })).status).toBe(200);
  const me = (await get('/user', theirs)).body;
  expect([me.requiredAction, me.abilities]).toEqual(['second-factor', []]);
  for (const path of ['/queues', '/search?q=a', '/reports/gaps?from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z'])
    expect([path, await codeOf(path)]).toEqual([path, 'second-factor-required']);
  const another = await server.call(theirs, 'POST', '/user/apikeys', { name: 'Now', scopes: ['read:queue'] });
  expect(another.body.code).toBe('second-factor-required');
  // API keys are exempt, because a program has no phone.
  expect((await get('/queues', key.token)).status).toBe(200);
  const { seed } = (await server.call(theirs, 'POST', '/user/two-factor/start', { password: PASSWORD })).body;
  const otp = new TOTP({ secret: Secret.fromBase32(seed) }).generate();
  expect((await server.call(theirs, 'POST', '/user/two-factor/enable', { otp })).status).toBe(200);
  expect((await get('/queues', theirs)).status).toBe(200);
  expect((await get('/user', theirs)).body.requiredAction).toBeNull();
  await sql`delete from two_factor`.execute(server.deps.db);
  expect((await set({ requireTwoFactor: false })).status).toBe(200);
});

it('requires it from all holders of a role, also of built-in roles, whose permissions stay unchanged', async () => {
  const role = (await get('/roles?name=customer-admin', admin)).body.data[0];
  const path = `/roles/${role.id}`;
  expect((await set({ requireTwoFactor: true, landing: 'queues' }, path)).body).toMatchObject({ landing: 'queues' });
  expect(await codeOf('/queues')).toBe('second-factor-required');
  expect((await get('/user', theirs)).body.landing).toBe('queues');
  expect((await set({ level: 1 }, path)).body.errors).toMatchObject([{ path: 'name', code: 'immutable' }]);
  const own = await server.call(world.a.tokens['reseller'] ?? '', 'PATCH', path, { requireTwoFactor: false });
  expect([own.status, await codeOf('/queues')]).toEqual([409, 'second-factor-required']);
  expect((await set({ requireTwoFactor: false }, path)).status).toBe(200);
  expect((await get('/queues', theirs)).status).toBe(200);
});

it('applies the idle limit of the role', async () => {
  const path = `/roles/${(await get('/roles?name=customer-admin', admin)).body.data[0].id}`;
  const rest = (minutes: number) =>
    sql`update sessions set last_seen_at = now() - make_interval(mins => ${minutes}::int) where user_id = ${userId}`.execute(
      server.deps.db,
    );
  await set({ sessionIdleMinutes: 600 }, path);
  await rest(500);
  expect((await get('/user', theirs)).status).toBe(200);
  await set({ sessionIdleMinutes: 5 }, path);
  await rest(6);
  expect((await get('/user', theirs)).status).toBe(401);
  await server.deps.sessions.prune();
  const { rows } = await sql`select 1 from sessions where user_id = ${userId}`.execute(server.deps.db);
  expect(rows).toEqual([]);
  await set({ sessionIdleMinutes: null }, path);
  theirs = (await login()).body.token;
});

it('requires a password change before anything else', async () => {
  await set({ mustRenew: true });
  expect(await codeOf('/queues')).toBe('password-change-required');
  const body = { currentPassword: PASSWORD, newPassword: `${PASSWORD} and back` };
  expect((await server.call(theirs, 'POST', '/user/password', body)).status).toBe(204);
  expect((await get('/queues', theirs)).status).toBe(200);
  const back = { currentPassword: body.newPassword, newPassword: PASSWORD };
  expect((await server.call(theirs, 'POST', '/user/password', back)).status).toBe(204);
});

it('ends the oldest session above the session limit', async () => {
  await set({ sessionLimit: 2 });
  const second = (await login()).body.token;
  const third = (await login()).body.token;
  const all = [theirs, second, third];
  expect(await Promise.all(all.map(async (token) => (await get('/user', token)).status))).toEqual([401, 200, 200]);
  await set({ sessionLimit: null });
  theirs = third;
});

it("ends sessions and keys with the account, and refuses an end date for the caller's own account or the last administrator", async () => {
  const key = (await server.call(theirs, 'POST', '/user/apikeys', { name: 'Key', scopes: ['read:queue'] })).body.token;
  await set({ expiresAt: new Date(Date.now() - 1000).toISOString() });
  expect((await get('/user', theirs)).status).toBe(401);
  expect((await get('/queues', key)).status).toBe(401);
  expect((await login()).body.code).toBe('wrong-credentials');
  await set({ expiresAt: new Date(Date.now() + 86_400_000).toISOString() });
  expect((await login()).status).toBe(200);
  const own = (await get('/user', admin)).body.id;
  const refused = await set({ expiresAt: new Date(Date.now() + 86_400_000).toISOString() }, `/users/${own}`);
  expect(refused.body.errors).toMatchObject([{ path: 'expiresAt', code: 'own-account' }]);
});
