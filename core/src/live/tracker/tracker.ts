// Converts the facts of one PBX server to live events with whole rows and owners. Reads no clock: `at` is the console's time, epoch ms.
import type { PbxFact, Snapshot } from '../../asterisk/fact.ts';
import type { LinkState } from '../../asterisk/link.ts';
import type { LiveEvent } from '../event.ts';
import type { LiveState, Maintenance, QueueToday } from '../state.ts';
import { createFactSink, type TrackerParts } from './apply-fact.ts';
import { answeredPart, type QueuePart } from './call-owners.ts';
import { queueCalls } from './queue-calls.ts';
import { createTrackedAgents } from './tracked-agents.ts';
import { createTrackedCallers } from './tracked-callers.ts';
import { createTrackedCalls, type CallLeg } from './tracked-calls.ts';
import { createTrackedQueues } from './tracked-queues.ts';
import { createTrackedServer, type TrackedServer } from './tracked-server.ts';
import { createTracked, type OwnerLookup, type Tracked } from './tracked.ts';

export interface Tracker {
  fact(fact: PbxFact, at: number): LiveEvent[];
  /** Returns a `server-snapshot` and then a `queues-snapshot`. */
  snapshot(snapshot: Snapshot, at: number): LiveEvent[];
  link(link: LinkState, at: number): LiveEvent[];
  maintain(maintenance: Maintenance | null, at: number): LiveEvent[];
  ownersChanged(at: number): LiveEvent[];
  /** Returns outcomes whose waiting time is over. Call it about once a second. */
  settle(at: number): LiveEvent[];
  /** Replaces today's figures of a queue. Returns no event for an unknown queue or for the figures that it has. */
  today(queue: string, today: QueueToday, at: number): LiveEvent[];
  /** Removes the PBX server with all of its rows. */
  end(at: number): LiveEvent[];
  /** Returns the channels of an active call, none for a call that ended. */
  legs(linkedid: string): readonly CallLeg[];
  /** Returns the number of entries kept for active calls. 0 on an idle PBX server. */
  held(): number;
  /** State after the events. Do not mutate it. */
  readonly state: LiveState;
}

/** Replaces channels, queues, members and callers with those of a complete list. */
const applySnapshot = (t: Tracked, parts: TrackerParts, pbx: TrackedServer, s: Snapshot, at: number): void => {
  const { calls, agents, callers, queues } = parts;
  const alive = new Set(s.channels.map((c) => c.uniqueid));
  agents.keepOnly(alive);
  callers.keepRunning(alive);
  const answered = new Map<string, QueuePart>();
  for (const { member, caller, agent, connected } of queueCalls(s)) {
    agents.adopt(member, caller, agent, connected ? at - agent.durationSeconds * 1000 : null);
    const { queue } = member;
    if (connected) answered.set(caller.linkedid, answeredPart(queue, caller.uniqueid, member.name, member.interface));
  }
  const rows = calls.replace(s.channels, at, answered);
  const before = pbx.row();
  t.emit({
    kind: 'server-snapshot',
    serverId: t.serverId,
    at,
    server: {
      ...before,
      connected: true,
      stale: false,
      since: before.connected ? before.since : at,
      lastEventAt: at,
      version: s.version || before.version,
      startedAt: s.startedAt,
      ...(s.reloadedAt === undefined ? {} : { reloadedAt: s.reloadedAt }),
    },
    calls: rows,
    quality: [...t.state.quality.values()],
  });
  // After a read on a healthy link, queued events follow and report how each visit ended.
  if (!before.connected) callers.keepOnly(new Set(s.entries.map((e) => e.uniqueid)));
  queues.snapshot(s, at);
};

export const createTracker = (server: { readonly id: number; readonly name: string }, owners: OwnerLookup): Tracker => {
  const t = createTracked(server.id, owners);
  const calls = createTrackedCalls(t);
  const agents = createTrackedAgents(t, calls);
  const callers = createTrackedCallers(t);
  const queues = createTrackedQueues(t, agents, callers);
  const pbx = createTrackedServer(t, server.name);
  const parts: TrackerParts = { calls, agents, callers, queues };
  const apply = createFactSink(t, parts);
  const done = (): LiveEvent[] => t.drain();
  return {
    state: t.state,
    legs: (linkedid) => calls.legs(linkedid),
    held: () => calls.held() + agents.held() + callers.held(),
    fact: (f, at) => (pbx.noteMessage(at), apply(f, at), done()),
    snapshot: (s, at) => (applySnapshot(t, parts, pbx, s, at), done()),
    link: (l, at) => (pbx.link(l, at), done()),
    today: (queue, figures, at) => (queues.today(queue, figures, at), done()),
    end: (at) => (t.emit({ kind: 'server-removed', serverId: server.id, at }), done()),
    maintain: (maintenance, at) => (pbx.maintain(maintenance, at), done()),
    // Rows whose owner changed are removed for the old owner and sent to the new one.
    ownersChanged: (at) => (queues.reown(at), agents.reown(at), calls.reown(at), done()),
    settle: (at) => (callers.settle(at, agents.isCalling), agents.settle(at), pbx.emitAge(at), done()),
  };
};
