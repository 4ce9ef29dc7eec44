// The only reducer of live events. The authority, every hub and every browser run it over the same events. Adding is an upsert and removing
// a missing row does nothing, so list replies may interleave with live events.
import { assertNever } from '../base/assert-never.ts';
import type { LiveEvent } from './event.ts';
import { addQuality } from './quality.ts';
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
  type Table,
} from './state.ts';

/** Changed rows by table and key. */
export type Touched = readonly (readonly [Table, string])[];
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
      state.quality.set(key, addQuality(state.quality.get(key), e));
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
    case 'member':
      return e.gone === true ? NONE : member(state, e);
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

const dropWhere = <R>(map: Map<string, R>, table: Table, drop: (row: R) => boolean, touched: Touches): void => {
  for (const [key, row] of map)
    if (drop(row)) {
      map.delete(key);
      touched.push([table, key]);
    }
};

const serverSnapshot = (state: LiveState, e: Extract<LiveEvent, { kind: 'server-snapshot' }>): Touched => {
  const touched: Touches = [];
  dropWhere(state.calls, 'calls', (c) => c.serverId === e.serverId, touched);
  dropWhere(state.quality, 'quality', (q) => q.serverId === e.serverId, touched);
  state.servers.set(serverKey(e.serverId), e.server);
  touched.push(['servers', serverKey(e.serverId)]);
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

const queuesSnapshot = (state: LiveState, e: Extract<LiveEvent, { kind: 'queues-snapshot' }>): Touched => {
  const touched: Touches = [];
  const of = (serverId: number, queue: string): boolean =>
    serverId === e.serverId && (e.queue === null || e.queue === queue);
  const todays = new Map<string, QueueRow>();
  for (const [key, row] of state.queues) if (of(row.serverId, row.name)) todays.set(key, row);
  dropWhere(state.queues, 'queues', (q) => of(q.serverId, q.name), touched);
  dropWhere(state.members, 'members', (m) => of(m.serverId, m.queue), touched);
  dropWhere(state.callers, 'callers', (c) => of(c.serverId, c.queue), touched);
  for (const row of e.queues) {
    const key = queueKey(row.serverId, row.name);
    state.queues.set(key, row.today ? row : { ...row, today: todays.get(key)?.today ?? null });
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
  dropWhere(state.servers, 'servers', (s) => s.id === serverId, touched);
  dropWhere(state.quality, 'quality', (q) => q.serverId === serverId, touched);
  dropWhere(state.queues, 'queues', (q) => q.serverId === serverId, touched);
  dropWhere(state.members, 'members', (m) => m.serverId === serverId, touched);
  dropWhere(state.callers, 'callers', (c) => c.serverId === serverId, touched);
  dropWhere(state.calls, 'calls', (c) => c.serverId === serverId, touched);
  return touched;
};

const removeQueue = (state: LiveState, serverId: number, queue: string): Touched => {
  const touched: Touches = [];
  dropWhere(state.queues, 'queues', (q) => q.serverId === serverId && q.name === queue, touched);
  dropWhere(state.members, 'members', (m) => m.serverId === serverId && m.queue === queue, touched);
  dropWhere(state.callers, 'callers', (c) => c.serverId === serverId && c.queue === queue, touched);
  return touched;
};

const member = (state: LiveState, e: Extract<LiveEvent, { kind: 'member' }>): Touched => {
  const { row } = e;
  const key = memberKey(e.serverId, row.queue, row.interface);
  state.members.set(key, row);
  if (!e.completes) return [['members', key]];
  const queue = queueKey(e.serverId, row.queue);
  const q = state.queues.get(queue);
  if (!q) return [['members', key]];
  state.queues.set(queue, { ...q, completed: q.completed + 1 });
  return [
    ['members', key],
    ['queues', queue],
  ];
};

/** Returns the waiting callers of one queue. A scan is cheap because the total number of callers is small. */
const waitingIn = (state: LiveState, serverId: number, queue: string): [string, CallerRow][] => {
  const found: [string, CallerRow][] = [];
  for (const [key, row] of state.callers) if (row.serverId === serverId && row.queue === queue) found.push([key, row]);
  return found;
};

const caller = (state: LiveState, row: CallerRow): Touched => {
  const key = callerKey(row.serverId, row.queue, row.uniqueid);
  const known = state.callers.has(key);
  const touched: Touches = [['callers', key]];
  // A caller who joins ahead of others (by priority) moves those behind one position back.
  if (!known)
    for (const [otherKey, other] of waitingIn(state, row.serverId, row.queue))
      if (other.position >= row.position) {
        state.callers.set(otherKey, { ...other, position: other.position + 1 });
        touched.push(['callers', otherKey]);
      }
  state.callers.set(key, row);
  return touched;
};

const callerLeft = (state: LiveState, e: Extract<LiveEvent, { kind: 'caller-left' }>): Touched => {
  const key = callerKey(e.serverId, e.queue, e.uniqueid);
  const gone = state.callers.get(key);
  if (!gone) return NONE;
  state.callers.delete(key);
  const touched: Touches = [['callers', key]];
  for (const [otherKey, other] of waitingIn(state, e.serverId, e.queue))
    if (other.position > gone.position) {
      state.callers.set(otherKey, { ...other, position: other.position - 1 });
      touched.push(['callers', otherKey]);
    }
  return touched;
};

const callerAbandoned = (state: LiveState, e: Extract<LiveEvent, { kind: 'caller-abandoned' }>): Touched => {
  const touched: Touches = [];
  const key = callerKey(e.serverId, e.queue, e.uniqueid);
  const row = state.callers.get(key);
  if (row) {
    state.callers.set(key, { ...row, status: 3 });
    touched.push(['callers', key]);
  }
  const queue = queueKey(e.serverId, e.queue);
  const q = state.queues.get(queue);
  if (q) {
    state.queues.set(queue, { ...q, abandoned: q.abandoned + 1 });
    touched.push(['queues', queue]);
  }
  return touched;
};
