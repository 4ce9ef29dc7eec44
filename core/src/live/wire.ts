// The socket's wire: AMI-shaped JSON messages. `createWireReader().read` over all of `toWire(e)` gives `[e]`.
// Type 3 is an event, 4 a response; lists open with a response and close with their `…Complete` event, as on AMI, and
// stand together: the reader hands a list over whole, at the place of its last message.
import { assertNever } from '../base/assert-never.ts';
import type { CallCause, LiveEvent, MemberCause, Outcome } from './event.ts';
import type { CallRow, CallerRow, MemberRow, Owner, QueueRow, QueueToday } from './state.ts';
import {
  callFields,
  callOf,
  callerFields,
  callerOf,
  flag,
  memberFields,
  memberOf,
  number,
  numberOrNull,
  ownerFields,
  ownerOf,
  qualityRowsOf,
  queueFields,
  queueOf,
  serverFields,
  serverOf,
  text,
  textOrNull,
  type WireMessage,
} from './wire-rows.ts';

export type { WireMessage } from './wire-rows.ts';

type Of<K extends LiveEvent['kind']> = Extract<LiveEvent, { kind: K }>;

/** The messages of one event, in order. */
export const toWire = (e: LiveEvent): WireMessage[] => {
  const event = (name: string, fields: WireMessage): WireMessage => ({
    Type: 3,
    server_id: e.serverId,
    Event: name,
    At: e.at,
    ...fields,
  });
  switch (e.kind) {
    case 'server-snapshot':
      return serverSnapshot(e, event);
    case 'queues-snapshot':
      return queuesSnapshot(e, event);
    case 'server':
      return [event('ServerLink', serverFields(e.server))];
    case 'server-removed':
      return [event('ServerRemoved', {})];
    case 'quality':
      return [quality(e, event)];
    case 'queue':
      return [event('QueueParams', queueFields(e.row))];
    case 'queue-removed':
      return [event('QueueRemoved', { Queue: e.queue, ...ownerFields(e.owner) })];
    case 'queue-summary':
      return [
        event('QueueSummary', {
          Queue: e.queue,
          ...ownerFields(e.owner),
          HoldTime: e.holdtime,
          TalkTime: e.talktime,
        }),
      ];
    case 'queue-today':
      return [event('QueueToday', { Queue: e.queue, ...ownerFields(e.owner), Today: e.today })];
    case 'member':
      return [member(e, event)];
    case 'member-removed':
      return [
        event('QueueMemberRemoved', {
          Queue: e.queue,
          ...ownerFields(e.owner),
          MemberName: e.name,
          Interface: e.interface,
        }),
      ];
    case 'caller':
      return [event('QueueCallerJoin', callerFields(e.row, e.at))];
    case 'caller-left':
      return [
        event('QueueCallerLeave', {
          Queue: e.queue,
          ...ownerFields(e.owner),
          Uniqueid: e.uniqueid,
          Position: e.position,
          Count: e.count,
        }),
      ];
    case 'caller-abandoned':
      return [
        event('QueueCallerAbandon', {
          Queue: e.queue,
          ...ownerFields(e.owner),
          Uniqueid: e.uniqueid,
          Position: e.position,
          OriginalPosition: e.originalPosition,
          HoldTime: e.holdSeconds,
        }),
      ];
    case 'outcome':
      return [outcome(e, event)];
    case 'call':
      return [event(e.cause, { ...callFields(e.row, e.at), PreviousOwners: e.previousOwners })];
    case 'call-removed':
      return [
        event('Hangup', {
          Channel: e.channel,
          Uniqueid: e.uniqueid,
          Linkedid: e.linkedid,
          Cause: e.hangupCause,
          'Cause-txt': e.hangupText,
          Owners: e.owners,
        }),
      ];
    default:
      return assertNever(e);
  }
};

type Make = (name: string, fields: WireMessage) => WireMessage;

const serverSnapshot = (e: Of<'server-snapshot'>, event: Make): WireMessage[] => {
  const [date, time] = (e.server.startedAt ?? '').split(/[ T]/);
  return [
    {
      Type: 4,
      server_id: e.serverId,
      Response: 'Success',
      CoreStartupDate: date ?? '',
      CoreStartupTime: time ?? '',
      CoreCurrentCalls: e.calls.length,
      At: e.at,
      ...serverFields(e.server),
      Quality: e.quality,
    },
    ...e.calls.map((row) => event('CoreShowChannel', callFields(row, e.at))),
    event('CoreShowChannelsComplete', { EventList: 'Complete', ListItems: e.calls.length }),
  ];
};

const queuesSnapshot = (e: Of<'queues-snapshot'>, event: Make): WireMessage[] => [
  {
    Type: 4,
    server_id: e.serverId,
    Response: 'Success',
    EventList: 'start',
    Message: 'Queue status will follow',
    At: e.at,
    ...(e.queue === null ? {} : { Queue: e.queue }),
  },
  ...e.queues.map((row) => event('QueueParams', queueFields(row))),
  ...e.members.map((row) => event('QueueMember', memberFields(row))),
  ...e.callers.map((row) => event('QueueEntry', callerFields(row, e.at))),
  event('QueueStatusComplete', {
    EventList: 'Complete',
    ListItems: e.queues.length + e.members.length + e.callers.length,
  }),
];

const member = (e: Of<'member'>, event: Make): WireMessage =>
  event(e.cause, {
    ...memberFields(e.row),
    Completes: e.completes ? 1 : 0,
    HoldTime: e.holdSeconds,
    TalkTime: e.talkSeconds,
    RingTime: e.ringMs,
    Reason: e.reason,
    Uniqueid: e.uniqueid,
  });

const quality = (e: Of<'quality'>, event: Make): WireMessage =>
  event('VarSet', {
    Channel: e.channel,
    Uniqueid: e.uniqueid,
    Linkedid: e.linkedid,
    ...ownerFields(e.owner),
    Variable: 'RTPAUDIOQOS',
    Value:
      `lp=${e.lp};rxjitter=${e.rxjitter};rxcount=${e.rxcount};txjitter=${e.txjitter};` +
      `txcount=${e.txcount};rlp=${e.rlp};rtt=${e.rtt ?? 0}`,
    RttKnown: e.rtt === null ? 0 : 1,
  });

const outcome = (e: Of<'outcome'>, event: Make): WireMessage =>
  event('QueueOutcome', {
    Queue: e.queue,
    ...ownerFields(e.owner),
    Outcome: e.outcome,
    Uniqueid: e.uniqueid,
    Linkedid: e.linkedid,
    CallerIDNum: e.callerNumber,
    CallerIDName: e.callerName,
    JoinedAt: e.joinedAt,
    Wait: e.waitSeconds,
    Interface: e.agentInterface,
    MemberName: e.agentName,
  });

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
