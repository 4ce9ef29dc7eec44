// Stores live events in batches, append-only. The collector never waits for the database. While the database is away a
// limited number of events waits here. Events beyond the limit are dropped and counted as lost.
import { assertNever } from '@ringside/core/base/assert-never.ts';
import { sql } from 'kysely';
import type { LiveEvent } from '@ringside/core/live/event.ts';
import { busyElsewhere } from '@ringside/core/live/state.ts';
import type { Db } from '../platform/db/connect.ts';
import { storeEvents } from './event-queries.ts';

export interface EventStore {
  append(events: readonly LiveEvent[]): void;
  /** Resolves when all events appended before are written. Rejects if the database does not accept them. */
  flush(): Promise<void>;
  /** Id of the last appended event. Readers use it to skip events that they have applied. */
  lastId(): number;
  /** Returns `countedSince` up to the last event appended before the call, once all of these are written. */
  countedSoFar(serverId: number, queue: string | null, since: number): Promise<LiveEvent[]>;
  /** Events that `foldToday` counts, from `since` to `upToId`, in order. `queue`: `null` for all queues of the PBX. */
  countedSince(serverId: number, queue: string | null, since: number, upToId: number): Promise<LiveEvent[]>;
  stats(): { readonly waiting: number; readonly written: number; readonly lost: number };
  close(): Promise<void>;
}

interface EventStoreSettings {
  readonly everyMs: number;
  readonly rows: number;
  readonly mostWaiting: number;
  readonly retryMs: number;
  /** Ids contain the time of the event instead of the current time, so that they are below the ids of live events. */
  readonly past: boolean;
}
const SETTINGS: EventStoreSettings = { everyMs: 250, rows: 500, mostWaiting: 200_000, retryMs: 1_000, past: false };

interface Row {
  readonly server_id: number;
  readonly id: number;
  readonly at: string;
  readonly kind: string;
  readonly queue: string | null;
  readonly event: StoredEvent;
}

/** Ids contain the time, so that ids after a restart are greater. No link brings 1024 events a millisecond. */
const PER_MS = 1024;

/**
 * Whether the event is stored. Snapshots, counters of the PBX and computed figures are readings, not events. Of the steps of
 * a call and the states of a phone only the first and the last are stored.
 */
const isKept = (e: LiveEvent): boolean => {
  switch (e.kind) {
    case 'server-snapshot':
    case 'queues-snapshot':
    case 'server':
    case 'queue':
    case 'queue-summary':
    case 'queue-today':
      return false;
    case 'call':
      return e.cause === 'Newchannel';
    case 'member':
      return e.cause !== 'QueueMember' && e.cause !== 'QueueMemberStatus' && e.cause !== 'AgentCalled';
    case 'server-removed':
    case 'quality':
    case 'queue-removed':
    case 'member-removed':
    case 'caller':
    case 'caller-left':
    case 'caller-abandoned':
    case 'outcome':
    case 'call-removed':
      return true;
    default:
      return assertNever(e);
  }
};

type StoredEvent = LiveEvent | Omit<Extract<LiveEvent, { kind: 'quality' }>, 'sums' | 'minute'>;

/**
 * Reports belong to the queue's owner: a call of another customer on the same device is stored as "busy elsewhere". Sums of the live state
 * are not stored.
 */
const storedForm = (e: LiveEvent): StoredEvent => {
  if (e.kind === 'quality') {
    const { sums: _, minute: __, ...report } = e;
    return report;
  }
  return e.kind === 'member' && e.row.callOwner !== null && e.row.callOwner.customerId !== e.row.owner.customerId
    ? { ...e, row: busyElsewhere(e.row) }
    : e;
};

const queueOf = (e: LiveEvent): string | null => {
  if ('queue' in e) return e.queue;
  return e.kind === 'member' || e.kind === 'caller' ? e.row.queue : null;
};

/** SQLSTATE class 22: the database cannot store a value of the row, so a retry cannot help. */
const isBadValue = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && /^22/.test(String(error.code));

const write = async (db: Db, batch: readonly Row[]): Promise<void> => {
  // One parameter for any number of rows. A batch whose answer was lost is written again, which changes nothing.
  const rows = sql`select server_id, id, at, kind, queue, event
    from json_to_recordset(${JSON.stringify(batch)}::json)
      as x(server_id integer, id bigint, at timestamptz, kind text, queue text, event jsonb)`;
  await storeEvents(db, rows);
};

/** Writes the rows one by one, so that a bad row does not block the others. Returns the number of bad rows. */
const writeEach = async (db: Db, batch: readonly Row[]): Promise<number> => {
  let bad = 0;
  for (const row of batch) {
    try {
      await write(db, [row]);
    } catch (error) {
      if (!isBadValue(error)) throw error;
      bad++;
    }
  }
  return bad;
};

