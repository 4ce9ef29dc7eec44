// Tests two-factor authentication with a real server: enabling, sign-in, replay, recovery, lock-outs, disabling, reset by an administrator.
import { Secret, TOTP } from 'otpauth';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../../cli/run-command.ts';
import { PASSWORD, startTestConsole } from '../../testing/test-console.ts';
import type { TestConsole } from '../../testing/test-console.ts';

let server: TestConsole;
let admin: string;

const codeOf = (seed: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(seed), algorithm: 'SHA1', digits: 6, period: 30 }).generate({
    timestamp: Date.now() + steps * 30_000,
  });

/** Returns a code that is wrong for all steps around the current time. */
const wrongCodeOf = (seed: string): string => {
  const near = new Set([-2, -1, 0, 1, 2].map((steps) => codeOf(seed, steps)));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.has(code)) ?? '';
};

const create = async (username: string, more: Record<string, unknown> = {}) => {
  const answer = await server.call(admin, 'POST', '/users', {
    username,
    email: `${username}@example.com`,
    role: 'administrator',
    password: PASSWORD,
    ...more,
  });
  expect(answer.status).toBe(201);
  return answer.body;
};

const login = (username: string, otp?: string, password = PASSWORD) =>
  server.call(null, 'POST', '/login', { username, password, ...(otp === undefined ? {} : { otp }) });

/**
 * Waits if the current step ends within three seconds, because a code of the previous step is valid only during this step. Waits past
 * the end of the step: a timer can fire a millisecond early.
 */
const freshStep = async (): Promise<void> => {
  const left = 30_000 - (Date.now() % 30_000);
  if (left < 3_000) await new Promise((resolve) => setTimeout(resolve, left + 50));
};

/** Enables two-factor authentication with the code of the previous step, so that the codes of this step and the next stay unused. */
const enable = async (token: string) => {
  const started = await server.call(token, 'POST', '/user/two-factor/start', { password: PASSWORD });
  expect(started.status).toBe(200);
  const { seed } = started.body as { seed: string };
  await freshStep();
  const enabled = await server.call(token, 'POST', '/user/two-factor/enable', { otp: codeOf(seed, -1) });
  expect(enabled.status).toBe(200);
  return { seed, recoveryCodes: enabled.body.recoveryCodes as string[] };
};

const make = async (username: string) => {
  const user = await create(username);
  const token = await server.signIn(username);
  return { user, token, ...(await enable(token)) };
};

const auditOf = async (userId: string): Promise<string[]> => {
  const { rows } = await sql<{
    action: string;
  }>`select action from audit where resource_id = ${userId} order by at`.execute(server.deps.db);
  return rows.map((row) => row.action);
};

beforeAll(async () => {
  server = await startTestConsole();
  await runCommand(server.deps, { command: 'user create', options: { username: 'root', password: PASSWORD } });
  admin = await server.signIn('root');
});
afterAll(() => server.close());
beforeEach(() => server.deps.db.deleteFrom('loginFailures').execute());

describe('enabling two-factor authentication', () => {
  it('requires the password and then a code, and ends other sessions', async () => {
    await create('starter');
    const here = await server.signIn('starter');
    const there = await server.signIn('starter');
    const state = async () => (await server.call(here, 'GET', '/user/two-factor')).body;
    const refused = await server.call(here, 'POST', '/user/two-factor/start', { password: 'not the password' });
    expect([refused.status, refused.body.errors[0].path]).toEqual([401, 'password']);
    expect((await server.call(here, 'POST', '/user/two-factor/enable', { otp: '123456' })).status).toBe(409);

    const started = await server.call(here, 'POST', '/user/two-factor/start', { password: PASSWORD });
    expect(started.body.uri).toContain(`secret=${started.body.seed}`);
    const wrong = await server.call(here, 'POST', '/user/two-factor/enable', { otp: wrongCodeOf(started.body.seed) });
    expect([wrong.status, wrong.body.errors[0]]).toMatchObject([422, { path: 'otp', code: 'wrong-code' }]);
    // The TOTP secret is not confirmed yet, so it has no effect.
    expect(await state()).toEqual({ enabledAt: null, recoveryCodesLeft: 0 });
    expect((await login('starter')).status).toBe(200);

    await freshStep();
    const done = await server.call(here, 'POST', '/user/two-factor/enable', { otp: codeOf(started.body.seed, -1) });
    expect(done.body.recoveryCodes.length).toBe(10);
    expect(await state()).toMatchObject({ enabledAt: expect.any(String), recoveryCodesLeft: 10 });
    expect((await server.call(there, 'GET', '/user')).status).toBe(401);
    expect((await server.call(here, 'POST', '/user/two-factor/start', { password: PASSWORD })).status).toBe(409);
  });

  it('stores neither the TOTP secret nor the recovery codes as plain text', async () => {
    const { seed, recoveryCodes, user } = await make('keeper');
    const { rows } = await sql<{ text: string }>`
      select f::text as text from two_factor f where user_id = ${user.id}
      union all select c::text from recovery_codes c where user_id = ${user.id}`.execute(server.deps.db);
    expect(rows.length).toBe(11);
    const all = rows.map((row) => row.text).join('\n');
    expect(all).not.toContain(seed);
    for (const code of recoveryCodes) expect(all).not.toContain(code.replace('-', ''));
    expect(all.match(/argon2id/g)?.length).toBe(10);
  });

  it('rejects a TOTP secret that was created too long ago', async () => {
    const user = await create('slow');
    const token = await server.signIn('slow');
    const { seed } = (await server.call(token, 'POST', '/user/two-factor/start', { password: PASSWORD })).body;
    await sql`update two_factor set started_at = now() - interval '16 minutes' where user_id = ${user.id}`.execute(
      server.deps.db,
    );
    expect((await server.call(token, 'POST', '/user/two-factor/enable', { otp: codeOf(seed) })).status).toBe(409);
  });
});

