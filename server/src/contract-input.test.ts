// Calls every route of the contract with invalid input. Answers must name the invalid fields and contain no internal details.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { bodyFor, fill, keyOf, startWalk, WALK_TIMEOUT_MS, type Walk } from './testing/contract-walk.ts';

vi.setConfig({ testTimeout: WALK_TIMEOUT_MS });

let { server, world, routes } = {} as Walk;

beforeAll(async () => {
  ({ server, world, routes } = await startWalk());
});
afterAll(() => server.close());

/** Returns values for the required fields of a query. */
const queryOf = (schema: z.ZodObject, given: Readonly<Record<string, string>>): string => {
  const samples = ['1', '2026-01-01T00:00:00Z', '2026-01-01', randomUUID(), 'SIP/1', 'UTC'];
  const fields = Object.entries(schema.shape as Record<string, z.ZodType>);
  const required = fields.flatMap(([name, of]): [string, string][] => {
    const options = of instanceof z.ZodEnum ? of.options.map(String) : samples;
    const value = options.find((sample) => of.safeParse(sample).success);
    return name in given || of.safeParse(undefined).success || value === undefined ? [] : [[name, value]];
  });
  return String(new URLSearchParams([...required, ...Object.entries(given)]));
};

describe('every route of the contract', () => {
  it('names the field of every invalid value and missing bodies', async () => {
    const admin = world.platform['administrator'] ?? '';
    let fields = 0;
    for (const route of routes.filter((r) => r.body !== undefined)) {
      const shape = route.body instanceof z.ZodObject ? Object.keys(route.body.shape as object) : [];
      for (const field of shape) {
        const answer = await server.call(admin, route.method, fill(route, world.a), {
          ...(bodyFor(route, world.a) as object),
          [field]: { wrong: ['type'] },
        });
        // A theme accepts any flat value, so its error is at the nested array.
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

  it('answers texts that the database cannot store with an error of the request, not of the server', async () => {
    const admin = world.platform['administrator'] ?? '';
    for (const route of routes.filter((r) => r.body instanceof z.ZodObject)) {
      const body = bodyFor(route, world.a) as Record<string, unknown>;
      for (const field of Object.keys((route.body as z.ZodObject).shape)) {
        const answer = await server.call(admin, route.method, fill(route, world.a), { ...body, [field]: 'a\u0000b' });
        expect([keyOf(route), field, answer.status < 500]).toEqual([keyOf(route), field, true]);
      }
    }
  });

  it('names the field of a time that is out of range, in every query and body', async () => {
    const admin = world.platform['administrator'] ?? '';
    const FAR = ['9999-12-31T23:59:59Z', '9999-12-31', '0001-01-01T00:00:00Z'];
    let fields = 0;
    for (const route of routes) {
      for (const part of ['query', 'body'] as const) {
        const schema = route[part];
        if (!(schema instanceof z.ZodObject)) continue;
        for (const [field, of] of Object.entries(schema.shape as Record<string, z.ZodType>)) {
          const takes = (value: string): boolean => of.safeParse(value).success;
          if (['nonsense', 'nonsense-of-25-characters', '12-34-5678'].some(takes)) continue;
          for (const far of FAR.filter(takes)) {
            const path = fill(route, world.a);
            const body = bodyFor(route, world.a) as object;
            const answer =
              part === 'query'
                ? await server.call(admin, route.method, `${path}?${queryOf(schema, { [field]: far })}`)
                : await server.call(admin, route.method, path, { ...body, [field]: far });
            const errors = (answer.body.errors ?? []) as readonly { path: string; code: string }[];
            const named = errors.some((error) => error.path === field);
            expect([keyOf(route), field, far, answer.status, named]).toEqual([keyOf(route), field, far, 422, true]);
            fields += 1;
          }
        }
      }
    }
    expect(fields).toBeGreaterThan(50);
  });

  it('never answers with HTML, stack traces, SQL or secrets', async () => {
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
