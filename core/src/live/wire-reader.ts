// Reads the socket's messages back into live events. A list is handed over whole, at the place of its last message.
import type { CallCause, LiveEvent, MemberCause, Outcome } from './event.ts';
import type { CallRow, CallerRow, MemberRow, Owner, QueueRow, QueueToday } from './state.ts';
import {
  callOf,
  callerOf,
  flag,
  memberOf,
  number,
  numberOrNull,
  ownerOf,
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

/** Turns messages back into events, one reader a connection. What it does not know it passes over. */
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
      return m.Variable === 'RTPAUDIOQOS' ? qualityEvent(base, m) : null;
    case 'QueueParams':
      return { kind: 'queue', ...base, row: queueOf(m, serverId) };
    case 'QueueRemoved':
      return { kind: 'queue-removed', ...ofQueue };
    case 'QueueSummary':
      return { kind: 'queue-summary', ...ofQueue, holdtime: number(m, 'HoldTime'), talktime: number(m, 'TalkTime') };
    case 'QueueToday':
      return { kind: 'queue-today', ...ofQueue, today: m.Today as QueueToday };
    case 'QueueMemberRemoved':
      return { kind: 'member-removed', ...ofQueue, interface: text(m, 'Interface'), name: text(m, 'MemberName') };
    case 'QueueCallerJoin':
      return { kind: 'caller', ...base, row: callerOf(m, serverId) };
    case 'QueueCallerLeave':
      return {
        kind: 'caller-left',
        ...ofQueue,
        uniqueid: text(m, 'Uniqueid'),
        position: number(m, 'Position'),
        count: number(m, 'Count'),
      };
    case 'QueueCallerAbandon':
      return {
        kind: 'caller-abandoned',
        ...ofQueue,
        uniqueid: text(m, 'Uniqueid'),
        position: number(m, 'Position'),
        originalPosition: number(m, 'OriginalPosition'),
        holdSeconds: number(m, 'HoldTime'),
      };
    case 'QueueOutcome':
      return {
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
      };
    case 'Newchannel':
    case 'Newstate':
    case 'CoreShowChannel':
      return {
        kind: 'call',
        ...base,
        cause: name satisfies CallCause,
        row: callOf(m, serverId),
        previousOwners: (m.PreviousOwners as readonly Owner[] | undefined) ?? [],
      };
    case 'Hangup':
      return {
        kind: 'call-removed',
        ...base,
        owners: (m.Owners as readonly Owner[] | undefined) ?? [],
        linkedid: text(m, 'Linkedid'),
        uniqueid: text(m, 'Uniqueid'),
        channel: text(m, 'Channel'),
        hangupCause: number(m, 'Cause'),
        hangupText: text(m, 'Cause-txt'),
      };
    default:
      return null;
  }
};

const memberEvent = (base: { serverId: number; at: number }, cause: MemberCause, m: WireMessage): LiveEvent => ({
  kind: 'member',
  ...base,
  cause,
  row: memberOf(m, base.serverId),
  completes: flag(m, 'Completes'),
  holdSeconds: numberOrNull(m, 'HoldTime'),
  talkSeconds: numberOrNull(m, 'TalkTime'),
  ringMs: numberOrNull(m, 'RingTime'),
  reason: textOrNull(m, 'Reason'),
  uniqueid: textOrNull(m, 'Uniqueid'),
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
  };
};
