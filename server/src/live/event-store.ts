// Keeps what happened, append-only, in batches beside the stream: the collector never waits for the database, and while
// the database is away events wait here, so many at most; beyond that they are lost, and counted.
import { sql } from 'kysely';
import type { LiveEvent } from '@ringside/core/live/event.ts';
import type { Db } from '../db/connect.ts';

export interface EventStore {
  append(events: readonly LiveEvent[]): void;
  /** All that was appended before is written when it resolves. Rejects when the database takes nothing. */
  flush(): Promise<void>;
  /** Id of what was appended last: with it a reader tells what he has folded himself. */
  lastId(): number;
  /** What `foldToday` counts, of one queue, or with null of all queues of the PBX, from a moment on up to an id, in order. */
  countedSince(serverId: number, queue: string | null, since: number, upToId: number): Promise<LiveEvent[]>;
  stats(): { readonly waiting: number; readonly written: number; readonly lost: number };
  close(): Promise<void>;
}

export interface EventStoreSettings {
  readonly everyMs: number;
  readonly rows: number;
  readonly mostWaiting: number;
  readonly retryMs: number;
}
const SETTINGS: EventStoreSettings = { everyMs: 250, rows: 500, mostWaiting: 200_000, retryMs: 1_000 };

interface Row {
  readonly server_id: number;
  readonly id: number;
  readonly at: string;
  readonly kind: string;
  readonly queue: string | null;
  readonly event: LiveEvent;
}

/** Ids carry their moment, so that those of a later start are greater; 1024 a millisecond is more than any link brings. */
const PER_MS = 1024;

/**
 * What has a meaning later. Snapshots, counters of the PBX and our own figures are not events but readings; of a call's
 * steps and a phone's states only beginnings and ends are kept.
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
    default:
      return true;
  }
};

const queueOf = (e: LiveEvent): string | null => {
  if ('queue' in e) return e.queue;
  return e.kind === 'member' || e.kind === 'caller' ? e.row.queue : null;
};

/** The database cannot hold a value: the fault of the row, not of the moment. */
const isBadValue = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && /^22/.test(String(error.code));

const write = async (db: Db, batch: readonly Row[]): Promise<void> => {
  // One parameter however many rows. A batch whose answer was lost is written again and changes nothing.
  await sql`insert into live_events (server_id, id, at, kind, queue, event)
    select server_id, id, at, kind, queue, event
    from json_to_recordset(${JSON.stringify(batch)}::json)
      as x(server_id integer, id bigint, at timestamptz, kind text, queue text, event jsonb)
    on conflict do nothing`.execute(db);
};

/** How many of them the database cannot hold: one bad row must not hold up the others. */
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

const writeSurely = async (db: Db, batch: readonly Row[]): Promise<number> => {
  try {
    await write(db, batch);
    return 0;
  } catch (error) {
    if (!isBadValue(error)) throw error;
    return writeEach(db, batch);
  }
};

const COUNTED = sql`(e.kind = 'outcome' or (e.kind = 'member' and e.event ->> 'cause' = 'AgentComplete'))`;

/** What a queue had that day on the PBX where it was before counts too. */
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

export const createEventStore = (
  db: Db,
  onError: (error: unknown) => void,
  settings: Partial<EventStoreSettings> = {},
): EventStore => {
  const { everyMs, rows, mostWaiting, retryMs } = { ...SETTINGS, ...settings };
  let waiting: Row[] = [];
  let id = Date.now() * PER_MS;
  let written = 0;
  let lost = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | null = null;
  let failing = false;
  let closed = false;

  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, rows);
      try {
        const bad = await writeSurely(db, batch);
        lost += bad;
        written += batch.length - bad;
        failing = false;
      } catch (error) {
        onError(error);
        failing = true;
        if (!closed) schedule(retryMs);
        return;
      }
      // What overflowed meanwhile went from the front too.
      const last = batch.at(-1)?.id ?? 0;
      waiting = waiting.slice(waiting.findLastIndex((row) => row.id <= last) + 1);
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
  const oldest = (): number => waiting[0]?.id ?? Infinity;

  return {
    append: (events) => {
      for (const event of events) {
        if (!isKept(event)) continue;
        id = Math.max(id + 1, Date.now() * PER_MS);
        const { serverId, at, kind } = event;
        waiting.push({ server_id: serverId, id, at: new Date(at).toISOString(), kind, queue: queueOf(event), event });
      }
      if (waiting.length > mostWaiting) {
        lost += waiting.length - mostWaiting;
        waiting = waiting.slice(waiting.length - mostWaiting);
      }
      if (waiting.length === 0 || writing !== null) return;
      if (waiting.length >= rows && !failing) void start();
      else schedule(everyMs);
    },
    flush: async () => {
      const upTo = id;
      while (oldest() <= upTo) {
        await start();
        if (failing) throw new Error('The database takes no events');
      }
    },
    lastId: () => id,
    countedSince: (serverId, queue, since, upToId) => countedSince(db, serverId, queue, since, upToId),
    stats: () => ({ waiting: waiting.length, written, lost }),
    close: async () => {
      closed = true;
      await writing;
      await start();
    },
  };
};
