// Counts the queue report in the database from plain rows, as reference for packed days.
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { TALK_BOUNDS, WAIT_BOUNDS } from '@ringside/core/reports/queue-report.ts';
import type { Db } from '../../../platform/db/connect.ts';
import { withRowSecurity } from '../../../platform/db/row-security.ts';
import type { Caller } from '../../../platform/caller/caller.ts';
import { factsOf } from '../queries.ts';
import type { Counted, EntityRow, HourRow, MostRow, ReportScope, TalkRow, WaitRow } from '../queries.ts';

/** The local hour of an instant, as a `timestamp` without time zone. Formatted after grouping. */
const hourOf = (at: RawBuilder<unknown>, timeZone: string): RawBuilder<unknown> =>
  sql`date_trunc('hour', ${at} at time zone ${timeZone})`;
const WRITTEN_HOUR = sql`to_char(hour, 'YYYY-MM-DD"T"HH24')`;

/** Returns the number of bounds below the value. */
const barOf = (value: RawBuilder<unknown>, bounds: readonly number[]): RawBuilder<number> =>
  sql<number>`width_bucket(${value}, ${sql.lit(`{${bounds.map((b) => b + 1).join(',')}}`)}::integer[])`;

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

type BarRow = WaitRow & TalkRow & { readonly waitBar: number | null; readonly talkBar: number | null };

const countBars = async (db: Db, caller: Caller, scope: ReportScope): Promise<Pick<Counted, 'waits' | 'talks'>> => {
  const { rows } = await sql<BarRow>`
    select wait_bar, talk_bar, coalesce(wait_bar, talk_bar) as bar,
      ${counted(sql`outcome = 'answered'`)} as answered, ${counted(sql`outcome = 'abandoned'`)} as abandoned,
      ${counted(sql`outcome not in ('answered', 'abandoned')`)} as other, count(talk)::integer as completed
    from (
      select f.outcome, f.talk, ${barOf(sql`f.wait`, WAIT_BOUNDS)} as wait_bar, ${barOf(sql`f.talk`, TALK_BOUNDS)} as talk_bar
      from ${factsOf(caller, scope)}
    ) as g
    group by grouping sets ((wait_bar), (talk_bar))`.execute(withRowSecurity(db, caller));
  return {
    waits: rows
      .filter((row) => row.waitBar !== null)
      .map(({ bar, answered, abandoned, other }) => ({ bar, answered, abandoned, other })),
    talks: rows.filter((row) => row.talkBar !== null).map(({ bar, completed }) => ({ bar, completed })),
  };
};

/** Counts queues and hours in one query, then the bars. */
export const countCalls = async (db: Db, caller: Caller, scope: ReportScope): Promise<Counted> => {
  const { rows } = await sql<EntityRow & Omit<HourRow, 'hour'> & { readonly hour: string | null }>`
    select server_id, queue, customer_id, callcenter_id, formula, ${WRITTEN_HOUR} as hour,
      threshold as threshold_seconds, short as short_abandon_seconds,
      max(queue_label) as queue_label, max(callcenter_name) as callcenter_name, max(customer_name) as customer_name,
      coalesce((select name from endpoints where id = server_id), '') as server_name,
      ${COUNTS}
    from (select f.*, ${hourOf(sql`f.at`, scope.timeZone)} as hour from ${factsOf(caller, scope)}) as g
    group by grouping sets (
      (server_id, queue, customer_id, callcenter_id, formula, threshold, short), (hour, formula))
    order by server_id, queue, customer_id, hour`.execute(withRowSecurity(db, caller));
  return {
    entities: rows.filter((row) => row.hour === null),
    hours: rows.flatMap((row) => (row.hour === null ? [] : [{ ...row, hour: row.hour }])),
    ...(await countBars(db, caller, scope)),
  };
};

const MOST_KEYS: Readonly<Record<'all' | 'queue' | 'callcenter' | 'customer', RawBuilder<string>>> = {
  all: sql<string>`''`,
  queue: sql<string>`concat_ws('/', f.server_id, f.queue, f.customer_id)`,
  callcenter: sql<string>`coalesce(f.callcenter_id::text, '')`,
  customer: sql<string>`coalesce(f.customer_id, '')`,
};

/**
 * Returns the peak of waiting callers. Rejected callers did not wait. An hour includes callers who waited at its start. With a key,
 * each group is counted separately.
 */
export const countMost = async (
  db: Db,
  caller: Caller,
  scope: ReportScope,
  by: keyof typeof MOST_KEYS,
): Promise<readonly MostRow[]> => {
  const hour =
    by === 'all'
      ? hourOf(sql`greatest(at - late, ${new Date(scope.period.from)})`, scope.timeZone)
      : sql`null::timestamp`;
  const { rows } = await sql<MostRow>`
    with stays as (
      select ${MOST_KEYS[by]} as key, joined_at, greatest(at, joined_at + interval '1 millisecond') as left_at
      from ${factsOf(caller, scope)}
      where outcome is not null and joined_at is not null and outcome <> 'full' and not (outcome = 'no-agent' and wait = 0)
    ), edges as (
      select key, joined_at as at, 1 as step, interval '0' as late from stays
      union all
      select key, left_at, -1, interval '1 millisecond' from stays
    ), counted as (
      select key, at, step, late, sum(step) over (partition by key order by at, step rows unbounded preceding) as waiting from edges
    )
    select key, coalesce(${WRITTEN_HOUR}, '') as hour, max(most)::integer as most
    from (select key, ${hour} as hour, greatest(waiting, waiting - step) as most from counted) as g
    group by key, g.hour`.execute(withRowSecurity(db, caller));
  return rows;
};
