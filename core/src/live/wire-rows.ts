// Converts rows to AMI-shaped fields and back. Uses AMI's names where they exist and own names for everything else, so no data is lost.
// Times are epoch milliseconds in fields that end in `At`, otherwise in AMI's units.
import { NOBODY } from './state.ts';
import type { PartyFact } from '../asterisk/fact.ts';
import type { CallerRow, CallerStatus, CallRow, MemberRow, Owner, QualityRow, QueueRow, ServerRow } from './state.ts';

export type WireMessage = Readonly<Record<string, unknown>>;

export const text = (m: WireMessage, name: string): string => {
  const value = m[name];
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
};
export const textOrNull = (m: WireMessage, name: string): string | null =>
  m[name] === undefined || m[name] === null ? null : text(m, name);
export const number = (m: WireMessage, name: string): number => {
  const value = Number(m[name]);
  return Number.isFinite(value) ? value : 0;
};
export const numberOrNull = (m: WireMessage, name: string): number | null =>
  m[name] === undefined || m[name] === null ? null : number(m, name);
export const flag = (m: WireMessage, name: string): boolean => m[name] === 1 || m[name] === true || m[name] === '1';
const bit = (value: boolean): number => (value ? 1 : 0);

/** Returns the channel fields of an event. `prefix` as on AMI (`Dest`). */
export const partyFields = (p: PartyFact | undefined, prefix = ''): WireMessage =>
  p === undefined
    ? {}
    : {
        [`${prefix}Channel`]: p.channel,
        ...(p.state === undefined ? {} : { [`${prefix}ChannelState`]: p.state }),
        ...(p.stateDesc === undefined ? {} : { [`${prefix}ChannelStateDesc`]: p.stateDesc }),
        [`${prefix}CallerIDNum`]: p.callerIdNum,
        [`${prefix}CallerIDName`]: p.callerIdName,
        ...(p.connectedLineNum === undefined ? {} : { [`${prefix}ConnectedLineNum`]: p.connectedLineNum }),
        ...(p.connectedLineName === undefined ? {} : { [`${prefix}ConnectedLineName`]: p.connectedLineName }),
        [`${prefix}Uniqueid`]: p.uniqueid,
        [`${prefix}Linkedid`]: p.linkedid,
      };
export const partyOf = (m: WireMessage, prefix = ''): PartyFact | undefined => {
  const has = (name: string): boolean => m[`${prefix}${name}`] !== undefined;
  const of = (name: string): string => text(m, `${prefix}${name}`);
  return has('Channel')
    ? {
        channel: of('Channel'),
        ...(has('ChannelState') ? { state: number(m, `${prefix}ChannelState`) } : {}),
        ...(has('ChannelStateDesc') ? { stateDesc: of('ChannelStateDesc') } : {}),
        callerIdNum: of('CallerIDNum'),
        callerIdName: of('CallerIDName'),
        ...(has('ConnectedLineNum') ? { connectedLineNum: of('ConnectedLineNum') } : {}),
        ...(has('ConnectedLineName') ? { connectedLineName: of('ConnectedLineName') } : {}),
        uniqueid: of('Uniqueid'),
        linkedid: of('Linkedid'),
      }
    : undefined;
};

export const ownerFields = (o: Owner): WireMessage => ({ CustomerId: o.customerId, CallcenterId: o.callcenterId });
export const ownerOf = (m: WireMessage): Owner => ({
  customerId: textOrNull(m, 'CustomerId'),
  callcenterId: textOrNull(m, 'CallcenterId'),
});

/** Returns the owner in the named field, or `null`. */
export const ownerIn = (m: WireMessage, name: string): Owner | null => (m[name] as Owner | null | undefined) ?? null;

export const serverFields = (s: ServerRow): WireMessage => ({
  ServerName: s.name,
  Connected: bit(s.connected),
  Stale: bit(s.stale),
  SinceAt: s.since,
  LastEventAt: s.lastEventAt,
  AsteriskVersion: s.version,
  StartedAt: s.startedAt,
  ...(s.reloadedAt === undefined ? {} : { ReloadedAt: s.reloadedAt }),
  Problem: s.problem,
  Maintenance: bit(s.maintenance !== null),
  MaintenanceUntilAt: s.maintenance?.until ?? null,
  MaintenanceReason: s.maintenance?.reason ?? null,
});
export const serverOf = (m: WireMessage, id: number): ServerRow => ({
  id,
  name: text(m, 'ServerName'),
  connected: flag(m, 'Connected'),
  stale: flag(m, 'Stale'),
  since: number(m, 'SinceAt'),
  lastEventAt: numberOrNull(m, 'LastEventAt'),
  version: textOrNull(m, 'AsteriskVersion'),
  startedAt: textOrNull(m, 'StartedAt'),
  ...(m.ReloadedAt === undefined ? {} : { reloadedAt: textOrNull(m, 'ReloadedAt') }),
  problem: textOrNull(m, 'Problem'),
  maintenance: flag(m, 'Maintenance')
    ? { until: numberOrNull(m, 'MaintenanceUntilAt'), reason: text(m, 'MaintenanceReason') }
    : null,
});

