// Tests that a reseller's users see the customers below theirs everywhere, but no siblings.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD } from '../../testing/test-console.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import { startTwins } from '../../testing/start-twins.ts';
import type { World } from '../../testing/side.ts';

let server: TestConsole;
let world: World;
let admin: string;
let reseller: string;
beforeAll(async () => {
  ({ server, world } = await startTwins());
  admin = world.platform['administrator'] ?? '';
  reseller = world.a.tokens['reseller'] ?? '';
});
afterAll(() => server.close());

const get = (token: string, path: string) => server.call(token, 'GET', path);
const move = (id: string, parentId: string | null, token = admin) =>
  server.call(token, 'PATCH', `/customers/${id}`, { parentId });
const codes = async (token: string) =>
  (await get(token, '/customers?perPage=100')).body.data.map((c: { code: string }) => c.code).toSorted();

describe('a reseller', () => {
  it('lists its own customer and all customers below it, and no other', async () => {
    const { body } = await server.call(reseller, 'POST', '/customers', { code: 'added', name: 'Added' });
    expect([body.parentId, body.parentName]).toEqual([world.a.parentId, 'Above a']);
    const deeper = await server.call(reseller, 'POST', '/customers', {
      code: 'deeper',
      name: 'Deeper',
      parentId: world.a.customerId,
    });
    expect(deeper.status).toBe(201);
    expect(await codes(reseller)).toEqual(['above-a', 'added', 'deeper', 'twin-a']);
    expect(await codes(world.a.tokens['customer-admin'] ?? '')).toEqual(['deeper', 'twin-a']);
    const foreign = await server.call(reseller, 'POST', '/customers', {
      code: 'foreign',
      name: 'Foreign',
      parentId: world.b.parentId,
    });
    expect([foreign.status, foreign.body.errors[0].path]).toEqual([404, 'parentId']);
    const free = await server.call(reseller, 'POST', '/customers', { code: 'free', name: 'Free', parentId: null });
    expect(free.status).toBe(404);
  });

  it.each(['/callcenters', '/queues', '/users', '/subscribers', '/audit', '/acl', '/apikeys'])(
    'sees rows of the customer below, and no others, in %s and its export',
    async (path) => {
      const list = await get(reseller, `${path}?perPage=500`);
      const owners = new Set(list.body.data.map((row: { customerId: string | null }) => row.customerId));
      expect(owners.has(world.a.customerId)).toBe(true);
      expect(owners.has(world.b.customerId) || owners.has(world.b.parentId)).toBe(false);
      if (path === '/apikeys') return;
      const file = await get(reseller, `${path}/export`);
      expect(file.status).toBe(200);
      expect(file.text).not.toContain('twin-b');
    },
  );

  it('finds them by search', async () => {
    const text = (await get(reseller, '/search?q=support')).text;
    expect(text).toContain(world.a.queueId);
    expect(text).not.toContain(world.b.queueId);
  });

  it('can create users and subscribers for them', async () => {
    const person = await server.call(reseller, 'POST', '/users', {
      customerId: world.a.customerId,
      username: 'helped',
      email: 'helped@example.com',
      role: 'customer-admin',
      password: PASSWORD,
    });
    expect(person.body).toMatchObject({ customerId: world.a.customerId });
    const line = await server.call(reseller, 'POST', '/subscribers', {
      customerId: world.a.customerId,
      serverId: world.a.endpointId,
      extension: '555',
      name: 'Helped',
    });
    expect(line.status).toBe(201);
    // The new user's reach starts at their own customer. It includes `deeper` below it, but not the reseller.
    expect(await codes(await server.signIn('helped'))).toEqual(['deeper', 'twin-a']);
  });

  it('provides name and color to customers below it that have none', async () => {
    const brandSeen = async (): Promise<unknown> => (await get(world.a.tokens['agent'] ?? '', '/user')).body.brand;
    const brand = (id: string, brandName: string, brandColor: string) =>
      server.call(admin, 'PATCH', `/customers/${id}`, { brandName, brandColor });
    expect(await brandSeen()).toEqual({ name: '', color: 'standard', logo: null });
    await brand(world.a.parentId, 'Above Desk', 'teal');
    expect(await brandSeen()).toEqual({ name: 'Above Desk', color: 'teal', logo: null });
    await brand(world.a.customerId, 'Twin Desk', 'standard');
    expect(await brandSeen()).toEqual({ name: 'Twin Desk', color: 'teal', logo: null });
    expect((await get(world.b.tokens['agent'] ?? '', '/user')).body.brand.name).toBe('');
  });

  it('can neither change its own terms nor move a customer', async () => {
    const own = await server.call(reseller, 'PATCH', `/customers/${world.a.parentId}`, { maxUsers: 1000 });
    expect(own.status).toBe(403);
    expect((await server.call(reseller, 'PATCH', `/customers/${world.a.customerId}`, { maxUsers: 50 })).status).toBe(
      200,
    );
    expect((await move(world.a.customerId, null, reseller)).status).toBe(403);
    expect((await move(world.b.customerId, world.a.parentId, reseller)).status).toBe(404);
  });

  it('loses access at once to a customer that the platform moves away', async () => {
    expect((await move(world.a.customerId, world.b.parentId)).status).toBe(200);
    expect((await get(reseller, `/customers/${world.a.customerId}`)).status).toBe(404);
    expect((await get(world.b.tokens['reseller'] ?? '', `/queues/${world.a.queueId}`)).status).toBe(200);
    expect((await move(world.a.customerId, world.a.parentId)).status).toBe(200);
  });
});

describe('customers', () => {
  it('cannot be moved below themselves', async () => {
    for (const parentId of [world.a.parentId, world.a.customerId]) {
      const refused = await move(world.a.parentId, parentId);
      expect([refused.status, refused.body.errors[0].code]).toEqual([422, 'parent-cycle']);
    }
  });

  it('may share a name under different resellers, but not under one', async () => {
    const twice = (parentId: string, code: string) =>
      server.call(admin, 'POST', '/customers', { code, name: 'Same name', parentId });
    expect((await twice(world.a.parentId, 'same-1')).status).toBe(201);
    expect((await twice(world.b.parentId, 'same-2')).status).toBe(201);
    const taken = await twice(world.a.parentId, 'same-3');
    expect([taken.status, taken.body.errors[0].path]).toEqual([409, 'name']);
  });

  it('with customers below are not deleted, and the answer names those', async () => {
    const refused = await server.call(admin, 'DELETE', `/customers/${world.a.parentId}`);
    expect(refused.body.errors[0]).toMatchObject({ code: 'in-use', params: { resource: 'customer' } });
  });
});
