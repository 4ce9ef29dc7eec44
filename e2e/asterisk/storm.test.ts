// Load test with a real Asterisk and real phones: whenever the PBX is at rest, the console shows the state of the PBX. This holds through
// lost links, restarts of the PBX and restarts of the console. The figures of the day equal those of the queue log.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAgreement } from '../lab/agree.ts';
import type { Witness } from '../lab/ami-witness.ts';
import { createWitness } from '../lab/ami-witness.ts';
import type { RunningConsole } from '../lab/console.ts';
import { startConsole } from '../lab/console.ts';
import type { Cable } from '../lab/cut-proxy.ts';
import { createCable } from '../lab/cut-proxy.ts';
import { isAverage } from '../lab/facts.ts';
import type { Lab, Pbx } from '../lab/lab.ts';
import { createLab, sleep } from '../lab/lab.ts';
import type { LiveAnswer, LiveToday } from '../lab/live.ts';
import { runRandomAction, seeded } from '../lab/random-actions.ts';
import { foldQueueLog } from '../lab/queue-log.ts';
import type { LabSetup } from '../lab/tenants.ts';
import { setUpTenants, isStale, isUp, waitForLink } from '../lab/tenants.ts';
import { seedOfRun } from '../lab/seed.ts';

const seed = seedOfRun();
const random = seeded(seed);
const seconds = (from: number, to: number): Promise<void> => sleep((from + random() * (to - from)) * 1000);

let lab: Lab;
let pbxs: Pbx[];
let witnesses: Witness[];
let cable: Cable;
let console_: RunningConsole;
let setup: LabSetup;

const readLive = (): Promise<LiveAnswer> => console_.api.call<LiveAnswer>('GET', '/live');
const server = (index: number): number => setup.serverIds[index] ?? -1;
const agree = (index: number, only?: (key: string) => boolean, withinMs?: number) => {
  const witness = witnesses[index];
  if (!witness) throw new Error(`no witness ${index}`);
  return expectAgreement(readLive, witness, server(index), {
    ...(only ? { only } : {}),
    ...(withinMs ? { withinMs } : {}),
  });
};

const LOAD = { patience: '1500,4000,12000,20000' } as const;

/** Calls on both PBX servers. Resolves when the last caller has gone. */
const traffic = (calls: number, rate: number): Promise<unknown> =>
  Promise.all(pbxs.map((pbx) => pbx.callers({ calls, rate, ...LOAD, wait: true })));

/** Repeats `each` until `work` is done. */
const during = async (work: Promise<unknown>, each: () => Promise<void>): Promise<void> => {
  let over = false;
  const end = work.finally(() => {
    over = true;
  });
  while (!over) await each();
  await end;
};

beforeAll(async () => {
  globalThis.console.log(`seed ${seed} (RINGSIDE_SEED repeats the choices)`);
  lab = createLab();
  pbxs = [lab.pbx(1), lab.pbx(2)];
  for (const pbx of pbxs) await pbx.up({ fresh: true });
  witnesses = await Promise.all(pbxs.map((pbx) => createWitness(pbx.host, pbx.amiPort)));
  const [one, two] = pbxs as [Pbx, Pbx];
  cable = await createCable(one.host, one.amiPort);
  console_ = await startConsole();
  setup = await setUpTenants(console_.api, [
    { name: 'North', host: '127.0.0.1', port: cable.port, username: 'console', secret: 'console-secret' },
    { name: 'South', host: two.host, port: two.amiPort, username: 'slim', secret: 'slim-secret' },
  ]);
  for (const id of setup.serverIds) await waitForLink(console_, id, isUp);
  for (const pbx of pbxs) await pbx.agents(8, { ring: '300,1200', talk: '2000,4000,7000', noAnswer: 12, busy: 5 });
});

afterAll(async () => {
  for (const witness of witnesses ?? []) witness.close();
  await console_?.close();
  await cable?.close();
  await lab?.close();
});

