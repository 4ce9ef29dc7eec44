// Compares the state of a collector and tracker with that of the simulated PBX behind a socket.
import { afterEach, describe, expect, it } from 'vitest';
import { createTracker, type Tracker } from '@ringside/core/live/tracker/tracker.ts';
import { NOBODY } from '@ringside/core/live/state.ts';
import type { LiveEvent } from '@ringside/core/live/event.ts';
import { emptyToday, foldToday } from '@ringside/core/reports/queue-today.ts';
import { createFakePbx, type FakePbx } from '../../../tools/fake-pbx/src/create-fake-pbx.ts';
import { loadPlan } from '../../../tools/fake-pbx/src/sim/load-plan.ts';
import { createCollector, type Collector } from '../pbx/ami/collector.ts';
import { demoOpening, demoPlans } from './demo-plans.ts';
import { createRecorder, type Recorder } from './morning.ts';

const OWNERS = { ofQueue: () => NOBODY, ofChannel: () => NOBODY };
const ADDRESS = { host: '127.0.0.1', tls: false, caPem: '', username: 'ringside', secret: 'ringside' };
const START = Date.UTC(2026, 10, 21, 9, 0, 0);

const open: { pbx?: FakePbx; collector?: Collector } = {};
afterEach(async () => {
  await open.collector?.stop();
  await open.pbx?.close();
});

const watch = async (pbx: FakePbx): Promise<{ tracker: Tracker; snapshots: () => number; facts: () => number }> => {
  const tracker = createTracker({ id: 1, name: 'one' }, OWNERS);
  let snapshots = 0;
  let facts = 0;
  const { port } = await pbx.listen();
  open.pbx = pbx;
  open.collector = createCollector(
    { id: 1, port, ...ADDRESS },
    {
      link: (l, at) => void tracker.link(l, at),
      fact: (f, at) => {
        facts++;
        tracker.fact(f, at);
      },
      snapshot: (s, at) => {
        snapshots++;
        tracker.snapshot(s, at);
      },
    },
  );
  open.collector.start();
  return { tracker, snapshots: () => snapshots, facts: () => facts };
};

const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
const until = async (done: () => boolean): Promise<void> => {
  while (!done()) await wait(20);
};

/** Formats the state of the tracker for comparison with that of the PBX. */
const believed = ({ state }: Tracker) => ({
  queues: [...state.queues.values()]
    .map((q) => `${q.name} ${q.completed} ${q.abandoned} ${q.holdtime} ${q.talktime}`)
    .sort(),
  members: [...state.members.values()]
    .map(
      (m) =>
        `${m.queue} ${m.interface} ${m.status} ${m.paused} ${m.pausedReason} ${m.penalty} ${m.callsTaken} ${m.membership}`,
    )
    .sort(),
  callers: [...state.callers.values()].map((c) => `${c.queue} ${c.position} ${c.uniqueid} ${c.callerIdName}`).sort(),
  calls: [...state.calls.values()].map((c) => c.linkedid).sort(),
});
const known = (pbx: FakePbx): ReturnType<typeof believed> => {
  const { queues, calls } = pbx.state();
  return {
    queues: queues.map((q) => `${q.name} ${q.completed} ${q.abandoned} ${q.holdtime} ${q.talktime}`).sort(),
    members: queues
      .flatMap((q) =>
        q.members.map(
          (m) =>
            `${q.name} ${m.interface} ${m.status} ${m.paused} ${m.reason} ${m.penalty} ${m.callsTaken} ${m.dynamic ? 'dynamic' : 'static'}`,
        ),
      )
      .sort(),
    callers: queues.flatMap((q) => q.callers.map((c, i) => `${q.name} ${i + 1} ${c.uniqueid} ${c.name}`)).sort(),
    calls: [...calls].sort(),
  };
};

describe('tracked state equals the state of the PBX', () => {
  it('after a simulated hour at full speed, with lists that arrive before their events', async () => {
    const pbx = createFakePbx({
      plan: loadPlan({ systemName: 'pbx1', seed: 21, callsPerHour: 900 }),
      startAt: START,
      pace: { kind: 'manual' },
      eventLagMs: 5,
    });
    pbx.advance(1_800_000);
    const { tracker, snapshots } = await watch(pbx);
    await until(() => snapshots() > 0);
    for (let minute = 0; minute < 60; minute++) {
      pbx.advance(60_000);
      await wait(5);
    }
    await expect.poll(() => believed(tracker), { timeout: 10_000 }).toEqual(known(pbx));
    expect(known(pbx).calls.length).toBeGreaterThan(5);
  });

  it('after a cut connection and a PBX restart during traffic', async () => {
    const pbx = createFakePbx({
      plan: loadPlan({ systemName: 'pbx1', seed: 22, callsPerHour: 900 }),
      startAt: START,
      pace: { kind: 'load', eventsPerSecond: 800 },
    });
    pbx.advance(900_000);
    const { tracker, snapshots } = await watch(pbx);
    await until(() => snapshots() > 0);
    pbx.cutLinks();
    await until(() => snapshots() > 1);
    await pbx.restart(20, 100);
    await until(() => snapshots() > 2);
    await wait(500);
    pbx.setPace({ kind: 'manual' });
    await expect.poll(() => believed(tracker), { timeout: 10_000 }).toEqual(known(pbx));
  });
});

describe('recorded morning', () => {
  const settings = { timeZone: 'UTC', formula: 3, thresholdSeconds: 20, shortAbandonSeconds: 5 };

  it.each(demoPlans(START, 'demo'))('of $systemName adds up to the figures of the PBX', (plan) => {
    let recorder: Recorder | null = null;
    const pbx = createFakePbx({
      plan,
      startAt: demoOpening(START),
      pace: { kind: 'manual' },
      onEvent: (name, block, at) => recorder?.event(name, block, at),
    });
    recorder = createRecorder({ id: 1, name: 'one' }, OWNERS, pbx.world());
    pbx.advance(START - demoOpening(START));
    const events: readonly LiveEvent[] = recorder.take();
    for (const q of pbx.state().queues) {
      const own = events.filter(
        (e) => ('queue' in e ? e.queue : 'row' in e && 'queue' in e.row ? e.row.queue : '') === q.name,
      );
      const today = own.reduce((t, e) => foldToday(t, e, settings), emptyToday('2026-11-21', settings));
      expect(today.completed, q.name).toBe(q.completed);
      expect(
        today.abandonedShort + today.abandonedLong + today.timedOut + today.withdrawn + today.noAgent,
        q.name,
      ).toBeGreaterThanOrEqual(q.abandoned - 2);
      expect(today.answered, q.name).toBeGreaterThanOrEqual(q.completed);
      expect(today.serviceLevel ?? 0).toBeGreaterThan(40_000);
    }
    expect(events.map((e) => e.at)).toEqual(events.map((e) => e.at).toSorted((a, b) => a - b));
  });
});
