import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFakePbx, type FakePbx } from '../../../../tools/fake-pbx/src/create-fake-pbx.ts';
import { labPlan } from '../../../../tools/fake-pbx/src/lab-world.ts';
import { startTwins } from '../../testing/start-twins.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import type { World } from '../../testing/side.ts';

let server: TestConsole;
let world: World;
let pbx: FakePbx;
beforeAll(async () => {
  ({ server, world } = await startTwins());
  const agents = labPlan.agents.slice(0, 1).map((a) => ({ ...a, tenant: 'twin-a', extension: '100', queues: [] }));
  const tenants = labPlan.tenants.slice(0, 1).map((t) => ({ ...t, name: 'twin-a' }));
  pbx = createFakePbx({ plan: { ...labPlan, agents, tenants, queues: [] }, pace: { kind: 'manual' } });
  await pbx.listen();
  const settings = { amiHost: '127.0.0.1', amiPort: pbx.port(), amiUsername: 'ringside', amiSecret: 'ringside' };
  const changed = await server.call(
    world.platform['administrator'] ?? '',
    'PATCH',
    `/endpoints/${world.a.endpointId}`,
    {
      ...settings,
      enabled: true,
    },
  );
  expect(changed.status).toBe(200);
});
afterAll(async () => {
  await server.close();
  await pbx.close();
});

const read = (side: 'a' | 'b', path: string) => server.call(world[side].tokens['customer-admin'] ?? '', 'GET', path);

describe('the registration of a line', () => {
  it('shows the phone with its address and round-trip time', async () => {
    const { status, body } = await read('a', `/subscribers/${world.a.subscriberId}/registration`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: world.a.subscriberId,
      state: 'registered',
      reason: null,
      contacts: [
        { reachable: true, address: expect.stringMatching(/^10\.[\d.]+:\d+$/), userAgent: expect.any(String) },
      ],
    });
    expect(body.contacts[0].roundTripMicros).toBeGreaterThan(0);
    expect(Date.parse(body.contacts[0].expiresAt)).toBeGreaterThan(0);
  });

  it('is unknown with a reason while the PBX server is disabled', async () => {
    const { body } = await read('b', `/subscribers/${world.b.subscriberId}/registration`);
    expect(body).toMatchObject({ state: 'unknown', reason: 'not-set-up', contacts: [], readAt: null });
  });

  it('of several lines skips lines of other customers, unknown ids and invalid ids', async () => {
    const ids = [world.b.subscriberId, 'aa', '00000000-0000-4000-8000-000000000000', world.a.subscriberId].join(',');
    const own = await read('a', `/subscribers/registrations?ids=${ids}`);
    expect(own.body.data.map((r: { id: string }) => r.id)).toEqual([world.a.subscriberId]);
    const all = await server.call(
      world.platform['administrator'] ?? '',
      'GET',
      `/subscribers/registrations?ids=${ids}`,
    );
    expect(all.body.data).toHaveLength(2);
    expect((await read('a', '/subscribers/registrations')).body.data).toEqual([]);
    expect((await read('a', "/subscribers/registrations?ids=x'y")).status).toBe(422);
    expect((await read('a', `/subscribers/${world.b.subscriberId}/registration`)).status).toBe(404);
  });
});
