import type { EmergencyGap } from '@ringside/core/contract/pbx/provisioning.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readWanted } from '../wanted-queries.ts';
import { startTwins } from '../../../testing/start-twins.ts';
import type { TestConsole } from '../../../testing/test-console.ts';
import type { World } from '../../../testing/side.ts';

let server: TestConsole;
let world: World;
let admin: string;
let own: string;

beforeAll(async () => {
  ({ server, world } = await startTwins());
  admin = world.platform['administrator'] ?? '';
  own = world.a.tokens['customer-admin'] ?? '';
  await server.call(admin, 'PATCH', `/customers/${world.a.customerId}`, { country: 'GB' });
});
afterAll(() => server.close());

const gaps = async (): Promise<readonly EmergencyGap[]> =>
  (await server.call(admin, 'GET', `/endpoints/${world.a.endpointId}/provisioning`)).body.emergency;
const emergencyOf = async () => {
  const { pbx } = await readWanted(server.deps.db, server.deps.secrets, world.a.endpointId, '');
  return pbx.tenants.find(({ code }) => code === 'twin-a')?.flow?.emergency;
};

it("refuses an extension that is an emergency number of the customer's country, even without an outbound route", async () => {
  const line = { name: 'Ann', serverId: world.a.endpointId };
  const refused = await server.call(own, 'POST', '/subscribers', { ...line, extension: '999' });
  expect([refused.status, refused.body.errors]).toMatchObject([409, [{ path: 'extension', code: 'goes-out' }]]);
  expect((await server.call(own, 'POST', '/subscribers', { ...line, extension: '911' })).status).toBe(201);
});

it('names the customers without a trunk for emergency calls, and extensions that are emergency numbers', async () => {
  expect(await gaps()).toEqual([]);
  await server.call(admin, 'PATCH', `/trunks/${world.a.trunkId}`, { enabled: false });
  const of = { customerId: world.a.customerId, customerName: 'Twin a' };
  const [noTrunk, extension] = [
    { ...of, code: 'no-trunk', numbers: ['112', '999'] },
    { ...of, code: 'extension', numbers: ['999'] },
  ];
  expect(await gaps()).toEqual([noTrunk]);
  await server.deps.db.updateTable('subscribers').set({ extension: '999' }).where('extension', '=', '911').execute();
  expect(await gaps()).toEqual([noTrunk, extension]);
  const asked = { subscriberId: world.a.subscriberId, number: '999' };
  const { body } = await server.call(own, 'POST', '/acl/dial-test', asked);
  expect(body).toMatchObject({ allowed: false, by: 'emergency-no-trunk' });
  await server.call(admin, 'PATCH', `/trunks/${world.a.trunkId}`, { enabled: true });
});

it("gives the PBX the country's emergency numbers and the caller ID of each line, which must be the customer's own number", async () => {
  expect(await emergencyOf()).toEqual({ numbers: ['112', '999'], callerIdNumber: '', lines: [] });
  const line = `/subscribers/${world.a.subscriberId}`;
  const foreign = await server.call(own, 'PATCH', line, { emergencyCallerId: '+442079460102' });
  expect([foreign.status, foreign.body.errors]).toMatchObject([
    422,
    [{ path: 'emergencyCallerId', code: 'not-own-number' }],
  ]);
  const written = await server.call(own, 'PATCH', line, { emergencyCallerId: '020 7946 0101' });
  expect([written.status, written.body.emergencyCallerId]).toEqual([200, '+442079460101']);
  const customer = await server.call(admin, 'PATCH', `/customers/${world.a.customerId}`, {
    emergencyCallerId: '+442079460101',
  });
  expect(customer.status).toBe(200);
  expect(await emergencyOf()).toMatchObject({
    callerIdNumber: '+442079460101',
    lines: [{ extension: '100', number: '+442079460101' }],
  });
  await server.call(admin, 'PATCH', `/customers/${world.a.customerId}`, { status: 'suspended' });
  expect((await emergencyOf())?.numbers).toEqual(['112', '999']);
});
