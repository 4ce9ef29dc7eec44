// Tests a reseller's limits, which count the rows of all customers below it: on creation, on moves of a customer, in the PBX configuration,
// and for the recording quota.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readWanted } from '../../pbx/provisioning/wanted-queries.ts';
import { watchRecordingQuotas } from '../../calls/recordings/watch-recording-quotas.ts';
import { startTwins } from '../../testing/start-twins.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import type { World } from '../../testing/side.ts';
import { clearPbxMarks, pbxMarks } from '../../testing/pbx-marks.ts';

let server: TestConsole;
let world: World;
let admin: string;
let own: string;
let top: string;

const change = (id: string, values: object) => server.call(admin, 'PATCH', `/customers/${id}`, values);
const addLine = (extension: string, token = own) =>
  server.call(token, 'POST', '/subscribers', { ...{ name: 'One more', extension, serverId: world.a.endpointId } });

beforeAll(async () => {
  ({ server, world } = await startTwins());
  admin = world.platform['administrator'] ?? '';
  own = world.a.tokens['customer-admin'] ?? '';
  top = world.a.parentId;
});
afterAll(() => server?.close());

describe('the limits of a reseller', () => {
  it('count the subscribers of the customers below it without revealing its values', async () => {
    const { withBelow } = (await server.call(admin, 'GET', `/customers/${top}`)).body;
    expect(withBelow.subscribers).toBeGreaterThan(0);
    await change(top, { maxSubscribers: withBelow.subscribers });
    const refused = await addLine('881');
    expect([refused.status, refused.body.errors]).toMatchObject([
      409,
      [{ path: 'customerId', code: 'limit-reached-above' }],
    ]);
    expect(refused.body.errors[0].params).toBeUndefined();
    expect(refused.text).not.toContain(String(withBelow.subscribers));
    await change(top, { maxSubscribers: withBelow.subscribers + 1 });
    expect((await addLine('881')).status).toBe(201);
    expect((await addLine('882')).status).toBe(409);
    await change(top, { maxSubscribers: null });
    expect((await addLine('882')).status).toBe(201);
    expect((await server.call(admin, 'GET', `/customers/${world.a.customerId}`)).body.withBelow).toBeNull();
  });

  it.each([
    ['maxQueues', 'queues'],
    ['maxUsers', 'users'],
    ['maxAgents', 'agents'],
  ] as const)('%s is counted in the same way', async (field, what) => {
    const make = () =>
      what === 'queues'
        ? server.call(admin, 'POST', '/queues', {
            ...{ callcenterId: world.a.callcenterId, serverId: world.a.endpointId, name: `below-${what}` },
          })
        : server.call(own, 'POST', '/users', {
            ...{ username: `below.${what}`, email: `below.${what}@example.com`, role: 'agent' },
            callcenterIds: [world.a.callcenterId],
          });
    const { withBelow } = (await server.call(admin, 'GET', `/customers/${top}`)).body;
    await change(top, { [field]: withBelow[what] });
    expect((await make()).body.errors?.[0]?.code).toBe('limit-reached-above');
    await change(top, { [field]: withBelow[what] + 1 });
    expect((await make()).status).toBe(201);
    await change(top, { [field]: null });
  });

  it('apply when a customer is moved below it', async () => {
    const { withBelow } = (await server.call(admin, 'GET', `/customers/${top}`)).body;
    await change(top, { maxSubscribers: withBelow.subscribers });
    const moved = await change(world.b.customerId, { parentId: top });
    expect([moved.status, moved.body.errors]).toMatchObject([409, [{ path: 'parentId', code: 'limit-reached-above' }]]);
    await change(top, { maxSubscribers: null });
  });

  it('on concurrent calls are enforced by the PBX servers of the customers below, which receive changes', async () => {
    await clearPbxMarks(server.deps.db);
    await change(top, { maxConcurrentCalls: 7 });
    expect(await pbxMarks(server.deps.db)).toContainEqual({
      ...{ serverId: world.a.endpointId, resource: 'customer', resourceId: world.a.customerId },
    });
    const { code } = (await server.call(admin, 'GET', `/customers/${top}`)).body;
    const wanted = await readWanted(server.deps.db, server.deps.secrets, world.a.endpointId, '');
    const tenant = wanted.pbx.tenants.find((each) => each.code === 'twin-a');
    expect(tenant?.flow?.mostAbove).toEqual([{ code, most: 7 }]);
    await change(top, { maxConcurrentCalls: null });
  });

  it('on recordings count the recordings of the customers below and stop their recording', async () => {
    await sql`insert into calls (id, server_id, linkedid, uniqueid, customer_id, direction, status, source, source_name,
      destination, extension, device, start_at, answer_at, end_at, duration, wait_seconds, talk_seconds, billable_seconds,
      recording_file, legs) values ('00000000-0000-4000-8000-00000000ca31', 1, 'l9', 'l9', ${world.a.customerId}, 'inbound',
      'answered', '', '', '', '', '', now(), now(), now(), 400, 1, 399, 399, 'a/1.wav', 1)`.execute(server.deps.db);
    const full = async (id: string) => (await server.call(admin, 'GET', `/customers/${id}`)).body.recordingFull;
    await change(top, { maxRecordingMb: 5 });
    await watchRecordingQuotas(server.deps);
    expect([await full(top), await full(world.a.customerId), await full(world.b.customerId)]).toEqual([
      true,
      true,
      false,
    ]);
    await change(top, { maxRecordingMb: null });
    await watchRecordingQuotas(server.deps);
    expect([await full(top), await full(world.a.customerId)]).toEqual([false, false]);
  });
});
