// Random steps for property tests: facts and snapshots of two PBX servers, sockets that open and close, lost batches.
import fc from 'fast-check';
import type { ChannelFact, MemberFact, PbxFact, QueueFact, Snapshot } from '@ringside/core/asterisk/fact.ts';
import type { Viewer } from '@ringside/core/live/scope.ts';

const QUEUES = ['sales', 'support'];
const AGENTS = ['PJSIP/a-1', 'PJSIP/a-2', 'PJSIP/b-1'];
export const PBXS = [1, 2];

export const VIEWERS: Readonly<Record<string, Viewer>> = {
  staff: { reach: 'platform' },
  a: { reach: 'customer', customerId: 'a', serverIds: [1, 2] },
  b: { reach: 'customer', customerId: 'b', serverIds: [1, 2] },
};

/** Both customers have a queue of the same name, each on another PBX server. */
export const OWNERS = (swapped: boolean) => ({
  queues: [
    { serverId: 1, name: 'sales', customerId: swapped ? 'b' : 'a' },
    { serverId: 2, name: 'sales', customerId: swapped ? 'a' : 'b' },
    { serverId: 1, name: 'support', customerId: 'b' },
  ].map((q) => ({
    ...q,
    callcenterId: `center-${q.customerId}`,
    timeZone: 'UTC',
    formula: 3,
    thresholdSeconds: 20,
    shortAbandonSeconds: 5,
    wrapupSeconds: 5,
  })),
  names: ['a', 'b'].flatMap((customerId) => [
    { serverId: null, kind: 'context' as const, name: `${customerId}-in`, customerId },
    ...Array.from({ length: 10 }, (_, n) => ({
      ...{ serverId: null, kind: 'device' as const, name: `${customerId}-${n}`, customerId },
    })),
  ]),
});

export const channelOf = (n: number, linked: number, owner: string): ChannelFact => ({
  channel: `PJSIP/${owner}-${n}-0000000${n}`,
  state: 4 + (n % 3),
  stateDesc: 'Ring',
  callerIdNum: `+3460000000${n}`,
  callerIdName: `Caller ${n}`,
  connectedLineNum: '',
  connectedLineName: '',
  accountCode: '',
  context: `${owner}-in`,
  exten: '200',
  uniqueid: `u${n}`,
  linkedid: `u${linked}`,
  tenantId: '',
});
const memberOf = (queue: string, iface: string, n: number): MemberFact => ({
  queue,
  name: `Agent ${iface}`,
  interface: iface,
  stateInterface: iface,
  membership: 'dynamic',
  penalty: n,
  callsTaken: n,
  lastCall: 0,
  lastPause: 0,
  loginTime: 0,
  inCall: n % 2 === 0,
  status: 1 + (n % 6),
  paused: n % 3 === 0,
  pausedReason: n % 3 === 0 ? 'lunch' : '',
  wrapupSeconds: 0,
});
const queueOf = (queue: string, n: number): QueueFact => ({
  queue,
  max: 0,
  strategy: 'ringall',
  calls: 0,
  holdtime: n,
  talktime: n,
  completed: n,
  abandoned: 0,
  serviceLevel: 20,
  serviceLevelPerf: 0,
  serviceLevelPerf2: 0,
  weight: 0,
});

const channel = fc
  .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 3 }), fc.constantFrom('a', 'b', 'x'))
  .map(([n, linked, owner]) => channelOf(n, linked, owner));
const queue = fc.constantFrom(...QUEUES);
const agent = fc.constantFrom(...AGENTS);
const small = fc.integer({ min: 0, max: 6 });

