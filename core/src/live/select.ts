// Shared views of a live state: the body of GET /api/live, totals and the shown state of agents.
import { formatNumber } from '../base/phone.ts';
import { cleanCallerId } from '../base/caller-id.ts';
import { DEVICE, queueKey, type CallerRow, type LiveState, type MemberRow, type QualityRow } from './state.ts';

/** Shown state of an agent. `elsewhere`: busy with a call that the viewer may not see. `wrapup` needs a known wrap-up time. */
export type AgentState = 'available' | 'ringing' | 'incall' | 'elsewhere' | 'paused' | 'wrapup' | 'unavailable';

/** In-call has priority over paused (a paused agent finishes the call), and paused over all idle states. */
export const agentState = (m: MemberRow, now: number, wrapupSeconds = m.wrapupSeconds): AgentState => {
  if (m.incall) return 'incall';
  if (m.ringing) return 'ringing';
  if (m.busyElsewhere) return 'elsewhere';
  if (m.paused) return 'paused';
  switch (m.status) {
    case DEVICE.unavailable:
    case DEVICE.invalid:
      return 'unavailable';
    case DEVICE.ringing:
    case DEVICE.ringInUse:
      return 'ringing';
    case DEVICE.inUse:
    case DEVICE.busy:
    case DEVICE.onHold:
      return 'incall';
    default:
      return m.lastCall !== null && wrapupSeconds > 0 && now < m.lastCall + wrapupSeconds * 1000
        ? 'wrapup'
        : 'available';
  }
};

/** Returns the average quality of a server's rows, in seconds and packets. Figures without reports are `null`. */
const averageQuality = (rows: readonly QualityRow[]) => {
  const sum = (of: (q: QualityRow) => number): number => rows.reduce((total, q) => total + of(q), 0);
  const reports = sum((q) => q.reports);
  const rttReports = sum((q) => q.rttReports);
  const average = (total: number, count: number): number | null => (count === 0 ? null : total / count);
  return {
    lp: sum((q) => q.lp),
    rlp: sum((q) => q.rlp),
    rtt: average(
      sum((q) => q.rtt),
      rttReports,
    ),
    rxjitter: average(
      sum((q) => q.rxjitter),
      reports,
    ),
    txjitter: average(
      sum((q) => q.txjitter),
      reports,
    ),
  };
};

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** Groups rows by key once, because a state may hold thousands of members in hundreds of queues. */
const groupBy = <R, K>(rows: Iterable<R>, keyOf: (row: R) => K): Map<K, R[]> => {
  const groups = new Map<K, R[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
};

const queueOf = (row: MemberRow | CallerRow): string => queueKey(row.serverId, row.queue);

const toMember = (m: MemberRow) => ({
  name: m.name,
  interface: m.interface,
  membership: m.membership,
  penalty: m.penalty,
  callsTaken: m.callsTaken,
  lastCall: iso(m.lastCall),
  status: m.status,
  ringing: m.ringing,
  paused: m.paused,
  pausedReason: m.pausedReason,
  lastHoldtime: m.lastHoldtime,
  lastTalktime: m.lastTalktime,
  incall: m.incall,
  busyElsewhere: m.busyElsewhere,
  incallSince: iso(m.incallSince),
  channel: m.channel,
  callerNumber: m.callerNumber === null ? null : cleanCallerId(m.callerNumber),
  callerName: m.callerName === null ? null : cleanCallerId(m.callerName),
  since: iso(m.since),
});

const toCaller = (c: CallerRow, now: number) => ({
  position: c.position,
  status: c.status,
  channel: c.channel,
  uniqueid: c.uniqueid,
  callerIdNum: cleanCallerId(c.callerIdNum),
  callerIdName: cleanCallerId(c.callerIdName),
  connectedLineNum: cleanCallerId(c.connectedLineNum),
  connectedLineName: cleanCallerId(c.connectedLineName),
  wait: Math.max(0, Math.floor(((c.answeredAt ?? now) - c.joinedAt) / 1000)),
  joinedAt: iso(c.joinedAt),
  answeredAt: iso(c.answeredAt),
});

/** Returns the body of GET /api/live. `now`: epoch ms. `defaultCountry` is used for numbers without a plus sign. */
export const toLive = (state: LiveState, now: number, defaultCountry: string | null) => {
  const names = new Map([...state.servers.values()].map((s) => [s.id, s.name]));
  const calls = [...state.calls.values()];
  const callsOf = groupBy(calls, (c) => c.serverId);
  const qualityOf = groupBy(state.quality.values(), (q) => q.serverId);
  const membersOf = groupBy(state.members.values(), queueOf);
  const callersOf = groupBy(state.callers.values(), queueOf);
  return {
    servers: [...state.servers.values()].map((s) => ({
      id: s.id,
      name: s.name,
      connected: s.connected,
      stale: s.stale,
      since: iso(s.since),
      lastEventAt: iso(s.lastEventAt),
      version: s.version,
      maintenance: s.maintenance && { until: iso(s.maintenance.until), reason: s.maintenance.reason },
      calls: callsOf.get(s.id)?.length ?? 0,
      quality: averageQuality(qualityOf.get(s.id) ?? []),
    })),
    queues: [...state.queues.values()].map((q) => ({
      serverId: q.serverId,
      name: q.name,
      max: q.max,
      strategy: q.strategy,
      holdtime: q.holdtime,
      talktime: q.talktime,
      completed: q.completed,
      abandoned: q.abandoned,
      serviceLevel: q.serviceLevel,
      serviceLevelPerf: q.serviceLevelPerf,
      weight: q.weight,
      members: (membersOf.get(queueKey(q.serverId, q.name)) ?? []).map(toMember),
      callers: (callersOf.get(queueKey(q.serverId, q.name)) ?? [])
        .sort((a, b) => a.position - b.position)
        .map((c) => toCaller(c, now)),
      today: q.today,
    })),
    calls: calls.map((c) => ({
      serverId: c.serverId,
      serverName: names.get(c.serverId) ?? '',
      linkedid: c.linkedid,
      uniqueid: c.uniqueid,
      channel: c.channel,
      state: c.state,
      stateDesc: c.stateDesc,
      startedAt: iso(c.startedAt),
      duration: Math.max(0, Math.floor((now - c.startedAt) / 1000)),
      source: formatNumber(c.source, defaultCountry),
      destination: formatNumber(c.destination, defaultCountry),
      queue: c.queue,
      agent: c.agent,
    })),
  };
};
