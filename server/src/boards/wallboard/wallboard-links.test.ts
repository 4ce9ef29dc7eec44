// Tests links that open a wallboard without a sign-in: content, permissions, expiry, and what they refuse.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLiveConsole, OTHER_QUEUE, QUEUE, until } from '../../live/testing/live-console.ts';
import type { LiveConsole } from '../../live/testing/live-console.ts';

let room: LiveConsole;
let boardId: string;
let token: string;
let linkId: string;
const boss = (): string => room.world.a.tokens['customer-admin'] ?? '';

const tokenOf = (url: string): string => new URL(url).hash.slice(1);
const open = (body: unknown, headers: Record<string, string> = {}) =>
  room.server.call(null, 'POST', '/wallboards/open', body, headers);
const makeLink = async (body: object) => {
  const made = await room.server.call(boss(), 'POST', `/wallboards/${boardId}/links`, body);
  expect([made.status, made.text]).toEqual([201, made.text]);
  return { id: made.body.id as string, token: tokenOf(made.body.url), url: made.body.url as string };
};
const ticketOf = async (linkToken: string): Promise<string> => (await open({ token: linkToken })).body.ticket;
const trail = async (action: string) =>
  (await room.server.call(room.admin, 'GET', `/audit?resource=wallboard&action=${action}&perPage=100`)).body.data;

beforeAll(async () => {
  room = await openLiveConsole();
  const queues = (await room.server.call(boss(), 'GET', '/queues?perPage=100')).body.data;
  const queueId = queues.find((q: { name: string }) => q.name === QUEUE).id;
  const made = await room.server.call(boss(), 'POST', '/wallboards', {
    name: 'Hall',
    pages: [{ tiles: [{ kind: 'queue', id: 'one', queueId, figures: ['waiting', 'serviceLevel'] }] }],
  });
  expect(made.status).toBe(201);
  boardId = made.body.id;
  ({ token, id: linkId } = await makeLink({ name: 'Reception' }));
}, 60_000);
afterAll(() => room.close());

