// Tests the live state in the API and PBX servers that disconnect.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Live } from '@ringside/core/contract/live/live.ts';
import { reduce } from '@ringside/core/live/reduce.ts';
import { emptyState } from '@ringside/core/live/state.ts';
import { createWireReader } from '@ringside/core/live/wire-reader.ts';
import type { WireMessage } from '@ringside/core/live/wire-rows.ts';
import { openLiveConsole, QUEUE, until } from './testing/live-console.ts';
import type { LiveConsole } from './testing/live-console.ts';

let room: LiveConsole;
const supervisor = (): string => room.world.a.tokens['supervisor'] ?? '';
const adminOf = (side: 'a' | 'b'): string => room.world[side].tokens['customer-admin'] ?? '';

beforeAll(async () => {
  room = await openLiveConsole();
}, 60_000);
afterAll(() => room.close());

describe('GET /api/live', () => {
  it("returns exactly the fields of the contract, limited to the caller's scope", async () => {
    const everything = await room.live(room.admin);
    expect(Live.parse(everything)).toEqual(everything);
    expect(everything.queues.length).toBeGreaterThan(4);
    for (const [side, mine, theirs] of [
      ['a', room.a.serverId, room.b.serverId],
      ['b', room.b.serverId, room.a.serverId],
    ] as const) {
      const own = await room.live(adminOf(side));
      expect(own.queues.map((q) => [q.serverId, q.name]).toSorted()).toEqual([
        [mine, 'acme-sales'],
        [mine, QUEUE],
      ]);
      expect(own.servers.map((s) => s.id)).toContain(mine);
      expect(own.servers.map((s) => s.id)).not.toContain(theirs);
    }
  });

  it('shows the state of the link on the page of PBX servers', async () => {
    const row = (await room.server.call(room.admin, 'GET', `/endpoints/${room.a.serverId}`)).body;
    expect([row.linkState, typeof row.asteriskVersion, row.problems]).toEqual(['up', 'string', expect.any(Array)]);
    expect(row).toMatchObject({
      systemName: 'pbx1',
      reloadedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      modules: null,
    });
    // The start time is in the PBX's own time zone. Reconnects are counted.
    expect([row.startedAt, row.reconnects]).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/), 0]);
    expect(row.capabilities).toEqual(expect.arrayContaining(['members', 'transfer', 'record']));
    const seen = await room.server.call(room.admin, 'GET', `/endpoints/${room.a.serverId}/queues`);
    expect(seen.body.data.map((q: { name: string }) => q.name)).toContain(QUEUE);
  });
});

describe('GET /api/live/messages', () => {
  it.each(['the platform', 'a customer', 'a supervisor'])('makes the same state as the socket for %s', async (who) => {
    const token = who === 'the platform' ? room.admin : who === 'a customer' ? adminOf('a') : supervisor();
    const answer = await room.server.call(token, 'GET', '/live/messages');
    const reader = createWireReader();
    const state = emptyState();
    for (const m of answer.body.data as WireMessage[]) for (const e of reader.read(m)) reduce(state, e);
    expect(state.members.size).toBeGreaterThan(0);
    const client = await room.connect(`token=${token}&batch=1`);
    await client.answer({ action: 'CoreStatus' });
    await client.answer({ action: 'QueueStatus' });
    await until('the same', async () => client.state.queues.size === state.queues.size);
    expect(state).toEqual(client.state);
    client.socket.close();
  });
});

describe('GET /api/live/queue-names', () => {
  it('returns the labels of visible queues to an agent without the permission to read queues', async () => {
    const { data } = (await room.server.call(room.admin, 'GET', '/queues?perPage=100')).body as {
      data: { id: string; serverId: number; name: string }[];
    };
    const labelled = data.filter((q) => q.name === QUEUE);
    for (const q of labelled)
      await room.server.call(room.admin, 'PATCH', `/queues/${q.id}`, { label: `Help on ${q.serverId}` });
    expect(new Set(labelled.map((q) => q.serverId))).toEqual(new Set([room.a.serverId, room.b.serverId]));
    const agent = room.world.a.tokens['agent'] ?? '';
    expect((await room.server.call(agent, 'GET', '/queues')).status).toBe(403);
    const names = await room.server.call(agent, 'GET', '/live/queue-names');
    const own = { serverId: room.a.serverId, name: QUEUE, label: `Help on ${room.a.serverId}` };
    expect([names.status, names.body]).toEqual([200, { data: [own] }]);
  });
});

describe('a PBX server that disconnects', () => {
  it('is stale but still shown, refuses commands and reconnects by itself', async () => {
    await room.a.pbx.shut();
    room.a.pbx.cutLinks();
    await until('stale', async () =>
      (await room.live(room.admin)).servers.some((s) => s.id === room.a.serverId && s.stale),
    );
    expect((await room.queueIn(supervisor(), room.a.serverId))?.members.length).toBeGreaterThan(0);
    const answer = await room.command(supervisor(), room.a.serverId, 'QueuePause', {
      Interface: (await room.queueIn(supervisor(), room.a.serverId))?.members[0]?.interface,
      Paused: true,
    });
    expect([answer.status, answer.body.code]).toEqual([503, 'pbx-not-connected']);
    room.a.pbx.world().clockOffMs = 7_000;
    await room.a.pbx.reopen();
    await until('back', async () =>
      (await room.live(room.admin)).servers.some((s) => s.id === room.a.serverId && s.connected),
    );
    // The console measures the clock skew at once, because it affects all times that the PBX reports.
    const row = async () => (await room.server.call(room.admin, 'GET', `/endpoints/${room.a.serverId}`)).body;
    await until('the clock', async () => ((await row()).clockSkewMs ?? 0) > 5_000);
    const ahead = { code: 'clock-ahead', params: { seconds: 7 } };
    await until('the warning', async () => JSON.stringify((await row()).problems).includes(ahead.code));
    expect((await row()).problems).toEqual(expect.arrayContaining([expect.objectContaining(ahead)]));
    // The dashboard has the same state as the page of the PBX server.
    const watcher = await room.connect(`token=${room.admin}&batch=1`);
    await watcher.answer({ action: 'CoreStatus' });
    const shown = (): unknown => watcher.state.servers.get(String(room.a.serverId))?.problem;
    await until('the warning on the dashboard', async () => shown() === (await row()).problems[0].code);
    watcher.socket.close();
    expect((await row()).reconnects).toBe(1);
    const untouched = await room.server.call(room.admin, 'GET', `/endpoints/${room.b.serverId}`);
    expect(untouched.body).toMatchObject({ reconnects: 0, clockSkewMs: expect.any(Number) });
    room.a.pbx.world().clockOffMs = 0;
  });

  it('is removed from the state of all viewers when it is disabled', async () => {
    const client = await room.connect(`token=${room.admin}&batch=1`);
    await client.answer({ action: 'CoreStatus' });
    await room.server.call(room.admin, 'PATCH', `/endpoints/${room.b.serverId}`, { enabled: false });
    await until('removed', () => client.messages.some((m) => m.Event === 'ServerRemoved'));
    expect((await room.live(room.admin)).queues.some((q) => q.serverId === room.b.serverId)).toBe(false);
    client.socket.close();
  });
});
