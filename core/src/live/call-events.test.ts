// Each event of calls and their quality, one by one.
import { beforeEach, describe, expect, it } from 'vitest';
import { NOBODY } from './state.ts';
import { agentLeg, channel, createScene, offer, owner, type Scene } from './testing/scene.ts';

let scene: Scene;
beforeEach(() => {
  scene = createScene();
});

describe('calls', () => {
  it('a new channel adds a call, its states change it, the last hang-up removes it', () => {
    scene.see({ kind: 'channel', cause: 'Newchannel', ...channel('pbx.1') });
    expect(scene.calls()).toMatchObject([
      {
        linkedid: 'pbx.1',
        source: '+34912345678',
        destination: '+12025550101',
        state: 4,
        startedAt: scene.at,
        owners: [owner],
      },
    ]);
    scene.see({ kind: 'channel', cause: 'Newchannel', ...agentLeg });
    scene.see({ kind: 'channel', cause: 'Newstate', ...channel('pbx.1'), state: 6, stateDesc: 'Up' });
    expect(scene.calls()).toMatchObject([{ linkedid: 'pbx.1', state: 6 }]);
    scene.see({ kind: 'hangup', ...agentLeg, cause: 16, causeText: '' });
    expect(scene.calls()).toHaveLength(1);
    const events = scene.see({ kind: 'hangup', ...channel('pbx.1'), cause: 16, causeText: 'Normal Clearing' });
    expect(events).toContainEqual(
      expect.objectContaining({ kind: 'call-removed', linkedid: 'pbx.1', hangupCause: 16 }),
    );
    expect(scene.calls()).toEqual([]);
  });

  it('names the queue and the agent that it reached', () => {
    scene.see({ kind: 'channel', cause: 'Newchannel', ...channel('pbx.1') });
    scene.see({ kind: 'caller-joined', queue: 'sales', position: 1, count: 1, caller: channel('pbx.1') });
    scene.see({ kind: 'agent-connect', ...offer, holdSeconds: 2, ringSeconds: 2 });
    expect(scene.calls()).toMatchObject([{ queue: 'sales', agent: 'Ann Archer', agentInterface: 'PJSIP/acme-101' }]);
  });

  it('two calls that become one are one row', () => {
    scene.see({ kind: 'channel', cause: 'Newchannel', ...channel('pbx.1') });
    scene.see({ kind: 'channel', cause: 'Newchannel', ...channel('pbx.2') });
    expect(scene.calls()).toHaveLength(2);
    scene.see({
      kind: 'bridge-enter',
      ...channel('pbx.2'),
      linkedid: 'pbx.1',
      bridgeId: 'b',
      bridgeType: 'basic',
      swapUniqueid: '',
    });
    expect(scene.calls().map((c) => c.linkedid)).toEqual(['pbx.1']);
  });

  it('what nobody claims becomes its owner’s when the queue is known, and is told so', () => {
    const stranger = channel('pbx.1', { accountCode: '' });
    scene.see({ kind: 'channel', cause: 'Newchannel', ...stranger });
    expect(scene.calls()[0]?.owners).toEqual([NOBODY]);
    const events = scene.see({ kind: 'caller-joined', queue: 'sales', position: 1, count: 1, caller: stranger });
    expect(events).toContainEqual(expect.objectContaining({ kind: 'call', previousOwners: [NOBODY] }));
    expect(scene.calls()[0]?.owners).toEqual([owner]);
  });

  it('a rename keeps the call', () => {
    scene.see({ kind: 'channel', cause: 'Newchannel', ...channel('pbx.1') });
    scene.see({ kind: 'rename', uniqueid: 'pbx.1', oldName: 'PJSIP/carrier-00000001', newName: 'PJSIP/new-00000002' });
    expect(scene.calls()).toMatchObject([{ linkedid: 'pbx.1', channel: 'PJSIP/new-00000002' }]);
  });
});

describe('quality', () => {
  const report = { lp: 3, rlp: 1, rxcount: 500, txcount: 500, rtt: 0.04, rxjitter: 0.002, txjitter: 0.001 };

  it('RTPAUDIOQOS adds up per server; without RTCP the round trip is unknown', () => {
    scene.see({ kind: 'rtp-quality', ...channel('pbx.1'), ...report });
    scene.see({ kind: 'rtp-quality', ...channel('pbx.2'), ...report, rtt: 0 });
    expect([...scene.tracker.state.quality.values()]).toMatchObject([
      { reports: 2, lp: 6, rlp: 2, rtt: 0.04, rttReports: 1 },
    ]);
  });

  it('a leg of a queue’s call is the queue owner’s, whoever the leg itself belongs to', () => {
    const carrier = channel('pbx.1', { accountCode: '' });
    scene.see({ kind: 'channel', cause: 'Newchannel', ...carrier });
    scene.see({ kind: 'caller-joined', queue: 'sales', position: 1, count: 1, caller: carrier });
    const events = scene.see({ kind: 'rtp-quality', ...carrier, ...report });
    expect(events).toMatchObject([{ kind: 'quality', owner }]);
  });

  it('a leg without a packet is left out', () => {
    scene.see({ kind: 'rtp-quality', ...channel('pbx.1'), ...report, rxcount: 0 });
    expect(scene.tracker.state.quality.size).toBe(0);
  });
});
