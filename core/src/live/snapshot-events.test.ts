// Tests snapshots of a PBX server with calls up, and the state of its link.
import { beforeEach, describe, expect, it } from 'vitest';
import type { ChannelFact, ShownChannelFact } from '../asterisk/fact.ts';
import { agentLeg, ann, channel, createScene, offer, queue, type Scene } from './testing/scene.ts';

let scene: Scene;
beforeEach(() => {
  scene = createScene();
});

describe('snapshot with calls up', () => {
  const shown = (fact: ChannelFact, application: string, data: string, bridgeId: string) => ({
    ...fact,
    application,
    applicationData: data,
    durationSeconds: 90,
    bridgeId,
  });
  const snapshot = (bridgeId: string) => ({
    startedAt: null,
    version: '22.10.1',
    systemName: 'pbx',
    queues: [queue],
    members: [{ ...ann, status: 2 }],
    entries: [],
    summaries: [],
    channels: [
      shown(channel('pbx.1'), 'Queue', 'sales,tT,,,300', bridgeId),
      shown(agentLeg, 'AppQueue', '(Outgoing Line)', bridgeId),
    ],
  });

  it('shows the parties of each call', () => {
    scene.tracker.snapshot(snapshot('bridge-1'), (scene.at += 1000));
    expect(scene.member()).toMatchObject({
      incall: true,
      callerNumber: '+34912345678',
      incallSince: scene.at - 90_000,
    });
    expect(scene.calls()).toMatchObject([{ queue: 'sales', agent: 'Ann Archer', startedAt: scene.at - 90_000 }]);
    scene.see({ kind: 'agent-complete', ...offer, holdSeconds: 5, talkSeconds: 80, reason: 'caller' });
    expect(scene.member()).toMatchObject({ incall: false, callsTaken: 3 });
  });

  it('shows an agent whose Local channel was optimized away', () => {
    const local = { ...ann, interface: 'Local/101@agents', stateInterface: 'PJSIP/acme-101', status: 2 };
    const [caller, phone] = snapshot('bridge-1').channels;
    const channels = [caller, { ...phone, application: 'AppDial' }] as ShownChannelFact[];
    scene.tracker.snapshot({ ...snapshot('bridge-1'), members: [local], channels }, (scene.at += 1000));
    expect(scene.tracker.state.members.get('1\tsales\tLocal/101@agents')).toMatchObject({ incall: true });
  });

  it('keeps unsettled queue visits when the lists are re-read on a healthy link', () => {
    scene.tracker.snapshot(snapshot(''), (scene.at += 1000));
    scene.see({ kind: 'caller-joined', queue: 'sales', position: 1, count: 1, caller: channel('pbx.3') });
    scene.see({ kind: 'caller-joined', queue: 'sales', position: 2, count: 2, caller: channel('pbx.4') });
    scene.see({ kind: 'caller-left', queue: 'sales', position: 1, count: 1, caller: channel('pbx.3') });
    // During a reload, pbx.4 leaves before the list is read and its leave event arrives after the list.
    scene.tracker.snapshot(snapshot(''), (scene.at += 100));
    scene.see({ kind: 'caller-left', queue: 'sales', position: 1, count: 0, caller: channel('pbx.4') });
    const outcomes = scene.tracker.settle(scene.at + 10_000).filter((e) => e.kind === 'outcome');
    expect(outcomes.map((e) => e.uniqueid)).toEqual(['pbx.3', 'pbx.4']);
  });

  it('counts callers who were seen leaving before a short outage', () => {
    scene.tracker.snapshot(snapshot(''), (scene.at += 1000));
    scene.see({ kind: 'caller-joined', queue: 'sales', position: 1, count: 1, caller: channel('pbx.3') });
    const gone = { queue: 'sales', position: 1, caller: channel('pbx.3') };
    scene.see({ kind: 'caller-abandoned', ...gone, originalPosition: 1, holdSeconds: 1 });
    scene.see({ kind: 'caller-left', ...gone, count: 0 });
    scene.tracker.link(
      { kind: 'away', problem: { code: 'connection-lost', line: null }, retryInMs: 500 },
      (scene.at += 100),
    );
    scene.tracker.snapshot(snapshot(''), (scene.at += 500));
    expect(scene.tracker.settle(scene.at + 10_000).filter((e) => e.kind === 'outcome')).toMatchObject([
      { uniqueid: 'pbx.3', outcome: 'abandoned' },
    ]);
  });

  it('shows ringing agents', () => {
    scene.tracker.snapshot(snapshot(''), (scene.at += 1000));
    expect(scene.member()).toMatchObject({ ringing: true, incall: false });
    expect(scene.calls()).toMatchObject([{ queue: 'sales', agent: null }]);
  });
});

describe('link', () => {
  it('keeps rows as stale with a time after a loss and refreshes them with the next snapshot', () => {
    scene.tracker.link({ kind: 'up', version: '22.10.1', problems: [] }, (scene.at += 1000));
    const snapshot = {
      startedAt: null,
      version: '22.10.1',
      systemName: 'pbx1',
      queues: [queue],
      members: [ann],
      entries: [],
      summaries: [],
      channels: [],
    };
    scene.tracker.snapshot(snapshot, (scene.at += 1000));
    expect(scene.tracker.state.servers.get('1')).toMatchObject({ connected: true, stale: false, version: '22.10.1' });
    scene.tracker.link(
      { kind: 'away', problem: { code: 'connection-lost', line: null }, retryInMs: 1000 },
      (scene.at += 1000),
    );
    expect(scene.tracker.state.servers.get('1')).toMatchObject({
      connected: false,
      stale: true,
      since: scene.at,
      problem: 'connection-lost',
    });
    expect(scene.tracker.state.queues.size).toBe(1);
    scene.tracker.snapshot({ ...snapshot, queues: [], members: [] }, (scene.at += 1000));
    expect(scene.tracker.state.servers.get('1')).toMatchObject({ connected: true, stale: false });
    expect(scene.tracker.state.queues.size).toBe(0);
  });
});
