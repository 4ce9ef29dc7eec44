// Encodes live events as the socket's AMI-shaped JSON messages. `createWireReader().read` over all of `toWire(e)` gives `[e]`. Type 3 is an
// event and 4 a response. As on AMI, a list opens with a response and closes with its `…Complete` event. Its messages are contiguous, and
// the reader returns the list at its last message.
import { assertNever } from '../base/assert-never.ts';
import type { LiveEvent } from './event.ts';
import {
  callFields,
  callerFields,
  memberFields,
  ownerFields,
  partyFields,
  queueFields,
  serverFields,
  type WireMessage,
} from './wire-rows.ts';

type Of<K extends LiveEvent['kind']> = Extract<LiveEvent, { kind: K }>;

/** Returns the messages of one event, in order. The messages of a list are made one by one. */
export const wireMessages = (e: LiveEvent): Iterable<WireMessage> => {
  switch (e.kind) {
    case 'server-snapshot':
      return serverSnapshot(e);
    case 'queues-snapshot':
      return queuesSnapshot(e);
    default:
      return toWire(e);
  }
};

const eventOf =
  (e: LiveEvent): Make =>
  (name, fields) => ({ Type: 3, server_id: e.serverId, Event: name, At: e.at, ...fields });

/** Returns the messages of one event, in order. */
export const toWire = (e: LiveEvent): WireMessage[] => {
  const event = eventOf(e);
  switch (e.kind) {
    case 'server-snapshot':
      return [...serverSnapshot(e)];
    case 'queues-snapshot':
      return [...queuesSnapshot(e)];
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
      return [queueSummary(e, event)];
    case 'queue-today':
      return [event('QueueToday', { Queue: e.queue, ...ownerFields(e.owner), Today: e.today })];
    case 'member':
      return [member(e, event)];
    case 'member-removed':
      return [memberRemoved(e, event)];
    case 'caller':
      return [event('QueueCallerJoin', { ...callerFields(e.row, e.at), ...joinedFields(e.joined) })];
    case 'caller-left':
      return [callerLeft(e, event)];
    case 'caller-abandoned':
      return [callerAbandoned(e, event)];
    case 'outcome':
      return [outcome(e, event)];
    case 'call':
      return [
        event(e.cause, { ...callFields(e.row, e.at), PreviousOwners: e.previousOwners, ...previousQueueFields(e) }),
      ];
    case 'call-removed':
      return [hangup(e, event)];
    default:
      return assertNever(e);
  }
};

const joinedFields = (joined: Of<'caller'>['joined']): WireMessage =>
  joined === undefined ? {} : { Count: joined.count, ChannelState: joined.state, ChannelStateDesc: joined.stateDesc };

const previousQueueFields = (e: Of<'call'>): WireMessage => ({
  PreviousQueue: e.previousQueue,
  PreviousQueueOwner: e.previousQueueOwner,
});

type Make = (name: string, fields: WireMessage) => WireMessage;

function* serverSnapshot(e: Of<'server-snapshot'>): Generator<WireMessage> {
  const event = eventOf(e);
  const [date, time] = (e.server.startedAt ?? '').split(/[ T]/);
  const [reloadDate, reloadTime] = (e.server.reloadedAt ?? '').split(/[ T]/);
  yield {
    Type: 4,
    server_id: e.serverId,
    Response: 'Success',
    CoreStartupDate: date ?? '',
    CoreStartupTime: time ?? '',
    CoreReloadDate: reloadDate ?? '',
    CoreReloadTime: reloadTime ?? '',
    CoreCurrentCalls: e.calls.length,
    At: e.at,
    ...serverFields(e.server),
    Quality: e.quality,
  };
  for (const row of e.calls) yield event('CoreShowChannel', callFields(row, e.at));
  yield event('CoreShowChannelsComplete', { EventList: 'Complete', ListItems: e.calls.length });
}

function* queuesSnapshot(e: Of<'queues-snapshot'>): Generator<WireMessage> {
  const event = eventOf(e);
  yield {
    Type: 4,
    server_id: e.serverId,
    Response: 'Success',
    EventList: 'start',
    Message: 'Queue status will follow',
    At: e.at,
    ...(e.queue === null ? {} : { Queue: e.queue, Owner: e.owner }),
  };
  const waiting = new Map<string, number>();
  for (const { queue } of e.callers) waiting.set(queue, (waiting.get(queue) ?? 0) + 1);
  for (const row of e.queues) yield event('QueueParams', { ...queueFields(row), Calls: waiting.get(row.name) ?? 0 });
  for (const row of e.members) yield event('QueueMember', memberFields(row));
  for (const row of e.callers) yield event('QueueEntry', callerFields(row, e.at));
  const ListItems = e.queues.length + e.members.length + e.callers.length;
  yield event('QueueStatusComplete', { EventList: 'Complete', ListItems });
}

const queueSummary = (e: Of<'queue-summary'>, event: Make): WireMessage =>
  event('QueueSummary', { Queue: e.queue, ...ownerFields(e.owner), HoldTime: e.holdtime, TalkTime: e.talktime });

const memberRemoved = (e: Of<'member-removed'>, event: Make): WireMessage =>
  event('QueueMemberRemoved', {
    ...(e.row === undefined ? {} : memberFields(e.row)),
    Queue: e.queue,
    ...ownerFields(e.owner),
    MemberName: e.name,
    Interface: e.interface,
    Location: e.interface,
  });

const callerLeft = (e: Of<'caller-left'>, event: Make): WireMessage =>
  event('QueueCallerLeave', {
    Queue: e.queue,
    ...ownerFields(e.owner),
    ...partyFields(e.caller),
    Uniqueid: e.uniqueid,
    Position: e.position,
    Count: e.count,
  });

const callerAbandoned = (e: Of<'caller-abandoned'>, event: Make): WireMessage =>
  event('QueueCallerAbandon', {
    Queue: e.queue,
    ...ownerFields(e.owner),
    ...partyFields(e.caller),
    Uniqueid: e.uniqueid,
    Position: e.position,
    OriginalPosition: e.originalPosition,
    HoldTime: e.holdSeconds,
  });

const hangup = (e: Of<'call-removed'>, event: Make): WireMessage =>
  event('Hangup', {
    Channel: e.channel,
    Uniqueid: e.uniqueid,
    Linkedid: e.linkedid,
    Cause: e.hangupCause,
    'Cause-txt': e.hangupText,
    Owners: e.owners,
    ChannelOwner: e.channelOwner,
    CallQueue: e.queue,
    QueueOwner: e.queueOwner,
  });

const member = (e: Of<'member'>, event: Make): WireMessage =>
  event(e.cause, {
    ...memberFields(e.row),
    Completes: e.completes ? 1 : 0,
    HoldTime: e.holdSeconds,
    TalkTime: e.talkSeconds,
    // AMI uses seconds in AgentConnect and milliseconds in AgentRingNoAnswer.
    RingTime: e.cause === 'AgentConnect' && e.ringMs !== null ? e.ringMs / 1000 : e.ringMs,
    Reason: e.reason,
    ...partyFields(e.caller),
    ...partyFields(e.agent, 'Dest'),
    ...(e.caller === undefined || e.caller.uniqueid === e.uniqueid ? {} : { CallUniqueid: e.uniqueid }),
    Uniqueid: e.caller?.uniqueid ?? e.uniqueid,
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
    QualitySums: e.sums,
    QualityMinute: e.minute,
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
