// Tests commands on active calls: scope, permissions, the AMI actions sent and the audit entries.
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { updateDevice } from '../../../../tools/fake-pbx/src/sim/devices.ts';
import { signIn } from '../../../../tools/fake-pbx/src/sim/habits.ts';
import type { Channel } from '../../../../tools/fake-pbx/src/sim/model.ts';
import { answer } from '../../../../tools/fake-pbx/src/sim/queue-talk.ts';
import { callQueue } from '../../../../tools/fake-pbx/src/sim/traffic.ts';
import type { Answer } from '../../testing/test-console.ts';
import { PASSWORD } from '../../testing/test-console.ts';
import { openLiveConsole, QUEUE, until } from '../testing/live-console.ts';
import type { LiveConsole } from '../testing/live-console.ts';

let ctx: LiveConsole;
let asked: string[] = [];
let support = '';
const token = (side: 'a' | 'b', role: string): string => ctx.world[side].tokens[role] ?? '';
const boss = (): string => token('a', 'supervisor');

beforeAll(async () => {
  ctx = await openLiveConsole();
  const { pbx, serverId } = ctx.a;
  const world = pbx.world();
  for (const agent of world.agents) signIn(world, agent);
  // The simulated PBX has no devices for the customer's code, so the test adds the supervisor's phone itself.
  const like = world.devices.get('PJSIP/acme-104');
  if (like === undefined) throw new Error('No phone to be like');
  const name = 'PJSIP/twin-a-150';
  const phone = {
    ...like,
    name,
    endpoint: name,
    extension: '150',
    channels: new Set<Channel>(),
    members: [],
    state: 1,
  };
  world.devices.set(name, phone);
  updateDevice(world, phone);
  const { customerId, userIds } = ctx.world.a;
  const line = { customerId, serverId, extension: '150', name: 'Supervisor', userId: userIds['supervisor'] };
  const made = await ctx.server.call(ctx.admin, 'POST', '/subscribers', line);
  if (made.status !== 201) throw new Error(made.text);
  const helper = { username: 'helper', email: 'helper@example.com', role: 'support', password: PASSWORD };
  await ctx.server.call(ctx.admin, 'POST', '/users', helper);
  support = await ctx.server.signIn('helper');
}, 60_000);
afterAll(() => ctx.close());

