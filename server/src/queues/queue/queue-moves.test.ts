// Tests moving a queue to another PBX server: conflicts in the preview, marks for both servers, and the history of the queue.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEventStore } from '../../live/event-store.ts';
import { insertFacts } from '../../reports/testing/change-facts.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import { startTwins } from '../../testing/start-twins.ts';
import type { World } from '../../testing/side.ts';
import { clearPbxMarks, pbxMarks } from '../../testing/pbx-marks.ts';

const OUTCOME = { kind: 'outcome', at: Date.parse('2026-10-05T10:00:00Z'), queue: 'twin-a-sales' };
let server: TestConsole;
let world: World;
let admin: string;
let from: number;
let to: number;
let queueId: string;
beforeAll(async () => {
  ({ server, world } = await startTwins());
  admin = world.platform['administrator'] ?? '';
  from = world.a.endpointId;
  const other = { name: 'Second', amiHost: '127.0.0.1', amiPort: 9, amiUsername: 'c', amiSecret: 's', enabled: false };
  to = (await ask('POST', '/endpoints', other)).id;
  queueId = (await makeQueue('twin-a-sales', from, { extension: '770' })).id;
  const { db } = server.deps;
  const { customerId, callcenterId } = world.a;
  const visit = { queue: 'twin-a-sales', customer_id: customerId, callcenter_id: callcenterId, sent_on: false };
  await insertFacts(db, 'queue', [
    { ...visit, server_id: from, id: 1, at: '2026-10-05T10:00:00Z', outcome: 'answered', wait: 4 },
    { ...visit, server_id: to, id: 2, at: '2026-10-06T10:00:00Z', outcome: 'abandoned', wait: 9 },
  ]);
  await sql`insert into live_events (server_id, id, at, kind, queue, event)
    values (${from}, 1, '2026-10-05T10:00:00Z', 'outcome', 'twin-a-sales', ${JSON.stringify(OUTCOME)})`.execute(db);
});
afterAll(() => server.close());

const ask = async (method: string, path: string, body?: unknown) => {
  const answer = await server.call(admin, method, path, body);
  if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer.body;
};
const makeQueue = (name: string, serverId: number, more: object = {}) =>
  ask('POST', '/queues', { callcenterId: world.a.callcenterId, serverId, name, managed: true, ...more });
const line = (serverId: number, extension: string): Promise<{ id: string }> =>
  ask('POST', '/subscribers', { customerId: world.a.customerId, serverId, extension, name: `Line ${extension}` });
const problems = async (path = `/queues/${queueId}`, more = ''): Promise<Record<string, string[]>> => {
  const preview = await ask('GET', `${path}/move?serverId=${to}${more}`);
  const each = preview.queues.flatMap((q: { problems: { code: string; names: string[] }[] }) => q.problems);
  return Object.fromEntries(each.map((p: { code: string; names: string[] }) => [p.code, p.names]));
};
const move = (body: object, path = `/queues/${queueId}`) => server.call(admin, 'POST', `${path}/move`, body);
const report = async () => {
  const asked = 'from=2026-10-01T00:00:00Z&to=2026-10-31T00:00:00Z';
  const { data } = await ask('GET', `/reports/queues?${asked}&customerId=${world.a.customerId}`);
  return data.map((row: Record<string, unknown>) => [row['serverId'], row['label'], row['received']]);
};

describe('before the move', () => {
  it('the preview names every conflict', async () => {
    await server.deps.db.insertInto('provisioning').values({ serverId: to, enabled: false }).execute();
    expect(await problems()).toEqual({ 'not-configured': ['Second'] });
    await server.deps.db.updateTable('provisioning').set({ enabled: true }).where('serverId', '=', to).execute();
    const { id: member } = await line(from, '781');
    await ask('POST', `/queues/${queueId}/members`, { subscriberId: member });
    await ask('PATCH', `/ivrs/${world.a.ivrId}`, { fallback: { kind: 'queue', id: queueId } });
    await ask('PATCH', `/queues/${queueId}`, { timeoutDestination: { kind: 'extension', id: world.a.subscriberId } });
    await line(to, '770');
    await ask('POST', '/dids', {
      ...{ customerId: world.a.customerId, serverId: from, number: '+442079460177' },
      destination: { kind: 'queue', id: queueId },
    });
    expect(await problems()).toEqual({
      'extension-taken': ['770'],
      'led-to': ['+442079460177', 'Main'],
      'leads-away': [expect.stringMatching(/^100 /)],
      'members-stay': ['781 Line 781'],
    });
    expect((await problems(undefined, '&numbers=true'))['led-to']).toEqual(['Main']);
    const refused = await move({ serverId: to, numbers: true, leaveMembers: true });
    const codes = refused.body.errors.map(({ code }: { code: string }) => code);
    expect([refused.status, codes]).toEqual([409, ['move-led-to', 'move-extension-taken', 'move-leads-away']]);
    expect((await ask('GET', `/queues/${queueId}`)).serverId).toBe(from);
  });

  it('waiting callers lose their position only on explicit request', async () => {
    const { pbx } = server.deps as unknown as { pbx: { waitingIn: unknown } };
    const before = pbx.waitingIn;
    pbx.waitingIn = () => 3;
    expect(await problems()).toMatchObject({ 'callers-waiting': [] });
    const refused = await move({ serverId: to });
    expect(JSON.stringify(refused.body.errors)).toContain('3 callers are waiting and would lose their place');
    pbx.waitingIn = before;
  });

  it('users of other customers and of its own customer cannot move it', async () => {
    for (const token of [world.a.tokens['customer-admin'], world.b.tokens['customer-admin']]) {
      const answer = await server.call(token ?? '', 'POST', `/queues/${queueId}/move`, { serverId: to });
      expect(answer.status).toBe(403);
    }
    expect((await move({ serverId: 99_999 })).status).toBe(404);
    const same = await move({ serverId: from });
    expect(same.body.errors[0].code).toBe('move-same-server');
  });
});

