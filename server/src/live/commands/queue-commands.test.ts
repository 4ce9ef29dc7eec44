// Tests commands on agents and waiting callers, including their effect on the simulated PBX and the resulting live state.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findMember } from '../../../../tools/fake-pbx/src/sim/members.ts';
import { callQueue } from '../../../../tools/fake-pbx/src/sim/traffic.ts';
import { openLiveConsole, OTHER_QUEUE, QUEUE, until } from '../testing/live-console.ts';
import type { LiveConsole } from '../testing/live-console.ts';

let ctx: LiveConsole;

beforeAll(async () => {
  ctx = await openLiveConsole();
}, 60_000);
afterAll(() => ctx.close());

const token = (): string => ctx.world.a.tokens['customer-admin'] ?? '';
const command = (action: string, fields: object) => ctx.command(token(), ctx.a.serverId, action, fields);
const queueOf = async (name: string) =>
  (await ctx.live(token())).queues.find((q) => q.serverId === ctx.a.serverId && q.name === name);
const memberOf = async (queue: string, iface: string) =>
  (await queueOf(queue))?.members.find((m) => m.interface === iface);
/** Returns the member as the simulated PBX stores it. */
const onPbx = (queue: string, iface: string) => {
  const found = ctx.a.pbx.world().queues.get(queue);
  return found === undefined ? undefined : findMember(found, iface);
};
const lastAudit = async () => {
  const trail = await ctx.server.call(ctx.admin, 'GET', `/audit?action=operate&customerId=${ctx.world.a.customerId}`);
  return trail.body.data[0];
};

const GUEST = 'PJSIP/acme-777';
/** A static member of both queues. */
const CLEO = 'PJSIP/acme-103';
/** A static member of the other queue only. */
const ANN = 'PJSIP/acme-101';

/** Adds another agent to the other queue, paused and with a penalty. */
const signInGuest = async (): Promise<void> => {
  const fields = { Queue: OTHER_QUEUE, Interface: GUEST, MemberName: 'Guest', Penalty: 4, Paused: true, Reason: 'Tea' };
  expect((await ctx.command(ctx.admin, ctx.a.serverId, 'QueueAdd', fields)).status).toBe(200);
  await until('the guest', async () => (await memberOf(OTHER_QUEUE, GUEST)) !== undefined);
};
const signOutGuest = async (): Promise<void> => {
  for (const queue of [QUEUE, OTHER_QUEUE]) {
    const member = onPbx(queue, GUEST);
    if (member === undefined) continue;
    Object.assign(member, { dynamic: true });
    await command('QueueRemove', { Queue: queue, Interface: GUEST });
    await until(`the guest is out of ${queue}`, async () => (await memberOf(queue, GUEST)) === undefined);
  }
};

