import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestConsole } from '../../testing/test-console.ts';
import { startTwins } from '../../testing/start-twins.ts';
import type { World } from '../../testing/side.ts';

let running: TestConsole;
let world: World;
beforeAll(async () => {
  ({ server: running, world } = await startTwins());
});
afterAll(() => running?.close());

const token = (role: string, side: 'a' | 'b' = 'a'): string => world[side].tokens[role] ?? '';
const names = async (who: string): Promise<string[]> =>
  (await running.call(who, 'GET', '/reports/views')).body.data.map((view: { name: string }) => view.name);
const BODY = { report: 'queues', search: { group: 'hour', formula: 3 } };

it('saves filters under a name, shares them only within the customer, and opens a default one', async () => {
  const [admin, supervisor] = [token('customer-admin'), token('supervisor')];
  const own = await running.call(admin, 'POST', '/reports/views', { ...BODY, name: 'Hours' });
  expect([own.status, own.body.search, own.body.own]).toEqual([201, BODY.search, true]);
  expect((await running.call(admin, 'POST', '/reports/views', { ...BODY, name: 'Hours' })).status).toBe(409);
  const shared = await running.call(admin, 'POST', '/reports/views', { ...BODY, name: 'Team', shared: true });
  expect(await names(admin)).toEqual(['Hours', 'Team']);
  expect(await names(supervisor)).toEqual(['Team']);
  expect(await names(token('customer-admin', 'b'))).toEqual([]);
  expect(await names(world.platform['administrator'] ?? '')).toEqual([]);

  const path = `/reports/views/${shared.body.id}`;
  expect((await running.call(supervisor, 'PATCH', path, { name: 'Mine' })).status).toBe(404);
  expect((await running.call(supervisor, 'DELETE', path)).status).toBe(404);
  const choose = (who: string, viewId: string | null, report = 'queues') =>
    running.call(who, 'PUT', '/reports/views/default', { report, viewId });
  expect((await choose(supervisor, shared.body.id)).status).toBe(204);
  expect((await choose(supervisor, own.body.id)).status).toBe(404);
  expect((await choose(supervisor, shared.body.id, 'agents')).status).toBe(404);
  const [seen] = (await running.call(supervisor, 'GET', '/reports/views')).body.data;
  expect(seen).toMatchObject({ name: 'Team', own: false, isDefault: true });
  // No longer shared, so other users cannot have it as default.
  expect((await running.call(admin, 'PATCH', path, { shared: false })).status).toBe(200);
  expect(await names(supervisor)).toEqual([]);
  expect((await running.call(admin, 'DELETE', path)).status).toBe(204);
  expect(await names(admin)).toEqual(['Hours']);
});
