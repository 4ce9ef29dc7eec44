// The whole way: a simulated PBX over TCP, collector, authority, bus, hub, sockets, commands, in a real console.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { Live } from '@ringside/core/contract/live.ts';
import { reduce } from '@ringside/core/live/reduce.ts';
import { emptyState } from '@ringside/core/live/state.ts';
import type { LiveState } from '@ringside/core/live/state.ts';
import { createWireReader } from '@ringside/core/live/wire-reader.ts';
import type { WireMessage } from '@ringside/core/live/wire-rows.ts';
import { createFakePbx } from '../../../tools/fake-pbx/src/create-fake-pbx.ts';
import type { FakePbx } from '../../../tools/fake-pbx/src/create-fake-pbx.ts';
import { labPlan } from '../../../tools/fake-pbx/src/lab-world.ts';
import { startTestConsole } from '../testing/test-console.ts';
import type { TestConsole } from '../testing/test-console.ts';
import { makeTwoCustomers } from '../testing/two-customers.ts';
import type { World } from '../testing/two-customers.ts';

let server: TestConsole;
let world: World;
let admin: string;
/** The same PBX twice, to the last name: one is customer A's, one is B's. */
const pbxs: FakePbx[] = [];
const serverIds: number[] = [];
const QUEUE = 'acme-support';

