// Checks that no input causes a server error. Inputs are generated from the OpenAPI document, half of them valid and half odd. The seed is
// fixed so that failures can be repeated.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { TestConsole } from '../../testing/test-console.ts';
import { triesOf } from '../../testing/odd-input.ts';
import { startTwins } from '../../testing/start-twins.ts';
import { inlineRefs } from './openapi/openapi-components.ts';
import type { OpenApi } from './openapi/openapi-schema.ts';

// Every operation runs several times, so the test needs a long timeout on a busy machine.
vi.setConfig({ testTimeout: 600_000 });

const SEED = 20_260_115;
const TRIES = 8;

/** These operations would end the session of the test or connect to other hosts. */
const LEFT_OUT = new Set(['post /logout', 'post /endpoints/test', 'post /endpoints/{id}/test']);

let server: TestConsole;
let token: string;
let leader: string;

/** Disables the PBX servers that this test creates, so that the console does not connect to them. */
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

it('answers every generated input without a server error', async () => {
  const document = inlineRefs((await server.call(null, 'GET', '/openapi.json')).body as OpenApi);
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
        // 503 means that the PBX server is not connected.
        if (answer.status >= 500 && answer.status !== 503) {
          failures.push(`${method} ${one.path} ${payload?.slice(0, 300) ?? ''} -> ${answer.status}`);
        }
      }
    }
  }
  expect(failures).toEqual([]);
  expect(tried).toBeGreaterThan(500);
  // Enough valid inputs must reach the handlers.
  expect(taken).toBeGreaterThan(tried / 20);
  // The server and the session must still work.
  expect((await server.call(token, 'GET', '/user')).status).toBe(200);
});
