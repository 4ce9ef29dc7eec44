// Reads socket messages back into live events. A list is returned whole, at the place of its last message.
import type { PartyFact } from '../asterisk/fact.ts';
import type { CallCause, LiveEvent, MemberCause, Outcome } from './event.ts';
import { NOBODY } from './state.ts';
import type { CallRow, CallerRow, MemberRow, Owner, QueueRow, QueueToday } from './state.ts';
import { minuteOf, sumsOf } from './wire-quality.ts';
import {
  callOf,
  callerOf,
  flag,
  memberOf,
  number,
  numberOrNull,
  ownerIn,
  ownerOf,
  partyOf,
  qualityRowsOf,
  queueOf,
  serverOf,
  text,
  textOrNull,
  type WireMessage,
} from './wire-rows.ts';

const MEMBER_EVENTS: ReadonlySet<string> = new Set<MemberCause>([
  'QueueMember',
  'QueueMemberAdded',
  'QueueMemberStatus',
  'QueueMemberPause',
  'QueueMemberPenalty',
  'QueueMemberRinginuse',
  'AgentCalled',
  'AgentRingNoAnswer',
  'AgentConnect',
  'AgentComplete',
]);

interface OpenCalls {
  readonly head: WireMessage;
  readonly calls: CallRow[];
}
interface OpenQueues {
  readonly head: WireMessage;
  readonly queues: QueueRow[];
  readonly members: MemberRow[];
  readonly callers: CallerRow[];
}

/** Creates a reader for one connection. Unknown messages are ignored. */
export const createWireReader = (): { read(m: WireMessage): LiveEvent[] } => {
  const calls = new Map<number, OpenCalls>();
  const queues = new Map<number, OpenQueues>();
  const read = (m: WireMessage): LiveEvent[] => {
    const serverId = m.server_id === undefined ? 1 : number(m, 'server_id');
    if (m.Type === 4) {
      if (m.CoreStartupDate !== undefined) calls.set(serverId, { head: m, calls: [] });
      else if (m.EventList === 'start') queues.set(serverId, { head: m, queues: [], members: [], callers: [] });
      return [];
    }
    const listed = inCalls(calls, serverId, m) ?? inQueues(queues, serverId, m);
    if (listed) return listed;
    const event = liveEvent(serverId, number(m, 'At'), text(m, 'Event'), m);
    return event ? [event] : [];
  };
  return { read };
};

const inCalls = (open: Map<number, OpenCalls>, serverId: number, m: WireMessage): LiveEvent[] | null => {
  const list = open.get(serverId);
  if (!list) return null;
  if (m.Event === 'CoreShowChannel') {
    list.calls.push(callOf(m, serverId));
    return [];
  }
  if (m.Event !== 'CoreShowChannelsComplete') return null;
  open.delete(serverId);
  const { head } = list;
  return [
    {
      kind: 'server-snapshot',
      serverId,
      at: number(head, 'At'),
      server: serverOf(head, serverId),
      calls: list.calls,
      quality: qualityRowsOf(head),
    },
  ];
};

const inQueues = (open: Map<number, OpenQueues>, serverId: number, m: WireMessage): LiveEvent[] | null => {
  const list = open.get(serverId);
  if (!list) return null;
  switch (m.Event) {
    case 'QueueParams':
      list.queues.push(queueOf(m, serverId));
      return [];
    case 'QueueMember':
      list.members.push(memberOf(m, serverId));
      return [];
    case 'QueueEntry':
      list.callers.push(callerOf(m, serverId));
      return [];
    case 'QueueStatusComplete':
      open.delete(serverId);
      return [
        {
          kind: 'queues-snapshot',
          serverId,
          at: number(list.head, 'At'),
          queue: textOrNull(list.head, 'Queue'),
          owner: ownerIn(list.head, 'Owner'),
          queues: list.queues,
          members: list.members,
          callers: list.callers,
        },
      ];
    default:
      return null;
  }
};

const liveEvent = (serverId: number, at: number, name: string, m: WireMessage): LiveEvent | null => {
  const base = { serverId, at };
  const ofQueue = { ...base, queue: text(m, 'Queue'), owner: ownerOf(m) };
  if (MEMBER_EVENTS.has(name)) return memberEvent(base, name as MemberCause, m);
  switch (name) {
    case 'ServerLink':
      return { kind: 'server', ...base, server: serverOf(m, serverId) };
    case 'ServerRemoved':
      return { kind: 'server-removed', ...base };
    case 'VarSet':
      return m.Variable === 'RTPAUDIOQOS' && m.QualitySums !== undefined ? qualityEvent(base, m) : null;
    case 'QueueParams':
      return { kind: 'queue', ...base, row: queueOf(m, serverId) };
    case 'QueueRemoved':
      return { kind: 'queue-removed', ...ofQueue };
    case 'QueueSummary':
      return { kind: 'queue-summary', ...ofQueue, holdtime: number(m, 'HoldTime'), talktime: number(m, 'TalkTime') };
    case 'QueueToday':
      return { kind: 'queue-today', ...ofQueue, today: m.Today as QueueToday };
    case 'QueueMemberRemoved':
      return {
        kind: 'member-removed',
        ...ofQueue,
        interface: text(m, 'Interface'),
        name: text(m, 'MemberName'),
        ...(m.Membership === undefined ? {} : { row: memberOf(m, serverId) }),
      };
    case 'QueueCallerJoin':
      return { kind: 'caller', ...base, row: callerOf(m, serverId), ...joinedOf(m) };
    case 'QueueCallerLeave':
      return {
        kind: 'caller-left',
        ...ofQueue,
        uniqueid: text(m, 'Uniqueid'),
        position: number(m, 'Position'),
        count: number(m, 'Count'),
        ...callerIn(m),
      };
    case 'QueueCallerAbandon':
      return {
        kind: 'caller-abandoned',
        ...ofQueue,
        uniqueid: text(m, 'Uniqueid'),
        position: number(m, 'Position'),
        originalPosition: number(m, 'OriginalPosition'),
        holdSeconds: number(m, 'HoldTime'),
        ...callerIn(m),
      };
    case 'QueueOutcome':
      return outcomeEvent(ofQueue, m);
    case 'Newchannel':
    case 'Newstate':
    case 'CoreShowChannel':
      return callEvent(base, name, m);
    case 'Hangup':
      return hangupEvent(base, m);
    default:
      return null;
  }
};

