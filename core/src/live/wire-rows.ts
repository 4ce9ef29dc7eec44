// Rows as AMI-shaped fields and back. AMI's own names where AMI has one; what AMI lacks goes under names of ours, so that
// nothing is lost on the way to a browser. Moments are epoch milliseconds in fields that end in `At`, else as AMI has them.
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

export const ownerFields = (o: Owner): WireMessage => ({ CustomerId: o.customerId, CallcenterId: o.callcenterId });
export const ownerOf = (m: WireMessage): Owner => ({
  customerId: textOrNull(m, 'CustomerId'),
  callcenterId: textOrNull(m, 'CallcenterId'),
});

export const serverFields = (s: ServerRow): WireMessage => ({
  ServerName: s.name,
  Connected: bit(s.connected),
  Stale: bit(s.stale),
  SinceAt: s.since,
  LastEventAt: s.lastEventAt,
  AsteriskVersion: s.version,
  StartedAt: s.startedAt,
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
  ServicelevelPerf: q.serviceLevelPerf,
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
  serviceLevelPerf: number(m, 'ServicelevelPerf'),
  weight: number(m, 'Weight'),
  today: (m.Today as QueueRow['today']) ?? null,
});

/** List rows call the same things Name and Location, as AMI does. Both spellings go out, so a reader needs one. */
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
  since: number(m, 'SinceAt'),
});

/** `at`: the moment that `Wait` counts to. */
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
  CallQueue: c.queue,
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
  queue: textOrNull(m, 'CallQueue'),
  agent: textOrNull(m, 'AgentName'),
  agentInterface: textOrNull(m, 'AgentInterface'),
  onHold: flag(m, 'OnHold'),
  parked: flag(m, 'Parked'),
});

/** Quality sums have no AMI message: they ride along in the answer to CoreStatus. */
export const qualityRowsOf = (m: WireMessage): readonly QualityRow[] =>
  (m.Quality as readonly QualityRow[] | undefined) ?? [];
