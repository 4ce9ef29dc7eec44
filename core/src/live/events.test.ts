// Each event that the console must follow, one by one: what the PBX reports, and what the live state shows then.
import { beforeEach, describe, expect, it } from 'vitest';
import type { ChannelFact, MemberFact, PbxFact, QueueFact, ShownChannelFact } from './fact.ts';
import { NOBODY, type MemberRow } from './state.ts';
import { createTracker, type Tracker } from './tracker.ts';

const T0 = 1_795_000_000_000;
const owner = { customerId: 'acme', callcenterId: 'north' };

const channel = (uniqueid: string, more: Partial<ChannelFact> = {}): ChannelFact => ({
  channel: `PJSIP/carrier-0000000${uniqueid.slice(-1)}`,
  state: 4,
  stateDesc: 'Ring',
  callerIdNum: '+34912345678',
  callerIdName: 'José Núñez',
  connectedLineNum: '',
  connectedLineName: '',
  accountCode: 'acme',
  context: 'from-trunk',
  exten: '+12025550101',
  uniqueid,
  linkedid: uniqueid,
  tenantId: '',
  ...more,
});

const queue: QueueFact = {
  queue: 'sales',
  max: 10,
  strategy: 'rrmemory',
  calls: 0,
  holdtime: 4,
  talktime: 60,
  completed: 3,
  abandoned: 1,
  serviceLevel: 20,
  serviceLevelPerf: 66_700,
  serviceLevelPerf2: 50_000,
  weight: 5,
};

const ann: MemberFact = {
  queue: 'sales',
  name: 'Ann Archer',
  interface: 'PJSIP/acme-101',
  stateInterface: 'PJSIP/acme-101',
  membership: 'dynamic',
  penalty: 0,
  callsTaken: 2,
  lastCall: 0,
  lastPause: 0,
  loginTime: 1_795_000_000,
  inCall: false,
  status: 1,
  paused: false,
  pausedReason: '',
  wrapupSeconds: 0,
};

let tracker: Tracker;
let at: number;
const see = (fact: PbxFact) => tracker.fact(fact, (at += 1000));
const member = (name = 'sales'): MemberRow => {
  const row = tracker.state.members.get(`1\t${name}\tPJSIP/acme-101`);
  if (!row) throw new Error('no such member');
  return row;
};
const sales = () => tracker.state.queues.get('1\tsales');
const waiting = () =>
  [...tracker.state.callers.values()].sort((a, b) => a.position - b.position).map((c) => [c.position, c.uniqueid]);
const calls = () => [...tracker.state.calls.values()];

const agentLeg = channel('pbx.9', {
  channel: 'PJSIP/acme-101-00000009',
  linkedid: 'pbx.1',
  callerIdNum: '101',
  callerIdName: 'Ann Archer',
  exten: '',
  context: 'acme-internal',
});
const offer = {
  queue: 'sales',
  interface: 'PJSIP/acme-101',
  memberName: 'Ann Archer',
  caller: channel('pbx.1'),
  agent: agentLeg,
};

beforeEach(() => {
  at = T0;
  tracker = createTracker(
    { id: 1, name: 'Madrid 1' },
    { ofQueue: () => owner, ofChannel: (_, c) => (c.accountCode === 'acme' ? owner : NOBODY) },
  );
  see({ kind: 'queue-params', ...queue });
  see({ kind: 'member', cause: 'QueueMember', ...ann });
});

describe('queues', () => {
  it('QueueParams adds and updates', () => {
    expect(sales()).toMatchObject({ max: 10, strategy: 'rrmemory', weight: 5, owner });
    see({ kind: 'queue-params', ...queue, holdtime: 9, completed: 8 });
    expect(sales()).toMatchObject({ holdtime: 9, completed: 8 });
  });
});

describe('QueueSummary', () => {
  it('sets the hold and talk time of a queue that is known', () => {
    const summary = { queue: 'sales', loggedIn: 1, available: 1, callers: 0, holdtime: 7, talktime: 70 };
    see({ kind: 'queue-summary', ...summary, longestHoldtime: 0 });
    expect(sales()).toMatchObject({ holdtime: 7, talktime: 70, completed: 3 });
    expect(see({ kind: 'queue-summary', ...summary, longestHoldtime: 0, queue: 'nowhere' })).toEqual([]);
  });
});

