// Tests passkeys with a real server and a simulated security key.
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../../cli/run-command.ts';
import { createSoftAuthenticator } from '../../testing/soft-authenticator.ts';
import { PASSWORD, startTestConsole } from '../../testing/test-console.ts';
import type { TestConsole } from '../../testing/test-console.ts';

const SITE = { origin: 'https://console.example.com', rpId: 'console.example.com' };
const PRESENT_ONLY = 1;

const codeOf = (seed: string, stepsAhead = 0): string =>
  new TOTP({ secret: Secret.fromBase32(seed) }).generate({ timestamp: Date.now() + stepsAhead * 30_000 });

let server: TestConsole;
let admin: string;

const create = async (username: string, more: Record<string, unknown> = {}) => {
  const body = { username, email: `${username}@example.com`, role: 'administrator', password: PASSWORD, ...more };
  const answer = await server.call(admin, 'POST', '/users', body);
  expect(answer.status, answer.text).toBe(201);
  return { id: answer.body.id as string, token: await server.signIn(username) };
};

const startMaking = (token: string, more: Record<string, unknown> = {}) =>
  server.call(token, 'POST', '/user/passkeys/start', { password: PASSWORD, ...more });

const keep = (token: string, credential: unknown, name = 'Laptop') =>
  server.call(token, 'POST', '/user/passkeys', { name, credential });

const add = async (token: string, name = 'Laptop') => {
  const device = createSoftAuthenticator(SITE);
  const started = await startMaking(token);
  expect(started.status, started.text).toBe(200);
  const kept = await keep(token, device.make(started.body.options), name);
  expect(kept.status, kept.text).toBe(201);
  return { device, passkey: kept.body as { id: string } };
};

const begin = async () => (await server.call(null, 'POST', '/login/passkey/start')).body;
const finish = (attempt: string, credential: unknown) =>
  server.call(null, 'POST', '/login/passkey', { attempt, credential });

type Device = ReturnType<typeof createSoftAuthenticator>;
const enter = async (device: Device, userId: string, but: Parameters<Device['use']>[2] = {}) => {
  const { attempt, options } = await begin();
  return finish(attempt, device.use(options, userId, but));
};

const auditOf = async (userId: string): Promise<string[]> => {
  const rows = await server.deps.db.selectFrom('audit').select('action').where('resourceId', '=', userId).execute();
  return rows.map((row) => row.action);
};

beforeAll(async () => {
  server = await startTestConsole({ RINGSIDE_PUBLIC_URL: SITE.origin });
  await runCommand(server.deps, { command: 'user create', options: { username: 'root', password: PASSWORD } });
  admin = await server.signIn('root');
});
afterAll(() => server?.close());
beforeEach(() => server.deps.db.deleteFrom('loginFailures').execute());

