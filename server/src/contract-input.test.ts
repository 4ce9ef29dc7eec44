// Walks every route of the contract with bad input: what is wrong is named, and nothing of the console's inside is told.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { bodyFor, fill, keyOf, startWalk, WALK_TIMEOUT_MS, type Walk } from './testing/contract-walk.ts';

vi.setConfig({ testTimeout: WALK_TIMEOUT_MS });

let { server, world, routes } = {} as Walk;

beforeAll(async () => {
  ({ server, world, routes } = await startWalk());
});
afterAll(() => server.close());

describe('every route of the contract', () => {
  it('names the field of every wrong value, in the body and for its lack', async () => {
    const admin = world.platform['administrator'] ?? '';
    let fields = 0;
    for (const route of routes.filter((r) => r.body !== undefined)) {
      const shape = route.body instanceof z.ZodObject ? Object.keys(route.body.shape as object) : [];
      for (const field of shape) {
        const answer = await server.call(admin, route.method, fill(route, world.a), {
          ...(bodyFor(route, world.a) as object),
          [field]: { wrong: ['type'] },
        });
        // A theme may hold anything flat, and an array inside is what is wrong with it.
        const paths = answer.body.errors.map((e: { path: string }) => e.path.split('.')[0]);
        expect([keyOf(route), field, answer.status, paths.includes(field)]).toEqual([keyOf(route), field, 422, true]);
        fields += 1;
      }
      const text = await server.call(admin, route.method, fill(route, world.a), '{"broken', {
        'content-type': 'application/json',
      });
      expect([keyOf(route), text.status]).toEqual([keyOf(route), 400]);
    }
    expect(fields).toBeGreaterThan(50);
  });

  it('takes texts that no database holds as the caller’s mistake, not as its own', async () => {
    const admin = world.platform['administrator'] ?? '';
    for (const route of routes.filter((r) => r.body instanceof z.ZodObject)) {
      const body = bodyFor(route, world.a) as Record<string, unknown>;
      for (const field of Object.keys((route.body as z.ZodObject).shape)) {
        const answer = await server.call(admin, route.method, fill(route, world.a), { ...body, [field]: 'a\u0000b' });
        expect([keyOf(route), field, answer.status < 500]).toEqual([keyOf(route), field, true]);
      }
    }
  });

  it('never answers with HTML, a stack, SQL or a secret', async () => {
    const admin = world.platform['administrator'] ?? '';
    for (const route of routes.filter((r) => r.method === 'GET')) {
      for (const suffix of ['', "?q='%22;--", '?page=-1', '?page=99999999999999', '?q=%00', '?perPage=x']) {
        const answer = await server.call(admin, 'GET', fill(route, world.a) + suffix);
        expect([keyOf(route), suffix, answer.status < 500]).toEqual([keyOf(route), suffix, true]);
        expect(answer.headers['content-type']).toMatch(route.file === undefined ? /json/ : /json|^text\/csv/);
        expect(answer.text).not.toMatch(/<html|node_modules|\bselect\b.*\bfrom\b|secret-of|argon2/i);
      }
    }
  });
});