/** Runs a command and advances the time of the simulated PBX until the answer arrives. */
const command = async (by: string, action: string, fields: object): Promise<Answer> => {
  let over = false;
  const answered = ctx.command(by, ctx.a.serverId, action, fields).finally(() => (over = true));
  while (!over) {
    ctx.a.pbx.advance(200);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return answered;
};
const callOf = async () => (await ctx.live(boss())).calls.find((c) => c.serverId === ctx.a.serverId);

let channel = '';
let caller: Channel;
beforeEach(async () => {
  const world = ctx.a.pbx.world();
  const queue = world.queues.get(QUEUE);
  if (queue === undefined) throw new Error(`No ${QUEUE}`);
  caller = callQueue(world, queue, { number: '+12125550123', name: 'Ivy Irwin' });
  ctx.a.pbx.advance(300);
  const [entry] = queue.entries;
  const [fork] = entry?.forks ?? [];
  if (entry === undefined || fork === undefined) throw new Error('Nobody rings');
  answer(world, entry, fork);
  ctx.a.pbx.advance(100);
  await until('the call', async () => (await callOf())?.agent !== undefined && (await callOf())?.agent !== null);
  channel = (await callOf())?.channel ?? '';
  asked = [];
  ctx.a.onAction = (name) => {
    if (name !== 'ping' && name !== 'queuestatus') asked.push(name);
  };
});
afterEach(async () => {
  ctx.a.onAction = () => undefined;
  const world = ctx.a.pbx.world();
  for (const c of [...world.channels.values()]) c.driver?.hangup(c, 16);
  ctx.a.pbx.advance(20_000);
  await until('quiet', async () => (await ctx.live(ctx.admin)).calls.length === 0);
});

const onCall = (): readonly (readonly [string, object])[] => [
  ['Hangup', { Channel: channel }],
  ['BlindTransfer', { Channel: channel, Exten: '103' }],
  ['Atxfer', { Channel: channel, Exten: '103' }],
  ['Park', { Channel: channel }],
  ['PickUp', { Channel: channel }],
  ['Record', { Channel: channel }],
  ['StopRecord', { Channel: channel }],
  ['Listen', { Channel: channel }],
  ['Whisper', { Channel: channel }],
  ['Barge', { Channel: channel }],
];

describe('commands on a call', () => {
  it('answer not-found for a call of another customer and send nothing to the PBX', async () => {
    for (const [action, fields] of onCall()) {
      const there = await ctx.command(token('b', 'customer-admin'), ctx.a.serverId, action, fields);
      expect([action, there.status, there.body.code]).toEqual([action, 404, 'not-found']);
      // Uses the caller's own server with a channel name of another customer.
      const here = await ctx.command(token('b', 'customer-admin'), ctx.b.serverId, action, fields);
      expect([action, here.status]).toEqual([action, 404]);
    }
    expect(asked).toEqual([]);
  });

  it('are forbidden without the permission to operate, and listening and recording without the permission to hear recordings', async () => {
    for (const [action, fields] of onCall())
      expect([action, (await ctx.command(token('a', 'agent'), ctx.a.serverId, action, fields)).status]).toEqual([
        action,
        403,
      ]);
    for (const action of ['Listen', 'Whisper', 'Barge', 'Record', 'StopRecord'])
      expect((await ctx.command(support, ctx.a.serverId, action, { Channel: channel })).status).toBe(403);
    expect(asked).toEqual([]);
  });

  it('accept only exact channel names and plain numbers', async () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.string({
        unit: fc.constantFrom('1', '+', ',', '&', ')', '$', '{', '\r', '\n', ' ', '|', '@', '/'),
        maxLength: 40,
      }),
      fc.constantFrom('102,1', '102&Local/1@x', '${SHELL(id)}', '102\r\nAction: Command', '/.*/', '102@from-trunk'),
    );
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        const number = await ctx.command(boss(), ctx.a.serverId, 'BlindTransfer', { Channel: channel, Exten: text });
        if (!/^[\s()./-]*\+?[\s()./\-0-9*#]+$/.test(text)) expect(number.status).toBe(422);
        const named = await ctx.command(boss(), ctx.a.serverId, 'Listen', { Channel: text });
        expect([404, 422]).toContain(named.status);
        const context = { Channel: channel, Exten: '103', Context: text };
        const there = await ctx.command(boss(), ctx.a.serverId, 'BlindTransfer', context);
        expect([404, 422]).toContain(there.status);
      }),
      { numRuns: 15 },
    );
    expect(asked.filter((name) => name !== 'getvar')).toEqual([]);
    expect((await callOf())?.channel).toBe(channel);
  });

  it('transfers the call and writes the channel and the target to the audit trail', async () => {
    const agentChannel = [...ctx.a.pbx.world().channels.values()].find((c) => c !== caller)?.name;
    const done = await command(boss(), 'BlindTransfer', { Channel: channel, Exten: '101' });
    expect([done.status, done.body]).toMatchObject([200, { confirmed: true, message: 'Transfer succeeded' }]);
    expect(caller.exten).toBe('101');
    const trail = await ctx.server.call(ctx.admin, 'GET', '/audit?action=operate&resourceName=BlindTransfer');
    expect(trail.body.data[0]).toMatchObject({
      customerId: ctx.world.a.customerId,
      after: {
        action: 'BlindTransfer',
        outcome: 'done',
        confirmed: true,
        facts: { channel: agentChannel, context: 'acme-internal', exten: '101' },
      },
    });
  });

  it("transfers a waiting caller to the agents' context of a foreign dialplan and to no context of another customer", async () => {
    const world = ctx.a.pbx.world();
    const queue = world.queues.get(QUEUE);
    if (queue === undefined) throw new Error(`No ${QUEUE}`);
    const waiting = callQueue(world, queue, { number: '+12125550124', name: 'Jo Jones' });
    ctx.a.pbx.advance(100);
    const isShown = async () =>
      (await ctx.queueIn(boss(), ctx.a.serverId))?.callers.some((row) => row.channel === waiting.name);
    await until('the second caller', async () => (await isShown()) === true);
    // Assigns the context of the phones to the other customer.
    const rows = `/endpoints/${ctx.a.serverId}/names`;
    const row = { customerId: ctx.world.b.customerId, kind: 'context', names: ['acme-internal'] };
    const { body } = await ctx.server.call(ctx.admin, 'POST', rows, row);
    ctx.server.deps.bus.publish('owners', {});
    // Asks with a number that nobody has: while the rows are not read yet, a transfer to 103 would succeed.
    const nowhere = { Channel: waiting.name, Exten: '999', Context: 'acme-internal' };
    await until('the row is read', async () => (await command(boss(), 'BlindTransfer', nowhere)).status === 404);
    const send = () => command(boss(), 'BlindTransfer', { Channel: waiting.name, Exten: '103' });
    expect((await send()).status).toBe(409);
    expect(waiting.exten).not.toBe('103');
    await ctx.server.call(ctx.admin, 'DELETE', `${rows}/${body.data[0].id}`);
    await until('the row is removed', async () => (await send()).status === 200);
    expect(waiting.exten).toBe('103');
  });

  it('refuses a transfer to a number that the PBX does not have or that the dial rules forbid', async () => {
    const nowhere = await command(boss(), 'BlindTransfer', { Channel: channel, Exten: '999' });
    expect([nowhere.status, nowhere.body.detail]).toEqual([409, 'The PBX has no number 999 for this call']);
    const { customerId } = ctx.world.a;
    const rule = {
      kind: 'dial',
      name: 'No Spain',
      effect: 'deny',
      prefixes: ['34'],
      subjectType: 'everyone',
      customerId,
    };
    const { id } = (await ctx.server.call(ctx.admin, 'POST', '/acl', rule)).body as { id: string };
    for (const Exten of ['+34 912 345 678', '0034912345678', '+34-912-345-678']) {
      const refused = await command(boss(), 'BlindTransfer', { Channel: channel, Exten });
      expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('dial rules')]);
    }
    await ctx.server.call(ctx.admin, 'DELETE', `/acl/${id}`);
    expect(asked.filter((name) => name !== 'getvar')).toEqual([]);
  });

  it("parks a call and picks it up on the requesting user's phone", async () => {
    expect((await command(boss(), 'Park', { Channel: channel })).body).toMatchObject({ confirmed: true, space: '701' });
    await until('it is shown as parked', async () => (await ctx.live(boss())).calls.length === 1);
    expect((await command(boss(), 'PickUp', { Channel: channel })).body).toMatchObject({ confirmed: true });
    expect(caller.bridge?.channels.map((c) => c.name)).toContainEqual(expect.stringContaining('PJSIP/twin-a-150-'));
  });

  it("plays a call on the requesting user's phone according to the customer's supervision policy", async () => {
    const policy = (supervision: string) =>
      ctx.server.call(ctx.admin, 'PATCH', `/customers/${ctx.world.a.customerId}`, { supervision });
    expect((await command(boss(), 'Listen', { Channel: channel })).body).toMatchObject({ confirmed: true });
    expect(asked).toEqual(['originate']);
    await policy('tone');
    asked = [];
    for (const c of [...ctx.a.pbx.world().channels.values()])
      if (c.device.name === 'PJSIP/twin-a-150') c.driver?.hangup(c, 16);
    expect((await command(boss(), 'Whisper', { Channel: channel })).body).toMatchObject({ confirmed: true });
    expect(asked).toEqual(['playdtmf', 'originate']);
    await policy('off');
    asked = [];
    const refused = await command(boss(), 'Barge', { Channel: channel });
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('does not allow listening')]);
    expect(asked).toEqual([]);
    await policy('silent');
    const lineless = await command(token('a', 'customer-admin'), 'Listen', { Channel: channel });
    expect([lineless.status, lineless.body.code]).toEqual([409, 'conflict']);
    const elses = await command(boss(), 'Listen', { Channel: channel, Interface: 'PJSIP/acme-103' });
    expect(elses.status).toBe(404);
  });

  it('records a call on demand and refuses a second recording of the same call', async () => {
    expect((await command(boss(), 'StopRecord', { Channel: channel })).status).toBe(409);
    expect((await command(boss(), 'Record', { Channel: channel })).body).toMatchObject({ confirmed: true });
    expect(caller.monitors.length).toBe(1);
    expect((await command(boss(), 'Record', { Channel: channel })).status).toBe(409);
    expect((await command(boss(), 'StopRecord', { Channel: channel })).body).toMatchObject({ confirmed: true });
    expect(caller.monitors).toEqual([]);
  });

  it('ends the call and confirms it in the answer', async () => {
    expect((await command(boss(), 'Hangup', { Channel: channel })).body).toMatchObject({ confirmed: true });
    expect(caller.gone).toBe(true);
  });
});

describe('click to call', () => {
  it("rings the user's own phone, then the number, and reports an unregistered phone", async () => {
    const done = await command(boss(), 'Call', { Number: '103' });
    expect([done.status, done.body.confirmed]).toEqual([200, true]);
    const phone = ctx.a.pbx.world().devices.get('PJSIP/twin-a-150');
    if (phone === undefined) throw new Error('No phone');
    phone.registered = false;
    const away = await command(boss(), 'Call', { Number: '103' });
    expect([away.status, away.body.detail]).toEqual([409, 'Your phone cannot be reached: it is not registered']);
    phone.registered = true;
    expect((await command(boss(), 'Call', { Number: '103', Exten: '151' })).status).toBe(404);
  });
});
