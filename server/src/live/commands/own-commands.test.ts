// Tests the commands that agents may run for their own phone, the refused ones, and the data of the agent page.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AgentPage, PastCalls } from '@ringside/core/contract/desk/agent-page.ts';
import type { LiveCommand } from '@ringside/core/contract/live/live-commands.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { isOwnCommand } from './own-commands.ts';
import { openLiveConsole, OTHER_QUEUE, QUEUE, until } from '../testing/live-console.ts';
import type { LiveClient, LiveConsole } from '../testing/live-console.ts';

const OWN = 'PJSIP/twin-a-150';
const COLLEAGUE = 'PJSIP/twin-a-151';

let ctx: LiveConsole;
let client: LiveClient;
const agent = (): string => ctx.world.a.tokens['agent'] ?? '';
const members = (queue: string): string[] =>
  ctx.a.pbx
    .state()
    .queues.filter((q) => q.name === queue)
    .flatMap((q) => q.members.map((m) => m.interface));
const ask = (action: string, fields: object, serverId = ctx.a.serverId) =>
  client.answer({ action, server_id: serverId, ...fields });

beforeAll(async () => {
  ctx = await openLiveConsole();
  const { customerId, userIds } = ctx.world.a;
  for (const [extension, userId] of [
    ['150', userIds['agent']],
    ['151', userIds['supervisor']],
  ]) {
    const line = { customerId, serverId: ctx.a.serverId, extension, name: `Line ${extension}`, userId };
    const made = await ctx.server.call(ctx.admin, 'POST', '/subscribers', line);
    expect([made.status, made.text]).toEqual([201, made.text]);
  }
  client = await ctx.connect(`token=${agent()}&batch=1`);
}, 60_000);
afterAll(async () => {
  client?.socket.close();
  await ctx.close();
});

describe("an agent's own commands", () => {
  it('log the agent in, pause, unpause and log out', async () => {
    const added = await ask('QueueAdd', { Queue: QUEUE, Interface: OWN, MemberName: 'Line 150' });
    expect([added.Response, added.Message]).toEqual(['Success', added.Message]);
    expect(members(QUEUE)).toContain(OWN);
    const paused = await ask('QueuePause', { Interface: OWN, Paused: 1, Reason: 'lunch' });
    expect(paused.Response).toBe('Success');
    await until('paused', async () => {
      const queue = await ctx.queueIn(agent(), ctx.a.serverId);
      return queue?.members.some((m) => m.interface === OWN && m.pausedReason === 'lunch') === true;
    });
    expect((await ask('QueuePause', { Interface: OWN, Paused: 0 })).Response).toBe('Success');
    expect((await ask('QueueRemove', { Queue: QUEUE, Interface: OWN })).Response).toBe('Success');
    expect(members(QUEUE)).not.toContain(OWN);
    const trail = await ctx.server.call(ctx.admin, 'GET', '/audit?action=operate');
    expect(trail.body.data[0]).toMatchObject({ resourceName: 'QueueRemove', after: { outcome: 'done' } });
  });

  it('do not reach other phones, queues out of scope or other commands', async () => {
    const other = members(QUEUE)[0] ?? '';
    expect(other).not.toBe('');
    const before = JSON.stringify([ctx.a.pbx.state(), ctx.b.pbx.state()]);
    for (const [action, fields, serverId] of [
      ['QueuePause', { Interface: other, Paused: 1 }],
      ['QueuePause', { Interface: other, Paused: 1, Queue: QUEUE }],
      ['QueueAdd', { Queue: OTHER_QUEUE, Interface: COLLEAGUE }],
      ['QueueRemove', { Queue: QUEUE, Interface: other }],
      ['QueuePenalty', { Interface: OWN, Penalty: 1 }],
      ['QueueAdd', { Queue: QUEUE, Interface: OWN, Penalty: 0 }],
      ['QueueAdd', { Queue: QUEUE, Interface: OWN, MemberName: 'Somebody else' }],
      ['QueueAdd', { Queue: QUEUE, Interface: OWN, StateInterface: COLLEAGUE }],
      ['QueueMove', { Interface: OWN, FromQueue: QUEUE, ToQueue: OTHER_QUEUE }],
      ['Hangup', { Channel: 'PJSIP/acme-101-00000001' }],
      // A queue outside the agent's scope, and another customer's PBX.
      ['QueueAdd', { Queue: 'globex-help', Interface: OWN }],
      ['QueueAdd', { Queue: QUEUE, Interface: OWN }, ctx.b.serverId],
      ['Call', { Number: '101' }, ctx.b.serverId],
    ] as const) {
      const answer = await ask(action, fields, serverId);
      expect([action, fields, answer.Response]).toEqual([action, fields, 'Error']);
    }
    expect(JSON.stringify([ctx.a.pbx.state(), ctx.b.pbx.state()])).toBe(before);
  });

  const phone = { extension: '150', name: 'Line 150', device: OWN };
  const pause = { action: 'QueuePause', Interface: OWN, Paused: true } as LiveCommand;
  it.each([
    ['an agent', { reach: 'own' }, true],
    ['a program of his', { reach: 'own', apiKey: { name: 'k', rateLimitPerMinute: 1 } }, false],
    ['who may not look', { reach: 'own', abilities: [] }, false],
    ['a screen on the wall', { reach: 'team' }, false],
  ])('are allowed or refused for the caller: %s', (_who, part, may) => {
    const caller = { abilities: [{ action: 'read', resource: 'live' }], apiKey: null, ...part } as unknown as Caller;
    expect(isOwnCommand(caller, pause, [phone])).toBe(may);
    expect(isOwnCommand(caller, pause, [])).toBe(false);
    expect(isOwnCommand(caller, { action: 'Call', Number: '101' }, [phone])).toBe(may);
    expect(isOwnCommand(caller, { action: 'Call', Number: '101' }, [])).toBe(false);
  });
});

