// From a real Asterisk to the live state through collector, tracker and reducer only. If the load test through the whole console fails,
// this suite shows whether the fault is below or above the authority.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAgreement } from '../lab/agree.ts';
import type { Witness } from '../lab/ami-witness.ts';
import { createWitness } from '../lab/ami-witness.ts';
import { isAverage } from '../lab/facts.ts';
import type { Lab, Pbx } from '../lab/lab.ts';
import { createLab, sleep } from '../lab/lab.ts';
import { runRandomAction, seeded } from '../lab/random-actions.ts';
import type { Pipeline } from '../lab/pipeline.ts';
import { startPipeline } from '../lab/pipeline.ts';
import { foldQueueLog } from '../lab/queue-log.ts';
import { seedOfRun } from '../lab/seed.ts';

const seed = seedOfRun();
const random = seeded(seed);

let lab: Lab;
let pbx: Pbx;
let witness: Witness;
/** All event classes, and the filtered login of docs/operate/prepare-asterisk.md. Both must give the same state. */
let pipelines: { readonly console: Pipeline; readonly slim: Pipeline };

beforeAll(async () => {
  console.log(`seed ${seed} (RINGSIDE_SEED repeats the choices)`);
  lab = createLab();
  pbx = lab.pbx(3);
  await pbx.up({ fresh: true });
  witness = await createWitness(pbx.host, pbx.amiPort);
  const link = { id: 1, host: pbx.host, port: pbx.amiPort };
  pipelines = {
    console: startPipeline({ ...link, username: 'console', secret: 'console-secret' }),
    slim: startPipeline({ ...link, username: 'slim', secret: 'slim-secret' }),
  };
  await pbx.agents(8, { ring: '300,1200', talk: '2000,4000,7000', noAnswer: 12, busy: 5 });
});

afterAll(async () => {
  witness?.close();
  await pipelines?.console.stop();
  await pipelines?.slim.stop();
  await lab?.close();
});

const both = async (only?: (key: string) => boolean, withinMs?: number): Promise<void> => {
  const options = { ...(only ? { only } : {}), ...(withinMs ? { withinMs } : {}) };
  await expectAgreement(pipelines.console.read, witness, 1, options);
  await expectAgreement(pipelines.slim.read, witness, 1, options);
};

describe('collector, tracker and reducer', () => {
  it('match the PBX at rest', async () => {
    await both(undefined, 10_000);
  });

  it('match the PBX at random moments under load', async () => {
    let over = false;
    const calls = pbx.callers({ calls: 70, rate: 2, patience: '1500,4000,12000,20000', wait: true }).finally(() => {
      over = true;
    });
    while (!over) {
      await sleep(200 + random() * 1300);
      await runRandomAction(witness, random);
      await both((key) => !isAverage(key));
    }
    await calls;
  });

  it('match the PBX after the load, including averages and counters', async () => {
    await both(undefined, 90_000);
  });

  it.each(['console', 'slim'] as const)('match the outcomes of the queue log (%s)', (user) => {
    for (const [queue, day] of foldQueueLog(pbx.queueLog())) {
      const o = pipelines[user].outcomes.get(queue);
      expect.soft(o, queue).toEqual({
        answered: day.answered,
        abandoned: day.abandoned,
        'timed-out': day.timedOut,
        'left-by-key': day.leftByKey,
        'no-agent': day.noAgent,
        withdrawn: day.withdrawn,
        full: day.full,
      });
    }
  });

  it('know every event', () => {
    expect([...pipelines.console.unknown]).toEqual([]);
  });
});