const until = async (what: string, test: () => boolean | Promise<boolean>): Promise<void> => {
  for (let i = 0; i < 600; i++) {
    if (await test()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`Never came: ${what}`);
};

interface Client {
  readonly socket: WebSocket;
  readonly messages: WireMessage[];
  readonly state: LiveState;
  closed(): number | null;
  send(message: object): void;
  answer(message: object): Promise<WireMessage>;
}

const connect = async (query: string, headers: Record<string, string> = {}): Promise<Client> => {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/realtime?${query}`, { headers });
  const messages: WireMessage[] = [];
  const state = emptyState();
  const reader = createWireReader();
  let code: number | null = null;
  let asked = 0;
  socket.on('message', (data) => {
    const read = JSON.parse(String(data)) as WireMessage | WireMessage[];
    for (const m of Array.isArray(read) ? read : [read]) {
      messages.push(m);
      for (const e of reader.read(m)) reduce(state, e);
    }
  });
  socket.on('close', (c) => (code = c));
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  const send = (message: object): void => socket.send(JSON.stringify({ method: 'cmd', ...message }));
  return {
    socket,
    messages,
    state,
    closed: () => code,
    send,
    answer: async (message) => {
      const id = `a-${++asked}`;
      send({ ...message, ActionID: id });
      const find = () => messages.find((m) => m.Type === 4 && m.ActionID === id);
      await until(`answer to ${JSON.stringify(message)}`, () => find() !== undefined);
      return find() as WireMessage;
    },
  };
};

const live = async (token: string) => (await server.call(token, 'GET', '/live')).body as Live;
const queueIn = async (token: string, serverId: number) =>
  (await live(token)).queues.find((q) => q.serverId === serverId && q.name === QUEUE);
const agentA = () => world.a.tokens['supervisor'] ?? '';
const adminOf = (side: 'a' | 'b'): string => world[side].tokens['customer-admin'] ?? '';

const addPbx = async (mark: 'a' | 'b'): Promise<void> => {
  const pbx = createFakePbx({ plan: labPlan, users: [{ username: 'console', secret: 's' }], pace: { kind: 'manual' } });
  const { port } = await pbx.listen();
  const made = await server.call(admin, 'POST', '/endpoints', {
    name: `Lab ${mark}`,
    amiHost: '127.0.0.1',
    amiPort: port,
    amiUsername: 'console',
    amiSecret: 's',
  });
  const { id } = made.body as { id: number };
  for (const name of [QUEUE, 'acme-sales'])
    await server.call(admin, 'POST', '/queues', { callcenterId: world[mark].callcenterId, serverId: id, name });
  pbxs.push(pbx);
  serverIds.push(id);
  await until('link', async () => (await live(admin)).servers.some((s) => s.id === id && s.connected));
};

beforeAll(async () => {
  server = await startTestConsole();
  world = await makeTwoCustomers(server);
  admin = world.platform['administrator'] ?? '';
  await addPbx('a');
  await addPbx('b');
}, 60_000);
afterAll(async () => {
  await server.close();
  for (const pbx of pbxs) await pbx.close();
});

describe('GET /api/live', () => {
  it('has exactly the fields of the contract, and only what the caller may see', async () => {
    const everything = await live(admin);
    expect(Live.parse(everything)).toEqual(everything);
    expect(everything.queues.length).toBeGreaterThan(4);
    for (const [side, i] of [
      ['a', 0],
      ['b', 1],
    ] as const) {
      const own = await live(adminOf(side));
      expect(own.queues.map((q) => [q.serverId, q.name]).toSorted()).toEqual([
        [serverIds[i], 'acme-sales'],
        [serverIds[i], QUEUE],
      ]);
      expect(own.servers.map((s) => s.id)).toContain(serverIds[i]);
      expect(own.servers.map((s) => s.id)).not.toContain(serverIds[1 - i]);
    }
  });

  it('tells of the link on the page of servers', async () => {
    const row = (await server.call(admin, 'GET', `/endpoints/${serverIds[0]}`)).body;
    expect([row.linkState, typeof row.asteriskVersion, row.problems]).toEqual(['up', 'string', expect.any(Array)]);
    const seen = await server.call(admin, 'GET', `/endpoints/${serverIds[0]}/queues`);
    expect(seen.body.data.map((q: { name: string }) => q.name)).toContain(QUEUE);
  });
});

describe('the socket', () => {
  it.each(['', '&batch=1'])('gives the state by three commands, in both styles (%s)', async (style) => {
    const client = await connect(`token=${admin}${style}`);
    const names = await client.answer({ action: 'Queues', server_id: serverIds[0] });
    expect(names.Queues).toContain(QUEUE);
    const head = await client.answer({ action: 'CoreStatus' });
    expect([head.Response, typeof head.CoreStartupDate]).toEqual(['Success', 'string']);
    const list = await client.answer({ action: 'QueueStatus' });
    expect([list.Response, list.EventList]).toEqual(['Success', 'start']);
    await client.answer({ action: 'Queues' });
    const { queues, members } = await live(admin).then((l) => ({
      queues: l.queues.length,
      members: l.queues.flatMap((q) => q.members).length,
    }));
    expect([client.state.queues.size, client.state.members.size]).toEqual([queues, members]);
    expect(client.messages.some((m) => m.Event === 'QueueSummary')).toBe(true);
    // A list stands together: nothing between its response and its end.
    const from = client.messages.findIndex((m) => m.EventList === 'start');
    const to = client.messages.findIndex((m) => m.Event === 'QueueStatusComplete');
    const inside = client.messages.slice(from + 1, to).map((m) => m.Event);
    expect(inside.every((e) => ['QueueParams', 'QueueMember', 'QueueEntry'].includes(String(e)))).toBe(true);
    client.socket.close();
  });

  it('without a server_id acts on every server in scope that has the agent', async () => {
    const client = await connect(`token=${admin}&batch=1`);
    const iface = (await queueIn(admin, serverIds[0] ?? 0))?.members[0]?.interface ?? '';
    client.send({ action: 'QueuePause', Interface: iface, Paused: 1, Reason: 'Drill', ActionID: 'both' });
    const answers = () => client.messages.filter((m) => m.ActionID === 'both');
    await until('both answers', () => answers().length === 2);
    expect(answers().map((m) => [m.Type, m.Response])).toEqual([
      [4, 'Success'],
      [4, 'Success'],
    ]);
    expect(new Set(answers().map((m) => m.server_id))).toEqual(new Set(serverIds));
    const nobody = await client.answer({ action: 'QueuePause', Interface: 'PJSIP/nobody-1', Paused: 1 });
    expect(nobody.Response).toBe('Error');
    await client.answer({ action: 'QueuePause', Interface: iface, Paused: 0 });
    client.socket.close();
  });

  it('refuses what it does not know, what is no JSON, and a server of another customer', async () => {
    const client = await connect(`token=${agentA()}&batch=1`);
    for (const action of ['Command', 'Originate', 'GetConfig', 'QueueReload', 'Login', '']) {
      const answer = await client.answer({ action, Command: 'core stop now' });
      expect([action, answer.Response, answer.Type]).toEqual([action, 'Error', 4]);
    }
    expect(await client.answer({ action: 'QueueStatus', server_id: serverIds[1] })).toMatchObject({
      Response: 'Error',
      Message: 'No such server',
    });
    client.socket.send('{"broken');
    await until('refusal', () => client.messages.some((m) => m.Message === 'Not a JSON object'));
    client.socket.close();
  });

  it('opens once with a ticket; 4401 for what is no token; another origin not at all', async () => {
    const { ticket } = (await server.call(agentA(), 'POST', '/realtime/ticket')).body;
    const first = await connect(`token=${ticket}`);
    expect((await first.answer({ action: 'Queues' })).Response).toBe('Success');
    for (const token of [ticket, 'x', '', 'A'.repeat(43)]) {
      const refused = await connect(`token=${token}`);
      await until('close', () => refused.closed() !== null);
      expect(refused.closed()).toBe(4401);
      expect(refused.messages).toEqual([]);
    }
    await expect(connect(`token=${agentA()}`, { origin: 'https://evil.example' })).rejects.toThrow('403');
    const own = await connect(`token=${agentA()}`, { origin: server.url });
    own.socket.close();
    first.socket.close();
  });

  it('closes with 4403 when the session ends, when rights change, and for a role without the live state', async () => {
    const token = await server.signIn(`wallboard-a`).catch(() => null);
    const user = (await server.call(admin, 'GET', `/users/${world.a.userIds['wallboard']}`)).body;
    const own = token ?? (await server.signIn(user.username));
    const watched = await connect(`token=${own}`);
    await watched.answer({ action: 'Queues' });
    await server.call(own, 'POST', '/logout');
    await until('close', () => watched.closed() !== null);
    expect(watched.closed()).toBe(4403);

    const again = await server.signIn(user.username);
    const changed = await connect(`token=${again}`);
    await changed.answer({ action: 'Queues' });
    const made = await server.call(admin, 'POST', '/callcenters', {
      customerId: world.a.customerId,
      name: 'Night',
      code: 'night',
    });
    await server.call(admin, 'PATCH', `/users/${user.id}`, { callcenterIds: [made.body.id] });
    await until('close', () => changed.closed() !== null);
    expect(changed.closed()).toBe(4403);

    const auditor = await connect(`token=${world.a.tokens['auditor']}`);
    await until('close', () => auditor.closed() !== null);
    expect([auditor.closed(), auditor.messages]).toEqual([4403, []]);
  });
});

const post = (token: string, serverId: number | undefined, action: string, fields: object) =>
  server.call(token, 'POST', '/live/commands', { serverId, action, ...fields });

describe('commands', () => {
  const memberOf = async (token: string, serverId: number | undefined, iface: string, queue = QUEUE) =>
    (await live(token)).queues
      .find((q) => q.serverId === serverId && q.name === queue)
      ?.members.find((m) => m.interface === iface);

  it('pause and unpause an agent with a reason, and stand in the audit trail', async () => {
    const [own] = serverIds;
    const iface = (await queueIn(agentA(), own ?? 0))?.members[0]?.interface ?? '';
    const fields = { Interface: iface, Queue: QUEUE };
    const answer = await post(agentA(), own, 'QueuePause', { ...fields, Paused: true, Reason: 'lunch' });
    expect([answer.status, answer.body]).toEqual([
      200,
      { response: 'Success', message: expect.stringMatching(/pause/i) },
    ]);
    await until('paused', async () => (await memberOf(agentA(), own, iface))?.pausedReason === 'lunch');
    // Names of fields and actions in any case, as AMI.
    await post(agentA(), own, 'queuepause', { interface: iface, queue: QUEUE, paused: 'false' });
    await until('unpaused', async () => (await memberOf(agentA(), own, iface))?.paused === false);
    const trail = await server.call(admin, 'GET', `/audit?action=operate&customerId=${world.a.customerId}`);
    expect(trail.body.data[0]).toMatchObject({
      resource: 'live',
      resourceName: 'QueuePause',
      after: { outcome: 'done' },
    });
  });

  it('never touch another customer: 404, and nothing happens there', async () => {
    const [own, foreign] = serverIds;
    const iface = (await queueIn(adminOf('b'), foreign ?? 0))?.members[0]?.interface ?? '';
    const before = JSON.stringify(pbxs[1]?.state());
    for (const [action, fields] of [
      ['QueuePause', { Interface: iface, Paused: true }],
      ['QueuePause', { Interface: iface, Paused: true, Queue: QUEUE }],
      ['QueueAdd', { Queue: QUEUE, Interface: iface }],
      ['QueueRemove', { Queue: QUEUE, Interface: iface }],
      ['QueuePenalty', { Interface: iface, Penalty: 3 }],
      ['QueueMove', { Interface: iface, FromQueue: QUEUE, ToQueue: 'acme-sales' }],
      ['Hangup', { Channel: 'PJSIP/acme-101-00000001' }],
    ] as const) {
      const answer = await post(agentA(), foreign, action, fields);
      expect([action, answer.status, answer.body.code]).toEqual([action, 404, 'not-found']);
    }
    expect((await post(agentA(), own, 'Hangup', { Channel: '/.*/' })).status).toBe(404);
    // A queue of nobody, and a device that is not the customer's.
    expect((await post(agentA(), own, 'QueueAdd', { Queue: 'globex-help', Interface: iface })).status).toBe(404);
    const stranger = { Queue: QUEUE, Interface: 'Local/0900123456@outbound' };
    expect((await post(agentA(), own, 'QueueAdd', stranger)).status).toBe(404);
    expect(JSON.stringify(pbxs[1]?.state())).toBe(before);
  });

  it('say what is missing, and who may not', async () => {
    const answer = await post(agentA(), serverIds[0], 'QueueAdd', { Interface: 'PJSIP/1' });
    expect([answer.status, answer.body.errors[0].path]).toEqual([422, 'Queue']);
    expect((await post(agentA(), serverIds[0], 'Originate', {})).status).toBe(422);
    expect((await post(world.a.tokens['agent'] ?? '', serverIds[0], 'QueuePause', {})).status).toBe(403);
  });

  it('move an agent whole or not at all', async () => {
    const [own] = serverIds;
    const token = adminOf('a');
    const all = (await live(token)).queues.filter((q) => q.serverId === own);
    const dynamic = all
      .flatMap((q) => q.members.map((m) => ({ queue: q.name, ...m })))
      .find((m) => m.membership === 'dynamic');
    const still = all
      .flatMap((q) => q.members.map((m) => ({ queue: q.name, ...m })))
      .find((m) => m.membership === 'static');
    const target = (from: string): string => (from === QUEUE ? 'acme-sales' : QUEUE);
    if (still !== undefined) {
      const move = { Interface: still.interface, FromQueue: still.queue, ToQueue: target(still.queue) };
      const inBoth = all.find((q) => q.name === move.ToQueue)?.members.some((m) => m.interface === still.interface);
      const answer = await post(token, own, 'QueueMove', move);
      expect([answer.status, answer.body.code]).toEqual([409, 'pbx-refused']);
      expect(answer.body.detail).toMatch(inBoth ? /Already there/ : /not dynamic/);
    }
    const mover = dynamic?.interface ?? 'PJSIP/acme-101';
    let from = dynamic?.queue ?? QUEUE;
    if (dynamic === undefined || all.filter((q) => q.members.some((m) => m.interface === mover)).length > 1) {
      // Nobody who could move: one more agent signs in first.
      from = 'acme-sales';
      const device = { Queue: from, Interface: 'PJSIP/acme-777', MemberName: 'Mover', Penalty: 4 };
      expect((await post(admin, own, 'QueueAdd', device)).status).toBe(200);
      await until('added', async () => (await memberOf(token, own, 'PJSIP/acme-777', from)) !== undefined);
    }
    const iface = from === 'acme-sales' && dynamic?.queue !== from ? 'PJSIP/acme-777' : mover;
    const penalty = (await memberOf(token, own, iface, from))?.penalty;
    const done = await post(token, own, 'QueueMove', { Interface: iface, FromQueue: from, ToQueue: target(from) });
    expect([done.status, done.body?.response]).toEqual([200, 'Success']);
    await until('moved', async () => (await memberOf(token, own, iface, target(from))) !== undefined);
    await until('gone', async () => (await memberOf(token, own, iface, from)) === undefined);
    expect((await memberOf(token, own, iface, target(from)))?.penalty).toBe(penalty);
  });

  it('answer over the socket too, with the words of the PBX', async () => {
    const client = await connect(`token=${agentA()}&batch=1`);
    const iface = (await queueIn(agentA(), serverIds[0] ?? 0))?.members[0]?.interface ?? '';
    const added = await client.answer({ action: 'QueueAdd', server_id: serverIds[0], Queue: QUEUE, Interface: iface });
    expect([added.Response, added.Message]).toEqual(['Error', 'Unable to add interface: Already there']);
    const paused = await client.answer({
      action: 'QueuePause',
      server_id: serverIds[0],
      Queue: QUEUE,
      Interface: iface,
      Paused: 1,
    });
    expect([paused.Response, paused.server_id]).toEqual(['Success', serverIds[0]]);
    await until('event', () => client.messages.some((m) => m.Event === 'QueueMemberPause' && m.Interface === iface));
    const foreign = await client.answer({ action: 'QueuePause', server_id: serverIds[1], Interface: iface, Paused: 1 });
    expect([foreign.Response, foreign.Message]).toEqual(['Error', 'No such server']);
    client.socket.close();
  });
});

describe('a PBX that goes away', () => {
  it('is stale, not gone; commands are refused; it comes back by itself', async () => {
    await pbxs[0]?.shut();
    pbxs[0]?.cutLinks();
    await until('stale', async () => (await live(admin)).servers.some((s) => s.id === serverIds[0] && s.stale));
    expect((await queueIn(agentA(), serverIds[0] ?? 0))?.members.length).toBeGreaterThan(0);
    const answer = await post(agentA(), serverIds[0], 'QueuePause', {
      Interface: (await queueIn(agentA(), serverIds[0] ?? 0))?.members[0]?.interface,
      Paused: true,
    });
    expect([answer.status, answer.body.code]).toEqual([503, 'pbx-not-connected']);
    await pbxs[0]?.reopen();
    await until('back', async () => (await live(admin)).servers.some((s) => s.id === serverIds[0] && s.connected));
  });

  it('and one that is switched off is gone, for everybody', async () => {
    const client = await connect(`token=${admin}&batch=1`);
    await client.answer({ action: 'CoreStatus' });
    await server.call(admin, 'PATCH', `/endpoints/${serverIds[1]}`, { enabled: false });
    await until('removed', () => client.messages.some((m) => m.Event === 'ServerRemoved'));
    expect((await live(admin)).queues.some((q) => q.serverId === serverIds[1])).toBe(false);
    client.socket.close();
  });
});
