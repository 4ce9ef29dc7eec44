import type { LiveEvent } from '@ringside/core/live/event.ts';
import { serverKey, type LiveState } from '@ringside/core/live/state.ts';

type Of<K extends LiveEvent['kind']> = Extract<LiveEvent, { kind: K }>;

const where = <R>(map: ReadonlyMap<string, R>, test: (row: R) => boolean): R[] => [...map.values()].filter(test);

/** The PBX's row, calls and quality as one event; null for a PBX that the state does not have. */
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

/** The PBX's queues with their members and callers, or one queue alone, as one event. */
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
    queues: where(state.queues, (q) => of(q.serverId, q.name)),
    members: where(state.members, (m) => of(m.serverId, m.queue)),
    callers: where(state.callers, (c) => of(c.serverId, c.queue)),
  };
};

/** QueueSummary of each queue of the list, which AMI clients look for after it. */
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
