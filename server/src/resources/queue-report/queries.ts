// What the queue report is folded from, counted by the database: hours of a wall's clock, queues and bars of the
// distributions, so that an answer is of the same size for a thousand calls and for millions.
import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { QueueCounts, ReportGroup } from '@ringside/core/metrics/queue-report.ts';
import { TALK_BOUNDS, WAIT_BOUNDS } from '@ringside/core/metrics/queue-report.ts';
import type { Period } from '@ringside/core/metrics/report-period.ts';
import type { Db } from '../../db/connect.ts';
import { visibleTo } from '../../db/list-rows.ts';
import type { Caller } from '../../http/context.ts';

export interface ReportScope {
  readonly period: Period;
  readonly timeZone: string;
  readonly formula?: number | undefined;
  readonly thresholdSeconds?: number | undefined;
  readonly shortAbandonSeconds?: number | undefined;
  readonly customerId?: string | undefined;
  readonly callcenterId?: string | undefined;
  readonly serverId?: number | undefined;
  readonly queue?: string | undefined;
}

/** Whose the calls are. Names are '' where the row is gone. */
export interface Entity {
  readonly serverId: number;
  readonly queue: string;
  readonly customerId: string | null;
  readonly callcenterId: string | null;
}
export interface EntityRow extends Entity, QueueCounts {
  readonly queueLabel: string;
  readonly callcenterName: string;
  readonly customerName: string;
  readonly formula: number;
  readonly thresholdSeconds: number;
  readonly shortAbandonSeconds: number;
}
export interface HourRow extends QueueCounts {
  /** `2026-11-21T09` */
  readonly hour: string;
  readonly formula: number;
}
/** `bar` is the number of bounds that are less. */
export interface WaitRow {
  readonly bar: number;
  readonly answered: number;
  readonly abandoned: number;
  readonly other: number;
}
export interface TalkRow {
  readonly bar: number;
  readonly completed: number;
}

const SCOPE = { customer: 'customerId', callcenter: 'callcenterId' };

const equal = (column: RawBuilder<unknown>, value: string | number | undefined): RawBuilder<SqlBool>[] =>
  value === undefined || value === '' ? [] : [sql<SqlBool>`${column} = ${value}`];

const CUSTOMER = sql`coalesce(e.event #>> '{owner,customerId}', e.event #>> '{row,owner,customerId}')`;
const CALLCENTER = sql`coalesce(e.event #>> '{owner,callcenterId}', e.event #>> '{row,owner,callcenterId}')`;

/** The wall clock's hour of a moment. */
const hourOf = (at: RawBuilder<unknown>, timeZone: string): RawBuilder<string> =>
  sql<string>`to_char(${at} at time zone ${timeZone}, 'YYYY-MM-DD"T"HH24')`;

/** `bounds` less than the value. */
const barOf = (value: RawBuilder<unknown>, bounds: readonly number[]): RawBuilder<number> =>
  sql<number>`width_bucket(${value}, ${sql.lit(`{${bounds.map((b) => b + 1).join(',')}}`)}::integer[])`;

/**
 * Ends of stays and of talks that the caller may see. As in today's figures a queue's calls are those of its customer,
 * and are judged as its call center judges now; those of a queue that is gone stay with the call center that had it.
 */
