// The document tells what the console takes and answers: every example is one, and every call can be turned away.
import { beforeAll, expect, it } from 'vitest';
import type { Route } from '@ringside/core/contract/route.ts';
import { contractRoutes } from './openapi.ts';
import { openApiOf } from './openapi-document.ts';
import type { OpenApi, Operation } from './openapi-document.ts';

let routes: readonly Route[];
let document: OpenApi;

beforeAll(async () => {
  routes = await contractRoutes();
  document = openApiOf(routes, '1.0.0');
});

const operationOf = (route: Route): Operation => {
  const operation = document.paths[route.path.replace(/:([A-Za-z]+)/g, '{$1}')]?.[route.method.toLowerCase()];
  if (operation === undefined) throw new Error(`${route.method} ${route.path}`);
  return operation;
};

const answerOf = (operation: Operation) =>
  Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1].content?.['application/json'];

it('has examples that the contract itself takes', () => {
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

it('says of every call how it may be refused, and what guards it', () => {
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