describe('signing in with two-factor authentication', () => {
  it('requires the code only after a right password, and accepts each code once', async () => {
    const { seed, user } = await make('anna');
    const wrong = await login('anna', codeOf(seed), 'not the password');
    expect([wrong.status, wrong.body.code]).toEqual([401, 'wrong-credentials']);
    const missing = await login('anna');
    expect([missing.status, missing.body.code, missing.body.errors]).toEqual([401, 'one-time-code-required', []]);
    const used = codeOf(seed);
    expect((await login('anna', used)).status).toBe(200);
    const replayed = await login('anna', used);
    expect([replayed.status, replayed.body.code]).toEqual([401, 'one-time-code-required']);
    expect(replayed.body.errors[0]).toMatchObject({ path: 'otp', code: 'wrong-code' });
    // Steps before the last used one count as used.
    expect((await login('anna', codeOf(seed, -1))).status).toBe(401);
    expect((await login('anna', codeOf(seed, 1))).status).toBe(200);
    expect(await auditOf(user.id)).toContain('two-factor-enabled');
  });

  it('admits only one of several concurrent sign-ins with the same code', async () => {
    const { seed } = await make('pair');
    const code = codeOf(seed);
    const answers = await Promise.all([login('pair', code), login('pair', code), login('pair', code)]);
    expect(answers.map((a) => a.status).toSorted()).toEqual([200, 401, 401]);
  });

  it('refuses the code that enabled two-factor authentication', async () => {
    await create('reuse');
    const token = await server.signIn('reuse');
    const { seed } = (await server.call(token, 'POST', '/user/two-factor/start', { password: PASSWORD })).body;
    const code = codeOf(seed);
    expect((await server.call(token, 'POST', '/user/two-factor/enable', { otp: code })).status).toBe(200);
    expect((await login('reuse', code)).status).toBe(401);
  });

  it('accepts a recovery code once, regardless of how it is typed', async () => {
    const { recoveryCodes, user, token } = await make('lost');
    const [first = '', second = ''] = recoveryCodes;
    expect((await login('lost', ` ${first.toLowerCase().replace('-', ' ')} `)).status).toBe(200);
    expect((await login('lost', first)).status).toBe(401);
    expect((await login('lost', second)).status).toBe(200);
    expect((await server.call(token, 'GET', '/user/two-factor')).body.recoveryCodesLeft).toBe(8);
    expect((await auditOf(user.id)).filter((action) => action === 'recovery-code-used').length).toBe(2);
  });

  it("refuses another user's recovery codes", async () => {
    const { recoveryCodes } = await make('one');
    await make('two');
    expect((await login('two', recoveryCodes[0])).status).toBe(401);
    expect((await login('one', recoveryCodes[0])).status).toBe(200);
  });
});

describe('guessing codes', () => {
  it('locks username and address after five wrong codes, as after wrong passwords', async () => {
    const { seed } = await make('guess');
    const wrong = wrongCodeOf(seed);
    for (let i = 0; i < 5; i += 1) {
      expect((await login('guess', wrong)).status).toBe(401);
      // Requesting a code in between does not reset the count.
      if (i < 4) expect((await login('guess')).body.code).toBe('one-time-code-required');
    }
    const locked = await login('guess', codeOf(seed));
    expect([locked.status, locked.body.code, locked.headers['retry-after']]).toEqual([429, 'locked-out', '60']);
  });

  it("locks a user's codes after ten wrong ones from any addresses", async () => {
    const { seed } = await make('spread');
    const wrong = wrongCodeOf(seed);
    const from = (ip: string, otp: string) =>
      server.app.inject({
        method: 'POST',
        url: '/api/login',
        remoteAddress: ip,
        payload: { username: 'spread', password: PASSWORD, otp },
      });
    for (let i = 0; i < 10; i += 1) expect((await from(`192.0.2.${i}`, wrong)).statusCode).toBe(401);
    expect((await from('198.51.100.1', codeOf(seed))).statusCode).toBe(429);
  });

  it('does not count sign-ins without a code as failures', async () => {
    const { seed } = await make('twice');
    for (let i = 0; i < 8; i += 1) expect((await login('twice')).status).toBe(401);
    expect((await login('twice', codeOf(seed))).status).toBe(200);
  });
});