const fact: fc.Arbitrary<PbxFact> = fc.oneof(
  fc.tuple(channel).map(([c]): PbxFact => ({ kind: 'channel', cause: 'Newchannel', ...c })),
  fc.tuple(channel).map(([c]): PbxFact => ({ kind: 'hangup', cause: 16, causeText: 'Normal', ...c })),
  fc
    .tuple(channel)
    .map(([c]): PbxFact => ({ kind: 'bridge-enter', bridgeId: 'x', bridgeType: 'basic', swapUniqueid: '', ...c })),
  fc
    .tuple(queue, channel, small)
    .map(([q, caller, n]): PbxFact => ({ kind: 'caller-joined', queue: q, position: n, count: n, caller })),
  fc
    .tuple(queue, channel, small)
    .map(([q, caller, n]): PbxFact => ({ kind: 'caller-left', queue: q, position: n, count: n, caller })),
  fc.tuple(queue, channel, small).map(([q, caller, n]): PbxFact => ({
    kind: 'caller-abandoned',
    queue: q,
    position: n,
    originalPosition: n,
    holdSeconds: n,
    caller,
  })),
  fc
    .tuple(queue, agent, small)
    .map(([q, a, n]): PbxFact => ({ kind: 'member', cause: 'QueueMemberStatus', ...memberOf(q, a, n) })),
  fc.tuple(queue, agent).map(([q, a]): PbxFact => ({ kind: 'member-removed', queue: q, interface: a, name: a })),
  fc.tuple(queue, small).map(([q, n]): PbxFact => ({ kind: 'queue-params', ...queueOf(q, n) })),
  fc.tuple(queue, agent, channel, channel, small).map(([q, a, caller, leg, n]): PbxFact => ({
    kind: 'agent-connect',
    queue: q,
    interface: a,
    memberName: a,
    caller,
    agent: leg,
    holdSeconds: n,
    ringSeconds: n,
  })),
  fc.tuple(queue, agent, channel, channel, small).map(([q, a, caller, leg, n]): PbxFact => ({
    kind: 'agent-complete',
    queue: q,
    interface: a,
    memberName: a,
    caller,
    agent: leg,
    holdSeconds: n,
    talkSeconds: n,
    reason: 'agent',
  })),
  fc.tuple(channel, small).map(([c, n]): PbxFact => ({
    kind: 'rtp-quality',
    lp: n,
    rlp: n,
    rxcount: 100,
    txcount: 100,
    rtt: n / 100,
    rxjitter: n / 1000,
    txjitter: n / 1000,
    ...c,
  })),
  fc.tuple(queue, small).map(([q, n]): PbxFact => ({
    kind: 'queue-read',
    queue: q,
    params: n === 0 ? null : queueOf(q, n),
    members: [],
    entries: [],
  })),
);

const snapshot: fc.Arbitrary<Snapshot> = fc
  .tuple(
    fc.subarray(QUEUES),
    fc.subarray(AGENTS),
    fc.uniqueArray(channel, { selector: (c) => c.uniqueid, maxLength: 4 }),
    small,
  )
  .map(([queues, agents, channels, n]) => ({
    startedAt: '2026-11-21T05:00:00',
    version: '22.10.1',
    systemName: 'pbx',
    queues: queues.map((q) => queueOf(q, n)),
    members: queues.flatMap((q) => agents.map((a) => memberOf(q, a, n))),
    entries: queues.flatMap((q) =>
      channels.slice(0, 2).map((c, i) => ({
        queue: q,
        position: i + 1,
        channel: c.channel,
        uniqueid: c.uniqueid,
        callerIdNum: c.callerIdNum,
        callerIdName: c.callerIdName,
        connectedLineNum: '',
        connectedLineName: '',
        waitSeconds: n,
        priority: 0,
      })),
    ),
    summaries: [],
    channels: channels.map((c) => ({ ...c, application: '', applicationData: '', durationSeconds: n, bridgeId: '' })),
  }));

export type Step =
  | { readonly do: 'fact'; readonly pbx: number; readonly fact: PbxFact }
  | { readonly do: 'snapshot'; readonly pbx: number; readonly snapshot: Snapshot }
  | { readonly do: 'away'; readonly pbx: number }
  | { readonly do: 'join'; readonly who: string; readonly batch: boolean; readonly compress: boolean }
  | { readonly do: 'leave' | 'sleep' | 'wake' | 'sync'; readonly who: number }
  | { readonly do: 'lose'; readonly count: number }
  | { readonly do: 'owners'; readonly swapped: boolean }
  | { readonly do: 'remove'; readonly pbx: number }
  | { readonly do: 'breathe' };

const pbx = fc.constantFrom(...PBXS);
export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 20, arbitrary: fc.record({ do: fc.constant('fact' as const), pbx, fact }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('snapshot' as const), pbx, snapshot }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('away' as const), pbx }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('join' as const),
      who: fc.constantFrom(...Object.keys(VIEWERS)),
      batch: fc.boolean(),
      compress: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('leave', 'sleep', 'wake', 'sync'), who: small }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lose' as const), count: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('owners' as const), swapped: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), pbx }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('breathe' as const) }) },
);
