// Attacks on a running console over HTTP and the WebSocket: every route of the contract with hostile and foreign input in every role, every
// socket message, and every attempt to gain rights. No 5xx, no leak, no hang, no unbounded memory. `RINGSIDE_DAYS=whole` runs for half an
// hour, otherwise one minute. RINGSIDE_SEED repeats a run.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { escalations, rolesOf } from './attacker/attacks.ts';
import { seededRandom } from './attacker/seeded-random.ts';
import { openTarget } from './attacker/target.ts';
import type { Target } from './attacker/target.ts';
import { tryEveryMessage } from './attacker/socket-attacks.ts';
import { triesOf } from '../../server/src/testing/odd-input.ts';
import { seedOfRun } from '../lab/seed.ts';

const WHOLE = process.env['RINGSIDE_DAYS'] === 'whole';
const PLAY_MS = Number(process.env['RINGSIDE_ATTACK_MINUTES'] ?? (WHOLE ? 25 : 0.75)) * 60_000;
const SEED = seedOfRun();
/** Concurrent requests. */
const CONCURRENCY = 4;
/** A response that takes longer counts as a hang. */
const HANG_MS = 20_000;
const MOST_MB = 1400;
/** Unlike `Math.max(…)`, accepts any number of values. */
const most = (values: readonly number[]): number => values.reduce((one, other) => Math.max(one, other), 0);

/** Operations that end the caller's session or connect to addresses in the input. */
const EXCLUDED = new Set(['post /logout', 'post /endpoints/test', 'post /endpoints/{id}/test']);

let target: Target;

beforeAll(async () => {
  console.log(`attacker's seed: ${SEED}`);
  target = await openTarget();
});
afterAll(() => target.close());

it('answers every route in every role without failure, leak, hang or unbounded memory', async () => {
  const document = await target.document();
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      EXCLUDED.has(`${method} ${path}`) ? [] : [{ path, method, operation }],
    ),
  );
  const roles = rolesOf(target);
  const random = seededRandom(SEED);
  const end = Date.now() + PLAY_MS;
  const faults: string[] = [];
  const tried = new Set<string>();
  let answers = 0;
  const memory: number[] = [];
  let round = 0;
  const queue: {
    readonly path: string;
    readonly method: string;
    readonly operation: (typeof operations)[number]['operation'];
  }[] = [];
  const next = () => {
    if (queue.length === 0) {
      // Each operation runs at least once.
      if (round > 0 && Date.now() >= end) return undefined;
      queue.push(...random.shuffle(operations));
      round += 1;
    }
    return queue.pop();
  };
  const worker = async (): Promise<void> => {
    for (let turn = next(); turn !== undefined && faults.length < 20; turn = next()) {
      const { path, method, operation } = turn;
      const [one] = fc.sample(triesOf(path, operation), { seed: random.below(2 ** 31), numRuns: 1 });
      if (one === undefined) continue;
      const role = random.pick(roles);
      const request = target.aim(one, random, method, path);
      const answer = await target.ask(role, method.toUpperCase(), request.path, request.body, HANG_MS);
      const name = `${role.name} ${method} ${request.path} ${JSON.stringify(request.body)?.slice(0, 300) ?? ''}`;
      tried.add(`${method} ${path}`);
      answers += 1;
      if (answer === 'hang') faults.push(`hang: ${name}`);
      else {
        // 503 means that a PBX is not connected, which no input can change.
        if (answer.status >= 500 && answer.status !== 503)
          faults.push(`${answer.status}: ${name} -> ${answer.text.slice(0, 200)}`);
        const leak = target.leakIn(role, answer.text, `${request.path} ${JSON.stringify(request.body)}`);
        if (leak !== null) faults.push(`leak of ${leak}: ${name}`);
      }
      memory.push(target.memory());
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  console.log(`attacker: ${answers} answers, ${tried.size} routes, ${Math.round(most(memory))} MB at most`);
  expect(faults).toEqual([]);
  expect(tried.size).toBe(operations.length);
  expect(most(memory)).toBeLessThan(MOST_MB);
  // Memory must level off: the last third may need little more than the first.
  const third = Math.floor(memory.length / 3);
  expect(most(memory.slice(-third))).toBeLessThan(most(memory.slice(0, third)) * 1.5 + 150);
  expect(await target.isWell()).toBe(true);
});

it('refuses every attempt to gain rights, codes, keys or users of others', async () => {
  const won: string[] = [];
  for (const { role, what, method, path, body } of escalations(target)) {
    const answer = await target.ask(role, method, path, body, HANG_MS);
    if (answer === 'hang' || answer.status < 400 || answer.status >= 500)
      won.push(
        `${role.name}: ${what} -> ${answer === 'hang' ? answer : `${answer.status} ${answer.text.slice(0, 200)}`}`,
      );
  }
  expect(won).toEqual([]);
});

it('answers every socket message in every role, without data of another customer', async () => {
  const random = seededRandom(SEED);
  const faults: string[] = [];
  for (const role of rolesOf(target)) faults.push(...(await tryEveryMessage(target, role, random, WHOLE ? 40 : 1)));
  expect(faults).toEqual([]);
  expect(await target.isWell()).toBe(true);
  expect(target.memory()).toBeLessThan(MOST_MB);
});
