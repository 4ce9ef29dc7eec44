// Tests account data that the console records itself: last sign-in, age of the password, inviter, picture.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { picturePng } from '../../testing/picture-png.ts';
import { PASSWORD } from '../../testing/test-console.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import { startTwins } from '../../testing/start-twins.ts';
import type { World } from '../../testing/side.ts';

let server: TestConsole;
let world: World;
let own: string;
let id: string;
let token: string;

const NEW_PASSWORD = 'seven quiet lamps over the harbour';
const row = async () => (await server.call(own, 'GET', `/users/${id}`)).body;
const signIn = (password: string, remoteAddress: string) =>
  server.app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { username: 'facts', password },
    remoteAddress,
  });

beforeAll(async () => {
  ({ server, world } = await startTwins());
  own = world.a.tokens['customer-admin'] ?? '';
  const person = { username: 'facts', email: 'facts@example.com', role: 'agent' };
  ({ id } = (await server.call(own, 'POST', '/users', person)).body);
});
afterAll(() => server.close());

it('are empty for a user who has never signed in', async () => {
  expect(await row()).toMatchObject({
    ...{ lastLoginAt: null, lastLoginIp: '', passwordChangedAt: null, invitedBy: '', avatar: null },
  });
});

it('name the author of the last link and the time of the password', async () => {
  const first = (await server.call(own, 'POST', `/users/${id}/invite`)).body;
  expect(await row()).toMatchObject({ invitedBy: 'customer-admin-a', passwordChangedAt: null });
  const again = (await server.call(world.platform['administrator'] ?? '', 'POST', `/users/${id}/invite`)).body;
  const who = (await server.call(world.platform['administrator'] ?? '', 'GET', '/user')).body.username;
  expect((await row()).invitedBy).toBe(who);
  const linkOf = ({ url }: { url: string }) => new URL(url).searchParams.get('token') ?? '';
  const stale = await server.call(null, 'POST', '/set-password', { token: linkOf(first), password: PASSWORD });
  expect(stale.status).toBe(404);
  const before = Date.now();
  const chosen = await server.call(null, 'POST', '/set-password', { token: linkOf(again), password: PASSWORD });
  expect(chosen.status).toBe(200);
  token = chosen.body.token;
  const at = Date.parse((await row()).passwordChangedAt);
  expect(at).toBeGreaterThanOrEqual(before - 1_000);
  expect(at).toBeLessThanOrEqual(Date.now() + 1_000);
});

it("contain the last sign-in's address, but not that of a failed try", async () => {
  expect((await signIn(PASSWORD, '192.0.2.7')).statusCode).toBe(200);
  expect(await row()).toMatchObject({ lastLoginIp: '192.0.2.7', lastLoginAt: expect.any(String) });
  expect((await signIn('not his password at all', '198.51.100.9')).statusCode).toBe(401);
  expect((await row()).lastLoginIp).toBe('192.0.2.7');
  expect((await signIn(PASSWORD, '2001:db8::7')).statusCode).toBe(200);
  expect((await row()).lastLoginIp).toBe('2001:db8::7');
});

it('contain the time of a password change by the user', async () => {
  const before = Date.parse((await row()).passwordChangedAt);
  const changed = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
  expect((await server.call(token, 'POST', '/user/password', changed)).status).toBe(204);
  expect(Date.parse((await row()).passwordChangedAt)).toBeGreaterThan(before);
  // The fields are read-only: a change that names one is ignored or refused.
  await server.call(own, 'PATCH', `/users/${id}`, {
    invitedBy: 'me',
    lastLoginIp: '10.0.0.1',
    passwordChangedAt: null,
  });
  expect(await row()).toMatchObject({ lastLoginIp: '2001:db8::7', passwordChangedAt: expect.any(String) });
  expect((await row()).invitedBy).not.toBe('me');
});

it('show the picture to callers who may see the user, but not to other customers', async () => {
  const image = picturePng(64, 64).toString('base64');
  const { avatar } = (await server.call(token, 'PUT', '/user/avatar', { image })).body;
  expect((await row()).avatar).toBe(avatar);
  const listed = (await server.call(own, 'GET', '/users?q=facts')).body.data;
  expect(listed.map((user: { avatar: string }) => user.avatar)).toEqual([avatar]);
  expect((await server.call(world.b.tokens['customer-admin'] ?? '', 'GET', `/users/${id}`)).status).toBe(404);
  await server.call(token, 'DELETE', '/user/avatar');
  expect((await row()).avatar).toBeNull();
});
