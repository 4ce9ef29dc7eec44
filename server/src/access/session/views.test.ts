import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestConsole } from '../../testing/test-console.ts';
import { startTwins } from '../../testing/start-twins.ts';
import type { World } from '../../testing/side.ts';

let server: TestConsole;
let world: World;
beforeAll(async () => {
  ({ server, world } = await startTwins());
});
afterAll(() => server.close());

it('stores each list view per user, the last write winning', async () => {
  const mine = world.a.tokens['auditor'] ?? '';
  const view = { list: 'queues', columns: ['label', 'name'], density: 'compact' };
  expect((await server.call(mine, 'PUT', '/user/views', { ...view, density: 'comfortable' })).status).toBe(200);
  expect((await server.call(mine, 'PUT', '/user/views', view)).body).toEqual(view);
  await server.call(mine, 'PUT', '/user/views', { list: 'users', columns: null, density: 'compact' });
  expect((await server.call(mine, 'GET', '/user/views')).body.data).toEqual([
    view,
    { list: 'users', columns: null, density: 'compact' },
  ]);
  expect((await server.call(world.a.tokens['agent'] ?? '', 'GET', '/user/views')).body.data).toEqual([]);
});
