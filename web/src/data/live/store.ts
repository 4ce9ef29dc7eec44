import type { LiveEvent } from '@ringside/core/live/event.ts';
import { reduce } from '@ringside/core/live/reduce.ts';
import {
  type CallRow,
  type CallerRow,
  emptyState,
  type LiveState,
  type MemberRow,
  type QualityRow,
  type QueueRow,
  type ServerRow,
  type Table,
} from '@ringside/core/live/state.ts';
import { createChangeMarks } from './change-marks.ts';
import { createQueueFigures } from './queue-figures.ts';
import type { QueueTally } from './tally.ts';
import { isTally, topic } from './topic.ts';

export interface Rows {
  readonly servers: ServerRow;
  readonly quality: QualityRow;
  readonly queues: QueueRow;
  readonly members: MemberRow;
  readonly callers: CallerRow;
  readonly calls: CallRow;
}

export interface LiveStore {
  readonly state: LiveState;
  apply(events: readonly LiveEvent[]): void;
  /** Removes all other servers and their rows. */
  keepOnly(servers: ReadonlySet<number>, at: number): void;
  clear(): void;
  row<T extends Table>(table: T, key: string): Rows[T] | undefined;
  /** Keys of a table. Returns the same array until a row is added or removed. */
  keys(table: Table): readonly string[];
  /** Keys of a queue's members. Returns the same array until one is added or removed. */
  membersOf(queue: string): readonly string[];
  /** Keys of a queue's callers in order of position. Returns the same array until it changes. */
  callersOf(queue: string): readonly string[];
  tally(queue: string): QueueTally;
  /** Timestamp of a server's newest event in epoch ms; null when there was none. */
  lastEventAt(serverId: number): number | null;
  subscribe(topicName: string, listener: () => void): () => void;
  /** Notifies the listeners now, instead of at the next frame. */
  flush(): void;
  /** Runs once a second and updates values that change without an event. */
  tick(): void;
}

interface StoreSetup {
  /** Returns epoch ms on the server's clock. */
  readonly now: () => number;
  /** Runs `run` once, at the next animation frame. */
  readonly schedule: (run: () => void) => void;
}

/**
 * The live state of this page. All events go through one reducer. Listeners of a row, a queue's list or a count are called once
 * per frame.
 */
export const createLiveStore = ({ now, schedule }: StoreSetup): LiveStore => {
  const state = emptyState();
  const { mark, flush, on } = createChangeMarks(schedule, (topics) => (topics.some(isTally) ? [topic.tallies] : []));
  const figures = createQueueFigures(state, now, mark);
  const keys = new Map<Table, readonly string[]>();
  const lastEvents = new Map<number, number>();
  const present: Record<Table, Set<string>> = {
    servers: new Set(),
    quality: new Set(),
    queues: new Set(),
    members: new Set(),
    callers: new Set(),
    calls: new Set(),
  };

  const touched = (table: Table, key: string): void => {
    const exists = state[table].has(key);
    const moved = exists !== present[table].has(key);
    if (moved) {
      present[table][exists ? 'add' : 'delete'](key);
      keys.delete(table);
      mark(topic.keys(table));
    }
    mark(topic.row(table, key));
    mark(topic.any(table));
    if (table === 'members' || table === 'callers') figures.touched(table, key, moved);
  };

  const applyOne = (e: LiveEvent): void => {
    if (e.at > (lastEvents.get(e.serverId) ?? 0) && e.kind !== 'server') lastEvents.set(e.serverId, e.at);
    for (const [table, key] of reduce(state, e)) touched(table, key);
    if (e.kind === 'server-removed') lastEvents.delete(e.serverId);
  };
  const keysOf = (table: Table): readonly string[] => {
    const known = keys.get(table) ?? [...state[table].keys()];
    keys.set(table, known);
    return known;
  };

  return {
    state,
    apply: (events) => {
      for (const e of events) applyOne(e);
    },
    keepOnly: (servers, at) => {
      for (const id of serverIds(state)) if (!servers.has(id)) applyOne({ kind: 'server-removed', serverId: id, at });
    },
    clear: () => {
      for (const id of serverIds(state)) applyOne({ kind: 'server-removed', serverId: id, at: 0 });
    },
    row: <T extends Table>(table: T, key: string) => state[table].get(key) as Rows[T] | undefined,
    keys: keysOf,
    membersOf: figures.membersOf,
    callersOf: figures.callersOf,
    tally: figures.tally,
    lastEventAt: (serverId) => lastEvents.get(serverId) ?? state.servers.get(String(serverId))?.lastEventAt ?? null,
    subscribe: on,
    flush,
    tick: figures.tick,
  };
};

/** Returns all servers that the state refers to, with or without a row of their own. */
const serverIds = (state: LiveState): ReadonlySet<number> => {
  const ids = new Set<number>();
  for (const row of state.servers.values()) ids.add(row.id);
  for (const table of [state.quality, state.queues, state.members, state.callers, state.calls])
    for (const row of table.values()) ids.add(row.serverId);
  return ids;
};
