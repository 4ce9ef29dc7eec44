// Tests the adoption of existing PBX queues into a call center in one step.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openLiveConsole, OTHER_QUEUE, QUEUE } from '../../live/testing/live-console.ts';
import type { LiveConsole } from '../../live/testing/live-console.ts';

let room: LiveConsole;
beforeAll(async () => {
  room = await openLiveConsole();
}, 60_000);
afterAll(() => room.close());

interface Seen {
  readonly name: string;
  readonly queueId: string | null;
  readonly members: readonly { readonly interface: string; readonly line: string | null }[];
}
const seen = async (): Promise<readonly Seen[]> =>
  (await room.server.call(room.admin, 'GET', `/endpoints/${room.a.serverId}/queues`)).body.data;
const adopt = (names: readonly string[], token = room.admin, callcenterId = room.world.a.callcenterId) =>
  room.server.call(token, 'POST', '/queues/adopt', { serverId: room.a.serverId, callcenterId, names });

it('adopts all unassigned queues unchanged, or none if one is assigned already', async () => {
  const before = await seen();
  const free = before.filter((q) => q.queueId === null).map((q) => q.name);
  expect(free.length).toBeGreaterThan(1);
  expect(before.flatMap((q) => q.members).length).toBeGreaterThan(0);

  const taken = await adopt([...free, QUEUE]);
  expect([taken.status, taken.body.errors]).toMatchObject([409, [{ path: `names.${free.length}`, code: 'taken' }]]);
  const gone = await adopt([...free, 'never-heard-of']);
  expect([gone.status, gone.body.errors]).toMatchObject([422, [{ path: `names.${free.length}`, code: 'unknown' }]]);
  expect((await seen()).filter((q) => q.queueId === null).map((q) => q.name)).toEqual(free);

  const made = await adopt(free);
  expect([made.status, made.body.data.map((q: { name: string }) => q.name)]).toEqual([201, free]);
  expect((await seen()).filter((q) => q.queueId === null)).toEqual([]);
  const one = (await room.server.call(room.admin, 'GET', `/queues/${made.body.data[0].id}`)).body;
  expect([one.managed, one.callcenterId]).toEqual([false, room.world.a.callcenterId]);
  // The customer's users see the queues in the live view.
  const own = room.world.a.tokens['customer-admin'] ?? '';
  await expect
    .poll(async () => (await room.live(own)).queues.filter((q) => q.serverId === room.a.serverId).map((q) => q.name))
    .toEqual(expect.arrayContaining([...free, QUEUE, OTHER_QUEUE]));

  const again = await adopt(free);
  expect(again.status).toBe(409);
  expect(again.body.errors).toHaveLength(free.length);
});

it('is only for platform staff and requires an existing call center', async () => {
  expect((await adopt([QUEUE], room.world.a.tokens['customer-admin'] ?? '')).status).toBe(403);
  expect((await adopt([QUEUE], room.admin, room.world.a.customerId)).status).toBe(404);
});

it('shows which members are lines of the console', async () => {
  const [member] = (await seen()).flatMap((q) => q.members).filter((m) => m.interface.startsWith('PJSIP/'));
  const [code = '', extension = ''] = (member?.interface ?? '').slice('PJSIP/'.length).split('-');
  expect(member?.line).toBeNull();
  const customer = await room.server.call(room.admin, 'POST', '/customers', { code, name: 'Of the PBX' });
  const line = { customerId: customer.body.id, serverId: room.a.serverId, extension, name: 'Ann' };
  expect((await room.server.call(room.admin, 'POST', '/subscribers', line)).status).toBe(201);
  const lines = (await seen()).flatMap((q) => q.members).filter((m) => m.interface === member?.interface);
  expect(new Set(lines.map((m) => m.line))).toEqual(new Set([`${extension} Ann`]));
});
