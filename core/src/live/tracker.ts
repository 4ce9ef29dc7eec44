// Folds the facts of one PBX into live events with whole rows and owners. Reads no clock: `at` is the console's, epoch ms.
import { assertNever } from '../base/assert-never.ts';
import type { LiveEvent } from './event.ts';
import type { PbxFact, QueueFact, QueueSnapshot, Snapshot, SummaryFact } from './fact.ts';
import type { LinkState } from './link.ts';
import { NOBODY, queueKey, type LiveState, type Maintenance, type Owner, type QueueRow } from './state.ts';
import { createTrackedAgents } from './tracked-agents.ts';
import { createTrackedCallers } from './tracked-callers.ts';
import { queueCalls } from './queue-calls.ts';
import { createTrackedServer } from './tracked-server.ts';
import { createTrackedCalls, type CallLeg, type QueuePart } from './tracked-calls.ts';
import { createTracked, type OwnerLookup } from './tracked.ts';

export interface Tracker {
  fact(fact: PbxFact, at: number): LiveEvent[];
  /** A `server-snapshot`, then a `queues-snapshot`. */
  snapshot(snapshot: Snapshot, at: number): LiveEvent[];
  link(link: LinkState, at: number): LiveEvent[];
  maintain(maintenance: Maintenance | null, at: number): LiveEvent[];
  ownersChanged(at: number): LiveEvent[];
  /** Decides what has waited long enough; call it about once a second. */
  settle(at: number): LiveEvent[];
  /** Channels of a call that is up; none of one that is not. */
  legs(linkedid: string): readonly CallLeg[];
  /** Entries kept beside the slice, for calls that are up: none on a PBX at rest. */
  held(): number;
  /** The slice as the events left it. Not to be mutated. */
  readonly state: LiveState;
}

