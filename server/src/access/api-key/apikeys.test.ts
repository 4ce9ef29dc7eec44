// Tests API keys end to end: authentication like sessions, narrower reach, immediate end, limits.
import { can } from '@ringside/core/access/ability.ts';
import type { Ability } from '@ringside/core/access/ability.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { startTestConsole } from '../../testing/test-console.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import { startTwins } from '../../testing/start-twins.ts';
import type { World } from '../../testing/side.ts';

let server: TestConsole;
let world: World;
let admin: string;
let leader: string;

const made = async (token: string, fields: Record<string, unknown>, path = '/apikeys') => {
  const answer = await server.call(token, 'POST', path, { name: 'Export', scopes: ['read:queue'], ...fields });
  expect([answer.status, answer.text]).toEqual([201, answer.text]);
  return answer.body as { id: string; token: string; prefix: string; last4: string; expiresAt: string | null };
};
const statusWith = async (token: string, path = '/queues') => (await server.call(token, 'GET', path)).status;

/** Resolves with the code with which the socket closes, or with `open` when it answers. */
const socketOf = (token: string) => {
  const ws = new WebSocket(`${server.url.replace('http', 'ws')}/realtime?token=${token}`);
  const closed = new Promise<number>((resolve) => ws.on('close', resolve));
  const opened = new Promise<string>((resolve) => {
    ws.on('open', () => ws.send(JSON.stringify({ method: 'cmd', action: 'Queues', ActionID: '1' })));
    ws.on('message', () => resolve('open'));
    ws.on('close', (code) => resolve(String(code)));
  });
  return { ws, closed, opened };
};

beforeAll(async () => {
  ({ server, world } = await startTwins());
  admin = world.platform['administrator'] ?? '';
  leader = world.a.tokens['customer-admin'] ?? '';
});
afterAll(() => server.close());