const factsOf = (caller: Caller, s: ReportScope): RawBuilder<unknown> => {
  const own = caller.customerId ?? s.customerId;
  const conditions = [
    ...visibleTo(caller, SCOPE),
    ...equal(sql`row.customer_id`, s.customerId),
    ...equal(sql`row.callcenter_id::text`, s.callcenterId),
  ];
  return sql`(
    select * from (
      select e.server_id, e.queue, e.at, ${CUSTOMER} as customer_id, c.id as callcenter_id,
        e.event ->> 'outcome' as outcome,
        (e.event ->> 'waitSeconds')::integer as wait,
        to_timestamp((e.event ->> 'joinedAt')::float8 / 1000) as joined_at,
        case when e.kind = 'member' then (e.event ->> 'talkSeconds')::integer end as talk,
        e.event ->> 'reason' = 'transfer' as sent_on,
        coalesce(nullif(q.label, ''), e.queue) as queue_label,
        coalesce(c.name, '') as callcenter_name,
        coalesce(cu.name, '') as customer_name,
        coalesce(${s.formula ?? null}::integer, c.sla_formula, 3) as formula,
        coalesce(${s.thresholdSeconds ?? null}::integer, c.sla_target_seconds, 20) as threshold,
        coalesce(${s.shortAbandonSeconds ?? null}::integer, c.short_abandon_seconds, 5) as short
      from live_events e
      left join queues q on q.server_id = e.server_id and q.name = e.queue and q.customer_id::text = ${CUSTOMER}
      left join callcenters c on c.id::text = coalesce(q.callcenter_id::text, ${CALLCENTER})
      left join customers cu on cu.id::text = ${CUSTOMER}
      where e.at >= ${new Date(s.period.from)} and e.at < ${new Date(s.period.to)}
        and (e.kind = 'outcome' or (e.kind = 'member' and e.event ->> 'cause' = 'AgentComplete'))
        and (e.kind = 'outcome' or ((e.event ->> 'completes')::boolean and e.event ->> 'talkSeconds' is not null))
        ${sql.join([sql``, ...equal(CUSTOMER, own), ...equal(sql`e.server_id`, s.serverId), ...equal(sql`e.queue`, s.queue)], sql` and `)}
    ) as row ${conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`}
  ) as f`;
};

const counted = (condition: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(count(*) filter (where ${condition}))::integer`;
const summed = (value: RawBuilder<unknown>, condition: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`coalesce(sum(${value}) filter (where ${condition}), 0)::float8`;

const COUNTS = sql`
  ${counted(sql`outcome = 'answered'`)} as answered,
  ${counted(sql`outcome = 'answered' and wait <= threshold`)} as answered_in_time,
  ${counted(sql`outcome = 'abandoned' and wait <= short`)} as abandoned_short,
  ${counted(sql`outcome = 'abandoned' and wait > short`)} as abandoned_long,
  ${counted(sql`outcome = 'abandoned' and wait <= threshold`)} as abandoned_in_time,
  ${counted(sql`outcome = 'timed-out'`)} as timed_out,
  ${counted(sql`outcome = 'left-by-key'`)} as left_by_key,
  ${counted(sql`outcome = 'no-agent'`)} as no_agent,
  ${counted(sql`outcome = 'full'`)} as "full",
  ${counted(sql`outcome = 'withdrawn'`)} as withdrawn,
  ${summed(sql`wait`, sql`outcome = 'answered'`)} as wait_seconds,
  ${summed(sql`wait`, sql`outcome = 'abandoned'`)} as abandon_wait_seconds,
  coalesce(max(wait), 0) as longest_wait_seconds,
  count(talk)::integer as completed,
  ${counted(sql`talk is not null and sent_on`)} as transferred,
  ${summed(sql`talk`, sql`talk is not null`)} as talk_seconds`;

export interface Counted {
  readonly entities: readonly EntityRow[];
  readonly hours: readonly HourRow[];
  readonly waits: readonly WaitRow[];
  readonly talks: readonly TalkRow[];
}

type Set = 'entity' | 'hour' | 'wait' | 'talk';
type CountedRow = EntityRow & HourRow & { readonly part: Set; readonly waitBar: number; readonly talkBar: number };

/** One reading of the facts, added up four ways. */
export const countCalls = async (db: Db, caller: Caller, scope: ReportScope): Promise<Counted> => {
  const { rows } = await sql<CountedRow>`
    select case grouping(hour, wait_bar, talk_bar)
        when 3 then 'hour' when 5 then 'wait' when 6 then 'talk' else 'entity' end as part,
      server_id, queue, customer_id, callcenter_id, hour, wait_bar, talk_bar, formula,
      threshold as threshold_seconds, short as short_abandon_seconds,
      max(queue_label) as queue_label, max(callcenter_name) as callcenter_name, max(customer_name) as customer_name,
      ${COUNTS}
    from (
      select f.*, ${hourOf(sql`f.at`, scope.timeZone)} as hour,
        ${barOf(sql`f.wait`, WAIT_BOUNDS)} as wait_bar, ${barOf(sql`f.talk`, TALK_BOUNDS)} as talk_bar
      from ${factsOf(caller, scope)}
    ) as g
    group by grouping sets (
      (server_id, queue, customer_id, callcenter_id, formula, threshold, short), (hour, formula), (wait_bar), (talk_bar))
    order by part, server_id, queue, customer_id, hour, wait_bar, talk_bar`.execute(db);
  const of = (part: Set): CountedRow[] => rows.filter((row) => row.part === part);
  return {
    entities: of('entity'),
    hours: of('hour'),
    waits: of('wait')
      .filter((row) => row.waitBar !== null)
      .map((row) => {
        const { answered, timedOut, leftByKey, noAgent, full, withdrawn } = row;
        const other = timedOut + leftByKey + noAgent + full + withdrawn;
        return { bar: row.waitBar, answered, abandoned: row.abandonedShort + row.abandonedLong, other };
      }),
    talks: of('talk')
      .filter((row) => row.talkBar !== null)
      .map(({ talkBar, completed }) => ({ bar: talkBar, completed })),
  };
};

/** Only what a comparison needs. */
export const countTotals = async (
  db: Db,
  caller: Caller,
  scope: ReportScope,
): Promise<readonly (QueueCounts & { readonly formula: number })[]> => {
  const { rows } = await sql<QueueCounts & { formula: number }>`
    select formula, ${COUNTS} from ${factsOf(caller, scope)} group by formula`.execute(db);
  return rows;
};

const MOST_KEYS: Readonly<Record<'all' | 'queue' | 'callcenter' | 'customer', RawBuilder<string>>> = {
  all: sql<string>`''`,
  queue: sql<string>`concat_ws('/', f.server_id, f.queue, f.customer_id)`,
  callcenter: sql<string>`coalesce(f.callcenter_id::text, '')`,
  customer: sql<string>`coalesce(f.customer_id, '')`,
};

export interface MostRow {
  readonly key: string;
  /** '' for the whole period. */
  readonly hour: string;
  readonly most: number;
}

/**
 * Most callers who waited at one time. Who was turned away at the door did not wait. An hour begins with those who wait
 * already; with a key of its own each group is counted alone.
 */
export const countMost = async (
  db: Db,
  caller: Caller,
  scope: ReportScope,
  by: keyof typeof MOST_KEYS,
): Promise<readonly MostRow[]> => {
  const hour =
    by === 'all' ? hourOf(sql`greatest(at - late, ${new Date(scope.period.from)})`, scope.timeZone) : sql`''`;
  const { rows } = await sql<MostRow>`
    with stays as (
      select ${MOST_KEYS[by]} as key, joined_at, greatest(wait, 1) as wait
      from ${factsOf(caller, scope)}
      where outcome is not null and outcome <> 'full' and not (outcome = 'no-agent' and wait = 0)
    ), edges as (
      select key, joined_at as at, 1 as step, interval '0' as late from stays
      union all
      select key, joined_at + make_interval(secs => wait), -1, interval '1 millisecond' from stays
    ), counted as (
      select key, at, step, late, sum(step) over (partition by key order by at, step rows unbounded preceding) as waiting from edges
    )
    select key, ${hour} as hour, max(greatest(waiting, waiting - step))::integer as most
    from counted group by 1, 2`.execute(db);
  return rows;
};

/** How a group's own callers are counted, or null when its rows are times. */
export const mostKeyOf = (group: ReportGroup): 'queue' | 'callcenter' | 'customer' | null =>
  group === 'queue' || group === 'callcenter' || group === 'customer' ? group : null;

export interface Choice {
  readonly serverId: number;
  readonly queue: string;
  readonly label: string;
  readonly callcenterId: string;
  readonly callcenterName: string;
  readonly customerName: string;
}

export const readChoices = async (db: Db, caller: Caller): Promise<Choice[]> => {
  const conditions = visibleTo(caller, SCOPE);
  const { rows } = await sql<Choice>`
    select server_id, queue, label, callcenter_id, callcenter_name, customer_name from (
      select q.server_id, q.name as queue, coalesce(nullif(q.label, ''), q.name) as label, q.customer_id, q.callcenter_id,
        c.name as callcenter_name, cu.name as customer_name
      from queues q join callcenters c on c.id = q.callcenter_id join customers cu on cu.id = q.customer_id
    ) as row ${conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`}
    order by customer_name, callcenter_name, label, queue limit 2000`.execute(db);
  return rows;
};

export const customerTimeZone = async (db: Db, customerId: string): Promise<string | null> => {
  const { rows } = await sql<{ timezone: string }>`select timezone from customers where id = ${customerId}`.execute(db);
  return rows[0]?.timezone ?? null;
};
