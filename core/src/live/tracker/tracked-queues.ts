// Tracks the queues of one PBX server: parameters, figures and lists with members and callers.
import type { QueueFact, QueueSnapshot, Snapshot, SummaryFact } from '../../asterisk/fact.ts';
import { keysOf } from '../../base/keys-of.ts';
import { queueKey, type Owner, type QueueRow, type QueueToday } from '../state.ts';
import type { TrackedAgents } from './tracked-agents.ts';
import type { TrackedCallers } from './tracked-callers.ts';
import type { Tracked } from './tracked.ts';

/** Removes the queue for its old owner and adds it for the new one, with its members and callers. */
const moveToOwner = (
  { emit, serverId, state }: Tracked,
  queue: string,
  before: Owner,
  owner: Owner,
  at: number,
): void => {
  const key = queueKey(serverId, queue);
  const row = state.queues.get(key);
  const members = state.members.rowsWith('queue', key);
  const waiting = state.callers.rowsWith('queue', key);
  emit({ kind: 'queue-removed', serverId, at, owner: before, queue });
  emit({
    ...{ kind: 'queues-snapshot', serverId, at, queue, owner },
    // The figures of the day belong to the old owner.
    queues: row === undefined ? [] : [{ ...row, owner, today: null }],
    members: members.map((m) => ({ ...m, owner })),
    callers: waiting.map((c) => ({ ...c, owner })),
  });
};

export const createTrackedQueues = (t: Tracked, agents: TrackedAgents, callers: TrackedCallers) => {
  const { serverId, owners, state } = t;
  const known = (queue: string): QueueRow | undefined => state.queues.get(queueKey(serverId, queue));

  const rowOf = (f: QueueFact): QueueRow => ({
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
    today: known(f.queue)?.today ?? null,
  });

  return {
    /** Handles a re-read queue. Without parameters it no longer exists. */
    read(s: QueueSnapshot, at: number): void {
      if (s.params === null) {
        const before = known(s.queue);
        if (before) t.emit({ kind: 'queue-removed', serverId, at, owner: before.owner, queue: s.queue });
        return;
      }
      t.emit({
        ...{ kind: 'queues-snapshot', serverId, at, queue: s.queue, owner: owners.ofQueue(serverId, s.queue) },
        queues: [rowOf(s.params)],
        members: agents.rows(s.members, at),
        callers: callers.rows(s.entries, at),
      });
    },
    snapshot(s: Snapshot, at: number): void {
      t.emit({
        ...{ kind: 'queues-snapshot', serverId, at, queue: null, owner: null },
        queues: s.queues.map(rowOf),
        members: agents.rows(s.members, at),
        callers: callers.rows(s.entries, at),
      });
    },
    parameters(f: QueueFact, at: number): void {
      const row = rowOf(f);
      const before = known(f.queue);
      if (before && keysOf(row).every((k) => k === 'owner' || before[k] === row[k])) return;
      t.emit({ kind: 'queue', serverId, at, row });
    },
    summary({ queue, holdtime, talktime }: SummaryFact, at: number): void {
      const before = known(queue);
      if (!before || (before.holdtime === holdtime && before.talktime === talktime)) return;
      t.emit({ kind: 'queue-summary', serverId, at, owner: before.owner, queue, holdtime, talktime });
    },
    today(queue: string, today: QueueToday, at: number): void {
      const row = known(queue);
      if (row !== undefined && row.today !== today)
        t.emit({ kind: 'queue-today', serverId, at, owner: row.owner, queue, today });
    },
    reown(at: number): void {
      // A member or caller may be known before its queue.
      const shown = new Map<string, Owner>();
      for (const rows of [state.members.values(), state.callers.values()])
        for (const row of rows) shown.set(row.queue, row.owner);
      for (const q of state.queues.values()) shown.set(q.name, q.owner);
      for (const [queue, before] of shown) {
        const owner = owners.ofQueue(serverId, queue);
        if (owner.customerId === before.customerId && owner.callcenterId === before.callcenterId) continue;
        moveToOwner(t, queue, before, owner, at);
      }
    },
  };
};

export type TrackedQueues = ReturnType<typeof createTrackedQueues>;
