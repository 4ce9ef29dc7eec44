// Reads known queue and agent events, and stores further ones from a queue log.
import { sql } from 'kysely';
import type { KnownEvent } from '@ringside/core/calls/match-events.ts';
import type { LiveEvent } from '@ringside/core/live/event.ts';
import { storeEvents } from '../live/event-queries.ts';
import type { Db } from '../platform/db/connect.ts';

export interface NamedAgent {
  readonly name: string;
  readonly interface: string;
}

/** Returns member names with their interfaces. A name that moved between phones has the latest one. */
export const readAgentNames = async (db: Db, serverId: number): Promise<NamedAgent[]> => {
  const { rows } = await sql<NamedAgent>`
    select distinct on (name) name, interface from (
      select name, interface, max(at) as at from agent_facts
      where server_id = ${serverId} and name <> '' group by name, interface) as seen
    order by name, at desc`.execute(db);
  return rows;
};

/** When a name was seen on an interface, epoch ms. Only for names with several interfaces. */
export interface AgentSighting extends NamedAgent {
  readonly queue: string;
  readonly from: number;
  readonly to: number;
}

/** Groups sightings by hour, because hot-desking moves a name between phones a few times a day. */
export const readSightings = async (db: Db, serverId: number): Promise<AgentSighting[]> => {
  const { rows } = await sql<NamedAgent & { queue: string; from: Date; to: Date }>`
    select name, interface, queue, min(at) as "from", max(at) as "to" from agent_facts
    where server_id = ${serverId} and name in (select name from agent_facts where server_id = ${serverId} and name <> ''
      group by name having count(distinct interface) > 1)
    group by name, interface, queue, date_trunc('hour', at)`.execute(db);
  return rows.map((row) => ({ ...row, from: row.from.getTime(), to: row.to.getTime() }));
};

/** Returns the console's lines on a PBX, with the interface names of queue members. */
export const readPhones = async (db: Db, serverId: number): Promise<NamedAgent[]> => {
  const { rows } = await sql<NamedAgent>`
    select s.name, 'PJSIP/' || c.code || '-' || s.extension as interface
    from subscribers s join customers c on c.id = s.customer_id where s.server_id = ${serverId}`.execute(db);
  return rows;
};

type StoredParts = Omit<KnownEvent, 'at' | 'began'> & { readonly at: Date; readonly talk: number | null };

/**
 * Returns stored events of a period with the values that identify them (`core/calls/match-events.ts`), and the ends of talks of the
 * calls in `long` since `long.from`. Skips ends that complete no queue call, because a log does not contain them.
 */
export const readKnownEvents = async (
  db: Db,
  serverId: number,
  { from, to, long }: { from: number; to: number; long: { readonly from: number; readonly calls: readonly string[] } },
): Promise<KnownEvent[]> => {
  const { rows } = await sql<StoredParts>`
    select id::text as id, at, case
      when kind = 'outcome' then 'stay'
      when kind = 'member-removed' then 'out'
      when event ->> 'cause' = 'QueueMemberAdded' then 'in'
      when event ->> 'cause' = 'QueueMemberPause' then case when (event #>> '{row,paused}')::boolean then 'pause' else 'unpause' end
      when event ->> 'cause' = 'AgentConnect' then 'connect'
      when event ->> 'cause' = 'AgentComplete' then 'complete'
      else 'missed' end as kind,
      coalesce(queue, '') as queue,
      case kind when 'member' then coalesce(event #>> '{row,interface}', '') when 'member-removed' then
        coalesce(event ->> 'interface', '') else '' end as interface,
      case kind when 'member' then coalesce(event #>> '{row,name}', '') when 'member-removed' then
        coalesce(event ->> 'name', '') else '' end as name,
      coalesce(event ->> 'uniqueid', '') as call,
      case when event ->> 'cause' = 'AgentComplete' then (event ->> 'talkSeconds')::float8 end as talk
    from live_events
    where server_id = ${serverId} and at >= ${new Date(Math.min(from, long.from))} and at <= ${new Date(to)}
      and (kind in ('outcome', 'member-removed') or (kind = 'member' and event ->> 'cause' in
        ('QueueMemberAdded', 'QueueMemberPause', 'AgentConnect', 'AgentComplete', 'AgentRingNoAnswer')))
      and (at >= ${new Date(from)} or (kind = 'member' and event ->> 'cause' = 'AgentComplete'
        and event ->> 'uniqueid' = any(${[...long.calls]}::text[])))
      and (event ->> 'cause' is distinct from 'AgentComplete' or (event ->> 'completes')::boolean)`.execute(db);
  return rows.map(({ at, talk, ...parts }) => ({
    ...{ ...parts, at: at.getTime(), began: talk === null ? null : at.getTime() - talk * 1000 },
  }));
};

interface NewEvent {
  readonly id: number;
  readonly event: LiveEvent;
}

const PER_MS = 1024;
/** If another event of the same time has the id, the next try adds this step. */
const STEP = 64 * PER_MS;
const MOST_TRIES = 12;

const queueOf = (e: LiveEvent): string | null => {
  if ('queue' in e) return e.queue;
  return e.kind === 'member' || e.kind === 'caller' ? e.row.queue : null;
};

const insert = (db: Db, events: readonly NewEvent[], importedAt: number): Promise<Set<number>> => {
  const texts = events.map(({ event }) => JSON.stringify({ ...event, importedAt }));
  // Separate arrays per column take half the time of one JSON document.
  const rows = sql`select server_id, id, at, kind, queue, event::jsonb from unnest(
      ${events.map(({ event }) => event.serverId)}::integer[], ${events.map(({ id }) => id)}::bigint[],
      ${events.map(({ event }) => new Date(event.at).toISOString())}::timestamptz[],
      ${events.map(({ event }) => event.kind)}::text[], ${events.map(({ event }) => queueOf(event))}::text[], ${texts}::text[]
    ) as x(server_id, id, at, kind, queue, event)`;
  return storeEvents(db, rows);
};

/** Returns the ids that another event uses. */
const takenIds = async (db: Db, events: readonly NewEvent[]): Promise<Set<number>> => {
  if (events.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select e.id from live_events e join unnest(
      ${events.map(({ event }) => event.serverId)}::integer[], ${events.map(({ id }) => id)}::bigint[]
    ) as x(server_id, id) using (server_id, id)`.execute(db);
  return new Set(rows.map((row) => Number(row.id)));
};

/** If caller numbers of that time were already deleted, the next night deletes them again. */
const scheduleCallerDeletion = async (db: Db, events: readonly LiveEvent[]): Promise<void> => {
  if (events.length === 0) return;
  const from = new Date(events.reduce((first, { at }) => Math.min(first, at), Infinity));
  await sql`update customers set callers_gone_before = ${from} where callers_gone_before > ${from}`.execute(db);
};

/**
 * Stores events in order, marked as imported at `importedAt`. Ids are based on the event time, like those of live events.
 * Returns the ids.
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
    if (tries === MOST_TRIES) throw new Error('Too many events with the same time');
    const written = await insert(db, left, importedAt);
    for (const id of written) ids.push(String(id));
    const refused = left.filter(({ id }) => !written.has(id));
    const taken = await takenIds(db, refused);
    // The others are copies of a stored visit (constraint `live_events_stay_once`).
    left = refused.flatMap(({ id, event }) => (taken.has(id) ? [{ id: id + STEP, event }] : []));
  }
  await scheduleCallerDeletion(db, events);
  return ids;
};

/** Returns how many of these legs are stored. */
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
