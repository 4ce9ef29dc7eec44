// Tests platform staff without two-factor authentication: a warning by default, and no access if the setting requires it.
import { expect, it } from 'vitest';
import { startTwins } from '../../testing/start-twins.ts';

it('warns an administrator who signs in with only a password, once a week', async () => {
  const { server, world } = await startTwins();
  try {
    const token = await server.signIn('administrator');
    await server.signIn('administrator');
    const count = async (of: string): Promise<number> =>
      (await server.call(of, 'GET', '/user/notifications?perPage=100')).body.data.filter(
        (n: { kind: string }) => n.kind === 'second-factor-missing',
      ).length;
    expect(await count(token)).toBe(1);
    expect(await count(world.a.tokens['customer-admin'] ?? '')).toBe(0);
  } finally {
    await server.close();
  }
});

it('grants staff without two-factor authentication access only to their own account when RINGSIDE_STAFF_TWO_FACTOR is required', async () => {
  const { server, world } = await startTwins({ RINGSIDE_STAFF_TWO_FACTOR: 'required' });
  try {
    const token = await server.signIn('administrator');
    expect((await server.call(token, 'GET', '/customers')).status).toBe(403);
    expect((await server.call(token, 'GET', '/user')).status).toBe(200);
    expect((await server.call(world.a.tokens['customer-admin'] ?? '', 'GET', '/queues')).status).toBe(200);
  } finally {
    await server.close();
  }
});
