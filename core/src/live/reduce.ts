// The only reducer of live events. The authority, every hub and every browser run it over the same events. It assigns what an event carries
// and adds nothing up, so applying an event twice changes nothing. Adding is an upsert and removing a missing row does nothing, so list
// replies may interleave with live events.
import { assertNever } from '../base/assert-never.ts';
import type { LiveEvent } from './event.ts';
import { withReport } from './quality.ts';
import {
  callerKey,
  callKey,
  memberKey,
  qualityKey,
  queueKey,
  serverKey,
  type CallerRow,
  type LiveState,
  type QueueRow,
  type QueueToday,
  type Table,
} from './state.ts';

/** Changed rows by table and key. */
type Touched = readonly (readonly [Table, string])[];
type Touches = [Table, string][];

const NONE: Touched = [];

/** Applies one event: mutates the maps of `state`, replaces changed rows and returns their keys. */
export const reduce = (state: LiveState, e: LiveEvent): Touched => {
  switch (e.kind) {
    case 'server-snapshot':
      return serverSnapshot(state, e);
    case 'queues-snapshot':
      return queuesSnapshot(state, e);
    case 'server':
      state.servers.set(serverKey(e.serverId), e.server);
      return [['servers', serverKey(e.serverId)]];
    case 'server-removed':
      return removeServer(state, e.serverId);
    case 'quality': {
      const key = qualityKey(e.serverId, e.owner);
      state.quality.set(key, withReport(state.quality.get(key), e));
      return [['quality', key]];
    }
    case 'queue': {
      const key = queueKey(e.serverId, e.row.name);
      const before = state.queues.get(key);
      state.queues.set(key, { ...e.row, today: e.row.today ?? before?.today ?? null });
      return [['queues', key]];
    }
    case 'queue-removed':
      return removeQueue(state, e.serverId, e.queue);
    case 'queue-summary':
      return changeQueue(state, e, (q) => ({ ...q, holdtime: e.holdtime, talktime: e.talktime }));
    case 'queue-today':
      return changeQueue(state, e, (q) => ({ ...q, today: e.today }));
    case 'member': {
      if (e.gone === true) return NONE;
      const key = memberKey(e.serverId, e.row.queue, e.row.interface);
      state.members.set(key, e.row);
      return [['members', key]];
    }
    case 'member-removed':
      return remove(state, 'members', memberKey(e.serverId, e.queue, e.interface));
    case 'caller':
      return caller(state, e.row);
    case 'caller-left':
      return callerLeft(state, e);
    case 'caller-abandoned':
      return callerAbandoned(state, e);
    case 'outcome':
      return NONE;
    case 'call': {
      const key = callKey(e.serverId, e.row.linkedid);
      state.calls.set(key, e.row);
      return [['calls', key]];
    }
    case 'call-removed':
      return remove(state, 'calls', callKey(e.serverId, e.linkedid));
    default:
      return assertNever(e);
  }
};

const remove = (state: LiveState, table: Table, key: string): Touched =>
  state[table].delete(key) ? [[table, key]] : NONE;

type QueueEvent = Extract<LiveEvent, { queue: string; owner: unknown }>;

const changeQueue = (state: LiveState, e: QueueEvent, change: (q: QueueRow) => QueueRow): Touched => {
  const key = queueKey(e.serverId, e.queue);
  const row = state.queues.get(key);
  if (!row) return NONE;
  state.queues.set(key, change(row));
  return [['queues', key]];
};

/** Deletes the rows with these keys. */
const drop = (state: LiveState, table: Table, keys: Iterable<string>, touched: Touches): void => {
  for (const key of keys) {
    state[table].delete(key);
    touched.push([table, key]);
  }
};

const serverSnapshot = (state: LiveState, e: Extract<LiveEvent, { kind: 'server-snapshot' }>): Touched => {
  const touched: Touches = [];
  const server = serverKey(e.serverId);
  drop(state, 'calls', state.calls.keysWith('server', server), touched);
  drop(state, 'quality', state.quality.keysWith('server', server), touched);
  state.servers.set(server, e.server);
  touched.push(['servers', server]);
  for (const row of e.calls) {
    state.calls.set(callKey(row.serverId, row.linkedid), row);
    touched.push(['calls', callKey(row.serverId, row.linkedid)]);
  }
  for (const row of e.quality) {
    state.quality.set(qualityKey(row.serverId, row.owner), row);
    touched.push(['quality', qualityKey(row.serverId, row.owner)]);
  }
  return touched;
};

