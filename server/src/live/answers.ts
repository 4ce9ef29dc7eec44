// Answers the client actions Queues, CoreStatus and QueueStatus from the console's own live state, without queries to the PBX.
import { scopeEvent, type Viewer } from '@ringside/core/live/scope.ts';
import { emptyState, serverKey, type LiveState } from '@ringside/core/live/state.ts';
import { toWire } from '@ringside/core/live/wire.ts';
import type { WireMessage } from '@ringside/core/live/wire-rows.ts';
import type { LiveEvent } from '@ringside/core/live/event.ts';
import type { Answer } from './socket/answer-frames.ts';
import { queuesSnapshotOf, serverSnapshotOf, summariesOf } from './slice.ts';

export type Asked = 'Queues' | 'CoreStatus' | 'QueueStatus';

interface AskedFor {
  readonly action: Asked;
  /** `null`: all servers in scope. */
  readonly serverId: number | null;
  /** For QueueStatus: the name of a single queue. */
  readonly queue: string | null;
}

const seesServer = (viewer: Viewer, id: number): boolean =>
  viewer.reach === 'platform' || viewer.serverIds.includes(id);

/** Returns the ids of the servers that the viewer may see, in ascending order, optionally limited to `serverId`. */
export const serversFor = (state: LiveState, viewer: Viewer, serverId: number | null): number[] =>
  [...state.servers.values()]
    .map((s) => s.id)
    .filter((id) => seesServer(viewer, id) && (serverId === null || id === serverId))
    .toSorted((a, b) => a - b);

const eventsFor = (state: LiveState, asked: AskedFor, serverId: number, at: number): LiveEvent[] => {
  if (asked.action === 'CoreStatus') {
    const snapshot = serverSnapshotOf(state, serverId, at);
    return snapshot === null ? [] : [snapshot];
  }
  const snapshot = queuesSnapshotOf(state, serverId, asked.queue, at);
  return [snapshot, ...summariesOf(snapshot)];
};

/** Returns whether the message carries the ActionID: responses and events that complete a list do. */
const takesActionId = (m: WireMessage): boolean => m.Type === 4 || m.EventList === 'Complete';

const names = (state: LiveState, viewer: Viewer, serverId: number): WireMessage => {
  const queues = [...state.queues.values()]
    .filter((q) => q.serverId === serverId && scopeEvent({ kind: 'queue', serverId, at: 0, row: q }, viewer) !== null)
    .map((q) => q.name);
  return { Type: 4, server_id: serverId, Response: 'Success', Message: 'Queues', Queues: queues };
};

const messagesFor = (state: LiveState, viewer: Viewer, asked: AskedFor, at: number): readonly WireMessage[] => {
  const servers = serversFor(state, viewer, asked.serverId);
  const messages = servers.flatMap((id) => {
    if (!state.servers.has(serverKey(id))) return [];
    if (asked.action === 'Queues') return [names(state, viewer, id)];
    const seen = eventsFor(state, asked, id, at).flatMap((e) => scopeEvent(e, viewer) ?? []);
    // As in Asterisk, an unknown queue has an empty list. A queue of another customer gets the same answer.
    if (seen.length === 0 && asked.action === 'QueueStatus' && asked.queue !== null)
      seen.push(queuesSnapshotOf(emptyState(), id, asked.queue, at));
    return seen.flatMap(toWire);
  });
  if (messages.length > 0) return messages;
  return [
    asked.serverId === null
      ? { Type: 4, Response: 'Success', Message: 'No servers' }
      : { Type: 4, server_id: asked.serverId, Response: 'Error', Message: 'No such server' },
  ];
};

/** Returns the answer to a client action. Unknown servers and servers of other customers both answer "No such server". */
export const answerTo = (state: LiveState, viewer: Viewer, asked: AskedFor, at: number): Answer => {
  const messages = messagesFor(state, viewer, asked, at);
  return {
    texts: messages.map((m) => JSON.stringify(m)),
    takesActionId: messages.flatMap((m, i) => (takesActionId(m) ? [i] : [])),
  };
};

/** Returns a cache key that is equal for requests of one viewer whose answers differ only in the ActionID. */
export const askedKey = (asked: AskedFor): string => `${asked.action}\t${asked.serverId}\t${asked.queue}`;
