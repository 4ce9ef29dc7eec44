// Whatever is sent, the answer is the caller's mistake or a result, never the server's: inputs made of the OpenAPI document,
// half of them right in shape, half of them odd. The seed is fixed: a failure is the same failure tomorrow.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { TestConsole } from '../testing/test-console.ts';
import { startTwins } from '../testing/start-twins.ts';
import type { Operation, OpenApi } from './openapi-document.ts';
import type { Schema } from './openapi-schema.ts';

// Every operation several times, on a machine that may be busy.
vi.setConfig({ testTimeout: 600_000 });

const SEED = 20_260_115;
const TRIES = 8;

/** They end the session that asks, or would call strangers' addresses. */
const LEFT_OUT = new Set([
  'post /logout',
  'delete /user/sessions',
  'post /endpoints/test',
  'post /endpoints/{id}/test',
]);

let server: TestConsole;
let token: string;
let leader: string;

const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, '', ' ', '\u0000', '%00', "'; --", '../../etc/passwd', '{{7*7}}', '‮', '\ud800'),
  fc.constantFrom<unknown>(-1, 0, 1e308, -1e308, 2 ** 53, 0.1, true, false, [], {}, [[]], { a: { b: { c: [] } } }),
  fc.string({ maxLength: 300, unit: 'binary' }),
  fc.array(fc.string({ maxLength: 5 }), { maxLength: 5 }),
);

const text = (schema: Schema): fc.Arbitrary<unknown> => {
  if (schema.format === 'uuid') return fc.uuid();
  if (schema.format === 'date-time') {
    const range = { min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true };
    return fc.date(range).map((date) => date.toISOString());
  }
  const minLength = Math.min(schema.minLength ?? 0, 50);
  return fc.string({ minLength, maxLength: Math.max(minLength, Math.min(schema.maxLength ?? 40, 60)) });
};

const fitting = (schema: Schema): fc.Arbitrary<unknown> => {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(fitting));
  switch (schema.type) {
    case 'string':
      return text(schema);
    case 'integer':
    case 'number':
      return fc.integer({ min: Math.max(schema.minimum ?? -5, -1e9), max: Math.min(schema.maximum ?? 1000, 1e9) });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(schema.items === undefined ? odd : fitting(schema.items), { maxLength: 4 });
    case 'object':
      return objectOf(schema, false);
    default:
      return odd;
  }
};

const objectOf = (schema: Schema, oddly: boolean): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(
    Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, property]) => [
        name,
        oddly ? fc.oneof(fitting(property), odd) : fitting(property),
      ]),
    ),
    { requiredKeys: oddly ? [] : [...(schema.required ?? [])] },
  );

interface Try {
  readonly path: string;
  readonly body: unknown;
}

const queryText = (value: unknown): string =>
  encodeURIComponent(String(typeof value === 'object' ? JSON.stringify(value) : value).toWellFormed());

const triesOf = (path: string, operation: Operation): fc.Arbitrary<Try> => {
  const parameters = operation.parameters ?? [];
  const schema = operation.requestBody?.content['application/json']?.schema;
  const body =
    schema === undefined ? fc.constant(undefined) : fc.oneof(objectOf(schema, false), objectOf(schema, true), odd);
  const values = fc.tuple(...parameters.map((p) => fc.oneof(fitting(p.schema), odd)));
  const chosen = fc.array(fc.boolean(), { minLength: parameters.length, maxLength: parameters.length });
  return fc.tuple(values, chosen, body).map(([given, kept, sent]) => {
    let filled = path;
    const query: string[] = [];
    parameters.forEach((parameter, i) => {
      const value = queryText(given[i]);
      if (parameter.in === 'path') filled = filled.replace(`{${parameter.name}}`, value === '' ? 'x' : value);
      else if (kept[i] === true && parameter.in === 'query') query.push(`${parameter.name}=${value}`);
    });
    return { path: query.length === 0 ? filled : `${filled}?${query.join('&')}`, body: sent };
  });
};

/** A PBX that is made here is never connected to. */
const switchedOff = (body: unknown): unknown => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const { change } = body as { readonly change?: unknown };
  return { ...body, enabled: false, ...(change === undefined ? {} : { change: switchedOff(change) }) };
};

beforeAll(async () => {
  const twins = await startTwins();
  server = twins.server;
  const { world } = twins;
  token = world.platform['administrator'] ?? '';
  leader = world.a.tokens['customer-admin'] ?? '';
});
afterAll(() => server.close());

it('answers every input with something else than its own failure', async () => {
  const document = (await server.call(null, 'GET', '/openapi.json')).body as OpenApi;
  const failures: string[] = [];
  let tried = 0;
  let taken = 0;
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      if (LEFT_OUT.has(`${method} ${path}`)) continue;
      for (const [i, one] of fc.sample(triesOf(path, operation), { seed: SEED, numRuns: TRIES }).entries()) {
        const caller = i % 3 === 2 ? leader : token;
        const body = path.startsWith('/endpoints') ? switchedOff(one.body) : one.body;
        const payload = body === undefined ? undefined : JSON.stringify(body);
        const answer = await server.call(caller, method.toUpperCase(), one.path, payload, {
          ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        });
        tried += 1;
        taken += answer.status < 300 ? 1 : 0;
        // 503: a PBX that is not connected, which no input mends.
        if (answer.status >= 500 && answer.status !== 503) {
          failures.push(`${method} ${one.path} ${payload?.slice(0, 300) ?? ''} -> ${answer.status}`);
        }
      }
    }
  }
  expect(failures).toEqual([]);
  expect(tried).toBeGreaterThan(500);
  // It comes through the door: what is right in shape is carried out.
  expect(taken).toBeGreaterThan(tried / 20);
  // It still works, and the one who asked is still who he was.
  expect((await server.call(token, 'GET', '/user')).status).toBe(200);
});
