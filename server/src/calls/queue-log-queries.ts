// What is known of queues and agents, and more of it, out of a log.
import { sql } from 'kysely';
import type { KnownEvent } from '@ringside/core/calls/match-events.ts';
import type { LiveEvent } from '@ringside/core/live/event.ts';
import type { Db } from '../db/connect.ts';

export interface NamedAgent {
  readonly name: string;
  readonly interface: string;
}

/** Names of members by what the PBX called them; of a name that moved on to another phone, the latest. */
export const readAgentNames = async (db: Db, serverId: number): Promise<NamedAgent[]> => {
  const { rows } = await sql<NamedAgent>`
    select distinct on (name) name, interface from (
      select name, interface, max(at) as at from agent_facts
      where server_id = ${serverId} and name <> '' group by name, interface) as seen
    order by name, at desc`.execute(db);
  return rows;
};

/** Lines of the house on a PBX, as members of queues are called. */
export const readPhones = async (db: Db, serverId: number): Promise<NamedAgent[]> => {
  const { rows } = await sql<NamedAgent>`
    select s.name, 'PJSIP/' || c.code || '-' || s.extension as interface
    from subscribers s join customers c on c.id = s.customer_id where s.server_id = ${serverId}`.execute(db);
  return rows;
};

/**
 * Stored events of a time that a log may tell too, with their keys (`core/calls/match-events.ts`), and of the calls of `long`
 * the ends of their talks since `long.from`. An end that completes no call of the queue is none that a log tells.
 */
export const readKnownEvents = async (
  db: Db,
  serverId: number,
  { from, to, long }: { from: number; to: number; long: { readonly from: number; readonly calls: readonly string[] } },
): Promise<KnownEvent[]> => {
  const { rows } = await sql<{ id: string; at: Date; key: string; talk: number | null }>`
    select id::text as id, at, case
      when kind = 'outcome' then concat_ws(E'\t', 'stay', queue, event ->> 'uniqueid')
      when kind = 'member-removed' then concat_ws(E'\t', 'out', queue, event ->> 'interface')
      when event ->> 'cause' = 'QueueMemberAdded' then concat_ws(E'\t', 'in', queue, event #>> '{row,interface}')
      when event ->> 'cause' = 'QueueMemberPause' then
        concat_ws(E'\t', case when (event #>> '{row,paused}')::boolean then 'pause' else 'unpause' end, queue,
          event #>> '{row,interface}')
      else concat_ws(E'\t', event ->> 'cause', queue, event #>> '{row,interface}', coalesce(event ->> 'uniqueid', ''))
      end as key,
      case when event ->> 'cause' = 'AgentComplete' then (event ->> 'talkSeconds')::float8 end as talk
    from live_events
    where server_id = ${serverId} and at >= ${new Date(Math.min(from, long.from))} and at <= ${new Date(to)}
      and (kind in ('outcome', 'member-removed') or (kind = 'member' and event ->> 'cause' in
        ('QueueMemberAdded', 'QueueMemberPause', 'AgentConnect', 'AgentComplete', 'AgentRingNoAnswer')))
      and (at >= ${new Date(from)} or (kind = 'member' and event ->> 'cause' = 'AgentComplete'
        and event ->> 'uniqueid' = any(${[...long.calls]}::text[])))
      and (event ->> 'cause' is distinct from 'AgentComplete' or (event ->> 'completes')::boolean)`.execute(db);
  return rows.map(({ id, key, at, talk }) => ({
    ...{ id, key, at: at.getTime(), began: talk === null ? null : at.getTime() - talk * 1000 },
  }));
};

interface NewEvent {
  readonly id: number;
  readonly event: LiveEvent;
}

const PER_MS = 1024;
/** Where an id is taken by another event of the same moment, the next try is so much later. */
const STEP = 64 * PER_MS;
const MOST_TRIES = 12;

const queueOf = (e: LiveEvent): string | null => {
  if ('queue' in e) return e.queue;
  return e.kind === 'member' || e.kind === 'caller' ? e.row.queue : null;
};

const insert = async (db: Db, events: readonly NewEvent[], importedAt: number): Promise<Set<number>> => {
  const texts = events.map(({ event }) => JSON.stringify({ ...event, importedAt }));
  // Columns, not one JSON of all rows: half the time.
  const { rows: written } = await sql<{ id: string }>`
    insert into live_events (server_id, id, at, kind, queue, event)
    select server_id, id, at, kind, queue, event::jsonb from unnest(
      ${events.map(({ event }) => event.serverId)}::integer[], ${events.map(({ id }) => id)}::bigint[],
      ${events.map(({ event }) => new Date(event.at).toISOString())}::timestamptz[],
      ${events.map(({ event }) => event.kind)}::text[], ${events.map(({ event }) => queueOf(event))}::text[], ${texts}::text[]
    ) as x(server_id, id, at, kind, queue, event)
    on conflict do nothing returning id`.execute(db);
  return new Set(written.map((row) => Number(row.id)));
};

/** Callers of a time whose callers went already go with the next night. */
const lookAgainAt = async (db: Db, events: readonly LiveEvent[]): Promise<void> => {
  if (events.length === 0) return;
  const from = new Date(events.reduce((first, { at }) => Math.min(first, at), Infinity));
  await sql`update customers set callers_gone_before = ${from} where callers_gone_before > ${from}`.execute(db);
};

/**
 * Stores events in their order, marked as read from a log at `importedAt`; ids follow their moments as those of live ones do.
 * Resolves with the ids.
 */
export const insertImported = async (
  db: Db,
  events: readonly LiveEvent[],
  importedAt: number,
): Promise<readonly string[]> => {
  const ids: string[] = [];
  const next = new Map<number, number>();
  let left: NewEvent[] = events.map((event) => {
    const id = next.get(event.at) ?? event.at * PER_MS;
    next.set(event.at, id + 1);
    return { id, event };
  });
  for (let tries = 0; left.length > 0; tries++) {
    if (tries === MOST_TRIES) throw new Error('Too many events of one moment');
    const written = await insert(db, left, importedAt);
    for (const id of written) ids.push(String(id));
    left = left.flatMap(({ id, event }) => (written.has(id) ? [] : [{ id: id + STEP, event }]));
  }
  await lookAgainAt(db, events);
  return ids;
};

/** How many of these legs are stored. */
export const countKnownLegs = async (
  db: Db,
  legs: readonly {
    readonly serverId: number;
    readonly linkedid: string;
    readonly uniqueid: string;
    readonly sequence: number;
  }[],
): Promise<number> => {
  const keys = legs.map(({ serverId, linkedid, uniqueid, sequence }) => ({
    ...{ server_id: serverId, linkedid, uniqueid, sequence },
  }));
  const { rows } = await sql<{ known: string }>`
    select count(*) as known from json_to_recordset(${JSON.stringify(keys)}::json)
      as k(server_id integer, linkedid text, uniqueid text, sequence integer)
    join cdr_legs l using (server_id, linkedid, uniqueid, sequence)`.execute(db);
  return Number(rows[0]?.known ?? 0);
};