describe('members', () => {
  it('QueueMemberAdded and QueueMemberRemoved', () => {
    see({ kind: 'member', cause: 'QueueMemberAdded', ...ann, queue: 'support' });
    expect(member('support').name).toBe('Ann Archer');
    see({ kind: 'member-removed', queue: 'support', interface: 'PJSIP/acme-101', name: 'Ann Archer' });
    expect(tracker.state.members.has('1\tsupport\tPJSIP/acme-101')).toBe(false);
  });

  it('QueueMemberStatus 6 and 7 ring, 2 is in use', () => {
    for (const [status, ringing] of [
      [6, true],
      [7, true],
      [2, false],
    ] as const) {
      see({ kind: 'member', cause: 'QueueMemberStatus', ...ann, status });
      expect(member()).toMatchObject({ status, ringing });
    }
  });

  it('QueueMemberPause keeps the reason and when it began', () => {
    see({ kind: 'member', cause: 'QueueMemberPause', ...ann, paused: true, pausedReason: 'Lunch' });
    expect(member()).toMatchObject({ paused: true, pausedReason: 'Lunch', pausedSince: at, since: at });
    const began = at;
    see({ kind: 'member', cause: 'QueueMemberStatus', ...ann, paused: true, pausedReason: 'Lunch' });
    expect(member().pausedSince).toBe(began);
    see({ kind: 'member', cause: 'QueueMemberPause', ...ann });
    expect(member()).toMatchObject({ paused: false, pausedReason: '', pausedSince: null });
  });

  it('QueueMemberPenalty', () => {
    see({ kind: 'member', cause: 'QueueMemberPenalty', ...ann, penalty: 7 });
    expect(member().penalty).toBe(7);
  });

  it('a device that is busy while it rings still shows as ringing, and so do the other queues of the agent', () => {
    see({ kind: 'member', cause: 'QueueMember', ...ann, queue: 'support' });
    see({ kind: 'agent-called', ...offer });
    see({ kind: 'member', cause: 'QueueMemberStatus', ...ann, status: 3 });
    expect(member()).toMatchObject({ ringing: true, incall: false, callerNumber: '+34912345678' });
    expect(member('support')).toMatchObject({ ringing: true, callQueue: 'sales' });
  });

  it('AgentRingNoAnswer clears ringing and in call', () => {
    see({ kind: 'agent-called', ...offer });
    see({ kind: 'agent-ring-no-answer', ...offer, ringMs: 8000 });
    expect(member()).toMatchObject({ ringing: false, incall: false, callerNumber: null });
  });

  it('AgentConnect marks in call, AgentComplete not, and counts the call once', () => {
    see({ kind: 'agent-called', ...offer });
    see({ kind: 'agent-connect', ...offer, holdSeconds: 12, ringSeconds: 3 });
    expect(member()).toMatchObject({
      incall: true,
      ringing: false,
      incallSince: at,
      channel: 'PJSIP/acme-101-00000009',
      lastHoldtime: 12,
    });
    see({ kind: 'agent-complete', ...offer, holdSeconds: 12, talkSeconds: 40, reason: 'agent' });
    expect(member()).toMatchObject({
      incall: false,
      incallSince: null,
      channel: null,
      callsTaken: 3,
      lastTalktime: 40,
    });
    expect(sales()?.completed).toBe(4);
    see({ kind: 'agent-complete', ...offer, holdSeconds: 12, talkSeconds: 40, reason: 'agent' });
    expect(sales()?.completed).toBe(4);
  });

  it('AgentComplete of an agent who was not in a call counts nothing', () => {
    see({ kind: 'agent-complete', ...offer, holdSeconds: 1, talkSeconds: 2, reason: 'caller' });
    expect(sales()?.completed).toBe(3);
  });

  it('the end of the agent’s channel ends the call, even when AgentComplete comes late or never', () => {
    see({ kind: 'agent-called', ...offer });
    see({ kind: 'agent-connect', ...offer, holdSeconds: 2, ringSeconds: 2 });
    see({ kind: 'hangup', ...agentLeg, cause: 16, causeText: 'Normal Clearing' });
    expect(member().incall).toBe(false);
    see({ kind: 'agent-complete', ...offer, agent: null, holdSeconds: 2, talkSeconds: 300, reason: 'transfer' });
    expect(sales()?.completed).toBe(4);
  });

  it('of a ring-all, the losers stop ringing when one answers', () => {
    const bob = { ...ann, interface: 'PJSIP/acme-102', stateInterface: 'PJSIP/acme-102', name: 'Bob Baker' };
    see({ kind: 'member', cause: 'QueueMember', ...bob });
    see({ kind: 'agent-called', ...offer });
    see({
      kind: 'agent-called',
      ...offer,
      interface: bob.interface,
      memberName: bob.name,
      agent: channel('pbx.8', { linkedid: 'pbx.1' }),
    });
    see({ kind: 'agent-connect', ...offer, holdSeconds: 2, ringSeconds: 2 });
    expect(tracker.state.members.get('1\tsales\tPJSIP/acme-102')).toMatchObject({ ringing: false, incall: false });
  });

  it('hold and unhold show on the agent', () => {
    see({ kind: 'agent-connect', ...offer, holdSeconds: 2, ringSeconds: 2 });
    see({ kind: 'hold', ...agentLeg });
    expect(member().onHold).toBe(true);
    see({ kind: 'unhold', ...agentLeg });
    expect(member().onHold).toBe(false);
  });
});

