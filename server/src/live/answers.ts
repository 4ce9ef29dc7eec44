// Answers the client actions Queues, CoreStatus and QueueStatus from the console's own live state, without queries to the PBX.
import { scopeEvent, type Viewer } from '@ringside/core/live/scope.ts';
import { emptyState, serverKey, type LiveState } from '@ringside/core/live/state.ts';
import { wireMessages } from '@ringside/core/live/wire.ts';
import type { WireMessage } from '@ringside/core/live/wire-rows.ts';
import type { LiveEvent } from '@ringside/core/live/event.ts';
import type { Answer } from './socket/answer-frames.ts';
import { queuesSnapshotOf, serverSnapshotOf, summariesOf } from './slice.ts';

export type Asked = 'Queues' | 'CoreStatus' | 'QueueStatus';

export interface AskedFor {
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
  const queues = state.queues
    .rowsWith('server', serverKey(serverId))
    .filter((q) => scopeEvent({ kind: 'queue', serverId, at: 0, row: q }, viewer) !== null)
    .map((q) => q.name);
  return { Type: 4, server_id: serverId, Response: 'Success', Message: 'Queues', Queues: queues };
};

/** The rows of one server, not yet scoped and encoded. */
type Captured =
  | { readonly kind: 'names'; readonly message: WireMessage }
  | { readonly kind: 'rows'; readonly serverId: number; readonly events: readonly LiveEvent[] };

const capture = (state: LiveState, viewer: Viewer, asked: AskedFor, serverId: number, at: number): Captured[] => {
  if (!state.servers.has(serverKey(serverId))) return [];
  return asked.action === 'Queues'
    ? [{ kind: 'names', message: names(state, viewer, serverId) }]
    : [{ kind: 'rows', serverId, events: eventsFor(state, asked, serverId, at) }];
};

function* messagesOf(captured: Captured, viewer: Viewer, asked: AskedFor, at: number): Generator<WireMessage> {
  if (captured.kind === 'names') return yield captured.message;
  let isEmpty = true;
  for (const event of captured.events) {
    const seen = scopeEvent(event, viewer);
    if (seen === null) continue;
    isEmpty = false;
    yield* wireMessages(seen);
  }
  // As in Asterisk, an unknown queue has an empty list. A queue of another customer gets the same answer.
  if (isEmpty && asked.action === 'QueueStatus' && asked.queue !== null)
    yield* wireMessages(queuesSnapshotOf(emptyState(), captured.serverId, asked.queue, at));
}

/** Size of the parts of an answer, in messages and characters. Encoding, framing and compressing one part takes a few milliseconds. */
const MOST_MESSAGES = 400;
const MOST_CHARACTERS = 262_144;

function* partsOf(messages: Iterable<WireMessage>): Generator<Answer> {
  let texts: string[] = [];
  let takesIds: number[] = [];
  let characters = 0;
  for (const message of messages) {
    const text = JSON.stringify(message);
    if (takesActionId(message)) takesIds.push(texts.length);
    texts.push(text);
    characters += text.length;
    if (texts.length < MOST_MESSAGES && characters < MOST_CHARACTERS) continue;
    yield { texts, takesActionId: takesIds };
    texts = [];
    takesIds = [];
    characters = 0;
  }
  if (texts.length > 0) yield { texts, takesActionId: takesIds };
}

function* allMessages(all: readonly Captured[], viewer: Viewer, asked: AskedFor, at: number): Generator<WireMessage> {
  let isEmpty = true;
  for (const captured of all)
    for (const message of messagesOf(captured, viewer, asked, at)) {
      isEmpty = false;
      yield message;
    }
  if (!isEmpty) return;
  yield asked.serverId === null
    ? { Type: 4, Response: 'Success', Message: 'No servers' }
    : { Type: 4, server_id: asked.serverId, Response: 'Error', Message: 'No such server' };
}

/**
 * Returns the answer to a client action in parts, in order. All parts show the state at the moment of the call. Unknown servers and servers
 * of other customers both answer "No such server".
 */
export const answerTo = (state: LiveState, viewer: Viewer, asked: AskedFor, at: number): Iterable<Answer> => {
  const all = serversFor(state, viewer, asked.serverId).flatMap((id) => capture(state, viewer, asked, id, at));
  return partsOf(allMessages(all, viewer, asked, at));
};

/** Returns a cache key that is equal for requests of one viewer whose answers differ only in the ActionID. */
export const askedKey = (asked: AskedFor): string => `${asked.action}\t${asked.serverId}\t${asked.queue}`;
