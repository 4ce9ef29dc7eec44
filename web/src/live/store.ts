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
import { createListeners } from './listeners.ts';
import { createKeyIndex, queueOfKey } from './queue-index.ts';
import { type QueueTally, sameTally, tallyQueue } from './tally.ts';

export interface Rows {
  readonly servers: ServerRow;
  readonly quality: QualityRow;
  readonly queues: QueueRow;
  readonly members: MemberRow;
  readonly callers: CallerRow;
  readonly calls: CallRow;
}

/** Topics: one row (`row`), the keys of a table (`keys`), any change in a table (`any`), and what is counted of one queue. */
export const topic = {
  row: (table: Table, key: string): string => `row\t${table}\t${key}`,
  keys: (table: Table): string => `keys\t${table}`,
  any: (table: Table): string => `any\t${table}`,
  members: (queue: string): string => `members\t${queue}`,
  callers: (queue: string): string => `callers\t${queue}`,
  tally: (queue: string): string => `tally\t${queue}`,
  tallies: 'tallies',
} as const;

export interface LiveStore {
  readonly state: LiveState;
  apply(events: readonly LiveEvent[]): void;
  /** Takes away every server but these, with all that is theirs. */
  keepOnly(servers: ReadonlySet<number>, at: number): void;
  clear(): void;
  row<T extends Table>(table: T, key: string): Rows[T] | undefined;
  /** Keys of a table; the same array until a row comes or goes. */
  keys(table: Table): readonly string[];
  /** Members of a queue, by key; the same array until one comes or goes. */
  membersOf(queue: string): readonly string[];
  /** Callers of a queue in order of position; the same array until it changes. */
  callersOf(queue: string): readonly string[];
  tally(queue: string): QueueTally;
  /** Epoch ms of the newest event of a server, as the console stamped it; null when none came. */
  lastEventAt(serverId: number): number | null;
  subscribe(topicName: string, listener: () => void): () => void;
  /** Tells the listeners now, instead of at the next frame. */
  flush(): void;
  /** Once a second: what changes by the clock alone. */
  tick(): void;
}

export interface StoreSetup {
  /** Epoch ms on the server's clock. */
  readonly now: () => number;
  /** Runs once, soon: at the next animation frame. */
  readonly schedule: (run: () => void) => void;
}

/**
 * The live state of this page. Events go through the one reducer; who listens to a row, a queue's list or a count is told
 * once a frame, whatever came in between.
 */
export const createLiveStore = ({ now, schedule }: StoreSetup): LiveStore => {
  const state = emptyState();
  const listeners = createListeners();
  const memberIndex = createKeyIndex();
  const callerIndex = createKeyIndex();
  const lists = new Map<string, readonly string[]>();
  const tallies = new Map<string, QueueTally>();
  const lastEvents = new Map<number, number>();
  const changed = new Set<string>();
  const present: Record<Table, Set<string>> = {
    servers: new Set(),
    quality: new Set(),
    queues: new Set(),
    members: new Set(),
    callers: new Set(),
    calls: new Set(),
  };
  let scheduled = false;

  const mark = (name: string): void => {
    changed.add(name);
    if (scheduled) return;
    scheduled = true;
    schedule(flush);
  };

  /** A list whose content may have changed is made anew when next read. */
  const markList = (name: string): void => {
    lists.delete(name);
    mark(name);
  };

  const markTally = (queue: string): void => {
    const before = tallies.get(queue);
    tallies.delete(queue);
    // Nobody has counted it yet: nobody can be told of a difference.
    if (before) stale.set(queue, before);
    mark(topic.tally(queue));
  };
  /** Counts as they were last read, to tell only of true differences. */
  const stale = new Map<string, QueueTally>();

  const touched = (table: Table, key: string): void => {
    const exists = state[table].has(key);
    const known = present[table].has(key);
    if (exists !== known) {
      if (exists) present[table].add(key);
      else present[table].delete(key);
      markList(topic.keys(table));
    }
    mark(topic.row(table, key));
    mark(topic.any(table));
    if (table === 'members') {
      const queue = queueOfKey(key);
      if (exists !== known) {
        memberIndex[exists ? 'put' : 'drop'](key);
        markList(topic.members(queue));
      }
      markTally(queue);
    } else if (table === 'callers') {
      const queue = queueOfKey(key);
      if (exists !== known) callerIndex[exists ? 'put' : 'drop'](key);
      // Positions move with any change.
      markList(topic.callers(queue));
      markTally(queue);
    }
  };

  const applyOne = (e: LiveEvent): void => {
    if (e.at > (lastEvents.get(e.serverId) ?? 0) && e.kind !== 'server') lastEvents.set(e.serverId, e.at);
    for (const [table, key] of reduce(state, e)) touched(table, key);
    if (e.kind === 'server-removed') lastEvents.delete(e.serverId);
  };

  const tally = (queue: string): QueueTally => {
    const known = tallies.get(queue);
    if (known) return known;
    const rows = function* <R>(keys: Iterable<string>, table: Map<string, R>): Iterable<R> {
      for (const key of keys) {
        const row = table.get(key);
        if (row) yield row;
      }
    };
    const fresh = tallyQueue(
      rows(memberIndex.of(queue), state.members),
      rows(callerIndex.of(queue), state.callers),
      now(),
    );
    const before = stale.get(queue);
    stale.delete(queue);
    const kept = before && sameTally(before, fresh) ? before : fresh;
    tallies.set(queue, kept);
    return kept;
  };

  const list = (name: string, make: () => readonly string[]): readonly string[] => {
    const known = lists.get(name);
    if (known) return known;
    const fresh = make();
    lists.set(name, fresh);
    return fresh;
  };

  const position = (key: string): number => state.callers.get(key)?.position ?? 0;

  function flush(): void {
    scheduled = false;
    const topics = [...changed];
    changed.clear();
    if (topics.some((name) => name.startsWith('tally\t'))) topics.push(topic.tallies);
    listeners.tell(topics);
  }

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
    keys: (table) => list(topic.keys(table), () => [...state[table].keys()]),
    membersOf: (queue) => list(topic.members(queue), () => [...memberIndex.of(queue)]),
    callersOf: (queue) =>
      list(topic.callers(queue), () => [...callerIndex.of(queue)].sort((a, b) => position(a) - position(b))),
    tally,
    lastEventAt: (serverId) => lastEvents.get(serverId) ?? state.servers.get(String(serverId))?.lastEventAt ?? null,
    subscribe: listeners.on,
    flush,
    tick: () => {
      const at = now();
      for (const [queue, known] of [...tallies])
        if (known.nextChange !== null && known.nextChange <= at) markTally(queue);
    },
  };
};

/** Servers that anything in the state belongs to, whether or not they have a row of their own. */
const serverIds = (state: LiveState): ReadonlySet<number> => {
  const ids = new Set<number>();
  for (const row of state.servers.values()) ids.add(row.id);
  for (const table of [state.quality, state.queues, state.members, state.callers, state.calls])
    for (const row of table.values()) ids.add(row.serverId);
  return ids;
};