describe('callers', () => {
  const join = (n: number, position: number) =>
    see({ kind: 'caller-joined', queue: 'sales', position, count: n, caller: channel(`pbx.${n}`) });

  it('QueueCallerJoin adds with status joined', () => {
    join(1, 1);
    expect([...tracker.state.callers.values()][0]).toMatchObject({
      position: 1,
      status: 1,
      joinedAt: at,
      callerIdName: 'José Núñez',
    });
  });

  it('QueueCallerLeave removes, and those behind move up', () => {
    join(1, 1);
    join(2, 2);
    join(3, 3);
    see({ kind: 'caller-left', queue: 'sales', position: 1, count: 2, caller: channel('pbx.1') });
    expect(waiting()).toEqual([
      [1, 'pbx.2'],
      [2, 'pbx.3'],
    ]);
  });

  it('a caller of higher priority moves the others back', () => {
    join(1, 1);
    join(2, 1);
    expect(waiting()).toEqual([
      [1, 'pbx.2'],
      [2, 'pbx.1'],
    ]);
  });

  it('QueueCallerAbandon counts once; the leaving that follows removes', () => {
    join(1, 1);
    see({
      kind: 'caller-abandoned',
      queue: 'sales',
      position: 1,
      originalPosition: 1,
      holdSeconds: 30,
      caller: channel('pbx.1'),
    });
    expect(sales()?.abandoned).toBe(2);
    expect([...tracker.state.callers.values()][0]?.status).toBe(3);
    see({ kind: 'caller-left', queue: 'sales', position: 1, count: 0, caller: channel('pbx.1') });
    expect(sales()?.abandoned).toBe(2);
    expect(waiting()).toEqual([]);
  });

  it.each([
    ['TIMEOUT', 'timed-out'],
    ['WITHDRAW', 'withdrawn'],
    ['LEAVEEMPTY', 'no-agent'],
  ])('an abandon with QUEUESTATUS %s is %s', (value, outcome) => {
    join(1, 1);
    see({
      kind: 'caller-abandoned',
      queue: 'sales',
      position: 1,
      originalPosition: 1,
      holdSeconds: 30,
      caller: channel('pbx.1'),
    });
    see({ kind: 'caller-left', queue: 'sales', position: 1, count: 0, caller: channel('pbx.1') });
    const events = see({ kind: 'queue-status', value, ...channel('pbx.1') });
    expect(events.filter((e) => e.kind === 'outcome')).toMatchObject([{ outcome, waitSeconds: 30 }]);
  });

  it('an abandon without a reason is one when the caller hangs up', () => {
    join(1, 1);
    see({
      kind: 'caller-abandoned',
      queue: 'sales',
      position: 1,
      originalPosition: 1,
      holdSeconds: 7,
      caller: channel('pbx.1'),
    });
    see({ kind: 'caller-left', queue: 'sales', position: 1, count: 0, caller: channel('pbx.1') });
    const events = see({ kind: 'hangup', ...channel('pbx.1'), cause: 16, causeText: '' });
    expect(events.filter((e) => e.kind === 'outcome')).toMatchObject([{ outcome: 'abandoned', waitSeconds: 7 }]);
  });

  it('a mere leaving is an exit by key, once nothing else came', () => {
    join(1, 1);
    see({ kind: 'caller-left', queue: 'sales', position: 1, count: 0, caller: channel('pbx.1') });
    expect(tracker.settle(at + 1000)).toEqual([]);
    expect(tracker.settle(at + 10_000).filter((e) => e.kind === 'outcome')).toMatchObject([{ outcome: 'left-by-key' }]);
  });

  it('a leaving with AgentConnect after it is an answer', () => {
    join(1, 1);
    see({ kind: 'caller-left', queue: 'sales', position: 1, count: 0, caller: channel('pbx.1') });
    const events = see({ kind: 'agent-connect', ...offer, holdSeconds: 9, ringSeconds: 3 });
    expect(events.filter((e) => e.kind === 'outcome')).toMatchObject([
      { outcome: 'answered', waitSeconds: 9, agentName: 'Ann Archer' },
    ]);
    expect(tracker.settle(at + 60_000).filter((e) => e.kind === 'outcome')).toEqual([]);
  });
});