describe('a queue without conflicts', () => {
  it('moves with its lines, numbers and destinations and marks both PBX servers', async () => {
    const { data } = await ask('GET', `/subscribers?serverId=${to}&extension=770`);
    await ask('DELETE', `/subscribers/${data[0].id}`);
    await ask('PATCH', `/ivrs/${world.a.ivrId}`, { fallback: { kind: 'hangup' } });
    const twin = await line(to, '100');
    const { id: member } = await line(from, '782');
    await ask('POST', `/queues/${queueId}/members`, { subscriberId: member, penalty: 3 });
    await line(to, '782');
    await clearPbxMarks(server.deps.db);
    const done = await move({ serverId: to, numbers: true, leaveMembers: true });
    expect([done.status, done.text]).toEqual([200, expect.anything()]);
    const queue = await ask('GET', `/queues/${queueId}`);
    expect(queue).toMatchObject({ serverId: to, serverName: 'Second', timeoutDestination: { id: twin.id } });
    const members = await ask('GET', `/queues/${queueId}/members`);
    expect(members.data).toMatchObject([{ extension: '782', penalty: 3, position: 1 }]);
    expect(await ask('GET', '/dids?number=%2B442079460177')).toMatchObject({ data: [{ serverId: to }] });
    const marks = (await pbxMarks(server.deps.db)).map(({ serverId, resource }) => ({ serverId, resource }));
    for (const serverId of [from, to]) {
      for (const resource of ['queue', 'did']) expect(marks).toContainEqual({ serverId, resource });
    }
    const trail = await ask('GET', `/audit?resourceId=${queueId}&perPage=1`);
    expect(trail.data[0]).toMatchObject({ before: { serverId: from }, after: { serverId: to, leftMembers: '781' } });
  });

  it('keeps the figures of both servers as one history', async () => {
    expect(await report()).toEqual([[to, 'twin-a-sales', 2]]);
    await ask('PATCH', `/queues/${queueId}`, { label: 'Sales' });
    expect(await report()).toEqual([[to, 'Sales', 2]]);
    const [row] = (await ask('GET', '/reports/queues?from=2026-10-01T00:00:00Z&to=2026-10-31T00:00:00Z')).data;
    const behind = `set=received&groupBy=queue&key=${encodeURIComponent(row.key)}`;
    const calls = await ask(
      'GET',
      `/reports/queues/behind?from=2026-10-01T00:00:00Z&to=2026-10-31T00:00:00Z&${behind}`,
    );
    expect(calls.data.map((call: { serverId: number }) => call.serverId).toSorted()).toEqual([from, to].toSorted());
    const store = createEventStore(server.deps.db, () => undefined);
    expect(await store.countedSince(to, 'twin-a-sales', 0, Number.MAX_SAFE_INTEGER)).toEqual([OUTCOME]);
    expect(await store.countedSince(from, 'twin-a-sales', 0, Number.MAX_SAFE_INTEGER)).toEqual([OUTCOME]);
    await store.close();
  });

  it('reserves its old name for its history and can move back', async () => {
    const body = { callcenterId: world.a.callcenterId, serverId: from, name: 'twin-a-sales' };
    const refused = await server.call(admin, 'POST', '/queues', body);
    expect([refused.status, refused.body.errors[0]]).toMatchObject([409, { path: 'name', code: 'moved-away' }]);
    await server.deps.db.insertInto('provisioning').values({ serverId: from, enabled: true }).execute();
    expect((await move({ serverId: from, numbers: true })).status).toBe(200);
    expect(await report()).toEqual([[from, 'Sales', 2]]);
  });

  it('of a call center moves with all others or not at all', async () => {
    const path = `/callcenters/${world.a.callcenterId}`;
    const second = await makeQueue('twin-a-late', from, { fullDestination: { kind: 'queue', id: queueId } });
    const third = await makeQueue('twin-a-here', to);
    const alone = await server.call(admin, 'POST', `/queues/${queueId}/move`, { serverId: to, numbers: true });
    expect(alone.body.errors[0]).toMatchObject({ code: 'move-led-to', params: { names: 'twin-a-late' } });
    await ask('PATCH', `/queues/${second.id}`, { extension: '799' });
    const blocker = await line(to, '799');
    expect((await move({ serverId: to, numbers: true }, path)).status).toBe(409);
    expect((await ask('GET', `/queues/${queueId}`)).serverId).toBe(from);
    await ask('DELETE', `/subscribers/${blocker.id}`);
    const preview = await ask('GET', `${path}/move?serverId=${to}&numbers=true`);
    expect(preview.queues.map((q: { name: string }) => q.name)).not.toContain('twin-a-here');
    const done = await move({ serverId: to, numbers: true }, path);
    expect([done.status, done.text]).toEqual([200, expect.anything()]);
    for (const id of [queueId, second.id, third.id]) expect((await ask('GET', `/queues/${id}`)).serverId).toBe(to);
  });

  it('still names its history on both servers after it is deleted', async () => {
    for (const { id } of (await ask('GET', `/dids?customerId=${world.a.customerId}`)).data) {
      await ask('DELETE', `/dids/${id}`);
    }
    const { data } = await ask('GET', `/queues?customerId=${world.a.customerId}&name=twin-a-late`);
    await ask('DELETE', `/queues/${data[0].id}`);
    await ask('DELETE', `/queues/${queueId}`);
    expect(await report()).toEqual([[to, 'Sales', 2]]);
  });
});
