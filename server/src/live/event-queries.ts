// Stores live events and the facts that reports read, and marks the days of these facts: one statement for each batch.
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '../platform/db/connect.ts';

/** Tables of day marks: a packed day with a mark is out of date, so reports read its facts. */
const DAY_MARKS = { queue: sql.table('queue_day_marks'), agent: sql.table('agent_day_marks') };

/** Marks the days (UTC) of `facts`, a table expression with the columns `customer_id` and `at`. */
export const markDays = (kind: keyof typeof DAY_MARKS, facts: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into ${DAY_MARKS[kind]} (customer_id, day)
  select distinct coalesce(customer_id, ''), (at at time zone 'UTC')::date from ${facts}`;

const OWNER = sql`coalesce(e.event #>> '{owner,customerId}', e.event #>> '{row,owner,customerId}')`;
const CALLCENTER = sql`coalesce(e.event #>> '{owner,callcenterId}', e.event #>> '{row,owner,callcenterId}')`;
const INTERFACE = sql`coalesce(e.event #>> '{row,interface}', e.event ->> 'interface')`;
const NAME = sql`coalesce(e.event #>> '{row,name}', e.event ->> 'name', '')`;

/** Ends of visits, and talks that complete a visit. */
const QUEUE_FACTS = sql`
  insert into queue_facts
    (server_id, id, at, queue, customer_id, callcenter_id, outcome, wait, joined_at, talk, sent_on, caller_tail)
  select e.server_id, e.id, e.at, e.queue, ${OWNER}, ${CALLCENTER}, e.event ->> 'outcome',
    (e.event ->> 'waitSeconds')::integer, to_timestamp((e.event ->> 'joinedAt')::float8 / 1000),
    case when e.kind = 'member' then (e.event ->> 'talkSeconds')::integer end,
    coalesce(e.event ->> 'reason' = 'transfer', false),
    right(regexp_replace(e.event ->> 'callerNumber', '[^0-9]', '', 'g'), 9)
  from stored e
  where e.queue is not null and (e.kind = 'outcome' or (e.kind = 'member' and e.event ->> 'cause' = 'AgentComplete'
    and (e.event ->> 'completes')::boolean and e.event ->> 'talkSeconds' is not null))
  on conflict do nothing returning customer_id, at`;

/** Rows for reports about agents. A merge attributes the row to another agent and keeps the reported agent in `told_*`. */
const AGENT_FACTS = sql`
  insert into agent_facts
    (server_id, id, at, customer_id, callcenter_id, queue, interface, name, kind, paused, reason, paused_since, login_at,
      incall, wrapup, ring, talk, call, told_interface, told_name)
  select e.server_id, e.id, e.at, ${OWNER}, ${CALLCENTER}, e.queue, coalesce(m.into_interface, ${INTERFACE}),
    coalesce(nullif(m.into_name, ''), ${NAME}),
    case when e.kind = 'member-removed' then 'removed'
      else case e.event ->> 'cause'
        when 'QueueMemberAdded' then 'added' when 'QueueMemberPause' then 'pause' when 'AgentConnect' then 'connect'
        when 'AgentComplete' then 'complete' when 'AgentRingNoAnswer' then 'missed' else 'seen' end end,
    coalesce((e.event #>> '{row,paused}')::boolean, false),
    coalesce(e.event #>> '{row,pausedReason}', ''),
    floor((e.event #>> '{row,pausedSince}')::float8 / 1000)::bigint,
    floor((e.event #>> '{row,loginAt}')::float8 / 1000)::bigint,
    coalesce((e.event #>> '{row,incall}')::boolean, false),
    coalesce((e.event #>> '{row,wrapupSeconds}')::float8::integer, 0),
    coalesce(round((e.event ->> 'ringMs')::float8 / 1000)::integer, 0),
    (e.event ->> 'talkSeconds')::float8::integer,
    e.event ->> 'uniqueid',
    case when m.id is not null then ${INTERFACE} end,
    case when m.id is not null then ${NAME} end
  from stored e left join agent_merges m
    on m.customer_id::text = ${OWNER} and m.server_id = e.server_id and m.interface = ${INTERFACE}
  where e.queue is not null and e.kind in ('member', 'member-removed') and ${INTERFACE} is not null
  on conflict do nothing returning customer_id, at`;

/**
 * Stores events with their facts and day marks. Skips events that are stored already and second copies of a visit.
 * @param events a query with the columns `server_id`, `id`, `at`, `kind`, `queue` and `event`
 * @returns the ids of the stored events
 */
export const storeEvents = async (db: Db, events: RawBuilder<unknown>): Promise<Set<number>> => {
  const { rows } = await sql<{ id: string }>`/* kept */
    with stored as (
      insert into live_events (server_id, id, at, kind, queue, event) ${events}
      on conflict do nothing returning server_id, id, at, kind, queue, event
    ), queue_stored as (${QUEUE_FACTS}), agent_stored as (${AGENT_FACTS}),
    queue_marked as (${markDays('queue', sql`queue_stored`)}), agent_marked as (${markDays('agent', sql`agent_stored`)})
    select id from stored`.execute(db);
  return new Set(rows.map(({ id }) => Number(id)));
};