describe('adding a passkey', () => {
  it("requires the password, stores the device's credential and notifies the owner", async () => {
    const { id, token } = await create('maker');
    const wrong = await startMaking(token, { password: 'not the password' });
    expect([wrong.status, wrong.body.errors[0].path]).toEqual([401, 'password']);
    const started = await startMaking(token);
    expect(started.body.options).toMatchObject({
      rp: { id: SITE.rpId },
      user: { name: 'maker' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const device = createSoftAuthenticator(SITE);
    const kept = await keep(token, device.make(started.body.options), 'My laptop');
    expect(kept.status, kept.text).toBe(201);
    expect(kept.body).toMatchObject({ name: 'My laptop', synced: true, lastUsedAt: null });
    const news = await server.call(token, 'GET', '/user/notifications');
    expect(news.body.data).toContainEqual(
      expect.objectContaining({ kind: 'passkey-added', params: { name: 'My laptop' } }),
    );
    expect(await auditOf(id)).toContain('passkey-added');
    const again = await startMaking(token);
    expect(again.body.options.excludeCredentials.map((c: { id: string }) => c.id)).toEqual([
      device.make(started.body.options).id,
    ]);
  });

  it('accepts an answer only once, from the same session, in time, verified and for this console', async () => {
    const { token } = await create('careful');
    const other = await server.signIn('careful');
    const device = createSoftAuthenticator(SITE);
    const refused = async (credential: unknown, by = token) => {
      const answer = await keep(by, credential);
      expect([answer.status, answer.body.errors?.[0]?.code]).toEqual([422, 'passkey-refused']);
    };
    const challenge = async () => (await startMaking(token)).body.options as { challenge: string };
    await refused(device.make({ challenge: 'AAAA' }));
    await refused(device.make(await challenge()), other);
    await refused(device.make(await challenge(), { flags: PRESENT_ONLY }));
    await refused(device.make(await challenge(), { origin: 'https://console.example.org' }));
    const late = await challenge();
    await sql`update passkey_challenges set expires_at = now() - interval '1 second'`.execute(server.deps.db);
    await refused(device.make(late));
    const good = device.make(await challenge());
    expect((await keep(token, good)).status).toBe(201);
    await refused(good);
    const twice = await keep(token, device.make(await challenge()));
    expect(twice.status).toBe(409);
  });

  it('requires a code from users with two-factor authentication', async () => {
    const { token } = await create('doubly');
    const { body } = await server.call(token, 'POST', '/user/two-factor/start', { password: PASSWORD });
    await server.call(token, 'POST', '/user/two-factor/enable', { otp: codeOf(body.seed) });
    const missing = await startMaking(token);
    expect([missing.status, missing.body.code, missing.body.errors]).toEqual([401, 'one-time-code-required', []]);
    const wrong = await startMaking(token, { otp: '000000' });
    expect([wrong.status, wrong.body.errors[0].path]).toEqual([401, 'otp']);
    expect((await startMaking(token, { otp: codeOf(body.seed, 1) })).status).toBe(200);
  });

  it('stores only the hash of a challenge, and at most twenty passkeys', async () => {
    const { id, token } = await create('collector');
    const { options } = (await startMaking(token)).body;
    const { rows } = await sql<{ text: string }>`select c::text as text from passkey_challenges c`.execute(
      server.deps.db,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.some((row) => row.text.includes(options.challenge))).toBe(false);
    await add(token);
    await sql`insert into passkeys select gen_random_uuid(), user_id, credential_id || n, public_key, counter, transports,
      rp_id, synced, name, device, created_at, last_used_at
      from passkeys, generate_series(1, 19) n where user_id = ${id}`.execute(server.deps.db);
    expect((await startMaking(token)).status).toBe(409);
    expect((await keep(token, createSoftAuthenticator(SITE).make(options))).status).toBe(409);
  });
});

describe('signing in with a passkey', () => {
  it('requires nothing else, even from users with two-factor authentication', async () => {
    const { id, token } = await create('swift');
    const { device } = await add(token);
    const { body } = await server.call(token, 'POST', '/user/two-factor/start', { password: PASSWORD });
    const otp = codeOf(body.seed);
    await server.call(token, 'POST', '/user/two-factor/enable', { otp });
    const answer = await enter(device, id);
    expect(answer.status, answer.text).toBe(200);
    expect((await server.call(answer.body.token, 'GET', '/user')).body.username).toBe('swift');
    const listed = await server.call(token, 'GET', '/user/passkeys');
    expect(listed.body.data).toEqual([expect.objectContaining({ lastUsedAt: expect.any(String) })]);
    expect((await auditOf(id)).filter((action) => action === 'login').length).toBe(2);
  });

  it('requires the device to verify its owner', async () => {
    const { options } = await begin();
    expect(options).toMatchObject({ rpId: SITE.rpId, userVerification: 'required' });
    expect(options.allowCredentials ?? []).toEqual([]);
  });

  it('gives the same answer for every failure', async () => {
    const { id, token } = await create('guarded');
    const other = await create('stranger');
    const { device } = await add(token);
    const answers = [];
    const fresh = async (make: (options: { challenge: string }) => unknown) => {
      const { attempt, options } = await begin();
      answers.push(await finish(attempt, make(options)));
      await server.deps.db.deleteFrom('loginFailures').execute();
    };
    await fresh((options) => createSoftAuthenticator(SITE).use(options, id));
    await fresh((options) => device.use(options, other.id));
    await fresh((options) => device.use(options, id, { flags: PRESENT_ONLY }));
    await fresh((options) => device.use(options, id, { origin: 'https://console.example.org' }));
    await fresh((options) => createSoftAuthenticator({ ...SITE, rpId: 'example.org' }).use(options, id));
    await fresh(() => device.use({ challenge: 'AAAA' }, id));
    await fresh((options) => {
      const answer = device.use(options, id);
      return { ...answer, response: { ...answer.response, signature: 'AAAA' } };
    });
    const one = await begin();
    const two = await begin();
    answers.push(await finish(one.attempt, device.use(two.options, id)));
    const late = await begin();
    await sql`update passkey_challenges set expires_at = now() - interval '1 second'`.execute(server.deps.db);
    answers.push(await finish(late.attempt, device.use(late.options, id)));
    expect(new Set(answers.map((a) => `${a.status} ${a.text}`)).size).toBe(1);
    expect([answers[0]?.status, answers[0]?.body.code]).toEqual([401, 'wrong-credentials']);
    expect(await auditOf(id)).toContain('login-failed');
    expect((await enter(device, id)).status).toBe(200);
  });

  it('accepts an answer once, even if it is sent twice at the same time', async () => {
    const { id, token } = await create('twin');
    const { device } = await add(token);
    const { attempt, options } = await begin();
    const answer = device.use(options, id);
    const both = await Promise.all([finish(attempt, answer), finish(attempt, answer)]);
    expect(both.map((a) => a.status).toSorted()).toEqual([200, 401]);
    expect((await finish(attempt, answer)).status).toBe(401);
  });

  it('refuses a copied passkey whose counter falls behind, and accepts devices without a counter', async () => {
    const { id, token } = await create('counted');
    const { device } = await add(token);
    expect((await enter(device, id, { counter: 7 })).status).toBe(200);
    for (const counter of [7, 6, 0]) expect((await enter(device, id, { counter })).status).toBe(401);
    expect((await enter(device, id, { counter: 8 })).status).toBe(200);
    await sql`update passkeys set counter = 0 where user_id = ${id}`.execute(server.deps.db);
    for (const counter of [0, 0]) expect((await enter(device, id, { counter })).status).toBe(200);
  });

  it('refuses disabled users and users of a terminated customer', async () => {
    const off = await create('off');
    const { device } = await add(off.token);
    await server.call(admin, 'PATCH', `/users/${off.id}`, { status: 'disabled' });
    expect((await enter(device, off.id)).status).toBe(401);
    const customer = await server.call(admin, 'POST', '/customers', { code: 'closing', name: 'Closing' });
    const staff = await create('staff', { role: 'customer-admin', customerId: customer.body.id });
    const theirs = await add(staff.token);
    expect((await enter(theirs.device, staff.id)).status).toBe(200);
    await sql`update customers set status = 'terminated' where id = ${customer.body.id}`.execute(server.deps.db);
    expect((await enter(theirs.device, staff.id, { counter: 3 })).status).toBe(401);
  });

  it('locks a passkey after five failures, and an address that tries many passkeys', async () => {
    const { id, token } = await create('locked');
    const { device } = await add(token);
    for (let i = 0; i < 5; i += 1) expect((await enter(device, id, { flags: PRESENT_ONLY })).status).toBe(401);
    const locked = await enter(device, id);
    expect([locked.status, locked.body.code, locked.headers['retry-after']]).toEqual([429, 'locked-out', '60']);
    await server.deps.db.deleteFrom('loginFailures').execute();
    const { attempt, options } = await begin();
    for (let i = 0; i < 50; i += 1) {
      expect((await finish(attempt, createSoftAuthenticator(SITE).use(options, id))).status).toBe(401);
    }
    expect((await enter(device, id)).status).toBe(429);
  });

  it('limits the number of pending challenges per address', async () => {
    await sql`delete from passkey_challenges`.execute(server.deps.db);
    await sql`insert into passkey_challenges select 'x' || n, 'x', '127.0.0.1', now() + interval '1 minute'
      from generate_series(1, 1000) n`.execute(server.deps.db);
    const full = await server.call(null, 'POST', '/login/passkey/start');
    expect([full.status, full.body.code]).toEqual([429, 'too-many']);
    await sql`update passkey_challenges set expires_at = now() - interval '1 second'`.execute(server.deps.db);
    expect((await server.call(null, 'POST', '/login/passkey/start')).status).toBe(200);
    const { rows } = await sql`select 1 from passkey_challenges`.execute(server.deps.db);
    expect(rows.length).toBe(1);
  });
});

describe("a user's own passkeys", () => {
  it('are renamed and removed only by their owner', async () => {
    const { id, token } = await create('owner');
    const other = await create('onlooker');
    const { device, passkey } = await add(token);
    const path = `/user/passkeys/${passkey.id}`;
    expect((await server.call(other.token, 'PATCH', path, { name: 'Mine' })).status).toBe(404);
    expect((await server.call(other.token, 'DELETE', path)).status).toBe(404);
    const blank = await server.call(token, 'PATCH', path, { name: '  ' });
    expect([blank.status, blank.body.errors[0].path]).toEqual([422, 'name']);
    expect((await server.call(token, 'PATCH', path, { name: 'Phone' })).body.name).toBe('Phone');
    expect((await server.call(token, 'DELETE', path)).status).toBe(204);
    expect((await server.call(token, 'DELETE', path)).status).toBe(404);
    expect((await server.call(token, 'GET', '/user/passkeys')).body.data).toEqual([]);
    expect((await enter(device, id)).status).toBe(401);
    expect(await auditOf(id)).toEqual(expect.arrayContaining(['passkey-added', 'passkey-renamed', 'passkey-removed']));
  });

  it("are removed when an administrator resets a user's two-factor authentication", async () => {
    const { id, token } = await create('lost');
    const { device } = await add(token);
    expect((await server.call(admin, 'DELETE', `/users/${id}/two-factor`)).status).toBe(204);
    expect((await enter(device, id)).status).toBe(401);
    expect((await server.call(admin, 'DELETE', `/users/${id}/two-factor`)).status).toBe(409);
  });

  it('cannot be changed by API keys or impersonators', async () => {
    const customer = await server.call(admin, 'POST', '/customers', { code: 'helped', name: 'Helped' });
    const { id, token } = await create('acted', { role: 'customer-admin', customerId: customer.body.id });
    const { passkey } = await add(token);
    const key = await server.call(token, 'POST', '/user/apikeys', { name: 'Program', scopes: ['read:live'] });
    const acting = await server.call(admin, 'POST', `/users/${id}/impersonate`, { reason: 'He asked for help' });
    expect([key.status, acting.status]).toEqual([201, 200]);
    for (const who of [key.body.token, acting.body.token] as string[]) {
      expect((await startMaking(who)).status).toBe(403);
      expect((await keep(who, createSoftAuthenticator(SITE).make({ challenge: 'AAAA' }))).status).toBe(403);
      expect((await server.call(who, 'PATCH', `/user/passkeys/${passkey.id}`, { name: 'Mine' })).status).toBe(403);
      expect((await server.call(who, 'DELETE', `/user/passkeys/${passkey.id}`)).status).toBe(403);
    }
    expect((await server.call(key.body.token, 'GET', '/user/passkeys')).status).toBe(403);
  });
});
