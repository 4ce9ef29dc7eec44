import type { LiveEvent } from '@ringside/core/live/event.ts';
import { queueKey, serverKey, type LiveState } from '@ringside/core/live/state.ts';

type Of<K extends LiveEvent['kind']> = Extract<LiveEvent, { kind: K }>;

const where = <R>(map: ReadonlyMap<string, R>, test: (row: R) => boolean): R[] => [...map.values()].filter(test);

/** Returns the server's row, calls and voice quality as one event, or `null` for an unknown PBX server. */
export const serverSnapshotOf = (state: LiveState, serverId: number, at: number): Of<'server-snapshot'> | null => {
  const server = state.servers.get(serverKey(serverId));
  if (server === undefined) return null;
  return {
    kind: 'server-snapshot',
    serverId,
    at,
    server,
    calls: where(state.calls, (c) => c.serverId === serverId),
    quality: where(state.quality, (q) => q.serverId === serverId),
  };
};

/** Returns the server's queues with members and callers as one event, optionally for a single queue. */
export const queuesSnapshotOf = (
  state: LiveState,
  serverId: number,
  queue: string | null,
  at: number,
): Of<'queues-snapshot'> => {
  const of = (id: number, name: string): boolean => id === serverId && (queue === null || queue === name);
  return {
    kind: 'queues-snapshot',
    serverId,
    at,
    queue,
    owner: queue === null ? null : (state.queues.get(queueKey(serverId, queue))?.owner ?? null),
    queues: where(state.queues, (q) => of(q.serverId, q.name)),
    members: where(state.members, (m) => of(m.serverId, m.queue)),
    callers: where(state.callers, (c) => of(c.serverId, c.queue)),
  };
};

/** Returns a QueueSummary for each queue of the list. AMI clients expect them after the list. */
export const summariesOf = (snapshot: Of<'queues-snapshot'>): Of<'queue-summary'>[] =>
  snapshot.queues.map((q) => ({
    kind: 'queue-summary',
    serverId: q.serverId,
    at: snapshot.at,
    owner: q.owner,
    queue: q.name,
    holdtime: q.holdtime,
    talktime: q.talktime,
  }));
