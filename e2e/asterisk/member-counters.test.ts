// Counters of agents and queues under load on a real Asterisk with `shared_lastcall`, where a call counts in every queue of the agent
// without an event. Once the console has read all events, its counters equal those of Asterisk.
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWitness } from '../lab/ami-witness.ts';
import type { Witness } from '../lab/ami-witness.ts';
import type { RunningConsole } from '../lab/console.ts';
import { startConsole } from '../lab/console.ts';
import type { Facts } from '../lab/facts.ts';
import type { Lab, Pbx } from '../lab/lab.ts';
import { createLab, sleep } from '../lab/lab.ts';
import type { LiveAnswer } from '../lab/live.ts';
import { liveFacts } from '../lab/live.ts';
import { seeded } from '../lab/random-actions.ts';
import { seedOfRun } from '../lab/seed.ts';
import { isUp, setUpTenants, waitForLink } from '../lab/tenants.ts';
import { readTruth } from '../lab/truth.ts';

const COMPARISONS = 100;
const COUNTERS = /^member .* (callsTaken|lastCall)$|^queue .* (completed|abandoned)$/;
/** Time for the reads of counters that no event announces: the delay, the pause between two reads of a queue, and the read. */
const READS_MS = 700;
const seed = seedOfRun();
const random = seeded(seed);

/** A member whose penalty shows which events the console has read. */
const MARKER = { Queue: 'globex-billing', Interface: 'Local/999@acme-internal/n' } as const;

let lab: Lab;
let pbx: Pbx;
let witness: Witness;
let console_: RunningConsole;
let serverId: number;

const readLive = async (): Promise<Facts> => liveFacts(await console_.api.call<LiveAnswer>('GET', '/live'), serverId);

beforeAll(async () => {
  globalThis.console.log(`seed ${seed} (RINGSIDE_SEED repeats the choices)`);
  lab = createLab();
  pbx = lab.pbx(5);
  [console_] = await Promise.all([
    startConsole(),
    pbx.up({ fresh: true, more: join(import.meta.dirname, '../../lab/conf/pbx-shared') }),
  ]);
  witness = await createWitness(pbx.host, pbx.amiPort);
  const link = { host: pbx.host, port: pbx.amiPort, username: 'console', secret: 'console-secret' };
  const setup = await setUpTenants(console_.api, [{ name: 'North', ...link }]);
  serverId = setup.serverIds[0] ?? -1;
  await waitForLink(console_, serverId, isUp);
  await pbx.agents(8, { ring: '100,300', talk: '600,1200,2000', noAnswer: 5 });
  await witness.ask('QueueAdd', { ...MARKER, MemberName: 'Marker', Paused: 'true' });
});
afterAll(async () => {
  witness?.close();
  await console_?.close();
  await lab?.close();
});

let marks = 0;
/** Resolves with the first state that shows the new penalty of the marker. */
const afterAllEvents = async (): Promise<Facts> => {
  const penalty = ++marks;
  await witness.ask('QueuePenalty', { ...MARKER, Penalty: String(penalty) });
  for (;;) {
    const facts = await readLive();
    if (facts.get(`member ${MARKER.Queue} ${MARKER.Interface} penalty`) === penalty) return facts;
    await sleep(10);
  }
};

/** Counters only rise. Asterisk and the console round a time each on their own clock. */
const isBelow = (key: string, value: Facts, least: Facts): boolean =>
  Number(value.get(key) ?? 0) + (/ lastCall$/.test(key) ? 2 : 0) < Number(least.get(key) ?? 0);
/** Counters of the first facts that are below those of the second. */
const below = (value: Facts, least: Facts): readonly string[] =>
  [...least.keys()].filter((key) => COUNTERS.test(key) && isBelow(key, value, least));
const callsIn = (facts: Facts): number =>
  [...facts].reduce((sum, [key, value]) => (/ callsTaken$/.test(key) ? sum + Number(value) : sum), 0);

/** The state of Asterisk once more calls have been counted. */
const afterNextCall = async (counted: number): Promise<Facts> => {
  for (;;) {
    const facts = await readTruth(witness);
    if (callsIn(facts) > counted) return facts;
    await sleep(20 + random() * 60);
  }
};

it(`agent and queue counters equal those of Asterisk in ${COMPARISONS} of ${COMPARISONS} comparisons under load`, async () => {
  await pbx.callers({ calls: 2_000, rate: 2.5, patience: '1500,4000,8000' });
  await sleep(3_000);
  let counted = callsIn(await readTruth(witness));
  const late: number[] = [];
  const found: string[] = [];
  for (let compared = 0; compared < COMPARISONS; compared++) {
    const before = await afterNextCall(counted);
    counted = callsIn(before);
    let live = await afterAllEvents();
    const after = await readTruth(witness);
    found.push(...below(after, live).map((key) => `${key}: console ${live.get(key)}, Asterisk ${after.get(key)}`));
    const since = Date.now();
    const isLate = below(live, before).length > 0;
    while (below(live, before).length > 0 && Date.now() - since < READS_MS) {
      await sleep(10);
      live = await readLive();
    }
    if (isLate) late.push(Date.now() - since);
    found.push(...below(live, before).map((key) => `${key}: console ${live.get(key)}, Asterisk ${before.get(key)}`));
  }
  await pbx.killSipp('callers-5060-20');
  const waits = `${late.length} waited for a read, up to ${Math.max(0, ...late)} ms`;
  globalThis.console.log(`${COMPARISONS} comparisons, each after a call; ${waits}`);
  expect(found).toEqual([]);
});