export const queueFields = (q: QueueRow): WireMessage => ({
  Queue: q.name,
  ...ownerFields(q.owner),
  Max: q.max,
  Strategy: q.strategy,
  Holdtime: q.holdtime,
  TalkTime: q.talktime,
  Completed: q.completed,
  Abandoned: q.abandoned,
  ServiceLevel: q.serviceLevel,
  // Percent, as in AMI.
  ServicelevelPerf: q.serviceLevelPerf / 1000,
  ...(q.serviceLevelPerf2 === undefined ? {} : { ServicelevelPerf2: q.serviceLevelPerf2 / 1000 }),
  Weight: q.weight,
  Today: q.today,
});
export const queueOf = (m: WireMessage, serverId: number): QueueRow => ({
  serverId,
  name: text(m, 'Queue'),
  owner: ownerOf(m),
  max: number(m, 'Max'),
  strategy: text(m, 'Strategy'),
  holdtime: number(m, 'Holdtime'),
  talktime: number(m, 'TalkTime'),
  completed: number(m, 'Completed'),
  abandoned: number(m, 'Abandoned'),
  serviceLevel: number(m, 'ServiceLevel'),
  serviceLevelPerf: Math.round(number(m, 'ServicelevelPerf') * 1000),
  ...(m.ServicelevelPerf2 === undefined
    ? {}
    : { serviceLevelPerf2: Math.round(number(m, 'ServicelevelPerf2') * 1000) }),
  weight: number(m, 'Weight'),
  today: (m.Today as QueueRow['today']) ?? null,
});

/** List rows name the same values Name and Location, as in AMI. Both spellings are sent, so a reader needs only one. */
export const memberFields = (r: MemberRow): WireMessage => ({
  Queue: r.queue,
  ...ownerFields(r.owner),
  MemberName: r.name,
  Interface: r.interface,
  Name: r.name,
  Location: r.interface,
  StateInterface: r.stateInterface,
  Membership: r.membership,
  Penalty: r.penalty,
  CallsTaken: r.callsTaken,
  LastCall: r.lastCall === null ? 0 : r.lastCall / 1000,
  Status: r.status,
  Ringing: bit(r.ringing),
  Paused: bit(r.paused),
  PausedReason: r.pausedReason,
  PausedAt: r.pausedSince,
  LoginAt: r.loginAt,
  LoginTime: r.loginAt === null ? 0 : r.loginAt / 1000,
  ...(r.lastPauseAt === undefined ? {} : { LastPause: r.lastPauseAt / 1000 }),
  ...(r.ringInUse === undefined ? {} : { Ringinuse: bit(r.ringInUse) }),
  Wrapuptime: r.wrapupSeconds,
  LastHoldtime: r.lastHoldtime,
  LastTalktime: r.lastTalktime,
  InCall: bit(r.incall),
  InCallAt: r.incallSince,
  OnHold: bit(r.onHold),
  MemberChannel: r.channel,
  MemberLinkedid: r.linkedid,
  CallerNumber: r.callerNumber,
  CallerName: r.callerName,
  CallQueue: r.callQueue,
  CallOwner: r.callOwner,
  BusyElsewhere: bit(r.busyElsewhere),
  SinceAt: r.since,
});
export const memberOf = (m: WireMessage, serverId: number): MemberRow => ({
  serverId,
  queue: text(m, 'Queue'),
  owner: ownerOf(m),
  name: text(m, 'MemberName'),
  interface: text(m, 'Interface'),
  stateInterface: text(m, 'StateInterface'),
  membership: text(m, 'Membership') as MemberRow['membership'],
  penalty: number(m, 'Penalty'),
  callsTaken: number(m, 'CallsTaken'),
  lastCall: number(m, 'LastCall') > 0 ? Math.round(number(m, 'LastCall') * 1000) : null,
  status: number(m, 'Status'),
  ringing: flag(m, 'Ringing'),
  paused: flag(m, 'Paused'),
  pausedReason: text(m, 'PausedReason'),
  pausedSince: numberOrNull(m, 'PausedAt'),
  loginAt: numberOrNull(m, 'LoginAt'),
  ...(m.LastPause === undefined ? {} : { lastPauseAt: Math.round(number(m, 'LastPause') * 1000) }),
  ...(m.Ringinuse === undefined ? {} : { ringInUse: flag(m, 'Ringinuse') }),
  wrapupSeconds: number(m, 'Wrapuptime'),
  lastHoldtime: numberOrNull(m, 'LastHoldtime'),
  lastTalktime: numberOrNull(m, 'LastTalktime'),
  incall: flag(m, 'InCall'),
  incallSince: numberOrNull(m, 'InCallAt'),
  onHold: flag(m, 'OnHold'),
  channel: textOrNull(m, 'MemberChannel'),
  linkedid: textOrNull(m, 'MemberLinkedid'),
  callerNumber: textOrNull(m, 'CallerNumber'),
  callerName: textOrNull(m, 'CallerName'),
  callQueue: textOrNull(m, 'CallQueue'),
  callOwner: ownerIn(m, 'CallOwner'),
  busyElsewhere: flag(m, 'BusyElsewhere'),
  since: number(m, 'SinceAt'),
});