/** Deletes one queue, or all queues of the server, with members and callers. */
const dropQueues = (state: LiveState, serverId: number, queue: string | null, touched: Touches): void => {
  const { queues, members, callers } = state;
  if (queue === null) {
    const server = serverKey(serverId);
    drop(state, 'queues', queues.keysWith('server', server), touched);
    drop(state, 'members', members.keysWith('server', server), touched);
    drop(state, 'callers', callers.keysWith('server', server), touched);
    return;
  }
  const key = queueKey(serverId, queue);
  if (queues.has(key)) drop(state, 'queues', [key], touched);
  drop(state, 'members', members.keysWith('queue', key), touched);
  drop(state, 'callers', callers.keysWith('queue', key), touched);
};

const queuesSnapshot = (state: LiveState, e: Extract<LiveEvent, { kind: 'queues-snapshot' }>): Touched => {
  const touched: Touches = [];
  // Lists of a PBX server have no figures of the day.
  const todays = new Map<string, QueueToday | null>();
  for (const row of e.queues) {
    const key = queueKey(row.serverId, row.name);
    todays.set(key, row.today ?? state.queues.get(key)?.today ?? null);
  }
  dropQueues(state, e.serverId, e.queue, touched);
  for (const row of e.queues) {
    const key = queueKey(row.serverId, row.name);
    state.queues.set(key, row.today ? row : { ...row, today: todays.get(key) ?? null });
    touched.push(['queues', key]);
  }
  for (const row of e.members) {
    const key = memberKey(row.serverId, row.queue, row.interface);
    state.members.set(key, row);
    touched.push(['members', key]);
  }
  for (const row of e.callers) {
    const key = callerKey(row.serverId, row.queue, row.uniqueid);
    state.callers.set(key, row);
    touched.push(['callers', key]);
  }
  return touched;
};

const removeServer = (state: LiveState, serverId: number): Touched => {
  const touched: Touches = [];
  const server = serverKey(serverId);
  if (state.servers.has(server)) drop(state, 'servers', [server], touched);
  drop(state, 'quality', state.quality.keysWith('server', server), touched);
  dropQueues(state, serverId, null, touched);
  drop(state, 'calls', state.calls.keysWith('server', server), touched);
  return touched;
};

const removeQueue = (state: LiveState, serverId: number, queue: string): Touched => {
  const touched: Touches = [];
  dropQueues(state, serverId, queue, touched);
  return touched;
};

/** Replaces the positions of the other callers of a queue. */
const movePositions = (
  state: LiveState,
  key: string,
  positionOf: (row: CallerRow) => number,
  touched: Touches,
): void => {
  for (const otherKey of state.callers.keysWith('queue', key)) {
    const other = state.callers.get(otherKey);
    if (other === undefined) continue;
    const position = positionOf(other);
    if (position === other.position) continue;
    state.callers.set(otherKey, { ...other, position });
    touched.push(['callers', otherKey]);
  }
};

const caller = (state: LiveState, row: CallerRow): Touched => {
  const key = callerKey(row.serverId, row.queue, row.uniqueid);
  const known = state.callers.has(key);
  const touched: Touches = [['callers', key]];
  // A caller who joins ahead of others (by priority) moves those behind one position back.
  if (!known)
    movePositions(
      state,
      queueKey(row.serverId, row.queue),
      ({ position }) => (position >= row.position ? position + 1 : position),
      touched,
    );
  state.callers.set(key, row);
  return touched;
};

const callerLeft = (state: LiveState, e: Extract<LiveEvent, { kind: 'caller-left' }>): Touched => {
  const key = callerKey(e.serverId, e.queue, e.uniqueid);
  const gone = state.callers.get(key);
  if (!gone) return NONE;
  state.callers.delete(key);
  const touched: Touches = [['callers', key]];
  movePositions(
    state,
    queueKey(e.serverId, e.queue),
    ({ position }) => (position > gone.position ? position - 1 : position),
    touched,
  );
  return touched;
};

const callerAbandoned = (state: LiveState, e: Extract<LiveEvent, { kind: 'caller-abandoned' }>): Touched => {
  const key = callerKey(e.serverId, e.queue, e.uniqueid);
  const row = state.callers.get(key);
  if (!row) return NONE;
  state.callers.set(key, { ...row, status: 3 });
  return [['callers', key]];
};
