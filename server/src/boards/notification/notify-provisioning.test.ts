import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTwins } from '../../testing/start-twins.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import type { World } from '../../testing/side.ts';
import { notifyProvisioning, type RunEnded } from './notify-provisioning.ts';

let server: TestConsole;
let world: World;
beforeAll(async () => {
  ({ server, world } = await startTwins());
});
afterAll(() => server.close());
beforeEach(() => server.deps.db.deleteFrom('notifications').execute());

const told = async (token: string | undefined) =>
  (await server.call(token ?? '', 'GET', '/user/notifications')).body.data.map(
    (n: { kind: string; params: object }) => [n.kind, n.params],
  );
const tell = (run: Partial<RunEnded>) =>
  notifyProvisioning(server.deps, world.a.endpointId, {
    outcome: 'applied',
    counts: { failed: 0 },
    problem: null,
    ...run,
  });
const denied = { outcome: 'failed', problem: { kind: 'denied', link: null, params: {} } } as const;

it('notifies platform staff once about a failed run, and again after a successful run in between', async () => {
  const admin = world.platform['administrator'];
  await tell(denied);
  await tell(denied);
  const [first, ...more] = await told(admin);
  expect(first).toEqual([
    'provisioning-failed',
    { serverId: world.a.endpointId, serverName: expect.any(String), what: 'ringside_*.conf' },
  ]);
  expect(more).toEqual([]);
  expect(await told(world.a.tokens['customer-admin'])).toEqual([]);
  expect(await told(world.platform['billing'])).toEqual([]);
  await tell({});
  expect(await told(admin)).toHaveLength(1);
  await tell(denied);
  expect(await told(admin)).toHaveLength(2);
});

it('names objects that failed, but not all when there are many', async () => {
  const object = { serverId: world.a.endpointId, kind: 'pjsip', resource: '', resourceId: '', params: '{}' } as const;
  await server.deps.db
    .insertInto('provisioningObjects')
    .values(['a-1', 'a-2', 'a-3', 'a-4'].map((name) => ({ ...object, name, state: 'failed', reason: 'not-loaded' })))
    .execute();
  await tell({ outcome: 'partly', counts: { failed: 4 } });
  expect((await told(world.platform['administrator']))[0][1]).toMatchObject({ what: 'a-1, a-2, a-3, …' });
});

it('does not notify about an unreachable PBX, but does about a refused login', async () => {
  const link = { code: 'connection-refused', line: null } as const;
  await tell({ outcome: 'failed', problem: { kind: 'link', link, params: {} } });
  expect(await told(world.platform['administrator'])).toEqual([]);
  const refused = { code: 'login-refused', line: '[x]' } as const;
  await tell({ outcome: 'failed', problem: { kind: 'link', link: refused, params: {} } });
  expect(await told(world.platform['administrator'])).toHaveLength(1);
});