/** `at`: the time until which `Wait` counts. */
export const callerFields = (c: CallerRow, at: number): WireMessage => ({
  Queue: c.queue,
  ...ownerFields(c.owner),
  Position: c.position,
  CallerStatus: c.status,
  Channel: c.channel,
  Uniqueid: c.uniqueid,
  Linkedid: c.linkedid,
  CallerIDNum: c.callerIdNum,
  CallerIDName: c.callerIdName,
  ConnectedLineNum: c.connectedLineNum,
  ConnectedLineName: c.connectedLineName,
  Priority: c.priority,
  Wait: Math.max(0, Math.floor((at - c.joinedAt) / 1000)),
  JoinedAt: c.joinedAt,
  AnsweredAt: c.answeredAt,
});
export const callerOf = (m: WireMessage, serverId: number): CallerRow => ({
  serverId,
  queue: text(m, 'Queue'),
  owner: ownerOf(m),
  position: number(m, 'Position'),
  status: number(m, 'CallerStatus') as CallerStatus,
  channel: text(m, 'Channel'),
  uniqueid: text(m, 'Uniqueid'),
  linkedid: textOrNull(m, 'Linkedid'),
  callerIdNum: text(m, 'CallerIDNum'),
  callerIdName: text(m, 'CallerIDName'),
  connectedLineNum: text(m, 'ConnectedLineNum'),
  connectedLineName: text(m, 'ConnectedLineName'),
  priority: number(m, 'Priority'),
  joinedAt: number(m, 'JoinedAt'),
  answeredAt: numberOrNull(m, 'AnsweredAt'),
});

const hms = (seconds: number): string => {
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
};

export const callFields = (c: CallRow, at: number): WireMessage => ({
  Channel: c.channel,
  Uniqueid: c.uniqueid,
  Linkedid: c.linkedid,
  ChannelState: c.state,
  ChannelStateDesc: c.stateDesc,
  CallerIDNum: c.source,
  CallerIDName: c.sourceName,
  Exten: c.destination,
  Duration: hms(Math.max(0, Math.floor((at - c.startedAt) / 1000))),
  StartedAt: c.startedAt,
  AnsweredAt: c.answeredAt,
  ChannelOwner: c.channelOwner,
  CallQueue: c.queue,
  QueueOwner: c.queueOwner,
  AgentName: c.agent,
  AgentInterface: c.agentInterface,
  OnHold: bit(c.onHold),
  Parked: bit(c.parked),
  Owners: c.owners,
});
export const callOf = (m: WireMessage, serverId: number): CallRow => ({
  serverId,
  linkedid: text(m, 'Linkedid'),
  uniqueid: text(m, 'Uniqueid'),
  channel: text(m, 'Channel'),
  owners: (m.Owners as readonly Owner[] | undefined) ?? [],
  state: number(m, 'ChannelState'),
  stateDesc: text(m, 'ChannelStateDesc'),
  startedAt: number(m, 'StartedAt'),
  answeredAt: numberOrNull(m, 'AnsweredAt'),
  source: text(m, 'CallerIDNum'),
  sourceName: text(m, 'CallerIDName'),
  destination: text(m, 'Exten'),
  channelOwner: ownerIn(m, 'ChannelOwner') ?? NOBODY,
  queue: textOrNull(m, 'CallQueue'),
  queueOwner: ownerIn(m, 'QueueOwner'),
  agent: textOrNull(m, 'AgentName'),
  agentInterface: textOrNull(m, 'AgentInterface'),
  onHold: flag(m, 'OnHold'),
  parked: flag(m, 'Parked'),
});

/** Quality sums have no AMI message. They are sent with the answer to CoreStatus. */
export const qualityRowsOf = (m: WireMessage): readonly QualityRow[] =>
  (m.Quality as readonly QualityRow[] | undefined) ?? [];
