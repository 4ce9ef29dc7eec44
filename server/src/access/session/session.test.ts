// Tests sign-in with a real server: tokens, lock-outs, links, tickets, revocation.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { runCommand } from '../../cli/run-command.ts';
import { PASSWORD, startTestConsole } from '../../testing/test-console.ts';
import type { TestConsole } from '../../testing/test-console.ts';

let server: TestConsole;
let admin: string;

const create = async (username: string, more: Record<string, unknown> = {}) => {
  const answer = await server.call(admin, 'POST', '/users', {
    username,
    email: `${username}@example.com`,
    role: 'administrator',
    password: PASSWORD,
    ...more,
  });
  expect(answer.text).toContain(username);
  expect(answer.status).toBe(201);
  return answer.body;
};

beforeAll(async () => {
  server = await startTestConsole();
});
afterAll(() => server.close());
// Every test uses the same address, which has its own limit.
beforeEach(() => server.deps.db.deleteFrom('loginFailures').execute());

describe('the first administrator', () => {
  it('is created once with the printed link and signed in at once', async () => {
    expect((await server.call(null, 'GET', '/setup')).body).toEqual({ needed: true });
    const token = new URL(server.setupUrl ?? '').searchParams.get('token');
    const body = { token, username: 'root', email: 'Root@Example.com', password: PASSWORD };
    expect((await server.call(null, 'POST', '/setup', { ...body, token: 'guess' })).status).toBe(404);
    const weak = await server.call(null, 'POST', '/setup', { ...body, password: 'root.example.com1' });
    expect([weak.status, weak.body.errors[0].path]).toEqual([422, 'password']);
    const done = await server.call(null, 'POST', '/setup', body);
    expect(done.status).toBe(200);
    admin = done.body.token;
    const me = await server.call(admin, 'GET', '/user');
    expect(me.body).toMatchObject({
      username: 'root',
      role: 'administrator',
      customerId: null,
      abilities: [{ action: 'manage', resource: 'all' }],
    });
    expect((await server.call(null, 'GET', '/setup')).body).toEqual({ needed: false });
    expect(
      (await server.call(null, 'POST', '/setup', { ...body, username: 'two', email: 'two@example.com' })).status,
    ).toBe(404);
  });
});

describe('signing in', () => {
  it.each([['root'], ['ROOT'], ['root@example.com'], [' root ']])('finds the user by %j', async (username) => {
    const answer = await server.call(null, 'POST', '/login', { username, password: PASSWORD });
    expect(answer.status).toBe(200);
    expect(answer.body.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('stores only the hash of the token', async () => {
    const token = await server.signIn('root');
    const { rows } = await sql<{ text: string }>`select s::text as text from sessions s`.execute(server.deps.db);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.some((row) => row.text.includes(token))).toBe(false);
  });

  it('gives the same answer for a wrong password, an unknown name, a user without a password and a disabled user', async () => {
    await create('sleeper', { password: undefined });
    const off = await create('off');
    await server.call(admin, 'PATCH', `/users/${off.id}`, { status: 'disabled' });
    const answers = [];
    for (const [username, password] of [
      ['root', 'not the password'],
      ['nobody', PASSWORD],
      ['sleeper', PASSWORD],
      ['off', PASSWORD],
    ]) {
      const answer = await server.call(null, 'POST', '/login', { username, password });
      answers.push({ status: answer.status, body: answer.body });
    }
    expect(answers[0]?.status).toBe(401);
    expect(answers[0]?.body.code).toBe('wrong-credentials');
    expect(new Set(answers.map((a) => JSON.stringify(a))).size).toBe(1);
  });

  it('locks the pair of username and address after five failures, with Retry-After, and no other pair', async () => {
    await create('target');
    const attempt = (password: string, username = 'target') =>
      server.call(null, 'POST', '/login', { username, password });
    for (let i = 0; i < 5; i += 1) expect((await attempt('wrong')).status).toBe(401);
    const locked = await attempt(PASSWORD);
    expect([locked.status, locked.body.code, locked.headers['retry-after']]).toEqual([429, 'locked-out', '60']);
    expect((await attempt(PASSWORD, 'root')).status).toBe(200);
    const elsewhere = await server.app.inject({
      method: 'POST',
      url: '/api/login',
      remoteAddress: '192.0.2.7',
      payload: { username: 'target', password: PASSWORD },
    });
    expect(elsewhere.statusCode).toBe(200);
  });

  it('enforces the limit for parallel tries', async () => {
    await create('burst');
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => server.call(null, 'POST', '/login', { username: 'burst', password: 'wrong' })),
    );
    expect(answers.filter((a) => a.status === 401).length).toBe(5);
    expect(answers.filter((a) => a.status === 429).length).toBe(7);
  });

  it('locks an address that tries many usernames', async () => {
    const attempt = (n: number) => server.call(null, 'POST', '/login', { username: `name-${n}`, password: 'wrong' });
    for (let n = 0; n < 50; n += 1) expect((await attempt(n)).status).toBe(401);
    await create('newcomer');
    const locked = await server.call(null, 'POST', '/login', { username: 'newcomer', password: PASSWORD });
    expect([locked.status, locked.headers['retry-after']]).toEqual([429, '60']);
  });

  it('admits users at a locked address from which they have signed in before', async () => {
    expect((await server.call(null, 'POST', '/login', { username: 'root', password: PASSWORD })).status).toBe(200);
  });

  it('slows guesses at one username from many addresses to one per minute, but not the user at a known address', async () => {
    await create('prey');
    const from = (remoteAddress: string, password: string) =>
      server.app.inject({ method: 'POST', url: '/api/login', remoteAddress, payload: { username: 'prey', password } });
    expect((await from('198.51.100.1', PASSWORD)).statusCode).toBe(200);
    const answers: number[] = [];
    for (let n = 0; n < 40; n += 1) answers.push((await from(`203.0.113.${n}`, 'wrong')).statusCode);
    expect(answers.filter((status) => status === 401).length).toBe(20);
    expect(answers.filter((status) => status === 429).length).toBe(20);
    expect((await from('198.51.100.1', PASSWORD)).statusCode).toBe(200);
  });

  it('resets the failures after a success', async () => {
    await create('clumsy');
    for (let round = 0; round < 3; round += 1) {
      for (let i = 0; i < 4; i += 1) {
        expect((await server.call(null, 'POST', '/login', { username: 'clumsy', password: 'wrong' })).status).toBe(401);
      }
      await server.signIn('clumsy');
    }
  });
});

