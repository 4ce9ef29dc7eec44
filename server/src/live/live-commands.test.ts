// Tests live commands over HTTP and over the socket, including their effect on the simulated PBX.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLiveConsole, QUEUE, until } from './testing/live-console.ts';
import type { LiveConsole } from './testing/live-console.ts';

let room: LiveConsole;
const supervisor = (): string => room.world.a.tokens['supervisor'] ?? '';
const adminOf = (side: 'a' | 'b'): string => room.world[side].tokens['customer-admin'] ?? '';

beforeAll(async () => {
  room = await openLiveConsole();
}, 60_000);
afterAll(() => room.close());

describe('live commands', () => {
  const memberOf = async (token: string, serverId: number | undefined, iface: string, queue = QUEUE) =>
    (await room.live(token)).queues
      .find((q) => q.serverId === serverId && q.name === queue)
      ?.members.find((m) => m.interface === iface);

  it('pause and unpause an agent with a reason and write audit entries', async () => {
    const own = room.a.serverId;
    const iface = (await room.queueIn(supervisor(), own))?.members[0]?.interface ?? '';
    const fields = { Interface: iface, Queue: QUEUE };
    const answer = await room.command(supervisor(), own, 'QueuePause', { ...fields, Paused: true, Reason: 'lunch' });
    expect([answer.status, answer.body]).toEqual([
      200,
      { response: 'Success', message: expect.stringMatching(/pause/i), confirmed: true, space: null },
    ]);
    await until('paused', async () => (await memberOf(supervisor(), own, iface))?.pausedReason === 'lunch');
    // Names of fields and actions are case-insensitive, as in AMI.
    await room.command(supervisor(), own, 'queuepause', { interface: iface, queue: QUEUE, paused: 'false' });
    await until('unpaused', async () => (await memberOf(supervisor(), own, iface))?.paused === false);
    const trail = await room.server.call(
      room.admin,
      'GET',
      `/audit?action=operate&customerId=${room.world.a.customerId}`,
    );
    expect(trail.body.data[0]).toMatchObject({
      resource: 'live',
      resourceName: 'QueuePause',
      after: { outcome: 'done' },
    });
  });

  it('answer 404 for objects of another customer and change nothing there', async () => {
    const own = room.a.serverId;
    const foreign = room.b.serverId;
    const iface = (await room.queueIn(adminOf('b'), foreign))?.members[0]?.interface ?? '';
    const before = JSON.stringify(room.b.pbx.state());
    for (const [action, fields] of [
      ['QueuePause', { Interface: iface, Paused: true }],
      ['QueuePause', { Interface: iface, Paused: true, Queue: QUEUE }],
      ['QueueAdd', { Queue: QUEUE, Interface: iface }],
      ['QueueRemove', { Queue: QUEUE, Interface: iface }],
      ['QueuePenalty', { Interface: iface, Penalty: 3 }],
      ['QueueMove', { Interface: iface, FromQueue: QUEUE, ToQueue: 'acme-sales' }],
      ['Hangup', { Channel: 'PJSIP/acme-101-00000001' }],
    ] as const) {
      const answer = await room.command(supervisor(), foreign, action, fields);
      expect([action, answer.status, answer.body.code]).toEqual([action, 404, 'not-found']);
    }
    expect((await room.command(supervisor(), own, 'Hangup', { Channel: '/.*/' })).status).toBe(404);
    // An unassigned queue, and a device that is not the customer's.
    expect((await room.command(supervisor(), own, 'QueueAdd', { Queue: 'globex-help', Interface: iface })).status).toBe(
      404,
    );
    const stranger = { Queue: QUEUE, Interface: 'Local/0900123456@outbound' };
    expect((await room.command(supervisor(), own, 'QueueAdd', stranger)).status).toBe(404);
    expect(JSON.stringify(room.b.pbx.state())).toBe(before);
  });

  it('report missing fields and forbid roles without the permission', async () => {
    const answer = await room.command(supervisor(), room.a.serverId, 'QueueAdd', { Interface: 'PJSIP/1' });
    expect([answer.status, answer.body.errors[0].path]).toEqual([422, 'Queue']);
    expect((await room.command(supervisor(), room.a.serverId, 'Originate', {})).status).toBe(422);
    expect((await room.command(room.world.a.tokens['agent'] ?? '', room.a.serverId, 'QueuePause', {})).status).toBe(
      403,
    );
  });

  it('answer over the socket with the message of the PBX', async () => {
    const client = await room.connect(`token=${supervisor()}&batch=1`);
    const iface = (await room.queueIn(supervisor(), room.a.serverId))?.members[0]?.interface ?? '';
    const added = await client.answer({
      action: 'QueueAdd',
      server_id: room.a.serverId,
      Queue: QUEUE,
      Interface: iface,
    });
    expect([added.Response, added.Message]).toEqual(['Error', 'Unable to add interface: Already there']);
    const paused = await client.answer({
      action: 'QueuePause',
      server_id: room.a.serverId,
      Queue: QUEUE,
      Interface: iface,
      Paused: 1,
    });
    expect([paused.Response, paused.server_id]).toEqual(['Success', room.a.serverId]);
    await until('event', () => client.messages.some((m) => m.Event === 'QueueMemberPause' && m.Interface === iface));
    const foreign = await client.answer({
      action: 'QueuePause',
      server_id: room.b.serverId,
      Interface: iface,
      Paused: 1,
    });
    expect([foreign.Response, foreign.Message]).toEqual(['Error', 'No such server']);
    client.socket.close();
  });
});
