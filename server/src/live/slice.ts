import type { LiveEvent } from '@ringside/core/live/event.ts';
import { queueKey, serverKey, type LiveState } from '@ringside/core/live/state.ts';

type Of<K extends LiveEvent['kind']> = Extract<LiveEvent, { kind: K }>;

/** Returns the server's row, calls and voice quality as one event, or `null` for an unknown PBX server. */
export const serverSnapshotOf = (state: LiveState, serverId: number, at: number): Of<'server-snapshot'> | null => {
  const server = state.servers.get(serverKey(serverId));
  if (server === undefined) return null;
  return {
    kind: 'server-snapshot',
    serverId,
    at,
    server,
    calls: state.calls.rowsWith('server', serverKey(serverId)),
    quality: state.quality.rowsWith('server', serverKey(serverId)),
  };
};

/** Returns the server's queues with members and callers as one event, optionally for a single queue. */
export const queuesSnapshotOf = (
  state: LiveState,
  serverId: number,
  queue: string | null,
  at: number,
): Of<'queues-snapshot'> => {
  const base = { kind: 'queues-snapshot', serverId, at, queue } as const;
  if (queue === null) {
    const server = serverKey(serverId);
    return {
      ...base,
      owner: null,
      queues: state.queues.rowsWith('server', server),
      members: state.members.rowsWith('server', server),
      callers: state.callers.rowsWith('server', server),
    };
  }
  const key = queueKey(serverId, queue);
  const row = state.queues.get(key);
  return {
    ...base,
    owner: row?.owner ?? null,
    queues: row === undefined ? [] : [row],
    members: state.members.rowsWith('queue', key),
    callers: state.callers.rowsWith('queue', key),
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