describe('calls', () => {
  it('a new channel adds a call, its states change it, the last hang-up removes it', () => {
    see({ kind: 'channel', cause: 'Newchannel', ...channel('pbx.1') });
    expect(calls()).toMatchObject([
      {
        linkedid: 'pbx.1',
        source: '+34912345678',
        destination: '+12025550101',
        state: 4,
        startedAt: at,
        owners: [owner],
      },
    ]);
    see({ kind: 'channel', cause: 'Newchannel', ...agentLeg });
    see({ kind: 'channel', cause: 'Newstate', ...channel('pbx.1'), state: 6, stateDesc: 'Up' });
    expect(calls()).toMatchObject([{ linkedid: 'pbx.1', state: 6 }]);
    see({ kind: 'hangup', ...agentLeg, cause: 16, causeText: '' });
    expect(calls()).toHaveLength(1);
    const events = see({ kind: 'hangup', ...channel('pbx.1'), cause: 16, causeText: 'Normal Clearing' });
    expect(events).toContainEqual(
      expect.objectContaining({ kind: 'call-removed', linkedid: 'pbx.1', hangupCause: 16 }),
    );
    expect(calls()).toEqual([]);
  });

  it('names the queue and the agent that it reached', () => {
    see({ kind: 'channel', cause: 'Newchannel', ...channel('pbx.1') });
    see({ kind: 'caller-joined', queue: 'sales', position: 1, count: 1, caller: channel('pbx.1') });
    see({ kind: 'agent-connect', ...offer, holdSeconds: 2, ringSeconds: 2 });
    expect(calls()).toMatchObject([{ queue: 'sales', agent: 'Ann Archer', agentInterface: 'PJSIP/acme-101' }]);
  });

  it('two calls that become one are one row', () => {
    see({ kind: 'channel', cause: 'Newchannel', ...channel('pbx.1') });
    see({ kind: 'channel', cause: 'Newchannel', ...channel('pbx.2') });
    expect(calls()).toHaveLength(2);
    see({
      kind: 'bridge-enter',
      ...channel('pbx.2'),
      linkedid: 'pbx.1',
      bridgeId: 'b',
      bridgeType: 'basic',
      swapUniqueid: '',
    });
    expect(calls().map((c) => c.linkedid)).toEqual(['pbx.1']);
  });

  it('what nobody claims becomes its owner’s when the queue is known, and is told so', () => {
    const stranger = channel('pbx.1', { accountCode: '' });
    see({ kind: 'channel', cause: 'Newchannel', ...stranger });
    expect(calls()[0]?.owners).toEqual([NOBODY]);
    const events = see({ kind: 'caller-joined', queue: 'sales', position: 1, count: 1, caller: stranger });
    expect(events).toContainEqual(expect.objectContaining({ kind: 'call', previousOwners: [NOBODY] }));
    expect(calls()[0]?.owners).toEqual([owner]);
  });

  it('a rename keeps the call', () => {
    see({ kind: 'channel', cause: 'Newchannel', ...channel('pbx.1') });
    see({ kind: 'rename', uniqueid: 'pbx.1', oldName: 'PJSIP/carrier-00000001', newName: 'PJSIP/new-00000002' });
    expect(calls()).toMatchObject([{ linkedid: 'pbx.1', channel: 'PJSIP/new-00000002' }]);
  });
});

describe('quality', () => {
  const report = { lp: 3, rlp: 1, rxcount: 500, txcount: 500, rtt: 0.04, rxjitter: 0.002, txjitter: 0.001 };

  it('RTPAUDIOQOS adds up per server; without RTCP the round trip is unknown', () => {
    see({ kind: 'rtp-quality', ...channel('pbx.1'), ...report });
    see({ kind: 'rtp-quality', ...channel('pbx.2'), ...report, rtt: 0 });
    expect([...tracker.state.quality.values()]).toMatchObject([
      { reports: 2, lp: 6, rlp: 2, rtt: 0.04, rttReports: 1 },
    ]);
  });

  it('a leg of a queue’s call is the queue owner’s, whoever the leg itself belongs to', () => {
    const carrier = channel('pbx.1', { accountCode: '' });
    see({ kind: 'channel', cause: 'Newchannel', ...carrier });
    see({ kind: 'caller-joined', queue: 'sales', position: 1, count: 1, caller: carrier });
    const events = see({ kind: 'rtp-quality', ...carrier, ...report });
    expect(events).toMatchObject([{ kind: 'quality', owner }]);
  });

  it('a leg without a packet is left out', () => {
    see({ kind: 'rtp-quality', ...channel('pbx.1'), ...report, rxcount: 0 });
    expect(tracker.state.quality.size).toBe(0);
  });
});