describe('a real Asterisk', () => {
  it('matches the live view at rest', async () => {
    const [first] = await Promise.all([agree(0), agree(1)]);
    expect(first.facts).toBeGreaterThan(80);
    const live = await readLive();
    expect(live.servers.map((s) => s.version)).toEqual([
      expect.stringContaining('22.'),
      expect.stringContaining('22.'),
    ]);
  });

  it('matches the live view at random moments under load', async () => {
    await pbxs[0]?.phone('acme-104', 'hold-phone.xml', 5070);
    let moments = 0;
    await during(traffic(90, 1.6), async () => {
      await seconds(0.2, 1.5);
      for (const witness of witnesses) await runRandomAction(witness, random);
      const index = random() < 0.5 ? 0 : 1;
      await agree(index, (key) => !isAverage(key));
      moments++;
    });
    expect(moments).toBeGreaterThan(15);
  });

  it('matches the live view after the load, including averages and counters', async () => {
    await agree(0, undefined, 90_000);
    await agree(1, undefined, 90_000);
  });

  const today = async (index: number): Promise<Map<string, LiveToday>> => {
    const live = await readLive();
    return new Map(
      live.queues.flatMap((q) => (q.serverId === server(index) && q.today ? [[q.name, q.today] as const] : [])),
    );
  };

  it.each([0, 1])('has the same outcomes of the day as the queue log of PBX %i', async (index) => {
    const log = foldQueueLog(pbxs[index]?.queueLog() ?? '');
    const figures = await today(index);
    expect(log.size).toBe(4);
    for (const [queue, { completed: _, ...stays }] of log) {
      const t = figures.get(queue);
      expect
        .soft(
          t && {
            received: t.received,
            answered: t.answered,
            abandoned: t.abandonedShort + t.abandonedLong,
            timedOut: t.timedOut,
            leftByKey: t.leftByKey,
            noAgent: t.noAgent,
            full: t.full,
            withdrawn: t.withdrawn,
            waitSeconds: t.waitSeconds,
            longestWaitSeconds: t.longestWaitSeconds,
          },
          queue,
        )
        .toEqual(stays);
    }
  });

  it('keeps the figures of the day through a restart and a crash of the console', async () => {
    const before = [await today(0), await today(1)];
    await console_.restart();
    for (const id of setup.serverIds) await waitForLink(console_, id, isUp);
    await Promise.all([agree(0), agree(1)]);
    expect([await today(0), await today(1)]).toEqual(before);
    await console_.kill();
    await console_.start();
    for (const id of setup.serverIds) await waitForLink(console_, id, isUp);
    expect([await today(0), await today(1)]).toEqual(before);
  });

  it('matches the live view again after the link was lost and restored under load', async () => {
    const running = traffic(40, 2);
    await seconds(3, 5);
    cable.cut();
    await waitForLink(console_, server(0), isStale);
    const stale = await readLive();
    expect(stale.queues.filter((q) => q.serverId === server(0)).length).toBe(4);
    expect(stale.servers.find((s) => s.id === server(1))?.connected).toBe(true);
    await seconds(3, 5);
    cable.mend();
    await waitForLink(console_, server(0), isUp);
    await agree(0, (key) => !isAverage(key));
    await agree(1, (key) => !isAverage(key));
    await running;
    await agree(0, undefined, 90_000);
  });

  it('matches the live view again after Asterisk was restarted under load', async () => {
    const two = pbxs[1];
    if (!two) throw new Error('no second PBX');
    const before = await today(1);
    const running = traffic(30, 2).catch(() => undefined);
    await seconds(3, 5);
    await two.stop();
    await waitForLink(console_, server(1), isStale);
    await seconds(1, 2);
    await two.up();
    witnesses[1]?.close();
    witnesses[1] = await createWitness(two.host, two.amiPort);
    await waitForLink(console_, server(1), isUp);
    await agree(1, (key) => !isAverage(key), 20_000);
    await running;
    await agree(1, undefined, 90_000);
    const after = await today(1);
    // No figure of the day is lost, unless a new day has begun.
    for (const [queue, t] of before) {
      const now = after.get(queue);
      expect(now, queue).toBeDefined();
      if (now?.day === t.day) expect(now.answered).toBeGreaterThanOrEqual(t.answered);
    }
  });
});
