// Tests the tracker with each event of calls and voice quality.
import { beforeEach, describe, expect, it } from 'vitest';
import { NOBODY } from './state.ts';
import { agentLeg, channel, createScene, offer, owner, type Scene } from './testing/scene.ts';

let scene: Scene;
beforeEach(() => {
  scene = createScene();
});

describe('calls', () => {
  it('adds a call for a new channel, follows its state changes and removes it at the last hangup', () => {
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

  it('shows the queue and the agent that the call reached', () => {
    scene.see({ kind: 'channel', cause: 'Newchannel', ...channel('pbx.1') });
    scene.see({ kind: 'caller-joined', queue: 'sales', position: 1, count: 1, caller: channel('pbx.1') });
    scene.see({ kind: 'agent-connect', ...offer, holdSeconds: 2, ringSeconds: 2 });
    expect(scene.calls()).toMatchObject([{ queue: 'sales', agent: 'Ann Archer', agentInterface: 'PJSIP/acme-101' }]);
  });

  it.each([
    ['a queue', 'q01a2042c3d4e5f60718293a4b5c6d7e8', ''],
    ['a ring group', 'g01a2042c3d4e5f60718293a4b5c6d7e8', ''],
    ['a voicemail box', 'v201', '201'],
    ['a line', 'x201', '201'],
  ])('never shows the dialplan extension of %s as the dialed number', (_what, exten, shown) => {
    const place = { exten, connectedLineNum: exten.length > 10 ? exten : '' };
    scene.see({ kind: 'channel', cause: 'Newchannel', ...channel('pbx.1', place) });
    expect(scene.calls()).toMatchObject([{ linkedid: 'pbx.1', destination: shown }]);
    // Asterisk sends the dialplan extension as the caller ID of the ringing phone.
    scene.see({ kind: 'channel', cause: 'Newchannel', ...agentLeg, callerIdNum: exten, linkedid: 'pbx.1' });
    scene.see({ kind: 'channel', cause: 'Newstate', ...channel('pbx.1', place), state: 6, stateDesc: 'Up' });
    expect(scene.calls()).toMatchObject([{ linkedid: 'pbx.1', destination: shown }]);
  });

  it('merges two calls into one row when they are bridged', () => {
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

  it('assigns a call without an owner to the owner of its queue and reports the previous owner', () => {
    const stranger = channel('pbx.1', { accountCode: '' });
    scene.see({ kind: 'channel', cause: 'Newchannel', ...stranger });
    expect(scene.calls()[0]?.owners).toEqual([NOBODY]);
    const events = scene.see({ kind: 'caller-joined', queue: 'sales', position: 1, count: 1, caller: stranger });
    expect(events).toContainEqual(expect.objectContaining({ kind: 'call', previousOwners: [NOBODY] }));
    expect(scene.calls()[0]?.owners).toEqual([owner]);
  });

  it('keeps the call when its channel is renamed', () => {
    scene.see({ kind: 'channel', cause: 'Newchannel', ...channel('pbx.1') });
    scene.see({ kind: 'rename', uniqueid: 'pbx.1', oldName: 'PJSIP/carrier-00000001', newName: 'PJSIP/new-00000002' });
    expect(scene.calls()).toMatchObject([{ linkedid: 'pbx.1', channel: 'PJSIP/new-00000002' }]);
  });
});

describe('voice quality', () => {
  const report = { lp: 3, rlp: 1, rxcount: 500, txcount: 500, rtt: 0.04, rxjitter: 0.002, txjitter: 0.001 };

  it('sums RTPAUDIOQOS reports per server and skips the round-trip time of reports without RTCP', () => {
    scene.see({ kind: 'rtp-quality', ...channel('pbx.1'), ...report });
    scene.see({ kind: 'rtp-quality', ...channel('pbx.2'), ...report, rtt: 0 });
    expect([...scene.tracker.state.quality.values()]).toMatchObject([
      { reports: 2, lp: 6, rlp: 2, rtt: 0.04, rttReports: 1 },
    ]);
  });

  it('assigns the quality of a queue call to the queue owner, whatever the owner of the leg', () => {
    const carrier = channel('pbx.1', { accountCode: '' });
    scene.see({ kind: 'channel', cause: 'Newchannel', ...carrier });
    scene.see({ kind: 'caller-joined', queue: 'sales', position: 1, count: 1, caller: carrier });
    const events = scene.see({ kind: 'rtp-quality', ...carrier, ...report });
    expect(events).toMatchObject([{ kind: 'quality', owner }]);
  });

  it('ignores a leg that received no packets', () => {
    scene.see({ kind: 'rtp-quality', ...channel('pbx.1'), ...report, rxcount: 0 });
    expect(scene.tracker.state.quality.size).toBe(0);
  });
});

describe('transfer of a call outside a queue', () => {
  const ann = channel('pbx.1', { channel: 'PJSIP/acme-101-00000001', callerIdNum: '101', exten: '103' });
  const cleo = channel('pbx.2', {
    channel: 'PJSIP/acme-103-00000002',
    callerIdNum: '103',
    exten: '',
    linkedid: 'pbx.1',
  });
  const local = channel('pbx.3', {
    channel: 'Local/102@in-00000003;1',
    callerIdNum: '',
    exten: '102',
    linkedid: 'pbx.1',
  });
  const bridged = { bridgeId: 'b', bridgeType: 'basic', swapUniqueid: '' };
  const sides = () => scene.calls().map(({ source, destination, channel: name }) => [source, destination, name]);
  const hangUp = (fact: typeof ann) => scene.see({ kind: 'hangup', ...fact, cause: 16, causeText: '' });

  beforeEach(() => {
    scene.see({ kind: 'channel', cause: 'Newchannel', ...ann });
    scene.see({ kind: 'dial-begin', callee: cleo, dialString: 'acme-103' });
    for (const each of [ann, cleo]) scene.see({ kind: 'bridge-enter', ...each, ...bridged });
    expect(sides()).toEqual([['101', '103', ann.channel]]);
  });

  it('shows the transferred party and the target after a blind transfer', () => {
    const to = { context: 'acme-internal', exten: '102' };
    scene.see({ kind: 'blind-transfer', result: 'Success', transferer: ann, transferee: cleo, ...to });
    hangUp(ann);
    expect(sides()).toEqual([['103', '102', cleo.channel]]);
    hangUp(cleo);
    expect([scene.calls(), scene.tracker.held()]).toEqual([[], 0]);
  });

  it.each([
    ['both parties', cleo, local],
    ['only the target', null, local],
    ['neither', null, null],
  ])('shows the remaining parties after an attended transfer when Asterisk reports %s', (_what, transferee, target) => {
    scene.see({ kind: 'channel', cause: 'Newchannel', ...local });
    for (const each of [ann, local]) scene.see({ kind: 'bridge-enter', ...each, ...bridged });
    scene.see({
      ...{ kind: 'attended-transfer', result: 'Success', application: '' },
      ...{ consultation: ann, transferee, target },
    });
    hangUp(ann);
    expect(sides()).toEqual([['103', '102', cleo.channel]]);
  });

  it('changes nothing when the transfer fails', () => {
    const to = { context: 'acme-internal', exten: '199' };
    scene.see({ kind: 'blind-transfer', result: 'Invalid', transferer: ann, transferee: cleo, ...to });
    expect(sides()).toEqual([['101', '103', ann.channel]]);
  });
});