interface Base {
  readonly serverId: number;
  readonly at: number;
}

const outcomeEvent = (
  ofQueue: Base & { readonly queue: string; readonly owner: Owner },
  m: WireMessage,
): LiveEvent => ({
  kind: 'outcome',
  ...ofQueue,
  outcome: text(m, 'Outcome') as Outcome,
  uniqueid: text(m, 'Uniqueid'),
  linkedid: textOrNull(m, 'Linkedid'),
  callerNumber: text(m, 'CallerIDNum'),
  callerName: text(m, 'CallerIDName'),
  joinedAt: number(m, 'JoinedAt'),
  waitSeconds: number(m, 'Wait'),
  agentInterface: textOrNull(m, 'Interface'),
  agentName: textOrNull(m, 'MemberName'),
});

const callEvent = (base: Base, cause: CallCause, m: WireMessage): LiveEvent => ({
  kind: 'call',
  ...base,
  cause,
  row: callOf(m, base.serverId),
  previousOwners: (m.PreviousOwners as readonly Owner[] | undefined) ?? [],
  previousQueue: textOrNull(m, 'PreviousQueue'),
  previousQueueOwner: ownerIn(m, 'PreviousQueueOwner'),
});

const hangupEvent = (base: Base, m: WireMessage): LiveEvent => ({
  kind: 'call-removed',
  ...base,
  owners: (m.Owners as readonly Owner[] | undefined) ?? [],
  queue: textOrNull(m, 'CallQueue'),
  queueOwner: ownerIn(m, 'QueueOwner'),
  channelOwner: ownerIn(m, 'ChannelOwner') ?? NOBODY,
  linkedid: text(m, 'Linkedid'),
  uniqueid: text(m, 'Uniqueid'),
  channel: text(m, 'Channel'),
  hangupCause: number(m, 'Cause'),
  hangupText: text(m, 'Cause-txt'),
});

/** Converts seconds to milliseconds. */
const seconds = (m: WireMessage, name: string): number | null => {
  const value = numberOrNull(m, name);
  return value === null ? null : Math.round(value * 1000);
};

const callerIn = (m: WireMessage): { readonly caller?: PartyFact } => {
  const caller = partyOf(m);
  return caller === undefined ? {} : { caller };
};
const agentIn = (m: WireMessage): { readonly agent?: PartyFact } => {
  const agent = partyOf(m, 'Dest');
  return agent === undefined ? {} : { agent };
};
const joinedOf = (m: WireMessage) =>
  m.Count === undefined
    ? {}
    : {
        joined: { count: number(m, 'Count'), state: number(m, 'ChannelState'), stateDesc: text(m, 'ChannelStateDesc') },
      };

const memberEvent = (base: Base, cause: MemberCause, m: WireMessage): LiveEvent => ({
  kind: 'member',
  ...base,
  cause,
  row: memberOf(m, base.serverId),
  completes: flag(m, 'Completes'),
  holdSeconds: numberOrNull(m, 'HoldTime'),
  talkSeconds: numberOrNull(m, 'TalkTime'),
  ringMs: cause === 'AgentConnect' ? seconds(m, 'RingTime') : numberOrNull(m, 'RingTime'),
  reason: textOrNull(m, 'Reason'),
  uniqueid: textOrNull(m, m.CallUniqueid === undefined ? 'Uniqueid' : 'CallUniqueid'),
  ...callerIn(m),
  ...agentIn(m),
});

const qualityEvent = (base: { serverId: number; at: number }, m: WireMessage): LiveEvent => {
  const values = new Map(
    text(m, 'Value')
      .split(';')
      .map((pair) => pair.split('=', 2) as [string, string]),
  );
  const of = (name: string): number => Number(values.get(name) ?? 0) || 0;
  return {
    kind: 'quality',
    ...base,
    owner: ownerOf(m),
    uniqueid: text(m, 'Uniqueid'),
    linkedid: text(m, 'Linkedid'),
    channel: text(m, 'Channel'),
    lp: of('lp'),
    rlp: of('rlp'),
    rxcount: of('rxcount'),
    txcount: of('txcount'),
    rtt: m.RttKnown === 0 ? null : of('rtt'),
    rxjitter: of('rxjitter'),
    txjitter: of('txjitter'),
    sums: sumsOf(m, 'QualitySums'),
    minute: minuteOf(m, 'QualityMinute'),
  };
};