describe('a snapshot with calls up', () => {
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

  it('shows who talks to whom', () => {
    tracker.snapshot(snapshot('bridge-1'), (at += 1000));
    expect(member()).toMatchObject({ incall: true, callerNumber: '+34912345678', incallSince: at - 90_000 });
    expect(calls()).toMatchObject([{ queue: 'sales', agent: 'Ann Archer', startedAt: at - 90_000 }]);
    see({ kind: 'agent-complete', ...offer, holdSeconds: 5, talkSeconds: 80, reason: 'caller' });
    expect(member()).toMatchObject({ incall: false, callsTaken: 3 });
  });

  it('shows an agent whose Local channel was optimised away', () => {
    const local = { ...ann, interface: 'Local/101@agents', stateInterface: 'PJSIP/acme-101', status: 2 };
    const [caller, phone] = snapshot('bridge-1').channels;
    const channels = [caller, { ...phone, application: 'AppDial' }] as ShownChannelFact[];
    tracker.snapshot({ ...snapshot('bridge-1'), members: [local], channels }, (at += 1000));
    expect(tracker.state.members.get('1\tsales\tLocal/101@agents')).toMatchObject({ incall: true });
  });

  it('read again while the link is up leaves the stays that are still to be decided', () => {
    tracker.snapshot(snapshot(''), (at += 1000));
    see({ kind: 'caller-joined', queue: 'sales', position: 1, count: 1, caller: channel('pbx.3') });
    see({ kind: 'caller-joined', queue: 'sales', position: 2, count: 2, caller: channel('pbx.4') });
    see({ kind: 'caller-left', queue: 'sales', position: 1, count: 1, caller: channel('pbx.3') });
    // A reload: the list was read after pbx.4 left too, and its leaving is told after the list.
    tracker.snapshot(snapshot(''), (at += 100));
    see({ kind: 'caller-left', queue: 'sales', position: 1, count: 0, caller: channel('pbx.4') });
    const outcomes = tracker.settle(at + 10_000).filter((e) => e.kind === 'outcome');
    expect(outcomes.map((e) => e.uniqueid)).toEqual(['pbx.3', 'pbx.4']);
  });

  it('after a short loss of the link still counts who was seen to leave', () => {
    tracker.snapshot(snapshot(''), (at += 1000));
    see({ kind: 'caller-joined', queue: 'sales', position: 1, count: 1, caller: channel('pbx.3') });
    const gone = { queue: 'sales', position: 1, caller: channel('pbx.3') };
    see({ kind: 'caller-abandoned', ...gone, originalPosition: 1, holdSeconds: 1 });
    see({ kind: 'caller-left', ...gone, count: 0 });
    tracker.link({ kind: 'away', problem: { code: 'connection-lost', line: null }, retryInMs: 500 }, (at += 100));
    tracker.snapshot(snapshot(''), (at += 500));
    expect(tracker.settle(at + 10_000).filter((e) => e.kind === 'outcome')).toMatchObject([
      { uniqueid: 'pbx.3', outcome: 'abandoned' },
    ]);
  });

  it('shows who is being rung', () => {
    tracker.snapshot(snapshot(''), (at += 1000));
    expect(member()).toMatchObject({ ringing: true, incall: false });
    expect(calls()).toMatchObject([{ queue: 'sales', agent: null }]);
  });
});

describe('the link', () => {
  it('away: the slice stays, marked stale with a time; up: fresh with the snapshot', () => {
    tracker.link({ kind: 'up', version: '22.10.1', problems: [] }, (at += 1000));
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
    tracker.snapshot(snapshot, (at += 1000));
    expect(tracker.state.servers.get('1')).toMatchObject({ connected: true, stale: false, version: '22.10.1' });
    tracker.link({ kind: 'away', problem: { code: 'connection-lost', line: null }, retryInMs: 1000 }, (at += 1000));
    expect(tracker.state.servers.get('1')).toMatchObject({
      connected: false,
      stale: true,
      since: at,
      problem: 'connection-lost',
    });
    expect(tracker.state.queues.size).toBe(1);
    tracker.snapshot({ ...snapshot, queues: [], members: [] }, (at += 1000));
    expect(tracker.state.servers.get('1')).toMatchObject({ connected: true, stale: false });
    expect(tracker.state.queues.size).toBe(0);
  });
});
