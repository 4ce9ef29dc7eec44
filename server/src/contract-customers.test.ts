// Calls every route of the contract with two equal customers: neither can see or change the other's rows.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { nobody } from './testing/contract-example.ts';
import {
  bodyFor,
  exampleOf,
  fill,
  idsOf,
  isBulk,
  keyOf,
  mayCall,
  startWalk,
  WALK_TIMEOUT_MS,
  readAllRows,
  type Walk,
} from './testing/contract-walk.ts';
import { CUSTOMER_ROLES } from './testing/two-customers.ts';

vi.setConfig({ testTimeout: WALK_TIMEOUT_MS });

let walk: Walk;
let { server, world, routes } = {} as Walk;

beforeAll(async () => {
  walk = await startWalk();
  ({ server, world, routes } = walk);
});
afterAll(() => server.close());

describe('every route of the contract', () => {
  it('answers 404 for a row of another customer, without a change to it or its audit trail', async () => {
    const before = await readAllRows(walk, world.b);
    const reached: string[] = [];
    for (const route of routes.filter((r) => r.path.includes(':id'))) {
      for (const role of CUSTOMER_ROLES.filter((r) => mayCall(r, route))) {
        const answer = await server.call(
          world.a.tokens[role] ?? '',
          route.method,
          fill(route, world.b),
          bodyFor(route, world.b),
        );
        expect([role, keyOf(route), answer.status]).toEqual([role, keyOf(route), 404]);
        reached.push(keyOf(route));
      }
    }
    expect(new Set(reached).size).toBeGreaterThan(10);
    expect(await readAllRows(walk, world.b)).toBe(before);
  });

  it('refuses each row of another customer in a bulk change, without a change to it', async () => {
    const before = await readAllRows(walk, world.b);
    let tried = 0;
    for (const route of routes.filter(isBulk)) {
      for (const role of CUSTOMER_ROLES.filter((r) => mayCall(r, route))) {
        const answer = await server.call(world.a.tokens[role] ?? '', 'PATCH', route.path, bodyFor(route, world.b));
        expect([role, keyOf(route), answer.status, answer.body]).toMatchObject([
          role,
          keyOf(route),
          200,
          { changed: 0, refused: [{ code: 'not-found' }] },
        ]);
        tried += 1;
      }
    }
    expect(tried).toBeGreaterThan(5);
    expect(await readAllRows(walk, world.b)).toBe(before);
  });

  it('shows a reseller the rows of the customer below, as far as its abilities allow', async () => {
    let seen = 0;
    for (const route of routes.filter((r) => r.method === 'GET' && r.path.includes(':id') && r.file === undefined)) {
      if (!mayCall('reseller', route) || exampleOf(route)?.id?.(world.a) === nobody) continue;
      const wanted = await server.call(world.a.tokens['customer-admin'] ?? '', 'GET', fill(route, world.a));
      if (wanted.status !== 200 || route.path.startsWith('/user/')) continue;
      // A scheduled report shows what its owner may see, so only the owner can see it.
      if (route.path.startsWith('/reports/schedules/')) continue;
      const answer = await server.call(world.a.tokens['reseller'] ?? '', 'GET', fill(route, world.a));
      expect([keyOf(route), answer.status]).toEqual([keyOf(route), 200]);
      seen += 1;
    }
    expect(seen).toBeGreaterThanOrEqual(6);
  });

  it('refuses bodies that refer to rows of another customer', async () => {
    const before = await readAllRows(walk, world.b);
    let tried = 0;
    for (const route of routes) {
      const pointers = exampleOf(route)?.pointers?.(world.b) ?? {};
      for (const [field, value] of Object.entries(pointers)) {
        for (const role of CUSTOMER_ROLES.filter((r) => mayCall(r, route))) {
          const body = { ...(bodyFor(route, world.a) as object), [field]: value };
          const answer = await server.call(world.a.tokens[role] ?? '', route.method, fill(route, world.a), body);
          expect([keyOf(route), field, [404, 422].includes(answer.status)]).toEqual([keyOf(route), field, true]);
          expect([keyOf(route), ...answer.body.errors.map((e: { path: string }) => e.path)]).toContain(field);
          tried += 1;
        }
      }
    }
    expect(tried).toBeGreaterThanOrEqual(5);
    expect(await readAllRows(walk, world.b)).toBe(before);
  });

  it('shows no row of another customer in lists, searches and filters', async () => {
    let looked = 0;
    for (const route of routes.filter((r) => r.method === 'GET' && !r.path.includes(':id'))) {
      for (const role of CUSTOMER_ROLES.filter((r) => mayCall(r, route) && route.access !== 'public')) {
        for (const query of [
          '',
          '?perPage=500',
          '?q=twin',
          '?q=b',
          `?customerId=${world.b.customerId}`,
          '?q=Support',
        ]) {
          const answer = await server.call(world.a.tokens[role] ?? '', 'GET', route.path + query);
          expect([role, keyOf(route), query, [200, 422].includes(answer.status)]).toEqual([
            role,
            keyOf(route),
            query,
            true,
          ]);
          const leaked = [...idsOf(world.b), 'twin-b', 'Twin b', '-b@example.com', 'secret-of'].filter((mark) =>
            answer.text.includes(mark),
          );
          expect([role, keyOf(route), query, leaked]).toEqual([role, keyOf(route), query, []]);
          looked += 1;
        }
      }
    }
    expect(looked).toBeGreaterThan(60);
  });
});
