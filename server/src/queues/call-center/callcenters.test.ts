// Tests that settings of a call center apply to its queues on the PBX, and that the agent limit is enforced.
import { configText } from '@ringside/core/asterisk/testing/config-text.ts';
import { renderPbx } from '@ringside/core/pbx/render.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readWanted } from '../../pbx/provisioning/wanted-queries.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import { startTwins } from '../../testing/start-twins.ts';
import type { World } from '../../testing/side.ts';
import { pbxMarks } from '../../testing/pbx-marks.ts';

let server: TestConsole;
let world: World;
let admin: string;

beforeAll(async () => {
  ({ server, world } = await startTwins());
  admin = world.platform['administrator'] ?? '';
});
afterAll(() => server.close());

const change = (body: object) => server.call(admin, 'PATCH', `/callcenters/${world.a.callcenterId}`, body);
const written = async (): Promise<string> => {
  const { pbx } = await readWanted(server.deps.db, server.deps.secrets, world.a.endpointId, 'http://console.test/api');
  return renderPbx(pbx).files.map(configText).join('\n');
};

it("plays prompts in its language and records queues that use the call center's policy", async () => {
  const place = { callcenterId: world.a.callcenterId, serverId: world.a.endpointId, managed: true };
  const made = await server.call(admin, 'POST', '/queues', { ...place, name: 'twin-a-terms' });
  expect(made.body).toMatchObject({ recording: 'callcenter' });
  const queue = (body: object) => server.call(admin, 'PATCH', `/queues/${made.body.id}`, body);
  expect(await written()).not.toMatch(/CHANNEL\(language\)|MixMonitor/);
  const marks = () => pbxMarks(server.deps.db);
  const before = (await marks()).length;
  expect((await change({ language: 'es', recording: 'all', description: 'Orders' })).body).toMatchObject({
    ...{ language: 'es', recording: 'all', description: 'Orders' },
  });
  expect((await marks()).length).toBeGreaterThan(before);
  expect(await written()).toMatch(/Set\(CHANNEL\(language\)=es\)\n[^\n]*a-record[^\n]*\n[^\n]*Queue\(twin-a-terms/);
  await queue({ recording: 'none' });
  expect(await written()).not.toMatch(/a-record[^\n]*\n[^\n]*Queue\(twin-a-terms/);
  await change({ language: 'pbx', recording: 'none' });
  await queue({ recording: 'all' });
  expect(await written()).toMatch(/a-record[^\n]*\n[^\n]*Queue\(twin-a-terms/);
  const steps = [{ afterSeconds: 20, minPenalty: 0, maxPenalty: 3 }];
  expect((await queue({ penaltySteps: steps })).body.penaltySteps).toEqual(steps);
  expect(await written()).toContain('[twin-a-terms]\npenaltychange => 20,3,0\n');
  const wrong = await queue({ penaltySteps: [...steps, ...steps] });
  expect([wrong.status, wrong.body.errors]).toMatchObject([422, [{ path: 'penaltySteps', code: 'penalty-times' }]]);
});

it('accepts no more agents than its limit and keeps existing ones', async () => {
  const join = (username: string, role = 'agent') =>
    server.call(admin, 'POST', '/users', {
      ...{ username, email: `${username}@example.com`, role, customerId: world.a.customerId },
      callcenterIds: [world.a.callcenterId],
    });
  const first = await join('full-one');
  expect(first.status).toBe(201);
  await change({ maxAgents: 0 });
  const refused = await join('full-two');
  expect([refused.status, refused.body.errors[0]]).toMatchObject([
    409,
    { path: 'callcenterIds', code: 'limit-reached', params: { most: 0 } },
  ]);
  expect((await join('full-lead', 'supervisor')).status).toBe(201);
  const again = await server.call(admin, 'PATCH', `/users/${first.body.id}`, {
    ...{ role: 'agent', callcenterIds: [world.a.callcenterId] },
  });
  expect(again.status).toBe(200);
  const lead = (await server.call(admin, 'GET', '/users?q=full-lead')).body.data[0];
  const turned = await server.call(admin, 'PATCH', `/users/${lead.id}`, { role: 'agent' });
  expect([turned.status, turned.body.errors[0].code]).toEqual([409, 'limit-reached']);
  await change({ maxAgents: null });
  expect((await join('full-two')).status).toBe(201);
});

it('provides the overflow destination, the shown number and the default server for its queues', async () => {
  const place = { callcenterId: world.a.callcenterId, serverId: world.a.endpointId, managed: true };
  const queue = await server.call(admin, 'POST', '/queues', { ...place, name: 'twin-a-ways' });
  const queueAt = `/queues/${queue.body.id}`;
  const line = await server.call(admin, 'GET', `/subscribers/${world.a.subscriberId}`);
  const to = { kind: 'extension', id: world.a.subscriberId };
  const tenants = async () =>
    (await readWanted(server.deps.db, server.deps.secrets, world.a.endpointId, '')).pbx.tenants;
  const ways = async () => {
    const found = (await tenants()).flatMap(({ queues }) => queues).find(({ name }) => name === 'twin-a-ways');
    return [found?.timeoutTo, found?.fullTo];
  };
  expect(await ways()).toEqual([undefined, undefined]);
  const said = await change({ overflowDestination: to });
  expect(said.body).toMatchObject({
    overflowDestination: to,
    overflowName: `${line.body.extension} ${line.body.name}`,
  });
  const there = { kind: 'extension', extension: line.body.extension };
  expect(await ways()).toEqual([there, there]);
  expect(await written()).toMatch(/Queue\(twin-a-ways[^\n]*\n[^\n]*TIMEOUT[^\n]*?twin-a-out,100,1/);
  // The queue's own destination takes precedence, and a queue never leads to itself.
  await server.call(admin, 'PATCH', queueAt, { fullDestination: { kind: 'hangup' } });
  expect(await ways()).toEqual([there, { kind: 'hangup' }]);
  await change({ overflowDestination: { kind: 'queue', id: queue.body.id } });
  expect(await ways()).toEqual([undefined, { kind: 'hangup' }]);
  const used = await server.call(admin, 'DELETE', queueAt);
  expect([used.status, used.body.errors]).toMatchObject([409, [{ code: 'in-use' }]]);
  const foreign = { kind: 'extension', id: world.b.subscriberId };
  expect((await change({ overflowDestination: foreign })).body.errors).toMatchObject([{ path: 'overflowDestination' }]);
  await change({ overflowDestination: null });

  expect((await change({ outboundNumber: '+442079469999' })).body.errors).toMatchObject([{ path: 'outboundNumber' }]);
  for (const number of ['+442079460801', '+442079460802'])
    await server.call(admin, 'POST', '/dids', {
      ...{ customerId: world.a.customerId, serverId: world.a.endpointId, number, destination: { kind: 'hangup' } },
    });
  const shown = async () =>
    (await tenants()).flatMap(({ flow }) => flow?.lineNumbers ?? []).map(({ number }) => number);
  expect((await change({ outboundNumber: '+442079460802' })).body.outboundNumber).toBe('+442079460802');
  expect(await shown()).toEqual([]);
  const joined = await server.call(admin, 'POST', `${queueAt}/members`, { subscriberId: world.a.subscriberId });
  expect(joined.status).toBe(201);
  expect(await shown()).toEqual(['+442079460802']);
  await server.call(admin, 'PATCH', `/subscribers/${world.a.subscriberId}`, { callerIdNumber: '+442079460801' });
  expect(await shown()).toEqual(['+442079460801']);

  const second = await server.call(admin, 'POST', '/endpoints', {
    ...{ name: 'Second', amiHost: 'pbx.example', amiUsername: 'ringside', amiSecret: 'x', enabled: false },
  });
  expect((await change({ defaultServerId: second.body.id })).body.defaultServerName).toBe('Second');
  const { callcenterId } = place;
  const made = await server.call(admin, 'POST', '/queues', { callcenterId, name: 'twin-a-there' });
  expect(made.body.serverId).toBe(second.body.id);
});

it('places customers without objects on the PBX server with the lowest load relative to its weight', async () => {
  const pbx = async (name: string, weight: number, more: object = {}) =>
    (
      await server.call(admin, 'POST', '/endpoints', {
        ...{ name, weight, amiHost: 'pbx.example', amiUsername: 'ringside', amiSecret: 'x', ...more },
      })
    ).body.id as number;
  await server.deps.db.updateTable('endpoints').set({ weight: 0 }).execute();
  const [small, large] = [await pbx('Small', 1), await pbx('Large', 3)];
  await pbx('Off', 100, { enabled: false });
  await pbx('Worked on', 100, { maintenance: true });
  const placed: number[] = [];
  for (let n = 0; n < 8; n += 1) {
    const { body } = await server.call(admin, 'POST', '/customers', { code: `room-${n}`, name: `Room ${n}` });
    const line = await server.call(admin, 'POST', '/subscribers', {
      ...{ customerId: body.id, extension: '201', name: 'First' },
    });
    expect(line.status).toBe(201);
    placed.push(line.body.serverId);
  }
  expect([placed.filter((id) => id === large).length, placed.filter((id) => id === small).length]).toEqual([6, 2]);
  // Further lines go to the server of the first one.
  const [first] = (await server.call(admin, 'GET', `/subscribers?serverId=${small}`)).body.data;
  const next = { customerId: first.customerId, extension: '202', name: 'Second' };
  expect((await server.call(admin, 'POST', '/subscribers', next)).body.serverId).toBe(small);
});
