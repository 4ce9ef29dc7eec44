// The three questions that a client asks first, answered from the console's own state: a browser never costs a PBX a query.
import { scopeEvent, type Viewer } from '@ringside/core/live/scope.ts';
import { serverKey, type LiveState } from '@ringside/core/live/state.ts';
import { toWire } from '@ringside/core/live/wire.ts';
import type { WireMessage } from '@ringside/core/live/wire-rows.ts';
import type { LiveEvent } from '@ringside/core/live/event.ts';
import { queuesSnapshotOf, serverSnapshotOf, summariesOf } from './slice.ts';

export type Asked = 'Queues' | 'CoreStatus' | 'QueueStatus';

export interface AskedFor {
  readonly action: Asked;
  /** null: all servers in scope. */
  readonly serverId: number | null;
  /** Of QueueStatus: one queue alone. */
  readonly queue: string | null;
  readonly actionId: string | null;
}

const seesServer = (viewer: Viewer, id: number): boolean =>
  viewer.reach === 'platform' || viewer.serverIds.includes(id);

/** Servers of the state that the viewer may see; the one asked for, if it is among them. */
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

/** The ActionID stands in the response that opens a list, and in that event which ends it. */
const marked = (m: WireMessage, actionId: string | null): WireMessage =>
  actionId !== null && (m.Type === 4 || m.EventList === 'Complete') ? { ...m, ActionID: actionId } : m;

const names = (state: LiveState, viewer: Viewer, serverId: number): WireMessage => {
  const queues = [...state.queues.values()]
    .filter((q) => q.serverId === serverId && scopeEvent({ kind: 'queue', serverId, at: 0, row: q }, viewer) !== null)
    .map((q) => q.name);
  return { Type: 4, server_id: serverId, Response: 'Success', Message: 'Queues', Queues: queues };
};

/** Messages as JSON texts. Unknown and foreign servers are alike: there is no such server. */
export const answersOf = (state: LiveState, viewer: Viewer, asked: AskedFor, at: number): string[] => {
  const servers = serversFor(state, viewer, asked.serverId);
  const messages = servers.flatMap((id) => {
    if (!state.servers.has(serverKey(id))) return [];
    if (asked.action === 'Queues') return [names(state, viewer, id)];
    return eventsFor(state, asked, id, at)
      .map((e) => scopeEvent(e, viewer))
      .flatMap((e) => (e === null ? [] : toWire(e)));
  });
  if (messages.length > 0) return messages.map((m) => JSON.stringify(marked(m, asked.actionId)));
  const none: WireMessage =
    asked.serverId === null
      ? { Type: 4, Response: 'Success', Message: 'No servers' }
      : { Type: 4, server_id: asked.serverId, Response: 'Error', Message: 'No such server' };
  return [JSON.stringify(marked(none, asked.actionId))];
};

/** Equal for questions of one viewer with equal answers. */
export const askedKey = (asked: AskedFor): string =>
  `${asked.action}\t${asked.serverId}\t${asked.queue}\t${asked.actionId}`;
