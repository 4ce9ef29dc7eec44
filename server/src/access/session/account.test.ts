// Tests a user's own picture, e-mail address, other sessions and forgotten password with a real server.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../../cli/run-command.ts';
import { startSmtpSink } from '../../platform/mail/testing/smtp-sink.ts';
import type { SmtpSink } from '../../platform/mail/testing/smtp-sink.ts';
import { pngChunk as chunk, picturePng as png } from '../../testing/picture-png.ts';
import { PASSWORD, startTestConsole } from '../../testing/test-console.ts';
import type { TestConsole } from '../../testing/test-console.ts';

let sink: SmtpSink;
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
  expect(answer.status).toBe(201);
  return answer.body;
};

beforeAll(async () => {
  sink = await startSmtpSink();
  server = await startTestConsole({ SMTP_URL: sink.url, RINGSIDE_PUBLIC_URL: 'https://console.example.com' });
  await runCommand(server.deps, { command: 'user create', options: { username: 'root', password: PASSWORD } });
  admin = await server.signIn('root');
});
afterAll(async () => {
  await server?.close();
  await sink?.close();
});
beforeEach(() => server.deps.db.deleteFrom('loginFailures').execute());

describe("the user's own picture", () => {
  const put = (token: string, image: Buffer) =>
    server.call(token, 'PUT', '/user/avatar', { image: image.toString('base64') });

  it('is validated by its content', async () => {
    for (const [image, code] of [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'not-an-image'],
      [Buffer.concat([Buffer.from('GIF89a'), png(64, 64)]), 'not-an-image'],
      [png(64, 65), 'image-shape'],
      [png(32, 32), 'image-shape'],
      [png(2048, 2048), 'image-shape'],
    ] as const) {
      const answer = await put(admin, image);
      expect([answer.status, answer.body.errors[0]]).toMatchObject([422, { path: 'image', code }]);
    }
    const large = await put(admin, png(64, 64, [chunk('tEXt', Buffer.alloc(262_144))]));
    expect([large.status, large.body.errors[0].path]).toEqual([422, 'image']);
  });

  it('is served with its content type and permanent caching, at an address that changes with the picture', async () => {
    const clean = png(64, 64);
    const first = await put(admin, png(64, 64, [chunk('eXIf', Buffer.from('GPS'))]));
    expect(first.status).toBe(200);
    const { avatar } = first.body as { avatar: string };
    expect(avatar).toMatch(/^\/api\/avatars\/[A-Za-z0-9_-]{43}$/);
    expect((await server.call(admin, 'GET', '/user')).body.avatar).toBe(avatar);
    const picture = await server.app.inject({ url: avatar });
    expect(picture.statusCode).toBe(200);
    expect(picture.rawPayload.equals(clean)).toBe(true);
    expect(picture.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    const second = await put(admin, clean);
    expect(second.body.avatar).not.toBe(avatar);
    expect((await server.app.inject({ url: avatar })).statusCode).toBe(404);
    const removed = await server.call(admin, 'DELETE', '/user/avatar');
    expect(removed.body.avatar).toBeNull();
    expect((await server.app.inject({ url: second.body.avatar })).statusCode).toBe(404);
  });
});

describe("the user's own e-mail address", () => {
  it('requires the password, must be unique, and a change notifies the old address', async () => {
    await create('mover');
    const token = await server.signIn('mover');
    const change = (password: string, email: string) => server.call(token, 'POST', '/user/email', { password, email });
    expect((await change('not the password', 'new@example.com')).body.code).toBe('wrong-credentials');
    const taken = await change(PASSWORD, 'ROOT@localhost.invalid');
    expect([taken.status, taken.body.errors[0]]).toMatchObject([409, { path: 'email', code: 'taken' }]);
    const done = await change(PASSWORD, 'Mover@New.example.com');
    expect([done.status, done.body.email]).toEqual([200, 'mover@new.example.com']);
    const letter = await sink.next();
    expect(letter).toMatchObject({ to: 'mover@example.com', from: 'ringside@console.example.com' });
    expect(letter.text).toContain('mover@new.example.com');
    await server.signIn('Mover@New.example.com');
  });

  it('cannot be changed among the users, without the password', async () => {
    const { id } = await create('careless');
    const token = await server.signIn('careless');
    const answer = await server.call(token, 'PATCH', `/users/${id}`, { email: 'careless-2@example.com' });
    expect([answer.status, answer.body.errors[0]]).toMatchObject([409, { path: 'email', code: 'own-email' }]);
    const same = await server.call(token, 'PATCH', `/users/${id}`, { email: 'Careless@example.com', lastname: 'C' });
    expect([same.status, same.body.lastname]).toEqual([200, 'C']);
  });
});

