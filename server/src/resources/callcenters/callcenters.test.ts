// What a call center says for all of its queues reaches the PBX, and it takes no more agents than it may have.
import { configText } from '@ringside/core/pbx/config-file.ts';
import { renderPbx } from '@ringside/core/pbx/render.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readWanted } from '../../provisioning/wanted-queries.ts';
import { startTestConsole } from '../../testing/test-console.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import { makeTwoCustomers } from '../../testing/two-customers.ts';
import type { World } from '../../testing/two-customers.ts';

let server: TestConsole;
let world: World;
let admin: string;

beforeAll(async () => {
  server = await startTestConsole();
  world = await makeTwoCustomers(server);
  admin = world.platform['administrator'] ?? '';
});
afterAll(() => server.close());

const change = (body: object) => server.call(admin, 'PATCH', `/callcenters/${world.a.callcenterId}`, body);
const written = async (): Promise<string> => {
  const { pbx } = await readWanted(server.deps.db, server.deps.secrets, world.a.endpointId, 'http://console.test/api');
  return renderPbx(pbx).files.map(configText).join('\n');
};

it('speaks to callers in its language, and records the queues that leave it to the call center', async () => {
  const place = { callcenterId: world.a.callcenterId, serverId: world.a.endpointId, managed: true };
  const made = await server.call(admin, 'POST', '/queues', { ...place, name: 'twin-a-terms' });
  expect(made.body).toMatchObject({ recording: 'callcenter' });
  const queue = (body: object) => server.call(admin, 'PATCH', `/queues/${made.body.id}`, body);
  expect(await written()).not.toMatch(/CHANNEL\(language\)|MixMonitor/);
  const marks = () => server.deps.db.selectFrom('provisioningMarks').selectAll().execute();
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

it('takes no more agents than it may have; who is there stays', async () => {
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
