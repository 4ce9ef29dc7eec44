// Tests that nothing that a stolen API key does gives somebody a way to sign in, or more rights, after the key is revoked.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSmtpSink } from '../../platform/mail/testing/smtp-sink.ts';
import type { SmtpSink } from '../../platform/mail/testing/smtp-sink.ts';
import { startTwins } from '../../testing/start-twins.ts';
import { PASSWORD } from '../../testing/test-console.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import type { World } from '../../testing/side.ts';

let sink: SmtpSink;
let server: TestConsole;
let world: World;
let leader: string;
let deputyRole: string;
let agentRole: string;
let key: { readonly id: string; readonly token: string };
let victim: { readonly id: string };

const SCOPES = ['manage:user', 'manage:role', 'manage:apikey', 'manage:acl', 'read:queue'];

const must = async (token: string, method: string, path: string, body?: unknown) => {
  const answer = await server.call(token, method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
  return answer.body;
};
const person = (username: string, more: object = {}) => ({
  ...{ username, email: `${username}@example.com`, roleId: deputyRole, password: PASSWORD },
  ...more,
});
const makeKey = (name: string, more: object = {}) =>
  must(leader, 'POST', '/user/apikeys', { name, scopes: SCOPES, ...more });
const refusal = async (token: string, method: string, path: string, body?: unknown) => {
  const answer = await server.call(token, method, path, body);
  return [answer.status, answer.body?.code, answer.body?.errors?.map((e: { path: string }) => e.path)];
};
const roleBody = (name: string, resources: readonly string[]) => ({
  ...{ name, reach: 'customer', level: 60 },
  abilities: [...resources.map((resource) => ({ action: 'manage', resource })), { action: 'read', resource: 'queue' }],
});

beforeAll(async () => {
  sink = await startSmtpSink();
  ({ server, world } = await startTwins({ SMTP_URL: sink.url, RINGSIDE_PUBLIC_URL: 'https://console.example.com' }));
  leader = world.a.tokens['customer-admin'] ?? '';
  deputyRole = (await must(leader, 'POST', '/roles', roleBody('Deputy', ['user', 'role', 'apikey', 'acl']))).id;
  agentRole = (await must(leader, 'POST', '/roles', roleBody('Reader', []))).id;
  key = await makeKey('Stolen');
  victim = await must(leader, 'POST', '/users', person('victim', { roleId: agentRole }));
});
afterAll(async () => {
  await server?.close();
  await sink?.close();
});

describe('an API key', () => {
  it.each([
    ['e-mail', { email: 'mallory@evil.example' }, ['email']],
    ['role', { role: 'Deputy' }, ['role']],
    ['user name', { username: 'victim@example.com' }, ['username']],
    ['end and sessions', { expiresAt: '2030-01-01T00:00:00Z', sessionLimit: 50 }, ['expiresAt', 'sessionLimit']],
  ])('cannot change what existing accounts sign in with or may do: %s', async (_what, change, fields) => {
    expect(await refusal(key.token, 'PATCH', `/users/${victim.id}`, change)).toEqual([403, 'not-by-key', fields]);
  });

  it('cannot change the address of its own owner, also not together with other rows', async () => {
    const owner = (await must(leader, 'GET', '/user')).id;
    const change = { email: 'mallory@evil.example' };
    expect(await refusal(key.token, 'PATCH', `/users/${owner}`, change)).toEqual([403, 'not-by-key', ['email']]);
    const { version } = await must(leader, 'GET', `/users/${owner}`);
    const bulk = await must(key.token, 'PATCH', '/users', { rows: [{ id: owner, version }], change });
    expect(bulk).toMatchObject({ changed: 0, refused: [{ code: 'not-by-key', errors: [{ path: 'email' }] }] });
  });

  it('disables a leaver, but enables only accounts that it created', async () => {
    expect((await must(key.token, 'PATCH', `/users/${victim.id}`, { status: 'disabled' })).status).toBe('disabled');
    const enable = { status: 'active' };
    expect(await refusal(key.token, 'PATCH', `/users/${victim.id}`, enable)).toEqual([403, 'not-by-key', ['status']]);
    await must(leader, 'PATCH', `/users/${victim.id}`, enable);
    const own = await must(key.token, 'POST', '/users', person('own-one'));
    for (const status of ['disabled', 'active'])
      expect((await must(key.token, 'PATCH', `/users/${own.id}`, { status })).status).toBe(status);
    const moved = await must(key.token, 'PATCH', `/users/${own.id}`, { email: 'Own-1@example.com', role: 'Reader' });
    expect([moved.email, moved.role]).toEqual(['own-1@example.com', 'Reader']);
  });

  it('changes personal data, and may repeat unchanged values', async () => {
    const before = await must(leader, 'GET', `/users/${victim.id}`);
    const same = { email: before.email, roleId: before.roleId, status: before.status, sessionLimit: null };
    const after = await must(key.token, 'PATCH', `/users/${victim.id}`, { ...same, lastname: 'New', phone: '+34 911' });
    expect([after.lastname, after.phone, after.email]).toEqual(['New', '+34 911', before.email]);
  });

  it('changes its accounts also while it and the key that replaces it both work', async () => {
    const old = await makeKey('Yearly');
    const user = await must(old.token, 'POST', '/users', person('yearly', { roleId: agentRole }));
    const next = await must(leader, 'POST', `/apikeys/${old.id}/rotate`, { overlapHours: 1 });
    for (const [token, email] of [
      [old.token, 'yearly-1@example.com'],
      [next.token, 'yearly-2@example.com'],
    ] as const)
      expect((await must(token, 'PATCH', `/users/${user.id}`, { email })).email).toBe(email);
  });

  it('cannot create or change roles, and says so in the language of the request', async () => {
    const body = roleBody('Back door', ['user']);
    expect(await refusal(key.token, 'POST', '/roles', body)).toEqual([403, 'not-by-key', []]);
    expect(await refusal(key.token, 'PATCH', `/roles/${agentRole}`, { abilities: body.abilities })).toEqual([
      ...[403, 'not-by-key', []],
    ]);
    expect(await refusal(key.token, 'DELETE', `/roles/${agentRole}?moveTo=${deputyRole}`)).toEqual([
      ...[403, 'not-by-key', []],
    ]);
    const texts = [];
    for (const language of ['en', 'es', 'fr', 'he']) {
      const headers = { 'accept-language': language };
      const change = { email: 'mallory@evil.example' };
      const answer = await server.call(key.token, 'PATCH', `/users/${victim.id}`, change, headers);
      texts.push(answer.body.errors[0].message);
    }
    expect(new Set(texts).size).toBe(4);
  });

  it('changes and deletes only access rules that end with it, and lets no address in', async () => {
    const rule = { kind: 'access', name: 'Masks', effect: 'deny', resource: 'cdr', fieldMask: ['caller-number'] };
    const theirs = await must(leader, 'POST', '/acl', { ...rule, subjectType: 'user', subjectId: victim.id });
    expect(await refusal(key.token, 'PATCH', `/acl/${theirs.id}`, { enabled: false })).toEqual([403, 'not-by-key', []]);
    expect(await refusal(key.token, 'DELETE', `/acl/${theirs.id}`)).toEqual([403, 'not-by-key', []]);
    const network = { kind: 'network', name: 'Home', effect: 'allow', cidrs: ['203.0.113.0/24'] };
    expect(await refusal(key.token, 'POST', '/acl', network)).toEqual([403, 'not-by-key', ['effect']]);
    const own = await must(key.token, 'POST', '/acl', {
      ...{ kind: 'access', name: 'Opens', effect: 'allow', resource: 'queue', actions: ['read'] },
      ...{ subjectType: 'user', subjectId: victim.id },
    });
    expect((await must(key.token, 'PATCH', `/acl/${own.id}`, { name: 'Opened' })).name).toBe('Opened');
    await must(leader, 'DELETE', `/acl/${theirs.id}`);
  });
});

describe('an account that a key created', () => {
  let session: string;
  let created: { readonly id: string };

  beforeAll(async () => {
    created = await must(key.token, 'POST', '/users', person('deputy'));
    session = await server.signIn('deputy');
  });

  it('cannot give others, or itself, what remains after the key is revoked', async () => {
    const change = { email: 'mallory@evil.example' };
    expect(await refusal(session, 'PATCH', `/users/${victim.id}`, change)).toEqual([403, 'not-by-key', ['email']]);
    const theirKey = await must(leader, 'POST', '/user/apikeys', { name: 'Theirs', scopes: ['read:queue'] });
    for (const [method, path, body] of [
      ['POST', `/users/${victim.id}/invite`, {}],
      ['DELETE', `/users/${victim.id}/two-factor`, undefined],
      ['POST', '/roles', roleBody('Back door 2', ['user'])],
      ['POST', `/apikeys/${theirKey.id}/rotate`, {}],
      ['PATCH', `/apikeys/${theirKey.id}`, { cidrs: [] }],
      ['POST', `/apikeys/${key.id}/revoke`, { accounts: 'keep' }],
    ] as const)
      expect([path, ...(await refusal(session, method, path, body))]).toEqual([path, 403, 'not-by-key', []]);
    expect(await refusal(session, 'PATCH', `/users/${created.id}`, { viaKeyId: null })).toEqual([
      ...[403, 'not-by-key', ['viaKeyId']],
    ]);
  });

  it('invites the users that it created, and its wallboard links end with it', async () => {
    const own = await must(
      session,
      'POST',
      '/users',
      person('deputys-own', { password: undefined, roleId: agentRole }),
    );
    expect((await must(session, 'POST', `/users/${own.id}/invite`, {})).url).toContain('token=');
    const board = await must(leader, 'GET', `/wallboards/${world.a.wallboardId}`);
    await server.deps.db
      .insertInto('wallboardLinks')
      .values({
        ...{ id: own.id, wallboardId: board.id, name: 'Hall', tokenHash: 'x', expiresAt: new Date(Date.now() + 9e8) },
        ...{ cidrs: '[]', revokedAt: null, createdBy: 'deputy', lastSeenAt: null },
      })
      .execute();
    await must(leader, 'POST', `/apikeys/${key.id}/revoke`, { reason: 'Stolen' });
    const links = (await must(leader, 'GET', `/wallboards/${board.id}/links`)).data;
    expect(links.find((link: { id: string }) => link.id === own.id).status).toBe('revoked');
    expect((await must(leader, 'GET', `/users/${own.id}`)).status).toBe('disabled');
  });

  it('has all rights of its role, and stays, once an administrator releases it from the key', async () => {
    const sync = await makeKey('Directory');
    const boss = await must(sync.token, 'POST', '/users', person('synced-boss'));
    const token = await server.signIn('synced-boss');
    const ownKey = await must(token, 'POST', '/user/apikeys', { name: 'Own', scopes: ['read:queue'] });
    const released = await must(leader, 'PATCH', `/users/${boss.id}`, { viaKeyId: null });
    expect([released.viaKeyId, released.viaKeyName]).toEqual([null, '']);
    const role = await must(token, 'POST', '/roles', roleBody('Made by the boss', []));
    await must(token, 'DELETE', `/roles/${role.id}`);
    expect((await must(token, 'PATCH', `/users/${victim.id}`, { email: 'victim-2@example.com' })).email).toContain(
      '-2',
    );
    await must(leader, 'POST', `/apikeys/${sync.id}/revoke`, {});
    expect((await must(leader, 'GET', `/users/${boss.id}`)).status).toBe('active');
    expect((await server.call(ownKey.token, 'GET', '/queues')).status).toBe(200);
  });
});

describe('a key that is limited to networks', () => {
  it('sets no password and no new address, and its accounts sign in only after an invitation by a person', async () => {
    const limited = await makeKey('Office', { cidrs: ['127.0.0.1'] });
    expect(await refusal(limited.token, 'POST', '/users', person('outside'))).toEqual([
      403,
      'not-by-key',
      ['password'],
    ]);
    const body = person('inside', { password: undefined, roleId: agentRole });
    const made = await must(limited.token, 'POST', '/users', body);
    expect(await refusal(limited.token, 'PATCH', `/users/${made.id}`, { email: 'x@evil.example' })).toEqual([
      ...[403, 'not-by-key', ['email']],
    ]);
    expect((await must(limited.token, 'PATCH', `/users/${made.id}`, { role: 'Deputy' })).role).toBe('Deputy');
    const links = async () => {
      const rows = await server.deps.db
        .selectFrom('oneTimeLinks')
        .select('kind')
        .where('userId', '=', made.id)
        .execute();
      return rows.map(({ kind }) => kind);
    };
    const forget = async (username: string) =>
      expect((await server.call(null, 'POST', '/password/forgot', { username })).status).toBe(202);
    const letterTo = async (name: string) => {
      while ((await sink.next()).to !== `${name}@example.com`);
    };
    await forget('inside');
    // The next letter goes to another user, who asked afterwards.
    await must(leader, 'POST', '/users', person('asks-later', { roleId: agentRole }));
    await forget('asks-later');
    await letterTo('asks-later');
    expect(await links()).toEqual([]);
    await must(leader, 'POST', `/users/${made.id}/invite`, {});
    expect(await links()).toEqual(['password']);
    await forget('inside');
    await letterTo('inside');
  });
});