describe('a session', () => {
  it('ends at sign-out, and listeners are notified', async () => {
    const token = await server.signIn('root');
    const ended: string[] = [];
    const stop = server.deps.sessions.onEnded((ids) => ended.push(...ids));
    const own = await server.call(token, 'GET', '/user/sessions');
    const current = own.body.data.find((s: { current: boolean }) => s.current);
    expect((await server.call(token, 'POST', '/logout')).status).toBe(204);
    expect((await server.call(token, 'GET', '/user')).status).toBe(401);
    expect(ended).toEqual([current.id]);
    stop();
  });

  it("can be ended from the user's other sessions but not by another user", async () => {
    await create('friend');
    const first = await server.signIn('friend');
    const second = await server.signIn('friend');
    const id = (await server.call(first, 'GET', '/user/sessions')).body.data.find(
      (s: { current: boolean }) => s.current,
    ).id;
    const end = (token: string, password = PASSWORD) =>
      server.call(token, 'POST', '/user/sessions/end', { id, password });
    expect((await end(admin)).status).toBe(404);
    const wrong = await end(second, 'wrong lanterns on the pier');
    expect([wrong.status, wrong.body.errors[0]]).toMatchObject([401, { path: 'password', code: 'wrong-password' }]);
    expect((await server.call(first, 'GET', '/user')).status).toBe(200);
    expect((await end(second)).status).toBe(204);
    expect((await server.call(first, 'GET', '/user')).status).toBe(401);
    expect((await server.call(second, 'GET', '/user')).status).toBe(200);
  });

  it("ends with all of the user's sessions when an administrator ends them", async () => {
    const made = await create('watched');
    const tokens = [await server.signIn('watched'), await server.signIn('watched')];
    expect((await server.call(admin, 'DELETE', `/users/${made.id}/sessions`)).status).toBe(204);
    for (const token of tokens) expect((await server.call(token, 'GET', '/user')).status).toBe(401);
    expect((await server.call(admin, 'GET', '/user')).status).toBe(200);
  });

  it('is not accepted from a cookie', async () => {
    const cookie = `auth.token=${admin}; token=${admin}`;
    const answer = await server.app.inject({ method: 'GET', url: '/api/user', headers: { cookie } });
    expect(answer.statusCode).toBe(401);
  });

  it('ends after the idle limit and the absolute limit, and use extends the idle limit', async () => {
    const { db } = server.deps;
    const token = await server.signIn('root');
    const age = (column: string, minutes: number) =>
      sql`update sessions set ${sql.ref(column)} = now() + make_interval(mins => ${minutes})
        where id = (select id from sessions order by created_at desc limit 1)`.execute(db);
    await age('last_seen_at', -20);
    expect((await server.call(token, 'GET', '/user')).status).toBe(200);
    await age('last_seen_at', -31);
    expect((await server.call(token, 'GET', '/user')).status).toBe(401);
    const other = await server.signIn('root');
    await age('last_seen_at', -20);
    await server.call(other, 'GET', '/user');
    const { rows } = await sql<{ fresh: boolean }>`select last_seen_at > now() - interval '1 minute' as fresh
      from sessions order by created_at desc limit 1`.execute(db);
    expect(rows[0]?.fresh).toBe(true);
    await age('expires_at', -1);
    expect((await server.call(other, 'GET', '/user')).status).toBe(401);
  });

  it('ends when its user is disabled, who cannot sign in again', async () => {
    const made = await create('leaver');
    const token = await server.signIn('leaver');
    expect((await server.call(admin, 'PATCH', `/users/${made.id}`, { status: 'disabled' })).status).toBe(200);
    expect((await server.call(token, 'GET', '/user')).status).toBe(401);
    expect((await server.call(null, 'POST', '/login', { username: 'leaver', password: PASSWORD })).status).toBe(401);
  });
});