describe("another user's e-mail address", () => {
  it('changed by an administrator notifies the old address and invalidates pending links', async () => {
    const { id } = await create('helped', { language: 'es' });
    const reset = await server.call(admin, 'POST', `/users/${id}/invite`);
    expect((await server.call(null, 'POST', '/password/forgot', { username: 'helped' })).status).toBe(202);
    const forgotten = /token=([\w-]{43})/.exec((await sink.next()).text)?.[1] ?? '';
    const asked = new URL(reset.body.url).searchParams.get('token') ?? '';
    const look = async (token: string) => (await server.call(null, 'POST', '/invites/look', { token })).status;
    expect([await look(asked), await look(forgotten)]).toEqual([200, 200]);
    const session = await server.signIn('helped');
    const done = await server.call(admin, 'PATCH', `/users/${id}`, { email: 'Helped@New.example.com' });
    expect([done.status, done.body.email]).toEqual([200, 'helped@new.example.com']);
    const letter = await sink.next();
    expect(letter.to).toBe('helped@example.com');
    expect(letter.text).toContain('helped@new.example.com');
    expect([await look(asked), await look(forgotten)]).toEqual([404, 404]);
    // As after a change in the profile, the sessions stay.
    expect((await server.call(session, 'GET', '/user')).status).toBe(200);
  });

  it('changed together with those of others notifies each old address', async () => {
    const user = await create('one-of-many');
    const change = { email: 'many@new.example.com' };
    const rows = [{ id: user.id, version: user.version }];
    expect((await server.call(admin, 'PATCH', '/users', { rows, change })).body.changed).toBe(1);
    expect((await sink.next()).to).toBe('one-of-many@example.com');
  });
});

describe('other sessions', () => {
  it('end together while the current session stays', async () => {
    await create('many');
    const [here, ...others] = [await server.signIn('many'), await server.signIn('many'), await server.signIn('many')];
    const end = (password: string) => server.call(here, 'POST', '/user/sessions/end', { password });
    expect((await end('wrong lanterns on the pier')).status).toBe(401);
    expect((await server.call(here, 'GET', '/user/sessions')).body.data.length).toBe(3);
    expect((await end(PASSWORD)).status).toBe(204);
    expect((await server.call(here, 'GET', '/user/sessions')).body.data.length).toBe(1);
    for (const other of others) expect((await server.call(other, 'GET', '/user')).status).toBe(401);
    expect((await server.call(admin, 'GET', '/user')).status).toBe(200);
  });
});

describe('a forgotten password', () => {
  const forget = (username: string) => server.call(null, 'POST', '/password/forgot', { username });
  const linkIn = (text: string) =>
    /https:\/\/console\.example\.com\/set-password\?token=([\w-]{43})/.exec(text)?.[1] ?? '';

  it('gets the same answer for known and unknown users, and an e-mail only for known ones', async () => {
    await create('oblivious', { language: 'he', firstname: 'נועה' });
    const off = await create('gone');
    await server.call(admin, 'PATCH', `/users/${off.id}`, { status: 'disabled' });
    const answers = [];
    for (const name of ['nobody', 'gone', 'oblivious']) {
      const answer = await forget(name);
      answers.push(JSON.stringify([answer.status, answer.body]));
    }
    expect(new Set(answers)).toEqual(new Set(['[202,{"byMail":true}]']));
    const letter = await sink.next();
    expect(letter).toMatchObject({ to: 'oblivious@example.com', subject: 'בחירת סיסמה חדשה ל־Ringside' });
    expect(letter.text).toContain('נועה');

    const token = linkIn(letter.text);
    const set = () => server.call(null, 'POST', '/set-password', { token, password: 'quiet lanterns on the pier' });
    const both = await Promise.all([set(), set()]);
    expect(both.map((a) => a.status).toSorted()).toEqual([200, 404]);
    expect((await set()).status).toBe(404);
    await server.signIn('oblivious', 'quiet lanterns on the pier');
    // The account's owner is notified of every change, including changes by other users.
    expect((await sink.next()).to).toBe('oblivious@example.com');
  });

  it('creates a link for one hour, which a newer link or a password change invalidates', async () => {
    const user = await create('hour');
    await forget('hour@example.com');
    const first = linkIn((await sink.next()).text);
    await forget('hour');
    const second = linkIn((await sink.next()).text);
    const look = async (token: string) => (await server.call(null, 'POST', '/invites/look', { token })).status;
    expect([await look(first), await look(second)]).toEqual([404, 200]);
    await sql`update one_time_links set expires_at = now() - interval '1 second' where user_id = ${user.id}`.execute(
      server.deps.db,
    );
    expect(await look(second)).toBe(404);
    await forget('hour');
    const third = linkIn((await sink.next()).text);
    const token = await server.signIn('hour');
    const body = { currentPassword: PASSWORD, newPassword: 'quiet lanterns on the pier' };
    expect((await server.call(token, 'POST', '/user/password', body)).status).toBe(204);
    expect(await look(third)).toBe(404);
    await sink.next();
  });

  it("keeps an administrator's link valid and limits the number of e-mails", async () => {
    const user = await create('spammed', { password: undefined });
    const invite = await server.call(admin, 'POST', `/users/${user.id}/invite`);
    const link = new URL(invite.body.url).searchParams.get('token');
    const before = sink.letters.length;
    for (let i = 0; i < 6; i += 1) {
      const answer = await server.app.inject({
        method: 'POST',
        url: '/api/password/forgot',
        remoteAddress: `192.0.2.${i}`,
        payload: { username: 'spammed' },
      });
      expect(answer.statusCode).toBe(202);
    }
    for (let i = 0; i < 3; i += 1) await sink.next();
    expect(sink.letters.length - before).toBe(3);
    expect((await server.call(null, 'POST', '/invites/look', { token: link })).status).toBe(200);
  });

  it('limits requests by address', async () => {
    for (let i = 0; i < 5; i += 1) expect((await forget(`nobody-${i}`)).status).toBe(202);
    const locked = await forget('nobody');
    expect([locked.status, locked.body.code]).toEqual([429, 'locked-out']);
  });
});