describe('wallboard link', () => {
  it('shows its token once, after a #, and stores only a hash', async () => {
    const { url, id } = await makeLink({ name: 'Kitchen' });
    expect(url).toMatch(/\/wallboard\/screen#rwl_[\w-]{43}\.[\w-]{43}$/);
    const listed = await room.server.call(boss(), 'GET', `/wallboards/${boardId}/links`);
    expect(listed.text).not.toContain('rwl_');
    expect(listed.body.data.find((l: { id: string }) => l.id === id)).toMatchObject({
      name: 'Kitchen',
      status: 'active',
      cidrs: [],
      lastSeenAt: null,
    });
    const { rows } = await sql<{ text: string }>`select row_to_json(l)::text as text from wallboard_links l`.execute(
      room.server.deps.db,
    );
    const secret = tokenOf(url);
    for (const { text } of rows) expect(text).not.toContain(secret.slice(4, 40));
    const { rows: entries } = await sql<{ text: string }>`select row_to_json(a)::text as text from audit a`.execute(
      room.server.deps.db,
    );
    for (const { text } of entries) expect(text).not.toContain(secret.slice(4, 40));
  });

  it('opens its board and a socket for the queues of the board, without names and numbers of callers', async () => {
    const opened = await open({ token });
    expect(opened.status).toBe(200);
    expect(opened.body.board).toMatchObject({ id: boardId, name: 'Hall', queues: [{ name: QUEUE }] });
    const client = await room.connect(`token=${opened.body.ticket}&batch=1`);
    expect((await client.answer({ action: 'Queues' })).Queues).toEqual([QUEUE]);
    await client.answer({ action: 'CoreStatus' });
    await client.answer({ action: 'QueueStatus' });
    await client.answer({ action: 'Queues' });
    expect([...client.state.queues.values()].map((q) => [q.serverId, q.name])).toEqual([[room.a.serverId, QUEUE]]);
    expect(client.state.members.size).toBeGreaterThan(0);
    expect([...client.state.members.values()].every((m) => m.queue === QUEUE && m.callerNumber === null)).toBe(true);
    expect([client.state.calls.size, client.state.quality.size, client.state.servers.size]).toEqual([0, 0, 1]);
    // A pause by an authorized user appears live; nothing of the other queue does.
    const member = (await room.queueIn(boss(), room.a.serverId))?.members[0]?.interface ?? '';
    await room.command(boss(), room.a.serverId, 'QueuePause', { Interface: member, Paused: true });
    await until('pause', () => [...client.state.members.values()].some((m) => m.interface === member && m.paused));
    await room.command(boss(), room.a.serverId, 'QueuePause', { Interface: member, Paused: false });
    expect(JSON.stringify(client.messages)).not.toContain(OTHER_QUEUE);
    client.socket.close();
  });

  it('refuses every command on the socket', async () => {
    const client = await room.connect(`token=${await ticketOf(token)}&batch=1`);
    const member = (await room.queueIn(boss(), room.a.serverId))?.members[0]?.interface ?? '';
    for (const message of [
      { action: 'QueuePause', Interface: member, Paused: 1 },
      { action: 'QueueRemove', Queue: QUEUE, Interface: member },
      { action: 'Hangup', Channel: 'PJSIP/x-1' },
      { action: 'QueueStatus', server_id: room.b.serverId },
    ]) {
      const answer = await client.answer(message);
      expect([message.action, answer.Response]).toEqual([message.action, 'Error']);
    }
    client.socket.close();
  });

  it('is refused by every route, and as a token of the socket', async () => {
    for (const route of room.server.app.contract.filter((r) => r.access !== 'public')) {
      const path = route.path.replaceAll(/:\w+/g, boardId);
      const answer = await room.server.call(token, route.method, path, route.body === undefined ? undefined : {});
      expect([route.method, route.path, answer.status]).toEqual([route.method, route.path, 401]);
    }
    const refused = await room.connect(`token=${encodeURIComponent(token)}`);
    await until('close', () => refused.closed() !== null);
    expect(refused.closed()).toBe(4401);
  });

  it.each([
    ['made up', () => 'x'],
    ['of the right form', () => `rwl_${'A'.repeat(43)}.${'B'.repeat(43)}`],
    ['with another signature', () => `${token.slice(0, -2)}AA`],
    ['without one', () => token.split('.')[0] ?? ''],
  ])('is refused with a token that is %s', async (_name, made) => {
    const answer = await open({ token: made() });
    expect([answer.status, answer.body.code]).toEqual([404, 'not-found']);
    const day = await room.server.call(null, 'POST', '/wallboards/open/day', { token: made() });
    expect(day.status).toBe(404);
  });

  it.each([
    ['a later end', sql`expires_at = expires_at + interval '1 day'`],
    ['more addresses', sql`cidrs = '["192.0.2.0/24", "127.0.0.0/8"]'`],
  ])('opens nothing when it was given %s in the database', async (_name, change) => {
    const made = await makeLink({ name: 'Altered' });
    expect((await open({ token: made.token })).status).toBe(200);
    await sql`update wallboard_links set ${change} where id = ${made.id}`.execute(room.server.deps.db);
    expect((await open({ token: made.token })).status).toBe(404);
  });

  it('opens only from its allowed networks', async () => {
    const far = await makeLink({ name: 'Far', cidrs: ['192.0.2.0/24'] });
    expect((await open({ token: far.token })).status).toBe(404);
    const near = await makeLink({ name: 'Near', cidrs: ['127.0.0.0/8'] });
    expect((await open({ token: near.token })).status).toBe(200);
  });

  it('does not open after it has expired', async () => {
    const made = await makeLink({ name: 'Old', days: 1 });
    const [past, now] = [new Date(Date.now() - 1000), room.server.deps.now()];
    expect(now).toBeGreaterThan(past.getTime());
    await sql`update wallboard_links set expires_at = ${past} where id = ${made.id}`.execute(room.server.deps.db);
    expect((await open({ token: made.token })).status).toBe(404);
    const listed = await room.server.call(boss(), 'GET', `/wallboards/${boardId}/links`);
    expect(listed.body.data.find((l: { id: string }) => l.id === made.id).status).toBe('expired');
  });

  it('closes its screens at once when it is revoked, and cannot be opened again', async () => {
    const made = await makeLink({ name: 'Doomed' });
    const client = await room.connect(`token=${await ticketOf(made.token)}&batch=1`);
    await client.answer({ action: 'Queues' });
    const unused = await ticketOf(made.token);
    expect((await room.server.call(boss(), 'DELETE', `/wallboards/links/${made.id}`)).status).toBe(204);
    await until('close', () => client.closed() !== null);
    expect(client.closed()).toBe(4403);
    expect((await open({ token: made.token })).status).toBe(404);
    const late = await room.connect(`token=${unused}`);
    await until('close', () => late.closed() !== null);
    expect(late.closed()).toBe(4401);
    // Revoking again succeeds as well.
    expect((await room.server.call(boss(), 'DELETE', `/wallboards/links/${made.id}`)).status).toBe(204);
  });

  it('reloads the screen when the board changes, and shows nothing after the board is deleted', async () => {
    const copy = await room.server.call(boss(), 'POST', `/wallboards/${boardId}/duplicate`, { name: 'Hall 2' });
    expect(copy.body).toMatchObject({ name: 'Hall 2', linkCount: 0, pageCount: 1 });
    const link = await room.server.call(boss(), 'POST', `/wallboards/${copy.body.id}/links`, { name: 'Second' });
    const own = tokenOf(link.body.url);
    const first = await room.connect(`token=${await ticketOf(own)}&batch=1`);
    await first.answer({ action: 'Queues' });
    await room.server.call(boss(), 'PATCH', `/wallboards/${copy.body.id}`, { rotateSeconds: 33 });
    await until('close', () => first.closed() !== null);
    expect(first.closed()).toBe(4403);
    const again = await open({ token: own });
    expect(again.body.board.rotateSeconds).toBe(33);
    const second = await room.connect(`token=${again.body.ticket}&batch=1`);
    await second.answer({ action: 'Queues' });
    await room.server.call(boss(), 'DELETE', `/wallboards/${copy.body.id}`);
    await until('close', () => second.closed() !== null);
    expect((await open({ token: own })).status).toBe(404);
    // A restored board does not restore its links.
    const { data } = (await room.server.call(room.admin, 'GET', '/deleted?perPage=100')).body;
    const kept = data.find((row: { rowId: string }) => row.rowId === copy.body.id);
    expect((await room.server.call(room.admin, 'POST', `/deleted/${kept.id}/restore`)).status).toBe(200);
    expect((await room.server.call(boss(), 'GET', `/wallboards/${copy.body.id}`)).body).toMatchObject({ linkCount: 0 });
    expect((await open({ token: own })).status).toBe(404);
  });

  it('is created and revoked only by users who may edit boards, never by an API key, and everything is audited', async () => {
    for (const role of ['wallboard', 'agent', 'auditor']) {
      const by = room.world.a.tokens[role] ?? '';
      expect((await room.server.call(by, 'POST', `/wallboards/${boardId}/links`, { name: 'x' })).status).toBe(403);
      expect((await room.server.call(by, 'DELETE', `/wallboards/links/${linkId}`)).status).toBe(403);
    }
    const key = await room.server.call(boss(), 'POST', '/apikeys', { name: 'Robot', scopes: ['manage:wallboard'] });
    const robot = await room.server.call(key.body.token, 'POST', `/wallboards/${boardId}/links`, { name: 'x' });
    expect(robot.status).toBe(403);
    const names = async (action: string) => (await trail(action)).map((e: { resourceName: string }) => e.resourceName);
    expect(await names('create')).toContain('Hall (Reception)');
    expect(await names('revoke')).toEqual(['Hall (Doomed)']);
    const opened = (await trail('login')).filter(
      (e: { resourceName: string }) => e.resourceName === 'Hall (Reception)',
    );
    // Openings from the same address are audited once.
    expect(opened).toHaveLength(1);
    expect(opened[0]).toMatchObject({ username: 'Reception', userId: null, ip: '127.0.0.1' });
  });
});