/** Returns the number of rows that the database cannot store. */
const writeBatch = async (db: Db, batch: readonly Row[]): Promise<number> => {
  try {
    await write(db, batch);
    return 0;
  } catch (error) {
    if (!isBadValue(error)) throw error;
    return writeEach(db, batch);
  }
};

const COUNTED = sql`(e.kind = 'outcome' or (e.kind = 'member' and e.event ->> 'cause' = 'AgentComplete'))`;

/** Includes the queue's events on the PBX server that it moved from that day. */
const countedSince = async (
  db: Db,
  serverId: number,
  queue: string | null,
  since: number,
  upToId: number,
): Promise<LiveEvent[]> => {
  const found = await sql<{ event: LiveEvent }>`select event, id from live_events as e
    where server_id = ${serverId} and at >= ${new Date(since)} and id <= ${upToId} and ${COUNTED}
      and (${queue}::text is null or queue = ${queue})
    union all
    select e.event, e.id from queue_places p
    join queues q on q.id = p.queue_id and q.server_id = ${serverId} and (${queue}::text is null or q.name = ${queue})
    join live_events e on e.server_id = p.server_id and e.queue = p.name and e.at >= ${new Date(since)} and e.id <= ${upToId}
    where ${COUNTED}
    order by id`.execute(db);
  return found.rows.map((row) => row.event);
};

/** Events that wait for the database, oldest first. At most `most`: beyond that the oldest are dropped. */
const createWaitingRows = (most: number, past: boolean) => {
  let rows: Row[] = [];
  let id = past ? 0 : Date.now() * PER_MS;
  let dropped = 0;
  return {
    add: (event: LiveEvent): void => {
      id = Math.max(id + 1, (past ? Math.floor(event.at) : Date.now()) * PER_MS);
      const { serverId, at, kind } = event;
      rows.push({
        server_id: serverId,
        id,
        at: new Date(at).toISOString(),
        kind,
        queue: queueOf(event),
        event: storedForm(event),
      });
    },
    dropOverflow: (): void => {
      if (rows.length <= most) return;
      dropped += rows.length - most;
      rows = rows.slice(rows.length - most);
    },
    first: (count: number): readonly Row[] => rows.slice(0, count),
    /** Removes the rows up to the id. Rows that overflowed meanwhile are gone already. */
    removeUpTo: (lastId: number): void => {
      rows = rows.slice(rows.findLastIndex((row) => row.id <= lastId) + 1);
    },
    count: (): number => rows.length,
    oldestId: (): number => rows[0]?.id ?? Infinity,
    lastId: (): number => id,
    dropped: (): number => dropped,
  };
};

export const createEventStore = (
  db: Db,
  onError: (error: unknown) => void,
  settings: Partial<EventStoreSettings> = {},
): EventStore => {
  const { everyMs, rows, mostWaiting, retryMs, past } = { ...SETTINGS, ...settings };
  const waiting = createWaitingRows(mostWaiting, past);
  let written = 0;
  let rejected = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | null = null;
  let failing = false;
  let closed = false;

  const writeAll = async (): Promise<void> => {
    while (waiting.count() > 0) {
      const batch = waiting.first(rows);
      try {
        const bad = await writeBatch(db, batch);
        rejected += bad;
        written += batch.length - bad;
        failing = false;
      } catch (error) {
        onError(error);
        failing = true;
        if (!closed) schedule(retryMs);
        return;
      }
      waiting.removeUpTo(batch.at(-1)?.id ?? 0);
    }
  };
  const start = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    writing ??= writeAll().finally(() => {
      writing = null;
    });
    return writing;
  };
  const schedule = (ms: number): void => {
    timer ??= setTimeout(() => void start(), ms).unref();
  };

  const flush: EventStore['flush'] = async () => {
    const upTo = waiting.lastId();
    while (waiting.oldestId() <= upTo) {
      await start();
      if (failing) throw new Error('Cannot store live events in the database');
    }
  };

  return {
    append: (events) => {
      for (const event of events) if (isKept(event)) waiting.add(event);
      waiting.dropOverflow();
      if (waiting.count() === 0 || writing !== null) return;
      if (waiting.count() >= rows && !failing) void start();
      else schedule(everyMs);
    },
    flush,
    lastId: waiting.lastId,
    countedSoFar: async (serverId, queue, since) => {
      const upTo = waiting.lastId();
      await flush();
      return countedSince(db, serverId, queue, since, upTo);
    },
    countedSince: (serverId, queue, since, upToId) => countedSince(db, serverId, queue, since, upToId),
    stats: () => ({ waiting: waiting.count(), written, lost: rejected + waiting.dropped() }),
    close: async () => {
      closed = true;
      await writing;
      await start();
    },
  };
};