describe('QueueMove', () => {
  const MOVE = { Interface: GUEST, FromQueue: OTHER_QUEUE, ToQueue: QUEUE };
  beforeEach(async () => {
    await signOutGuest();
    await signInGuest();
  });

  it("keeps the agent's penalty, pause and pause reason", async () => {
    const done = await command('QueueMove', MOVE);
    expect([done.status, done.body]).toEqual([
      200,
      { response: 'Success', message: expect.any(String), confirmed: true, space: null },
    ]);
    await until('moved', async () => (await memberOf(QUEUE, GUEST)) !== undefined);
    await until('gone', async () => (await memberOf(OTHER_QUEUE, GUEST)) === undefined);
    expect(await memberOf(QUEUE, GUEST)).toMatchObject({
      name: 'Guest',
      penalty: 4,
      paused: true,
      pausedReason: 'Tea',
      membership: 'dynamic',
    });
  });

  it('refuses a queue of another customer, also for platform staff', async () => {
    const foreign = [...ctx.a.pbx.world().queues.keys()].find((name) => name !== QUEUE && name !== OTHER_QUEUE) ?? '';
    const refused = await ctx.command(ctx.admin, ctx.a.serverId, 'QueueMove', { ...MOVE, ToQueue: foreign });
    expect([refused.status, refused.body.detail]).toEqual([409, 'The queues belong to different customers']);
    expect(onPbx(foreign, GUEST)).toBeUndefined();
  });

  it('undoes the first half when the PBX refuses the second, and returns the reason', async () => {
    // Another user adds the agent to this queue's configuration while the command adds them to the other queue.
    ctx.a.onAction = (name) => {
      const member = onPbx(OTHER_QUEUE, GUEST);
      if (name === 'queueremove' && member !== undefined) Object.assign(member, { dynamic: false });
    };
    const asked: string[] = [];
    const note = ctx.a.onAction;
    ctx.a.onAction = (name) => {
      if (name.startsWith('queue') && name !== 'queuestatus') asked.push(name);
      note(name);
    };
    const refused = await command('QueueMove', MOVE);
    ctx.a.onAction = () => undefined;
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
      409,
      'pbx-refused',
      'Member not dynamic',
    ]);
    expect(asked).toEqual(['queueadd', 'queueremove', 'queueremove']);
    expect([onPbx(QUEUE, GUEST), onPbx(OTHER_QUEUE, GUEST)?.penalty]).toEqual([undefined, 4]);
    await until('shown so', async () => (await memberOf(QUEUE, GUEST)) === undefined);
    expect((await memberOf(OTHER_QUEUE, GUEST))?.name).toBe('Guest');
    expect(await lastAudit()).toMatchObject({ resourceName: 'QueueMove', after: { outcome: 'refused' } });
  });

  it.each([
    ['an agent of the configuration', { ...MOVE, Interface: ANN }, 'Member not dynamic'],
    ['one who is there already', { ...MOVE, Interface: CLEO }, 'Unable to add interface: Already there'],
    ['from a queue to itself', { ...MOVE, ToQueue: OTHER_QUEUE }, 'Unable to add interface: Already there'],
  ])('refuses a move (%s) and sends nothing to the PBX', async (_, fields, detail) => {
    const asked: string[] = [];
    ctx.a.onAction = (name) => asked.push(name);
    const refused = await command('QueueMove', fields);
    ctx.a.onAction = () => undefined;
    expect([refused.status, refused.body.detail]).toEqual([409, detail]);
    expect(asked.filter((name) => /^queue(add|remove)/.test(name))).toEqual([]);
  });
});

describe('QueueRemove', () => {
  it('removes a dynamic agent', async () => {
    await signOutGuest();
    await signInGuest();
    const done = await command('QueueRemove', { Queue: OTHER_QUEUE, Interface: GUEST });
    expect([done.status, done.body.message]).toEqual([200, 'Removed interface from queue']);
    expect(onPbx(OTHER_QUEUE, GUEST)).toBeUndefined();
    await until('gone', async () => (await memberOf(OTHER_QUEUE, GUEST)) === undefined);
  });
});

describe('QueuePenalty', () => {
  it.each([
    ['in one queue', { Queue: QUEUE }, 7, 1],
    ['in all of his queues', {}, 5, 5],
  ])('is set %s', async (_, where, here, there) => {
    await command('QueuePenalty', { Interface: CLEO, Penalty: 1, Queue: OTHER_QUEUE });
    const done = await command('QueuePenalty', { Interface: CLEO, Penalty: here, ...where });
    expect([done.status, done.body.message]).toEqual([200, 'Interface penalty set successfully']);
    expect([onPbx(QUEUE, CLEO)?.penalty, onPbx(OTHER_QUEUE, CLEO)?.penalty]).toEqual([here, there]);
    await until('shown', async () => (await memberOf(QUEUE, CLEO))?.penalty === here);
    await until('shown there', async () => (await memberOf(OTHER_QUEUE, CLEO))?.penalty === there);
  });
});

