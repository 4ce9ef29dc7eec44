// Each event of waiting callers: what the PBX reports, and how each stay ends.
import { beforeEach, describe, expect, it } from 'vitest';
import { channel, createScene, offer, type Scene } from './testing/scene.ts';

let scene: Scene;
beforeEach(() => {
  scene = createScene();
});

describe('callers', () => {
  const join = (n: number, position: number) =>
    scene.see({ kind: 'caller-joined', queue: 'sales', position, count: n, caller: channel(`pbx.${n}`) });

  it('QueueCallerJoin adds with status joined', () => {
    join(1, 1);
    expect([...scene.tracker.state.callers.values()][0]).toMatchObject({
      position: 1,
      status: 1,
      joinedAt: scene.at,
      callerIdName: 'José Núñez',
    });
  });

  it('QueueCallerLeave removes, and those behind move up', () => {
    join(1, 1);
    join(2, 2);
    join(3, 3);
    scene.see({ kind: 'caller-left', queue: 'sales', position: 1, count: 2, caller: channel('pbx.1') });
    expect(scene.waiting()).toEqual([
      [1, 'pbx.2'],
      [2, 'pbx.3'],
    ]);
  });

  it('a caller of higher priority moves the others back', () => {
    join(1, 1);
    join(2, 1);
    expect(scene.waiting()).toEqual([
      [1, 'pbx.2'],
      [2, 'pbx.1'],
    ]);
  });

  it('QueueCallerAbandon counts once; the leaving that follows removes', () => {
    join(1, 1);
    scene.see({
      kind: 'caller-abandoned',
      queue: 'sales',
      position: 1,
      originalPosition: 1,
      holdSeconds: 30,
      caller: channel('pbx.1'),
    });
    expect(scene.sales()?.abandoned).toBe(2);
    expect([...scene.tracker.state.callers.values()][0]?.status).toBe(3);
    scene.see({ kind: 'caller-left', queue: 'sales', position: 1, count: 0, caller: channel('pbx.1') });
    expect(scene.sales()?.abandoned).toBe(2);
    expect(scene.waiting()).toEqual([]);
  });

  it.each([
    ['TIMEOUT', 'timed-out'],
    ['WITHDRAW', 'withdrawn'],
    ['LEAVEEMPTY', 'no-agent'],
  ])('an abandon with QUEUESTATUS %s is %s', (value, outcome) => {
    join(1, 1);
    scene.see({
      kind: 'caller-abandoned',
      queue: 'sales',
      position: 1,
      originalPosition: 1,
      holdSeconds: 30,
      caller: channel('pbx.1'),
    });
    scene.see({ kind: 'caller-left', queue: 'sales', position: 1, count: 0, caller: channel('pbx.1') });
    const events = scene.see({ kind: 'queue-status', value, ...channel('pbx.1') });
    expect(events.filter((e) => e.kind === 'outcome')).toMatchObject([{ outcome, waitSeconds: 30 }]);
  });

  it('an abandon without a reason is one when the caller hangs up', () => {
    join(1, 1);
    scene.see({
      kind: 'caller-abandoned',
      queue: 'sales',
      position: 1,
      originalPosition: 1,
      holdSeconds: 7,
      caller: channel('pbx.1'),
    });
    scene.see({ kind: 'caller-left', queue: 'sales', position: 1, count: 0, caller: channel('pbx.1') });
    const events = scene.see({ kind: 'hangup', ...channel('pbx.1'), cause: 16, causeText: '' });
    expect(events.filter((e) => e.kind === 'outcome')).toMatchObject([{ outcome: 'abandoned', waitSeconds: 7 }]);
  });

  it('a mere leaving is an exit by key, once nothing else came', () => {
    join(1, 1);
    scene.see({ kind: 'caller-left', queue: 'sales', position: 1, count: 0, caller: channel('pbx.1') });
    expect(scene.tracker.settle(scene.at + 1000)).toEqual([]);
    expect(scene.tracker.settle(scene.at + 10_000).filter((e) => e.kind === 'outcome')).toMatchObject([
      { outcome: 'left-by-key' },
    ]);
  });

  it.each([
    ['within one second of its clock', 100, 800, 0],
    ['over the turn of one', 900, 200, 1],
    ['for a whole one and a turn', 900, 1_200, 2],
  ])('who leaves by key waited as long as the queue log says: %s', (_, into, later, waitSeconds) => {
    scene.at += into;
    join(1, 1);
    scene.at += later - 1000;
    scene.see({ kind: 'caller-left', queue: 'sales', position: 1, count: 0, caller: channel('pbx.1') });
    const settled = scene.tracker.settle(scene.at + 10_000);
    expect(settled.filter((e) => e.kind === 'outcome')).toMatchObject([{ outcome: 'left-by-key', waitSeconds }]);
  });

  it('a leaving with AgentConnect after it is an answer', () => {
    join(1, 1);
    scene.see({ kind: 'caller-left', queue: 'sales', position: 1, count: 0, caller: channel('pbx.1') });
    const events = scene.see({ kind: 'agent-connect', ...offer, holdSeconds: 9, ringSeconds: 3 });
    expect(events.filter((e) => e.kind === 'outcome')).toMatchObject([
      { outcome: 'answered', waitSeconds: 9, agentName: 'Ann Archer' },
    ]);
    expect(scene.tracker.settle(scene.at + 60_000).filter((e) => e.kind === 'outcome')).toEqual([]);
  });
});