describe('an invitation', () => {
  const invite = (id: string, body: object = {}) => server.call(admin, 'POST', `/users/${id}/invite`, body);
  const look = async (url: string) =>
    (await server.call(null, 'POST', '/invites/look', { token: tokenOf(url) })).status;
  const tokenOf = (url: string) => new URL(url).searchParams.get('token') ?? '';

  it("is sent by e-mail on request, in the recipient's language, and works once", async () => {
    const user = await create('guest', {
      password: undefined,
      language: 'fr',
      firstname: 'Léa',
      timezone: 'Europe/Paris',
    });
    const first = (await invite(user.id)).body;
    expect(first).toMatchObject({ sendable: true, sent: false });
    const { body: sent } = await invite(user.id, { send: true });
    expect(sent).toMatchObject({ sendable: true, sent: true });
    const letter = await sink.next();
    expect([letter.to, letter.subject]).toEqual(['guest@example.com', 'Votre compte Ringside']);
    for (const part of ['Léa', '«\u202fguest\u202f»', sent.url, '(Europe/Paris)']) expect(letter.text).toContain(part);
    expect([await look(first.url), await look(sent.url)]).toEqual([404, 200]);
    const choose = () => server.call(null, 'POST', '/set-password', { token: tokenOf(sent.url), password: PASSWORD });
    expect([(await choose()).status, (await choose()).status]).toEqual([200, 404]);
    await server.signIn('guest');
  });

  it('does not work after the account or its customer has ended', async () => {
    const user = await create('late', { password: undefined });
    const { url } = (await invite(user.id)).body;
    await sql`update users set expires_at = now() - interval '1 minute' where id = ${user.id}`.execute(server.deps.db);
    expect(await look(url)).toBe(404);
    const customer = (await server.call(admin, 'POST', '/customers', { code: 'ended', name: 'Ended' })).body;
    const theirs = await create('theirs', { password: undefined, role: 'customer-admin', customerId: customer.id });
    const link = (await invite(theirs.id)).body.url;
    expect(await look(link)).toBe(200);
    await server.call(admin, 'PATCH', `/customers/${customer.id}`, { status: 'terminated' });
    expect(await look(link)).toBe(404);
    const answer = await server.call(null, 'POST', '/set-password', { token: tokenOf(link), password: PASSWORD });
    expect(answer.status).toBe(404);
  });
});

it('a console without a mail server says that it sends no e-mail', async () => {
  const quiet = await startTestConsole();
  await runCommand(quiet.deps, { command: 'user create', options: { username: 'root', password: PASSWORD } });
  const answer = await quiet.call(null, 'POST', '/password/forgot', { username: 'root' });
  expect([answer.status, answer.body]).toEqual([202, { byMail: false }]);
  const token = await quiet.signIn('root');
  const { id } = (await quiet.call(token, 'GET', '/user')).body;
  const invited = await quiet.call(token, 'POST', `/users/${id}/invite`, { send: true });
  expect([invited.status, invited.body.errors[0].code]).toEqual([409, 'no-mail']);
  const { rows } = await sql`select 1 from one_time_links where kind = 'reset'`.execute(quiet.deps.db);
  expect(rows).toEqual([]);
  await quiet.close();
});