export const createTracker = (server: { readonly id: number; readonly name: string }, owners: OwnerLookup): Tracker => {
  const t = createTracked(server.id, owners);
  const calls = createTrackedCalls(t);
  const agents = createTrackedAgents(t);
  const callers = createTrackedCallers(t);
  const pbx = createTrackedServer(t, server.name);
  const { state } = t;
  const serverId = server.id;

  const queueRow = (f: QueueFact): QueueRow => ({
    serverId,
    name: f.queue,
    owner: owners.ofQueue(serverId, f.queue),
    max: f.max,
    strategy: f.strategy,
    holdtime: f.holdtime,
    talktime: f.talktime,
    completed: f.completed,
    abandoned: f.abandoned,
    serviceLevel: f.serviceLevel,
    serviceLevelPerf: f.serviceLevelPerf,
    weight: f.weight,
    today: state.queues.get(queueKey(serverId, f.queue))?.today ?? null,
  });

  const readQueue = (s: QueueSnapshot, at: number): void => {
    if (s.params === null) {
      const known = state.queues.get(queueKey(serverId, s.queue));
      if (known) t.emit({ kind: 'queue-removed', serverId, at, owner: known.owner, queue: s.queue });
      return;
    }
    t.emit({
      kind: 'queues-snapshot',
      serverId,
      at,
      queue: s.queue,
      queues: [queueRow(s.params)],
      members: agents.rows(s.members, at),
      callers: callers.rows(s.entries, at),
    });
  };

  const parameters = (f: QueueFact, at: number): void => {
    const next = queueRow(f);
    const known = state.queues.get(queueKey(serverId, f.queue));
    if (known && (Object.keys(next) as (keyof QueueRow)[]).every((k) => k === 'owner' || known[k] === next[k])) return;
    t.emit({ kind: 'queue', serverId, at, row: next });
  };

  const summary = (f: SummaryFact, at: number): void => {
    const known = state.queues.get(queueKey(serverId, f.queue));
    if (!known || (known.holdtime === f.holdtime && known.talktime === f.talktime)) return;
    const { queue, holdtime, talktime } = f;
    t.emit({ kind: 'queue-summary', serverId, at, owner: known.owner, queue, holdtime, talktime });
  };

  const apply = (f: PbxFact, at: number): void => {
    switch (f.kind) {
      case 'queue-read':
        return readQueue(f, at);
      case 'queue-params':
        return parameters(f, at);
      case 'queue-summary':
        return summary(f, at);
      case 'fully-booted':
      case 'shutdown':
      case 'reload':
      case 'cdr':
        return;
      case 'member':
        return agents.member(f, f.cause, at);
      case 'member-removed':
        return agents.removed(f.queue, f.interface, f.name, at);
      case 'caller-joined':
        calls.see(f.caller, at);
        calls.inQueue(f.caller.linkedid, { queue: f.queue, agent: null, agentInterface: null }, at);
        return callers.joined(f.queue, f.position, f.caller, at);
      case 'queue-entry':
        return callers.listed(f, at);
      case 'caller-left':
        return callers.left(f.queue, f.position, f.count, f.caller, at);
      case 'caller-abandoned':
        return callers.abandoned(f.queue, f.position, f.originalPosition, f.holdSeconds, f.caller, at);
      case 'agent-called':
        return agents.called(f, at);
      case 'agent-ring-no-answer':
        return agents.notAnswered(f, f.ringMs, at);
      case 'agent-connect': {
        const part = { queue: f.queue, agent: f.memberName, agentInterface: f.interface };
        const briefed = callers.secondsSinceLeaving(f.caller.uniqueid, at);
        agents.connected(f, f.holdSeconds, f.ringSeconds, briefed, at);
        callers.answered(f.queue, f.caller, f.holdSeconds, { interface: f.interface, name: f.memberName }, at);
        return calls.inQueue(calls.linkedidOf(f.caller.uniqueid) ?? f.caller.linkedid, part, at);
      }
      case 'agent-complete':
        return agents.completed(f, f.holdSeconds, f.talkSeconds, f.reason, at);
      case 'channel':
        return f.cause === 'Newchannel' ? calls.see(f, at) : calls.touch(f, at, {});
      case 'channel-shown':
        return calls.see(f, at);
      case 'hangup':
        agents.channelEnded(f.uniqueid, true, at);
        callers.hungUp(f.uniqueid, at);
        return calls.hangup(f, at, f.cause, f.causeText);
      case 'rename':
        return calls.rename(f.uniqueid, f.newName, at);
      case 'dial-begin':
        return calls.dialled(f.callee, at);
      case 'dial-end':
        return f.hasCaller ? calls.touch(f.callee, at, {}) : undefined;
      case 'bridge-enter':
        if (f.swapUniqueid !== '') agents.swapped(f.swapUniqueid, f, at);
        // The space where a call is parked is a bridge too, with nobody to speak to.
        return calls.touch(f, at, f.bridgeType === 'parking' ? { bridged: false } : { bridged: true, parked: false });
      case 'bridge-leave':
        return calls.touch(f, at, { bridged: false, onHold: false });
      case 'hold':
      case 'unhold':
        agents.hold(f, f.kind === 'hold', at);
        return calls.touch(f, at, { onHold: f.kind === 'hold' });
      case 'parked':
      case 'unparked':
        return calls.touch(f, at, {
          parked: f.kind === 'parked',
          space: f.kind === 'parked' ? `${f.lot},${f.space}` : '',
        });
      case 'blind-transfer':
        return f.transferer ? agents.channelEnded(f.transferer.uniqueid, false, at) : undefined;
      case 'attended-transfer':
      case 'originated':
      case 'spying':
      case 'recording':
        return;
      case 'queue-status':
        return callers.status(f.value, f, at);
      case 'queue-run':
        return callers.running(f.uniqueid, f.queue);
      case 'rtp-quality':
        return quality(f, at);
      default:
        return assertNever(f);
    }
  };

  /** A leg without a packet (a lost fork of a ring-all) has no quality; without RTCP the far side's figures are unknown. */
  const quality = (f: Extract<PbxFact, { kind: 'rtp-quality' }>, at: number): void => {
    if (f.rxcount === 0) return;
    const { channel, uniqueid, linkedid, lp, rlp, rxcount, txcount, rxjitter, txjitter } = f;
    // A leg belongs to its call: the carrier's side has no mark of its own, and a team sees the calls of its queues.
    const [owner = NOBODY] = calls.ownersOf(f);
    const rtt = f.rtt > 0 ? f.rtt : null;
    const figures = { lp, rlp, rxcount, txcount, rtt, rxjitter, txjitter };
    t.emit({ kind: 'quality', serverId, at, owner, uniqueid, linkedid, channel, ...figures });
  };

  const snapshot = (s: Snapshot, at: number): void => {
    const alive = new Set(s.channels.map((c) => c.uniqueid));
    agents.keepOnly(alive);
    callers.keepRunning(alive);
    const parts = new Map<string, QueuePart>();
    for (const { member, caller, agent, connected } of queueCalls(s)) {
      agents.adopt(member, caller, agent, connected ? at - agent.durationSeconds * 1000 : null);
      const { queue } = member;
      if (connected) parts.set(caller.linkedid, { queue, agent: member.name, agentInterface: member.interface });
    }
    const rows = calls.replace(s.channels, at, parts);
    const before = pbx.row();
    t.emit({
      kind: 'server-snapshot',
      serverId,
      at,
      server: {
        ...before,
        connected: true,
        stale: false,
        since: before.connected ? before.since : at,
        lastEventAt: at,
        version: s.version || before.version,
        startedAt: s.startedAt,
      },
      calls: rows,
      quality: [...state.quality.values()],
    });
    // Read again while the link is up: what came meanwhile follows, and tells how each stay ended.
    if (!before.connected) callers.keepOnly(new Set(s.entries.map((e) => e.uniqueid)));
    t.emit({
      kind: 'queues-snapshot',
      serverId,
      at,
      queue: null,
      queues: s.queues.map(queueRow),
      members: agents.rows(s.members, at),
      callers: callers.rows(s.entries, at),
    });
  };

  /** Rows that changed hands leave their old owner and come to the new one. */
  const reown = (at: number): void => {
    // A member or caller may be known before its queue is.
    const shown = new Map<string, Owner>();
    for (const row of [...state.members.values(), ...state.callers.values()]) shown.set(row.queue, row.owner);
    for (const q of state.queues.values()) shown.set(q.name, q.owner);
    for (const [queue, before] of shown) {
      const owner = owners.ofQueue(serverId, queue);
      if (owner.customerId === before.customerId && owner.callcenterId === before.callcenterId) continue;
      const row = state.queues.get(queueKey(serverId, queue));
      const members = [...state.members.values()].filter((m) => m.queue === queue);
      const waiting = [...state.callers.values()].filter((c) => c.queue === queue);
      t.emit({ kind: 'queue-removed', serverId, at, owner: before, queue });
      t.emit({
        kind: 'queues-snapshot',
        serverId,
        at,
        queue,
        queues: row === undefined ? [] : [{ ...row, owner }],
        members: members.map((m) => ({ ...m, owner })),
        callers: waiting.map((c) => ({ ...c, owner })),
      });
    }
    calls.reown(at);
  };

  const done = (): LiveEvent[] => t.drain();
  return {
    state,
    legs: (linkedid) => calls.legs(linkedid),
    held: () => calls.held() + agents.held() + callers.held(),
    fact: (f, at) => (pbx.heard(at), apply(f, at), done()),
    snapshot: (s, at) => (snapshot(s, at), done()),
    link: (l, at) => (pbx.link(l, at), done()),
    maintain: (maintenance, at) => (pbx.maintain(maintenance, at), done()),
    ownersChanged: (at) => (reown(at), done()),
    settle: (at) => (callers.settle(at, agents.isCalling), pbx.tellAge(at), done()),
  };
};
