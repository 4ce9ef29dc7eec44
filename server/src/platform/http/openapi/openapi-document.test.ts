// Tests the OpenAPI document: every example fits the contract, and every call lists its refusals.
import { beforeAll, expect, it } from 'vitest';
import type { Route } from '@ringside/core/contract/route.ts';
import { inlineRefs } from './openapi-components.ts';
import { contractRoutes, contractNames } from './openapi.ts';
import { openApiOf } from './openapi-document.ts';
import type { InlineOpenApi, InlineOperation } from './openapi-components.ts';
import type { OpenApi } from './openapi-schema.ts';

/** Every operation ID starts with one of these verbs. */
const VERBS = new Set(
  `add adopt apply assign bind bulk change check choose complete create credit delete disable draft duplicate enable end
   export finalise get hold impersonate import invite list listen login logout make mark merge move open preview
   quote refresh remove rename request rerate reset restore revoke rollback rotate run save search send set show start stream test
   unbind undo update view void`.split(/\s+/),
);

let routes: readonly Route[];
let built: OpenApi;
let document: InlineOpenApi;

beforeAll(async () => {
  routes = await contractRoutes();
  built = openApiOf(routes, await contractNames(), '1.0.0');
  document = inlineRefs(built);
});

const operationOf = (route: Route): InlineOperation => {
  const operation = document.paths[route.path.replace(/:([A-Za-z]+)/g, '{$1}')]?.[route.method.toLowerCase()];
  if (operation === undefined) throw new Error(`${route.method} ${route.path}`);
  return operation;
};

const answerOf = (operation: InlineOperation) =>
  Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1].content?.['application/json'];

it('contains only examples that the contract accepts', () => {
  const wrong: unknown[] = [];
  let seen = 0;
  for (const route of routes) {
    const operation = operationOf(route);
    const bodies = [
      [route.bodyType === undefined ? route.body : undefined, operation.requestBody?.content['application/json']],
      [route.response, answerOf(operation)],
    ] as const;
    for (const [schema, told] of bodies) {
      if (schema === undefined) continue;
      seen += 1;
      const read = schema.safeParse(told?.example);
      if (!read.success) wrong.push([route.method, route.path, read.error.issues[0]?.path]);
    }
  }
  expect(wrong).toEqual([]);
  expect(seen).toBeGreaterThan(300);
});

it('lists the refusals and the If-Match guard of every call', () => {
  for (const route of routes) {
    const { responses, parameters = [] } = operationOf(route);
    expect([route.path, responses['429']?.headers]).toEqual([
      route.path,
      expect.objectContaining({ 'Retry-After': expect.anything() }),
    ]);
    for (const [status, { content }] of Object.entries(responses)) {
      if (status.startsWith('2')) continue;
      expect(content?.['application/problem+json']?.example).toMatchObject({ status: Number(status) });
    }
    const guarded = parameters.some(({ name }) => name === 'If-Match');
    expect([route.path, guarded]).toEqual([route.path, route.errors.includes('stale')]);
  }
  const made = document.paths['/customers']?.['post'];
  expect(Object.keys(made?.responses['201']?.headers ?? {})).toEqual(['ETag', 'Location']);
});

it('gives every operation a unique ID that starts with a verb', () => {
  const ids = Object.values(document.paths).flatMap((methods) => Object.values(methods).map((one) => one.operationId));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(
    expect.arrayContaining([
      ...['listRingGroups', 'getRingGroup', 'createRingGroup', 'updateRingGroup', 'bulkUpdateRingGroups'],
      ...['deleteRingGroup', 'exportRingGroups', 'getRingGroupAuthors', 'importUsers', 'listAclEntries', 'listApiKeys'],
      ...['getQueueReport', 'addQueueMember', 'getOwnUser'],
    ]),
  );
  const nouns = ids.filter((id) => !VERBS.has(/^[a-z]+/.exec(id)?.[0] ?? ''));
  expect(nouns).toEqual([]);
});

const isObjectSchema = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'properties' in value && 'type' in value && value.type === 'object';

const countInline = (value: unknown): number =>
  typeof value !== 'object' || value === null
    ? 0
    : (isObjectSchema(value) ? 1 : 0) + Object.values(value).reduce<number>((sum, one) => sum + countInline(one), 0);

it('defines every object schema once, with a name, in less than 900 kB', () => {
  const { schemas } = built.components;
  expect(countInline(built.paths)).toBe(0);
  expect(Object.values(schemas).map((schema) => countInline(schema.properties))).toEqual(
    Object.values(schemas).map(() => 0),
  );
  const contents = Object.values(schemas).map((schema) => JSON.stringify(schema));
  expect(contents.filter((content, i) => contents.indexOf(content) !== i)).toEqual([]);
  expect(JSON.stringify(built).length).toBeLessThan(900_000);
  expect(Object.keys(schemas)).toEqual(
    expect.arrayContaining(['Customer', 'CreateCustomer', 'UpdateCustomer', 'CustomerPage', 'RingGroup', 'Problem']),
  );
});
