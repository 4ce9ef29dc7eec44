// Usernames and e-mail addresses are unique across customers. A caller can check only a few times per hour whether another customer uses
// one.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTwins } from '../../../testing/start-twins.ts';
import type { TestConsole } from '../../../testing/test-console.ts';
import type { World } from '../../../testing/side.ts';

let server: TestConsole;
let world: World;
let leader: string;

beforeAll(async () => {
  ({ server, world } = await startTwins());
  leader = world.a.tokens['customer-admin'] ?? '';
});
afterAll(() => server.close());

const csvOf = (...names: readonly string[]): string =>
  ['username,email,role,callcenters', ...names.map((n) => `${n},${n}@example.org,agent,support`)].join('\n');

it('a trial import reports only taken names that the caller can see', async () => {
  const csv = csvOf('agent-b', 'supervisor-b', 'agent-a', 'someone-new');
  const { body } = await server.call(leader, 'POST', '/users/import', { csv, dryRun: true });
  expect(body.errors.map((e: { line: number; code: string }) => [e.line, e.code])).toEqual([[4, 'taken']]);
});

it('an import ends at the first name that another customer uses', async () => {
  const csv = csvOf('agent-b', 'supervisor-b', 'auditor-b');
  const { body } = await server.call(leader, 'POST', '/users/import', { csv, dryRun: false });
  expect([body.created, body.errors.length, body.errors[0].code]).toEqual([0, 1, 'taken']);
});

it("answers 429 after ten names of other customers, and still answers 409 for the caller's own names", async () => {
  const wanted = (username: string) => ({
    username,
    email: `${username}@example.org`,
    role: 'agent',
    callcenterIds: [world.a.callcenterId],
  });
  const statuses: number[] = [];
  for (let i = 0; i < 12; i += 1)
    statuses.push((await server.call(leader, 'POST', '/users', wanted('agent-b'))).status);
  // The import above used one of the ten answers.
  expect(statuses).toEqual([...Array<number>(9).fill(409), 429, 429, 429]);
  expect((await server.call(leader, 'POST', '/users', wanted('agent-a'))).status).toBe(409);
  expect((await server.call(leader, 'POST', '/users', wanted('fresh-agent'))).status).toBe(201);
  const change = await server.call(leader, 'PATCH', `/users/${world.a.userIds['agent']}`, {
    email: 'agent-b@example.com',
  });
  expect(change.status).toBe(429);
});