describe('disabling two-factor authentication', () => {
  it('requires the password and a code', async () => {
    const { seed, token, user } = await make('quit');
    const off = (password: string, otp: string) =>
      server.call(token, 'POST', '/user/two-factor/disable', { password, otp });
    expect((await off('not the password', codeOf(seed))).body.code).toBe('wrong-credentials');
    expect((await off(PASSWORD, wrongCodeOf(seed))).body.code).toBe('one-time-code-required');
    expect((await off(PASSWORD, codeOf(seed))).status).toBe(204);
    expect((await login('quit')).status).toBe(200);
    expect((await off(PASSWORD, codeOf(seed, 1))).status).toBe(409);
    expect(await auditOf(user.id)).toContain('two-factor-disabled');
  });

  it('accepts a recovery code, and new recovery codes replace the old ones', async () => {
    const { recoveryCodes, token, seed } = await make('codes');
    const [first = '', second = ''] = recoveryCodes;
    const made = await server.call(token, 'POST', '/user/two-factor/recovery-codes', {
      password: PASSWORD,
      otp: first,
    });
    expect(made.status).toBe(200);
    expect((await login('codes', second)).status).toBe(401);
    expect((await login('codes', codeOf(seed))).status).toBe(200);
    const off = await server.call(token, 'POST', '/user/two-factor/disable', {
      password: PASSWORD,
      otp: made.body.recoveryCodes[0],
    });
    expect(off.status).toBe(204);
  });
});

describe('a password link', () => {
  it('still requires the code and stays valid after a wrong one', async () => {
    const { seed, user } = await make('linked');
    const invite = await server.call(admin, 'POST', `/users/${user.id}/invite`);
    const token = new URL(invite.body.url).searchParams.get('token');
    const set = (otp?: string) =>
      server.call(null, 'POST', '/set-password', {
        token,
        password: 'quiet lanterns on the pier',
        ...(otp === undefined ? {} : { otp }),
      });
    expect((await set()).body.code).toBe('one-time-code-required');
    expect((await set(wrongCodeOf(seed))).body.errors[0].path).toBe('otp');
    expect((await login('linked', codeOf(seed))).status).toBe(200);
    expect((await set(codeOf(seed, 1))).status).toBe(200);
    expect((await login('linked', undefined, 'quiet lanterns on the pier')).body.code).toBe('one-time-code-required');
  });
});

describe('an administrator', () => {
  it("can reset a user's two-factor authentication, is audited, and cannot reset their own", async () => {
    const { user, token } = await make('phoneless');
    expect((await server.call(admin, 'GET', `/users/${user.id}`)).body.twoFactor).toBe(true);
    expect((await server.call(token, 'DELETE', `/users/${user.id}/two-factor`)).status).toBe(409);
    expect((await server.call(admin, 'DELETE', `/users/${user.id}/two-factor`)).status).toBe(204);
    expect((await server.call(admin, 'DELETE', `/users/${user.id}/two-factor`)).status).toBe(409);
    expect((await server.call(token, 'GET', '/user')).status).toBe(401);
    expect((await login('phoneless')).status).toBe(200);
    expect((await server.call(admin, 'GET', `/users/${user.id}`)).body.twoFactor).toBe(false);
    const { rows } = await sql<{ username: string }>`
      select username from audit where action = 'two-factor-reset' and resource_id = ${user.id}`.execute(
      server.deps.db,
    );
    expect(rows).toEqual([{ username: 'root' }]);
  });

  it('can use the command line if they are the only administrator', async () => {
    await make('alone');
    const reset = (options: Record<string, string>) =>
      runCommand(server.deps, {
        command: 'user reset',
        options: { username: 'alone', password: PASSWORD, ...options },
      });
    expect((await reset({})).lines).toEqual(['reset: alone']);
    expect((await login('alone')).body.code).toBe('one-time-code-required');
    expect((await reset({ twoFactor: 'true' })).lines).toEqual(['reset: alone', 'two-factor: off']);
    expect((await login('alone')).status).toBe(200);
  });
});
