// Tests that the contract knows every action, resource and field in the audit trail, after a call of every route. (A test of the web
// console checks that each has a text.)
import { AUDIT_ACTIONS, AUDIT_RESOURCES } from '@ringside/core/contract/access/audit-actions.ts';
import { auditedFields, isKnownFact } from '@ringside/core/contract/access/testing/audit-names.ts';
import { z } from 'zod';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { bodyFor, fill, keyOf, startWalk, WALK_TIMEOUT_MS, type Walk } from './testing/contract-walk.ts';

vi.setConfig({ testTimeout: WALK_TIMEOUT_MS });

let walk: Walk;
beforeAll(async () => {
  walk = await startWalk();
});
afterAll(() => walk.server.close());

const keysOf = (value: unknown): readonly string[] => {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(keysOf);
  return Object.entries(value).flatMap(([key, part]) => [key, ...keysOf(part)]);
};

/** Returns the fields of a resource's rows from the routes that read and write one. */
const fieldsOf = (resource: string): ReadonlySet<string> => {
  const schemaOf = (wanted: RegExp, part: 'body' | 'response'): z.ZodObject => {
    const route = walk.routes.find((r) => r.tag === resource && wanted.test(keyOf(r)));
    const schema = route?.[part];
    return schema instanceof z.ZodObject ? schema : z.object({});
  };
  const [row, create] = [schemaOf(/^GET \/[a-z]+\/:id$/, 'response'), schemaOf(/^POST \/[a-z]+$/, 'body')];
  return new Set(auditedFields({ row, create, update: schemaOf(/^PATCH \/[a-z]+\/:id$/, 'body') }));
};

/** Calls that would end the administrator's own session. */
const LAST_WORDS = new Set(['POST /logout', 'POST /user/sessions/end', 'POST /user/password']);
/** Deletions run last, because other calls need the rows. */
const turn = (method: string): number => ['GET', 'PUT', 'POST', 'PATCH', 'DELETE'].indexOf(method);

it('the contract knows every action, resource and field in the audit trail', async () => {
  const { server, world, routes } = walk;
  const admin = world.platform['administrator'] ?? '';
  const agent = world.a.tokens['agent'] ?? '';
  for (const route of routes.toSorted((one, other) => turn(one.method) - turn(other.method))) {
    if (LAST_WORDS.has(keyOf(route))) continue;
    await server.call(agent, route.method, fill(route, world.b), bodyFor(route, world.b));
    await server.call(admin, route.method, fill(route, world.a), bodyFor(route, world.a));
  }
  const entries = await server.deps.db.selectFrom('audit').select(['resource', 'action', 'before', 'after']).execute();
  const unknown = new Set<string>();
  for (const { resource, action, before, after } of entries) {
    if (!(AUDIT_ACTIONS as readonly string[]).includes(action)) unknown.add(`action ${action}`);
    if (!(AUDIT_RESOURCES as readonly string[]).includes(resource)) unknown.add(`area ${resource}`);
    const own = fieldsOf(resource);
    for (const key of keysOf([before, after]))
      if (!own.has(key) && !isKnownFact(key)) unknown.add(`${resource} ${action}: ${key}`);
  }
  expect([...unknown]).toEqual([]);
  // The test must cover most actions and resources.
  const done = new Set(entries.map(({ action }) => action));
  for (const action of ['create', 'update', 'delete', 'export', 'denied']) expect(done).toContain(action);
  expect(new Set(entries.map(({ resource }) => resource)).size).toBeGreaterThan(15);
});