describe('an API key', () => {
  it('is returned once, works as a bearer token and shows its last use', async () => {
    const key = await made(leader, {});
    expect(key.token).toMatch(/^cck_live_[0-9A-Za-z]{8}_[0-9A-Za-z]{49}$/);
    expect(key.token.endsWith(key.last4)).toBe(true);
    const seen = await server.call(leader, 'GET', `/apikeys/${key.id}`);
    expect(seen.body).toMatchObject({ status: 'active', lastUsedAt: null, useCount: 0, rateLimitPerMinute: 120 });
    const list = await server.call(leader, 'GET', '/apikeys?perPage=500');
    for (const text of [seen.text, list.text]) expect(text).not.toContain(key.token.slice(18));
    const rows = await server.call(key.token, 'GET', '/queues');
    expect(rows.body.data.map((row: { id: string }) => row.id)).toEqual([world.a.queueId]);
    const used = (await server.call(leader, 'GET', `/apikeys/${key.id}`)).body;
    expect(used).toMatchObject({ lastUsedIp: '127.0.0.1', useCount: 1 });
    expect(used.lastUsedAt).not.toBeNull();
  });

  it('is not stored as text', async () => {
    const { token, id } = await made(leader, {});
    const row = await server.deps.db.selectFrom('apiKeys').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(token.slice(18, 50));
    expect(row.secretHash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('expires after 90 days by default and after one year at most, and only the platform may create one without expiry', async () => {
    const days = (at: string | null) => Math.round((Date.parse(at ?? '') - Date.now()) / 86_400_000);
    expect(days((await made(leader, {})).expiresAt)).toBe(90);
    expect((await made(admin, { expiresAt: null })).expiresAt).toBeNull();
    for (const [token, expiresAt] of [
      [leader, null],
      [leader, new Date(Date.now() + 400 * 86_400_000).toISOString()],
      [admin, new Date(Date.now() - 1000).toISOString()],
    ] as const) {
      const answer = await server.call(token, 'POST', '/apikeys', { name: 'x', scopes: ['read:queue'], expiresAt });
      expect([answer.status, answer.body.errors[0].path]).toEqual([422, 'expiresAt']);
    }
  });

  it('has only the permissions of both its owner and its scopes', async () => {
    const key = await made(admin, { scopes: ['manage:queue'], ownerUserId: world.a.userIds['customer-admin'] });
    const abilities = (await server.call(key.token, 'GET', '/user')).body.abilities as Ability[];
    const owner = (await server.call(leader, 'GET', '/user')).body.abilities as Ability[];
    expect(abilities.length).toBeGreaterThan(0);
    for (const one of abilities) {
      expect([one.resource, one.action, can(owner, one.action, 'queue')]).toEqual(['queue', one.action, true]);
    }
    expect(can(abilities, 'delete', 'queue')).toBe(can(owner, 'delete', 'queue'));
    expect(await statusWith(key.token, '/users')).toBe(403);
    expect(await statusWith(key.token, `/queues/${world.b.queueId}`)).toBe(404);
  });

  it('cannot have more permissions than its creator', async () => {
    const supervisor = world.a.tokens['supervisor'] ?? '';
    for (const [token, path, scopes] of [
      [leader, '/apikeys', ['manage:all']],
      [leader, '/apikeys', ['read:queue', 'manage:endpoint']],
      [supervisor, '/user/apikeys', ['read:user']],
    ] as const) {
      const answer = await server.call(token, 'POST', path, { name: 'x', scopes });
      expect([path, answer.status, answer.body.errors[0].code]).toEqual([path, 422, 'beyond-own']);
    }
    expect((await made(supervisor, { scopes: ['read:live'] }, '/user/apikeys')).token).toBeTruthy();
  });

  it('can be created for other users only of the same customer and not of a higher level', async () => {
    const for_ = (token: string, ownerUserId: string | undefined) =>
      server.call(token, 'POST', '/apikeys', { name: 'x', scopes: ['read:queue'], ownerUserId });
    expect((await for_(leader, world.a.userIds['supervisor'])).status).toBe(201);
    expect((await for_(leader, world.b.userIds['supervisor'])).status).toBe(404);
    const administrator = (await server.call(admin, 'GET', '/user')).body.id as string;
    expect((await for_(leader, administrator)).status).toBe(404);
  });

  it("can neither create keys nor change the owner's account", async () => {
    const key = await made(admin, { scopes: ['manage:all'] });
    for (const [method, path, body] of [
      ['POST', '/apikeys', { name: 'x', scopes: ['read:queue'] }],
      ['POST', '/user/apikeys', { name: 'x', scopes: ['read:queue'] }],
      ['POST', '/user/password', { currentPassword: 'x', newPassword: 'quiet lanterns on the pier' }],
      ['POST', '/user/sessions/end', { password: 'x' }],
      ['DELETE', `/apikeys/${key.id}`, undefined],
    ] as const) {
      expect([path, (await server.call(key.token, method, path, body)).status]).toEqual([path, 403]);
    }
    const denied = await server.call(admin, 'GET', '/audit?action=denied&resource=apikey');
    expect(denied.body.data[0]).toMatchObject({ action: 'denied', after: { reason: 'not-for-api-keys' } });
  });

  it('ends at once when revoked, deleted or expired, or when its owner is disabled', async () => {
    const revoked = await made(leader, { scopes: ['read:queue', 'read:live'] });
    const socket = socketOf(revoked.token);
    expect(await socket.opened).toBe('open');
    const answer = await server.call(leader, 'POST', `/apikeys/${revoked.id}/revoke`, { reason: 'leaked' });
    expect(answer.body).toMatchObject({ status: 'revoked', revokedBy: 'customer-admin-a', revokedReason: 'leaked' });
    expect(await socket.closed).toBe(4403);
    expect(await statusWith(revoked.token)).toBe(401);
    const deleted = await made(leader, {});
    expect((await server.call(leader, 'DELETE', `/apikeys/${deleted.id}`)).status).toBe(204);
    expect(await statusWith(deleted.token)).toBe(401);
    const old = await made(leader, {});
    await server.deps.db
      .updateTable('apiKeys')
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where('id', '=', old.id)
      .execute();
    expect(await statusWith(old.token)).toBe(401);
    expect((await server.call(leader, 'GET', `/apikeys/${old.id}`)).body.status).toBe('expired');
    const supervisorId = world.a.userIds['supervisor'] ?? '';
    const theirs = await made(leader, { ownerUserId: supervisorId });
    expect(await statusWith(theirs.token)).toBe(200);
    await server.call(leader, 'PATCH', `/users/${supervisorId}`, { status: 'disabled' });
    expect(await statusWith(theirs.token)).toBe(401);
    await server.call(leader, 'PATCH', `/users/${supervisorId}`, { status: 'active' });
  });

  it('is rotated with an overlap in which both keys work, or without one', async () => {
    const first = await made(leader, { cidrs: ['127.0.0.0/8'] });
    const second = (await server.call(leader, 'POST', `/apikeys/${first.id}/rotate`, {})).body;
    expect(second).toMatchObject({ rotatedFrom: first.id, cidrs: ['127.0.0.0/8'], scopes: ['read:queue'] });
    expect([await statusWith(first.token), await statusWith(second.token)]).toEqual([200, 200]);
    const third = (await server.call(leader, 'POST', `/apikeys/${second.id}/rotate`, { overlapHours: 0 })).body;
    expect([await statusWith(second.token), await statusWith(third.token)]).toEqual([401, 200]);
    expect((await server.call(leader, 'POST', `/apikeys/${second.id}/rotate`, {})).status).toBe(409);
  });

  it('works only from its addresses, also on the socket', async () => {
    const key = await made(leader, { cidrs: ['192.0.2.0/24'] });
    const answer = await server.call(key.token, 'GET', '/queues');
    expect([answer.status, answer.body.code]).toEqual([403, 'address-refused']);
    expect(await socketOf(key.token).opened).toBe('4401');
    await server.call(leader, 'PATCH', `/apikeys/${key.id}`, { cidrs: ['192.0.2.0/24', '127.0.0.1'] });
    expect(await statusWith(key.token)).toBe(200);
    const bad = await server.call(leader, 'PATCH', `/apikeys/${key.id}`, { cidrs: ['10.0.0/8'] });
    expect([bad.status, bad.body.errors[0]]).toMatchObject([422, { path: 'cidrs.0', code: 'network' }]);
  });

  it('is limited in calls per minute', async () => {
    const key = await made(leader, { rateLimitPerMinute: 2 });
    const first = await server.call(key.token, 'GET', '/queues');
    expect(first.headers).toMatchObject({ 'ratelimit-limit': '2', 'ratelimit-remaining': '1' });
    await server.call(key.token, 'GET', '/queues');
    const answer = await server.call(key.token, 'GET', '/queues');
    expect([answer.status, answer.body.code]).toEqual([429, 'too-many']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(await statusWith(leader)).toBe(200);
  });

  it('is rejected with a wrong character or in a URL', async () => {
    const key = await made(leader, {});
    const wrong = `${key.token.slice(0, -1)}${key.token.endsWith('a') ? 'b' : 'a'}`;
    expect(await statusWith(wrong)).toBe(401);
    expect((await server.call(null, 'GET', `/queues?token=${key.token}`)).status).toBe(401);
    expect((await server.call(null, 'GET', `/queues?api_key=${key.token}`)).status).toBe(401);
  });

  it('of another user is invisible, while users see their own', async () => {
    const agent = world.a.tokens['agent'] ?? '';
    const mine = await made(agent, { scopes: ['read:live'] }, '/user/apikeys');
    const own = await server.call(agent, 'GET', '/user/apikeys');
    expect(own.body.data.map((row: { id: string }) => row.id)).toEqual([mine.id]);
    const wallboard = world.a.tokens['wallboard'] ?? '';
    expect((await server.call(wallboard, 'DELETE', `/user/apikeys/${mine.id}`)).status).toBe(404);
    expect((await server.call(agent, 'DELETE', `/user/apikeys/${mine.id}`)).status).toBe(204);
  });

  it('is audited at creation and end, without its text', async () => {
    const key = await made(leader, {});
    await server.call(leader, 'PATCH', `/apikeys/${key.id}`, { name: 'Renamed' });
    await server.call(leader, 'DELETE', `/apikeys/${key.id}`);
    const trail = await server.call(leader, 'GET', `/audit?resourceId=${key.id}`);
    expect(trail.body.data.map((e: { action: string }) => e.action)).toEqual(['delete', 'update', 'create']);
    expect(trail.body.data[1]).toMatchObject({ before: { name: 'Export' }, after: { name: 'Renamed' } });
    expect(trail.text).not.toContain(key.token.slice(18));
  });
});

describe('the general rate limit', () => {
  it('applies to each session and to each address without a session', async () => {
    const limited = await startTestConsole({ RINGSIDE_API_RATE_LIMIT: '3' });
    const answers = [];
    for (let i = 0; i < 4; i += 1) answers.push((await limited.call(null, 'GET', '/user')).status);
    expect(answers).toEqual([401, 401, 401, 429]);
    await limited.close();
  });
});
