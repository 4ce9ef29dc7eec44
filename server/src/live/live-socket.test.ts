// Tests the socket `/realtime`: authentication, answers and close codes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLiveConsole, QUEUE, until } from './testing/live-console.ts';
import type { LiveConsole } from './testing/live-console.ts';

let room: LiveConsole;
const supervisor = (): string => room.world.a.tokens['supervisor'] ?? '';

beforeAll(async () => {
  room = await openLiveConsole();
}, 60_000);
afterAll(() => room.close());

describe('the live socket', () => {
  it('closes at once when its customer is terminated', async () => {
    const client = await room.connect(`token=${supervisor()}&batch=1`);
    const other = await room.connect(`token=${room.world.b.tokens['supervisor'] ?? ''}&batch=1`);
    await other.answer({ action: 'Queues' });
    const set = (to: string) =>
      room.server.call(room.admin, 'PATCH', `/customers/${room.world.a.customerId}`, { status: to });
    expect((await set('terminated')).status).toBe(200);
    await until('close', () => client.closed() !== null);
    expect([client.closed(), other.closed()]).toEqual([4403, null]);
    expect((await set('active')).status).toBe(200);
    other.socket.close();
  });

  it("of a suspended customer reopens read-only, even for commands on the user's own phone", async () => {
    const before = await room.connect(`token=${supervisor()}&batch=1`);
    const agent = room.world.a.tokens['agent'] ?? '';
    const path = `/customers/${room.world.a.customerId}`;
    const iface = (await room.queueIn(room.admin, room.a.serverId))?.members[0]?.interface ?? '';
    const command = { action: 'QueuePause', Queue: QUEUE, Interface: iface, Paused: true };
    const tryIt = (token: string) =>
      room.server.call(token, 'POST', '/live/commands', { server_id: room.a.serverId, command });
    expect((await room.server.call(room.admin, 'PATCH', path, { status: 'suspended' })).status).toBe(200);
    for (const token of [supervisor(), agent]) {
      const { status, body } = await tryIt(token);
      expect([status, body.code]).toEqual([403, 'customer-suspended']);
    }
    await until('close', () => before.closed() === 4403);
    const client = await room.connect(`token=${supervisor()}&batch=1`);
    expect((await client.answer({ action: 'Queues' })).Queues).toContain(QUEUE);
    const paused = await client.answer({ action: 'QueuePause', Queue: QUEUE, Interface: iface, Paused: 1 });
    expect(paused.Response).toBe('Error');
    expect(client.closed()).toBeNull();
    expect((await room.server.call(room.admin, 'PATCH', path, { status: 'active' })).status).toBe(200);
    client.socket.close();
  });

  it('shows a reseller the calls and queues of its customer and of no other', async () => {
    const ids = (live: { queues: { serverId: number }[] }) => new Set(live.queues.map((q) => q.serverId));
    const live = await room.live(room.world.a.tokens['reseller'] ?? '');
    expect(ids(live)).toEqual(new Set([room.a.serverId]));
    expect(live.queues.length).toBe((await room.live(room.world.a.tokens['customer-admin'] ?? '')).queues.length);
    const client = await room.connect(`token=${room.world.a.tokens['reseller'] ?? ''}&batch=1`);
    const names = await client.answer({ action: 'Queues', server_id: room.a.serverId });
    expect(names.Queues).toContain(QUEUE);
    expect((await client.answer({ action: 'Queues', server_id: room.b.serverId })).Response).toBe('Error');
    client.socket.close();
  });

  it('of a reseller stays open and shows the rows of a new customer, and closes when the reseller loses one', async () => {
    const { world, server, admin, a, b } = room;
    const reseller = world.a.tokens['reseller'] ?? '';
    const must = async (token: string, path: string, body: object) => {
      const answer = await server.call(token, 'POST', path, body);
      expect([path, answer.status]).toEqual([path, 201]);
      return answer.body.id as string;
    };
    const client = await room.connect(`token=${reseller}&batch=1`);
    await client.answer({ action: 'Queues' });
    const stranger = await room.connect(`token=${world.b.tokens['reseller'] ?? ''}&batch=1`);
    const customerId = await must(reseller, '/customers', { code: 'grown', name: 'Grown' });
    const callcenterId = await must(reseller, '/callcenters', { customerId, name: 'Desk', code: 'desk' });
    // On a server that the reseller has not seen until now, and on one that it has.
    for (const serverId of [a.serverId, b.serverId])
      await must(admin, '/queues', { callcenterId, serverId, name: 'globex-orders' });
    const shown = () =>
      [...client.state.queues.values()].filter((q) => q.name === 'globex-orders').map((q) => q.serverId);
    await until('both queues', () => shown().length === 2);
    expect(shown().toSorted()).toEqual([a.serverId, b.serverId].toSorted());
    await until('the rows of the first customer', () =>
      [...client.state.queues.values()].some((q) => q.name === QUEUE),
    );
    expect([...client.state.queues.values()].filter((q) => q.name === QUEUE).map((q) => q.serverId)).toEqual([
      a.serverId,
    ]);
    expect((await client.answer({ action: 'Queues', server_id: b.serverId })).Queues).toEqual(['globex-orders']);
    expect([client.closed(), stranger.closed()]).toEqual([null, null]);

    const moved = await server.call(admin, 'PATCH', `/customers/${customerId}`, { parentId: null });
    expect(moved.status).toBe(200);
    await until('close', () => client.closed() !== null);
    expect(client.closed()).toBe(4403);
    expect(JSON.stringify(stranger.messages)).not.toContain('globex-orders');
    stranger.socket.close();
  });

  it.each(['', '&batch=1'])('returns the state for the three read actions in both frame styles (%s)', async (style) => {
    const client = await room.connect(`token=${room.admin}${style}`);
    const names = await client.answer({ action: 'Queues', server_id: room.a.serverId });
    expect(names.Queues).toContain(QUEUE);
    const head = await client.answer({ action: 'CoreStatus' });
    expect([head.Response, typeof head.CoreStartupDate]).toEqual(['Success', 'string']);
    const list = await client.answer({ action: 'QueueStatus' });
    expect([list.Response, list.EventList]).toEqual(['Success', 'start']);
    await client.answer({ action: 'Queues' });
    const { queues, members } = await room.live(room.admin).then((l) => ({
      queues: l.queues.length,
      members: l.queues.flatMap((q) => q.members).length,
    }));
    expect([client.state.queues.size, client.state.members.size]).toEqual([queues, members]);
    expect(client.messages.some((m) => m.Event === 'QueueSummary')).toBe(true);
    // A list is contiguous: no other message comes between its response and its end.
    const from = client.messages.findIndex((m) => m.EventList === 'start');
    const to = client.messages.findIndex((m) => m.Event === 'QueueStatusComplete');
    const inside = client.messages.slice(from + 1, to).map((m) => m.Event);
    expect(inside.every((e) => ['QueueParams', 'QueueMember', 'QueueEntry'].includes(String(e)))).toBe(true);
    client.socket.close();
  });

  it('without a server_id acts on every server in scope that has the agent', async () => {
    const client = await room.connect(`token=${room.admin}&batch=1`);
    const iface = (await room.queueIn(room.admin, room.a.serverId))?.members[0]?.interface ?? '';
    client.send({ action: 'QueuePause', Interface: iface, Paused: 1, Reason: 'Drill', ActionID: 'both' });
    const answers = () => client.messages.filter((m) => m.ActionID === 'both');
    await until('both answers', () => answers().length === 2);
    expect(answers().map((m) => [m.Type, m.Response])).toEqual([
      [4, 'Success'],
      [4, 'Success'],
    ]);
    expect(new Set(answers().map((m) => m.server_id))).toEqual(new Set([room.a.serverId, room.b.serverId]));
    const nobody = await client.answer({ action: 'QueuePause', Interface: 'PJSIP/nobody-1', Paused: 1 });
    expect(nobody.Response).toBe('Error');
    await client.answer({ action: 'QueuePause', Interface: iface, Paused: 0 });
    client.socket.close();
  });

  it('refuses unknown actions, messages that are not JSON and servers of another customer', async () => {
    const client = await room.connect(`token=${supervisor()}&batch=1`);
    for (const action of ['Command', 'Originate', 'GetConfig', 'QueueReload', 'Login', '']) {
      const answer = await client.answer({ action, Command: 'core stop now' });
      expect([action, answer.Response, answer.Type]).toEqual([action, 'Error', 4]);
    }
    expect(await client.answer({ action: 'QueueStatus', server_id: room.b.serverId })).toMatchObject({
      Response: 'Error',
      Message: 'No such server',
    });
    client.socket.send('{"broken');
    await until('refusal', () => client.messages.some((m) => m.Message === 'Not a JSON object'));
    client.socket.close();
  });

  it('refuses messages above the rate limit and closes a client that continues', async () => {
    const client = await room.connect(`token=${supervisor()}&batch=1`);
    for (let i = 0; i < 100; i++) client.send({ action: 'Queues', ActionID: `q-${i}` });
    await until('refusals', () => client.messages.some((m) => m.Message === 'Too many messages'));
    expect(client.closed()).toBe(null);
    // Messages that are not JSON count too.
    for (let i = 0; i < 100; i++) client.socket.send('nonsense');
    await until('close', () => client.closed() !== null);
    expect(client.closed()).toBe(1008);
    // Other clients are not delayed.
    const other = await room.connect(`token=${supervisor()}&batch=1`);
    expect((await other.answer({ action: 'Queues' })).Response).toBe('Success');
    other.socket.close();
  });

  it('closes a client that stops reading with 4408, counts it, and still delivers the close code', async () => {
    const cuts = async (): Promise<string | undefined> =>
      /ringside_socket_cut_total (\d+)/.exec(
        (await fetch(`${room.server.url}/metrics`).then((r) => r.text())) ?? '',
      )?.[1];
    const before = Number(await cuts());
    const client = await room.connect(`token=${room.admin}&batch=1`);
    await client.answer({ action: 'Queues' });
    client.socket.pause();
    client.send({ action: 'QueueStatus' });
    for (let n = 0; n < 100 && Number(await cuts()) === before; n++) {
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    expect(Number(await cuts())).toBe(before + 1);
    client.socket.resume();
    await until('close', () => client.closed() !== null);
    expect(client.closed()).toBe(4408);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('refuses the action %s', async (action) => {
    const client = await room.connect(`token=${supervisor()}&batch=1`);
    client.socket.send(`{"method":"cmd","action":"${action}","ActionID":"odd"}`);
    await until('refusal', () => client.messages.some((m) => m.ActionID === 'odd'));
    expect(client.messages.filter((m) => m.ActionID === 'odd')).toEqual([
      { Type: 4, Response: 'Error', Message: `Unknown action: ${action}`, ActionID: 'odd' },
    ]);
    client.socket.close();
  });

  it('refuses an action that is not a string', async () => {
    const client = await room.connect(`token=${supervisor()}&batch=1`);
    client.socket.send('{"method":"cmd","action":["QueueStatus"],"ActionID":"list"}');
    await until('refusal', () => client.messages.some((m) => m.ActionID === 'list'));
    expect(client.messages.find((m) => m.ActionID === 'list')).toMatchObject({ Type: 4, Response: 'Error' });
    client.socket.close();
  });

  it('opens once per ticket, closes with 4401 for an invalid token and refuses another origin', async () => {
    const { ticket } = (await room.server.call(supervisor(), 'POST', '/realtime/ticket')).body;
    const first = await room.connect(`token=${ticket}`);
    expect((await first.answer({ action: 'Queues' })).Response).toBe('Success');
    for (const token of [ticket, 'x', '', 'A'.repeat(43)]) {
      const refused = await room.connect(`token=${token}`);
      await until('close', () => refused.closed() !== null);
      expect(refused.closed()).toBe(4401);
      expect(refused.messages).toEqual([]);
    }
    await expect(room.connect(`token=${supervisor()}`, { origin: 'https://evil.example' })).rejects.toThrow('403');
    const own = await room.connect(`token=${supervisor()}`, { origin: room.server.url });
    own.socket.close();
    first.socket.close();
  });

  it('closes with 4403 when the session ends, when permissions change and for a role without access to the live state', async () => {
    const token = await room.server.signIn(`wallboard-a`).catch(() => null);
    const user = (await room.server.call(room.admin, 'GET', `/users/${room.world.a.userIds['wallboard']}`)).body;
    const own = token ?? (await room.server.signIn(user.username));
    const watched = await room.connect(`token=${own}`);
    await watched.answer({ action: 'Queues' });
    await room.server.call(own, 'POST', '/logout');
    await until('close', () => watched.closed() !== null);
    expect(watched.closed()).toBe(4403);

    const again = await room.server.signIn(user.username);
    const changed = await room.connect(`token=${again}`);
    await changed.answer({ action: 'Queues' });
    const made = await room.server.call(room.admin, 'POST', '/callcenters', {
      customerId: room.world.a.customerId,
      name: 'Night',
      code: 'night',
    });
    await room.server.call(room.admin, 'PATCH', `/users/${user.id}`, { callcenterIds: [made.body.id] });
    await until('close', () => changed.closed() !== null);
    expect(changed.closed()).toBe(4403);

    const auditor = await room.connect(`token=${room.world.a.tokens['auditor']}`);
    await until('close', () => auditor.closed() !== null);
    expect([auditor.closed(), auditor.messages]).toEqual([4403, []]);
  });
});