describe('commands on waiting callers', () => {
  const people = [
    { number: '+12125550123', name: 'Ivy Irwin' },
    { number: '+442079460958', name: 'Jo Jones' },
  ];
  const waiting = async () => (await queueOf(QUEUE))?.callers.map((c) => c.callerIdName) ?? [];
  const onThePbx = () => ctx.a.pbx.world().queues.get(QUEUE)?.entries ?? [];

  beforeAll(async () => {
    const world = ctx.a.pbx.world();
    const queue = world.queues.get(QUEUE);
    if (queue === undefined) throw new Error(`No ${QUEUE}`);
    // All agents are paused, so no call is answered.
    for (const m of queue.members) m.paused = true;
    for (const person of people) callQueue(world, queue, person);
    ctx.a.pbx.advance(200);
    await until('both wait', async () => (await waiting()).length === 2);
  });

  const channelOf = async (name: string): Promise<string> =>
    (await queueOf(QUEUE))?.callers.find((c) => c.callerIdName === name)?.channel ?? '';

  it('set a priority, by channel or unique id, and apply it immediately on request', async () => {
    const Caller = await channelOf('Jo Jones');
    const done = await command('QueueChangePriorityCaller', { Queue: QUEUE, Caller, Priority: 9, Immediate: true });
    expect([done.status, done.body.message]).toEqual([200, 'Priority change for caller on queue']);
    expect(onThePbx().map((e) => [e.channel.name === Caller, e.priority])).toEqual([
      [true, 9],
      [false, 0],
    ]);
    const uniqueid = (await queueOf(QUEUE))?.callers.find((c) => c.channel === Caller)?.uniqueid ?? '';
    await command('QueueChangePriorityCaller', { Queue: QUEUE, Caller: uniqueid, Priority: 3 });
    expect(onThePbx().find((e) => e.channel.name === Caller)?.priority).toBe(3);
  });

  it('answer not-found for callers of another customer', async () => {
    const Caller = await channelOf('Ivy Irwin');
    const foreign = ctx.world.b.tokens['customer-admin'] ?? '';
    for (const action of ['QueueChangePriorityCaller', 'QueueWithdrawCaller']) {
      const answer = await ctx.command(foreign, ctx.a.serverId, action, { Queue: QUEUE, Caller, Priority: 1 });
      expect([action, answer.status]).toEqual([action, 404]);
    }
    expect((await command('QueueWithdrawCaller', { Queue: QUEUE, Caller: 'PJSIP/nobody-1' })).status).toBe(404);
  });

  it('take a caller out of the queue', async () => {
    const done = await command('QueueWithdrawCaller', { Queue: QUEUE, Caller: await channelOf('Ivy Irwin') });
    expect([done.status, done.body.message]).toEqual([200, 'Withdraw requested successfully']);
    ctx.a.pbx.advance(50);
    await until('one waits', async () => (await waiting()).join() === 'Jo Jones');
  });
});

describe('a pause in a call center with pause reasons', () => {
  const reasonsOf = async (pauseReasons: readonly object[]): Promise<void> => {
    const path = `/callcenters/${ctx.world.a.callcenterId}`;
    const changed = await ctx.server.call(ctx.admin, 'PATCH', path, { pauseReasons });
    expect(changed.status).toBe(200);
  };
  const pauseCleo = (fields: object) => command('QueuePause', { Interface: CLEO, Queue: QUEUE, ...fields });

  it('requires a reason over REST and over the socket, but not to end the pause', async () => {
    await reasonsOf([{ code: 'tea', label: 'Tea', maxMinutes: 10 }]);
    await until('the reasons are known', async () => (await pauseCleo({ Paused: true })).status === 422);
    const refused = await pauseCleo({ Paused: true, Reason: '' });
    expect([refused.status, refused.body.errors]).toMatchObject([422, [{ path: 'Reason', code: 'pause-reason' }]]);
    // Without a queue, the pause applies to all queues of the agent.
    expect((await command('QueuePause', { Interface: CLEO, Paused: true })).status).toBe(422);
    // The pauses before the reasons took effect succeeded, so this ends them.
    await pauseCleo({ Paused: false });
    const client = await ctx.connect(`token=${token()}&batch=1`);
    for (const Queue of [{ Queue: QUEUE }, {}]) {
      for (const Reason of [{}, { Reason: '' }]) {
        const pause = { action: 'QueuePause', server_id: ctx.a.serverId, Interface: CLEO, Paused: 1 };
        const answer = await client.answer({ ...pause, ...Queue, ...Reason });
        expect(answer).toMatchObject({ Type: 4, Response: 'Error', Message: expect.stringMatching(/^Reason: /) });
      }
    }
    const joined = await client.answer({
      ...{ action: 'QueueAdd', server_id: ctx.a.serverId, Queue: QUEUE, Interface: ANN, MemberName: 'Ann' },
      Paused: 1,
    });
    expect(joined).toMatchObject({ Response: 'Error', Message: expect.stringMatching(/^Reason: /) });
    expect([onPbx(QUEUE, CLEO)?.paused, onPbx(QUEUE, ANN)]).toEqual([false, undefined]);
    const tea = { action: 'QueuePause', server_id: ctx.a.serverId, Interface: CLEO, Paused: 1, Reason: 'tea' };
    expect((await client.answer(tea)).Response).toBe('Success');
    expect(onPbx(QUEUE, CLEO)?.paused).toBe(true);
    client.socket.close();
    expect((await pauseCleo({ Paused: true, Reason: 'tea' })).status).toBe(200);
    expect((await pauseCleo({ Paused: false })).status).toBe(200);
    await reasonsOf([]);
    await until('no reason is needed', async () => (await pauseCleo({ Paused: true })).status === 200);
    expect((await pauseCleo({ Paused: false })).status).toBe(200);
  });
});