describe("the user's own password", () => {
  it('requires the current password, validates the new one and ends the other sessions', async () => {
    await create('changer');
    const here = await server.signIn('changer');
    const there = await server.signIn('changer');
    const change = (currentPassword: string, newPassword: string) =>
      server.call(here, 'POST', '/user/password', { currentPassword, newPassword });
    const wrong = await change('not the password', 'quiet lanterns on the pier');
    expect([wrong.status, wrong.body.code]).toEqual([401, 'wrong-credentials']);
    const short = await change(PASSWORD, 'short');
    expect([short.status, short.body.errors[0].path]).toEqual([422, 'newPassword']);
    const common = await change(PASSWORD, 'Password1234!');
    expect([common.status, common.body.errors[0].code]).toEqual([422, 'common-password']);
    const long = 'quiet lanterns on the pier '.repeat(4).trim();
    expect((await change(PASSWORD, long)).status).toBe(204);
    expect((await server.call(here, 'GET', '/user')).status).toBe(200);
    expect((await server.call(there, 'GET', '/user')).status).toBe(401);
    expect((await server.call(null, 'POST', '/login', { username: 'changer', password: PASSWORD })).status).toBe(401);
    await server.signIn('changer', long);
  });
});

describe('an invitation', () => {
  it('sets the password once and is invalidated by a newer one', async () => {
    const made = await create('guest', { password: undefined });
    expect(made.status).toBe('invited');
    const invite = async () => {
      const answer = await server.call(admin, 'POST', `/users/${made.id}/invite`);
      expect(answer.body.url).toMatch(/\/set-password\?token=/);
      return new URL(answer.body.url).searchParams.get('token') ?? '';
    };
    const old = await invite();
    const link = await invite();
    expect((await server.call(null, 'POST', '/invites/look', { token: old })).status).toBe(404);
    const look = await server.call(null, 'POST', '/invites/look', { token: link });
    expect(look.body).toMatchObject({ username: 'guest', email: 'guest@example.com' });
    const both = await Promise.all(
      [1, 2].map(() => server.call(null, 'POST', '/set-password', { token: link, password: PASSWORD })),
    );
    expect(both.map((a) => a.status).toSorted()).toEqual([200, 404]);
    expect((await server.call(admin, 'GET', `/users/${made.id}`)).body.status).toBe('active');
    await server.signIn('guest');
  });
});

describe('a ticket for the socket', () => {
  it('works once, from the same address, for an active session', async () => {
    const { sessions } = server.deps;
    const token = await server.signIn('root');
    const take = async () => (await server.call(token, 'POST', '/realtime/ticket')).body.ticket as string;
    const ticket = await take();
    expect(await sessions.byTicket(ticket, '192.0.2.1')).toBeNull();
    expect(await sessions.byTicket(ticket, '127.0.0.1')).toBeNull();
    const good = await take();
    expect((await sessions.byTicket(good, '127.0.0.1'))?.username).toBe('root');
    expect(await sessions.byTicket(good, '127.0.0.1')).toBeNull();
    const late = await take();
    await server.call(token, 'POST', '/logout');
    expect(await sessions.byTicket(late, '127.0.0.1')).toBeNull();
  });
});

describe('the command line', () => {
  it('creates and resets users and reports errors', async () => {
    const run = (command: string, options: Record<string, string>) => runCommand(server.deps, { command, options });
    expect(await run('user create', { username: 'cli', role: 'nonsense' })).toMatchObject({ ok: false });
    expect(await run('user create', { username: 'cli', password: 'password1234' })).toEqual({
      ok: false,
      lines: ['password: This password is easy to guess. Choose another one.'],
    });
    expect(await run('user create', { username: 'cli', password: PASSWORD })).toEqual({
      ok: true,
      lines: ['created: cli (administrator)'],
    });
    expect(await run('user create', { username: 'CLI', password: PASSWORD })).toEqual({
      ok: false,
      lines: ['username: Already in use. Enter another value.'],
    });
    await server.call(admin, 'POST', '/customers', { code: 'cli-one', name: 'CLI' });
    expect(await run('user create', { username: 'lead', role: 'customer-admin', customer: 'nowhere' })).toEqual({
      ok: false,
      lines: ['customer: This does not exist. Choose another one.'],
    });
    const invited = await run('user create', { username: 'lead', role: 'customer-admin', customer: 'cli-one' });
    expect(invited.lines[1]).toMatch(/^invite: http/);
    const token = await server.signIn('cli');
    const reset = await run('user reset', { username: 'cli' });
    expect(reset.lines[1]).toMatch(/^invite: http/);
    expect((await server.call(token, 'GET', '/user')).status).toBe(401);
    expect((await server.call(null, 'POST', '/login', { username: 'cli', password: PASSWORD })).status).toBe(401);
  });
});
