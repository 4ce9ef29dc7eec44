// Calls every route of the contract: it exists, has a description, and refuses callers without the ability. A route without an example
// fails. Add its line to `testing/contract-examples.ts`.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openApiOf } from './platform/http/openapi/openapi-document.ts';
import { contractRoutes, contractNames } from './platform/http/openapi/openapi.ts';
import { packageVersion } from './platform/config/package-version.ts';
import {
  bodyFor,
  exampleOf,
  fill,
  keyOf,
  mayCall,
  startWalk,
  WALK_TIMEOUT_MS,
  type Walk,
} from './testing/contract-walk.ts';
import { CUSTOMER_ROLES } from './testing/two-customers.ts';

vi.setConfig({ testTimeout: WALK_TIMEOUT_MS });

let { server, world, routes } = {} as Walk;

beforeAll(async () => {
  ({ server, world, routes } = await startWalk());
});
afterAll(() => server.close());

describe('every route of the contract', () => {
  it('has an example', () => {
    // An export needs no example beyond that of its list.
    expect(routes.filter((r) => r.file === undefined && exampleOf(r) === undefined).map(keyOf)).toEqual([]);
    expect(routes.length).toBeGreaterThan(40);
  });

  it('is registered and described like the built document', async () => {
    const declared = (await contractRoutes()).map(keyOf).toSorted();
    expect(routes.map(keyOf).toSorted()).toEqual(declared);
    const served = await server.call(null, 'GET', '/openapi.json');
    expect(served.body).toEqual(
      JSON.parse(JSON.stringify(openApiOf(await contractRoutes(), await contractNames(), packageVersion()))),
    );
  });

  it('is served by a ready console', async () => {
    expect((await server.call(null, 'GET', '//readyz')).body).toEqual({
      status: 'ready',
      checks: { database: true, migrations: true, bus: true },
    });
  });

  it('is on the reference page, which needs no external resources', async () => {
    const page = await server.call(null, 'GET', '/docs');
    expect(page.headers['content-type']).toContain('text/html');
    for (const route of routes) expect(page.text).toContain(`<code>${route.path.replace(/:(\w+)/g, '{$1}')}</code>`);
    expect(page.text).not.toMatch(/<script|<[^>]+\s(?:src|href)="(?!openapi\.json|#)/);
    // Each group has a heading and a link from the list of groups.
    const leads = [...page.text.matchAll(/<a href="#(group-\w+)">([^<]+)</g)].map(([, id, name]) => [id, name]);
    expect(leads.map(([id]) => id)).toEqual([...page.text.matchAll(/<section id="([^"]+)"/g)].map(([, id]) => id));
    expect(new Set(leads.map(([id]) => id))).toEqual(new Set(routes.map(({ tag }) => `group-${tag}`)));
    expect(leads.filter(([, name = '']) => !/^[A-Z]/.test(name))).toEqual([]);
  });

  it('is declared once', () => {
    const keys = routes.map(keyOf);
    expect(keys).toEqual([...new Set(keys)]);
  });

  it('answers 401 without a session, with an invalid token and with a token in the query', async () => {
    for (const route of routes.filter((r) => r.access !== 'public')) {
      for (const [token, suffix] of [
        [null, ''],
        ['A'.repeat(43), ''],
        ['not a token', ''],
        [null, `?token=${world.platform['administrator']}`],
      ] as const) {
        const answer = await server.call(token, route.method, fill(route, world.a) + suffix, bodyFor(route, world.a));
        expect([keyOf(route), answer.status, answer.body?.code]).toEqual([keyOf(route), 401, 'unauthenticated']);
        expect(answer.headers['content-type']).toContain('application/problem+json');
      }
    }
  });

  it('answers 403 to every role without the ability, regardless of ID and body', async () => {
    let tried = 0;
    for (const route of routes) {
      const lacking = [
        ...CUSTOMER_ROLES.map((role) => [role, world.a.tokens[role]] as const),
        ['billing', world.platform['billing']] as const,
      ].filter(([role]) => !mayCall(role, route));
      for (const [role, token] of lacking) {
        const answer = await server.call(token ?? '', route.method, fill(route, world.b), { nonsense: true });
        expect([role, keyOf(route), answer.status]).toEqual([role, keyOf(route), 403]);
        tried += 1;
      }
    }
    expect(tried).toBeGreaterThan(50);
  });
});
