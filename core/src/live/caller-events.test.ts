// Tests the tracker with each event of waiting callers and checks how each queue visit ends.
import { beforeEach, describe, expect, it } from 'vitest';
import { channel, createScene, offer, queue, type Scene } from './testing/scene.ts';

let scene: Scene;
beforeEach(() => {
  scene = createScene();
});

describe('attended transfer into a queue', () => {
  const consultation = channel('pbx.2', {
    channel: 'PJSIP/acme-101-00000002',
    callerIdNum: '101',
    callerIdName: 'Ann',
  });
  const transferee = channel('pbx.1', { callerIdName: 'Ivy Irwin' });
  const behind = channel('pbx.3');
  const waiting = (): Scene => {
    const scene = createScene();
    for (const each of [transferee, consultation, behind]) scene.see({ kind: 'channel', cause: 'Newchannel', ...each });
    scene.see({ kind: 'caller-joined', queue: 'sales', position: 1, count: 1, caller: consultation });
    scene.see({ kind: 'caller-joined', queue: 'sales', position: 2, count: 2, caller: behind });
    return scene;
  };

  const rows = (scene: Scene) => [...scene.tracker.state.callers.values()].toSorted((a, b) => a.position - b.position);

  it('gives the caller the position of the consulting agent and keeps the caller’s own name and wait', () => {
    const scene = waiting();
    const [first] = rows(scene);
    scene.see({
      kind: 'attended-transfer',
      result: 'Success',
      application: 'Queue',
      consultation,
      transferee,
      target: null,
    });
    const told = scene.see({ kind: 'hangup', ...consultation, cause: 16, causeText: '' });
    expect(told.filter((e) => e.kind === 'outcome')).toEqual([]);
    expect(rows(scene)).toMatchObject([
      { uniqueid: 'pbx.1', position: 1, callerIdName: 'Ivy Irwin', joinedAt: first?.joinedAt },
      { uniqueid: 'pbx.3', position: 2 },
    ]);
    expect(scene.calls().find((c) => c.linkedid === 'pbx.1')).toMatchObject({ queue: 'sales' });
    const ended = scene.see({ kind: 'hangup', ...transferee, cause: 16, causeText: '' });
    expect(ended.filter((e) => e.kind === 'outcome')).toMatchObject([
      { outcome: 'abandoned', uniqueid: 'pbx.1', callerName: 'Ivy Irwin' },
    ]);
  });

  it('shows a new caller ID of the waiting channel', () => {
    const scene = waiting();
    scene.see({
      kind: 'channel',
      cause: 'NewCallerid',
      ...consultation,
      callerIdNum: '+34912345678',
      callerIdName: 'Ivy Irwin',
    });
    expect(rows(scene).find((c) => c.uniqueid === 'pbx.2')).toMatchObject({ callerIdName: 'Ivy Irwin', position: 1 });
  });
});

describe('waiting callers', () => {
  const join = (n: number, position: number) =>
    scene.see({ kind: 'caller-joined', queue: 'sales', position, count: n, caller: channel(`pbx.${n}`) });

  it('uses the listed wait when the join event arrived late', () => {
    join(1, 1);
    join(2, 2);
    const seen = scene.at;
    const entry = (n: number, waitSeconds: number) => {
      const { callerIdNum, callerIdName, connectedLineNum, connectedLineName, channel: name } = channel(`pbx.${n}`);
      const shown = { callerIdNum, callerIdName, connectedLineNum, connectedLineName, channel: name, priority: 0 };
      return { queue: 'sales', uniqueid: `pbx.${n}`, position: n, waitSeconds, ...shown };
    };
    // The first join event arrived 4 s late. The difference of the second one is rounding.
    scene.see({
      ...{ kind: 'queue-read', queue: 'sales', params: queue, members: [] },
      entries: [entry(1, 6), entry(2, 2)],
    });
    const moments = [...scene.tracker.state.callers.values()].map(({ uniqueid, joinedAt }) => [uniqueid, joinedAt]);
    expect(moments).toEqual([
      ['pbx.1', scene.at - 6_000],
      ['pbx.2', seen],
    ]);
    // Asterisk reports no wait for a caller who timed out of the queue.
    scene.see({ kind: 'caller-left', queue: 'sales', position: 1, count: 1, caller: channel('pbx.1') });
    const told = scene.see({ kind: 'queue-status', value: 'TIMEOUT', ...channel('pbx.1') });
    expect(told.filter((e) => e.kind === 'outcome')).toMatchObject([{ outcome: 'timed-out', waitSeconds: 7 }]);
  });

  it('adds a caller with status 1 (joined) on QueueCallerJoin', () => {
    join(1, 1);
    expect([...scene.tracker.state.callers.values()][0]).toMatchObject({
      position: 1,
      status: 1,
      joinedAt: scene.at,
      callerIdName: 'José Núñez',
    });
  });

  it('removes the caller on QueueCallerLeave and moves later callers up', () => {
    join(1, 1);
    join(2, 2);
    join(3, 3);
    scene.see({ kind: 'caller-left', queue: 'sales', position: 1, count: 2, caller: channel('pbx.1') });
    expect(scene.waiting()).toEqual([
      [1, 'pbx.2'],
      [2, 'pbx.3'],
    ]);
  });

  it('moves other callers back when a caller of higher priority joins', () => {
    join(1, 1);
    join(2, 1);
    expect(scene.waiting()).toEqual([
      [1, 'pbx.2'],
      [2, 'pbx.1'],
    ]);
  });

  it('counts QueueCallerAbandon once and removes the caller on the QueueCallerLeave that follows', () => {
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
  ])('ends the visit of an abandoned call with QUEUESTATUS %s as %s', (value, outcome) => {
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

  it('ends the visit as abandoned when the caller hangs up without a QUEUESTATUS', () => {
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

  it('ends a visit with only QueueCallerLeave as left-by-key after the settle time', () => {
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
  ])('reports the same wait as queue_log for a caller who leaves by key: %s', (_, into, later, waitSeconds) => {
    scene.at += into;
    join(1, 1);
    scene.at += later - 1000;
    scene.see({ kind: 'caller-left', queue: 'sales', position: 1, count: 0, caller: channel('pbx.1') });
    const settled = scene.tracker.settle(scene.at + 10_000);
    expect(settled.filter((e) => e.kind === 'outcome')).toMatchObject([{ outcome: 'left-by-key', waitSeconds }]);
  });

  it('ends the visit as answered when AgentConnect follows QueueCallerLeave', () => {
    join(1, 1);
    scene.see({ kind: 'caller-left', queue: 'sales', position: 1, count: 0, caller: channel('pbx.1') });
    const events = scene.see({ kind: 'agent-connect', ...offer, holdSeconds: 9, ringSeconds: 3 });
    expect(events.filter((e) => e.kind === 'outcome')).toMatchObject([
      { outcome: 'answered', waitSeconds: 9, agentName: 'Ann Archer' },
    ]);
    expect(scene.tracker.settle(scene.at + 60_000).filter((e) => e.kind === 'outcome')).toEqual([]);
  });
});
