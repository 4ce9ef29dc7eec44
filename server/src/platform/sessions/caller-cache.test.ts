import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCommand } from '../../cli/run-command.ts';
import { PASSWORD, startTestConsole } from '../../testing/test-console.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import { createCallerCache, SHARED_MS } from './caller-cache.ts';
import { hashToken } from './token.ts';

const NAMES = ['ann', 'ben', 'cleo'];

let server: TestConsole;
const tokens: string[] = [];

beforeAll(async () => {
  server = await startTestConsole();
  for (const username of NAMES) {
    const options = { username, email: `${username}@example.com`, role: 'administrator', password: PASSWORD };
    await runCommand(server.deps, { command: 'user create', options });
    const answer = await server.call(null, 'POST', '/login', { username, password: PASSWORD });
    tokens.push(answer.body.token);
  }
}, 60_000);
afterAll(() => server.close());

/** Creates caller look-ups on a database that counts its statements, with a clock that the test moves. */
const countedLookups = () => {
  let statements = 0;
  let at = Date.now();
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements++;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const cache = createCallerCache(server.deps.db.withPlugin(counter), 3_600_000, () => at);
  return { looks: cache, statements: () => statements, wait: (ms: number) => void (at += ms) };
};
const shown = (token: string) => ({ kind: 'session', tokenHash: hashToken(token) }) as const;

it('answers concurrent look-ups with two statements, each with its own caller', async () => {
  const { looks: cache, statements } = countedLookups();
  const asked = [...tokens, 'x'.repeat(43), ...tokens];
  const found = await Promise.all(asked.map((token) => cache.find(shown(token))));
  expect(found.map((each) => each?.caller.username)).toEqual([...NAMES, undefined, ...NAMES]);
  // The first look-up runs alone, then all that arrived in the meantime.
  expect(statements()).toBe(2);
});

it('shares a found session for one second', async () => {
  const { looks: cache, statements, wait } = countedLookups();
  const found = await cache.find(shown(tokens[0] ?? ''));
  const id = found?.caller.sessionId ?? '';
  expect(await cache.recent(id)).toBe(found);
  expect(statements()).toBe(1);
  wait(SHARED_MS);
  expect((await cache.recent(id))?.caller.username).toBe('ann');
  expect(statements()).toBe(2);
});

it('reads again after a session change and does not share look-ups that started before it', async () => {
  const { looks: cache, statements } = countedLookups();
  const id = (await cache.find(shown(tokens[1] ?? '')))?.caller.sessionId ?? '';
  cache.forget();
  const early = cache.recent(id);
  cache.forget();
  const late = cache.recent(id);
  expect([(await early)?.caller.username, (await late)?.caller.username]).toEqual(['ben', 'ben']);
  expect(statements()).toBe(3);
  const under = cache.find(shown(tokens[2] ?? ''));
  cache.forget();
  const cleo = (await under)?.caller.sessionId ?? '';
  await cache.recent(cleo);
  expect(statements()).toBe(5);
});

it('returns no session for text that is not an ID, without a query', async () => {
  const { looks: cache, statements } = countedLookups();
  expect(await cache.recent("'; select 1")).toBeNull();
  expect(statements()).toBe(0);
});