describe("an agent's own page", () => {
  it("shows only the agent's phone, the queues of their call centers on that server and their own calls", async () => {
    const row = (id: number, device: string, customer: string) => ({
      ...{ id: `00000000-0000-4000-8000-00000000000${id}`, serverId: ctx.a.serverId, linkedid: `c${id}` },
      ...{ uniqueid: `c${id}`, customerId: customer, callcenterId: null, direction: 'inbound', status: 'answered' },
      ...{ source: '+34600111222', sourceName: 'Ana Gil', destination: '100', extension: '150', device, queue: null },
      ...{ agentName: null, agentInterface: null, startAt: new Date(1e12 + id), answerAt: new Date(1e12 + id) },
      ...{ endAt: new Date(1e12 + 9000), duration: 9, waitSeconds: 1, talkSeconds: 8, billableSeconds: 8 },
      ...{ recordingFile: '', legs: 1 },
    });
    const { a, b } = ctx.world;
    await ctx.server.deps.db
      .insertInto('calls' as never)
      .values([row(1, OWN, a.customerId), row(2, COLLEAGUE, a.customerId), row(3, OWN, b.customerId)] as never)
      .execute();
    const { status, body } = await ctx.server.call(agent(), 'GET', '/agent/me');
    const page = body as AgentPage;
    expect(status).toBe(200);
    expect(page.phones).toEqual([{ serverId: ctx.a.serverId, extension: '150', name: 'Line 150', interface: OWN }]);
    expect(page.queues.map((q) => [q.serverId, q.name]).toSorted()).toEqual([
      [ctx.a.serverId, OTHER_QUEUE],
      [ctx.a.serverId, QUEUE],
    ]);
    expect(page.calls.map((c) => [c.id.at(-1), c.party.number.replaceAll(' ', ''), c.partyName])).toEqual([
      ['1', '+34600111222', 'Ana Gil'],
    ]);
    const nobody = await ctx.server.call(ctx.world.b.tokens['agent'] ?? '', 'GET', '/agent/me');
    expect(nobody.body).toMatchObject({ phones: [], queues: [], calls: [], team: null });
    const idle = await ctx.server.call(agent(), 'GET', '/agent/caller');
    expect(idle.body as PastCalls).toEqual({ number: null, party: null, call: null, calls: [] });
  });

  it("shows past calls with the current party, limited to the agent's call centers and to basic fields", async () => {
    const { a, b } = ctx.world;
    const on = (iface: string, caller = a) => ({
      ...{ interface: iface, ringing: true, incall: false, callerNumber: '0034600999888' },
      owner: { customerId: a.customerId, callcenterId: a.callcenterId },
      callOwner: { customerId: caller.customerId, callcenterId: caller.callcenterId },
    });
    const past = (id: number, customerId: string, callcenterId: string | null) => ({
      ...{ id: `00000000-0000-4000-8000-00000000001${id}`, serverId: ctx.a.serverId, linkedid: `p${id}` },
      ...{ uniqueid: `p${id}`, customerId, callcenterId, direction: 'inbound', status: 'answered' },
      ...{ source: '+34600999888', sourceName: 'Ana Gil', destination: '100', extension: '', device: '', queue: null },
      ...{ agentName: null, agentInterface: null, startAt: new Date(Date.now() - 1000), answerAt: null },
      ...{ endAt: new Date(), duration: 10 + id, waitSeconds: 1, talkSeconds: 8, billableSeconds: 8 },
      ...{ recordingFile: '', legs: 1 },
    });
    const rows = [past(1, a.customerId, a.callcenterId), past(2, a.customerId, null)];
    await ctx.server.deps.db
      .insertInto('calls' as never)
      .values([...rows, past(3, b.customerId, b.callcenterId)] as never)
      .execute();
    const members = vi.spyOn(ctx.server.deps.pbx, 'membersOf');
    const caller = async () => (await ctx.server.call(agent(), 'GET', '/agent/caller')).body as PastCalls;
    members.mockReturnValue([on(COLLEAGUE)] as never);
    expect(await caller()).toEqual({ number: null, party: null, call: null, calls: [] });
    // The phone rings for a queue of another customer.
    members.mockReturnValue([on(OWN, b)] as never);
    expect(await caller()).toEqual({ number: null, party: null, call: null, calls: [] });
    members.mockReturnValue([on(OWN)] as never);
    const found = await caller();
    expect(found.number).toBe('0034600999888');
    expect(found.calls.map((c) => [Object.keys(c).toSorted().join(), c.duration])).toEqual([
      ['agent,direction,duration,queueLabel,startAt,status', 11],
    ]);
    // Outside queues: the agent's own calls, never those of colleagues or other customers.
    members.mockReturnValue([]);
    const dialled = (channel: string, customerId: string) => ({
      ...{ serverId: ctx.a.serverId, linkedid: 'd1', channel, source: '150', sourceName: '', agentInterface: null },
      ...{ destination: '+34600999888', startedAt: 1e12, answeredAt: null, owners: [{ customerId }] },
    });
    const calls = vi.spyOn(ctx.server.deps.pbx, 'callsOf');
    calls.mockReturnValue([dialled(`${COLLEAGUE}-01`, a.customerId), dialled(`${OWN}-02`, b.customerId)] as never);
    expect((await caller()).call).toBeNull();
    calls.mockReturnValue([dialled(`${OWN}-02`, a.customerId)] as never);
    const direct = await caller();
    expect(direct.call).toMatchObject({ outgoing: true, answeredAt: null, party: { number: '+34 600 99 98 88' } });
    expect([direct.number, direct.calls.length]).toEqual(['+34600999888', 1]);
    calls.mockRestore();
    members.mockRestore();
  });
});
