import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFakePbx, type FakePbx } from './create-fake-pbx.ts';
import { rawClient } from './testing/raw-client.ts';
import { loadPlan } from './sim/load-plan.ts';
import { blocksOf, type Block } from './testing/transcript.ts';

const START = Date.UTC(2026, 10, 21, 9, 0, 0);

const run = (seed: number, minutes: number): { pbx: FakePbx; text: string } => {
  let text = '';
  const pbx = createFakePbx({
    plan: loadPlan({ systemName: 'pbx1', seed, callsPerHour: 900 }),
    startAt: START,
    pace: { kind: 'manual' },
    onEvent: (_name, block) => (text += block),
  });
  pbx.advance(minutes * 60_000);
  return { pbx, text };
};

describe('a simulated hour', () => {
  test('is byte-identical for the same seed, and different for another seed', () => {
    const first = run(7, 20).text;
    expect(run(7, 20).text).toBe(first);
    expect(run(8, 20).text).not.toBe(first);
  });

  test('contains all events of a call center', () => {
    const blocks = blocksOf(run(3, 75).text);
    const names = new Set(blocks.map((b) => b.name));
    for (const name of [
      'QueueCallerAbandon',
      'AgentRingNoAnswer',
      'AgentComplete',
      'QueueMemberPause',
      'BlindTransfer',
      'Hold',
      'Unhold',
      'NewCallerid',
    ])
      expect(names, name).toContain(name);
    const statuses = new Set(blocks.filter((b) => b.get('Variable') === 'QUEUESTATUS').map((b) => b.get('Value')));
    expect([...statuses].sort()).toEqual(expect.arrayContaining(['CONTINUE', 'FULL']));
    const reasons = new Set(blocks.filter((b) => b.name === 'AgentComplete').map((b) => b.get('Reason')));
    expect([...reasons].sort()).toEqual(['agent', 'caller', 'transfer']);
    const causes = new Set(blocks.filter((b) => b.name === 'Hangup').map((b) => b.get('Cause')));
    expect([...causes]).toEqual(expect.arrayContaining(['0', '16', '17', '26']));
  });
});

/** Derives the state of queues and channels from the events alone, in the simplest way. */
const account = (blocks: readonly Block[]) => {
  const waiting = new Map<string, string[]>();
  const channels = new Set<string>();
  const completed = new Map<string, number>();
  const abandoned = new Map<string, number>();
  const wrong: string[] = [];
  const check = (ok: boolean, b: Block): unknown => ok || wrong.push(`${b.name} ${b.get('Timestamp')}`);
  const bump = (m: Map<string, number>, key: string): unknown => m.set(key, (m.get(key) ?? 0) + 1);
  for (const b of blocks) {
    const queue = b.get('Queue');
    const list = waiting.get(queue) ?? [];
    if (b.name === 'Newchannel') channels.add(b.get('Channel'));
    if (b.name === 'Hangup') check(channels.delete(b.get('Channel')), b);
    if (b.name === 'QueueCallerJoin') {
      list.splice(Number(b.get('Position')) - 1, 0, b.get('Uniqueid'));
      waiting.set(queue, list);
      check(b.get('Count') === String(list.length), b);
    }
    if (b.name === 'QueueCallerLeave') {
      check(list[Number(b.get('Position')) - 1] === b.get('Uniqueid'), b);
      list.splice(Number(b.get('Position')) - 1, 1);
      check(b.get('Count') === String(list.length), b);
    }
    if (b.name === 'QueueCallerAbandon') bump(abandoned, queue);
    if (b.name === 'AgentComplete') bump(completed, queue);
  }
  return { waiting, channels, completed, abandoned, wrong };
};

describe('truth', () => {
  test('equals the sum of the events, at any moment of any day', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 1, max: 50 }), (seed, minutes) => {
        const { pbx, text } = run(seed, minutes);
        const truth = pbx.state();
        const sums = account(blocksOf(text));
        expect(sums.wrong).toEqual([]);
        for (const q of truth.queues) {
          expect(sums.waiting.get(q.name) ?? []).toEqual(q.callers.map((c) => c.uniqueid));
          expect(sums.completed.get(q.name) ?? 0).toBe(q.completed);
          expect(sums.abandoned.get(q.name) ?? 0).toBe(q.abandoned);
        }
        expect([...sums.channels].sort()).toEqual(truth.channels.map((c) => c.name).sort());
        // A bridge has two channels, and an agent has one call at a time.
        for (const b of pbx.world().channels.values()) if (b.bridge) expect(b.bridge.channels).toHaveLength(2);
        for (const d of pbx.world().devices.values()) if (d.tenant) expect(d.channels.size).toBeLessThanOrEqual(2);
      }),
      { numRuns: 8 },
    );
  });

  test('equals the lists over TCP while the simulation runs', async () => {
    const { pbx } = run(11, 5);
    await pbx.listen();
    const c = await rawClient(pbx.port());
    try {
      await c.ask('Login', { Username: 'ringside', Secret: 'ringside' });
      for (let i = 0; i < 20; i++) {
        pbx.advance(47_000);
        const truth = pbx.state();
        const items = await c.list('QueueStatus');
        const of = (name: string, queue: string): readonly Block[] =>
          items.filter((b) => b.name === name && b.get('Queue') === queue);
        for (const q of truth.queues) {
          const params = of('QueueParams', q.name)[0]!;
          expect([params.get('Completed'), params.get('Abandoned'), params.get('Calls')]).toEqual(
            [q.completed, q.abandoned, q.callers.length].map(String),
          );
          expect(of('QueueEntry', q.name).map((b) => b.get('Uniqueid'))).toEqual(q.callers.map((x) => x.uniqueid));
          expect(
            of('QueueMember', q.name).map(
              (b) =>
                `${b.get('Location')} ${b.get('Status')} ${b.get('Paused')} ${b.get('PausedReason')} ${b.get('CallsTaken')}`,
            ),
          ).toEqual(q.members.map((m) => `${m.interface} ${m.status} ${m.paused ? 1 : 0} ${m.reason} ${m.callsTaken}`));
        }
        expect((await c.list('CoreShowChannels')).map((b) => b.get('Uniqueid')).sort()).toEqual(
          truth.channels.map((x) => x.uniqueid).sort(),
        );
      }
    } finally {
      c.end();
      await pbx.close();
    }
  });

  test('keeps no leftover state after the end of a busy day', () => {
    const { pbx } = run(5, 150);
    const { clock } = pbx.world();
    expect(clock.pending()).toBeLessThan(400);
    expect(pbx.state().calls.length).toBeLessThan(60);
  });
});
