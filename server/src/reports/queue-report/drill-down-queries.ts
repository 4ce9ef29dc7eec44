// Reads the rows behind a figure of the queue report, with the same conditions as the counts.
import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { CallOrder, CallSet } from '@ringside/core/reports/call-sets.ts';
import type { QueueCall } from '@ringside/core/contract/reports/queue-calls.ts';
import { TALK_BOUNDS, WAIT_BOUNDS } from '@ringside/core/reports/queue-report.ts';
import type { ReportGroup } from '@ringside/core/reports/queue-report.ts';
import type { Db } from '../../platform/db/connect.ts';
import { withRowSecurity } from '../../platform/db/row-security.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { factsOf } from './queries.ts';
import type { ReportScope } from './queries.ts';

interface DrillDownRequest {
  readonly set: CallSet;
  readonly groupBy: ReportGroup;
  readonly key?: string | undefined;
  readonly cell?: string | undefined;
  readonly waitBar?: number | undefined;
  readonly talkBar?: number | undefined;
  readonly order: CallOrder;
}

interface DrillDownRow extends Omit<QueueCall, 'at' | 'caller'> {
  readonly at: Date;
  readonly callerNumber: string;
}

const is = (outcome: string): RawBuilder<SqlBool> => sql<SqlBool>`f.outcome = ${outcome}`;

const SERVICE_LEVEL = sql<SqlBool>`f.outcome is not null and case f.formula
  when 1 then f.outcome = 'answered'
  when 4 then f.outcome = 'answered' or (f.outcome = 'abandoned' and f.wait > f.threshold)
  when 6 then f.outcome = 'answered' or (f.outcome = 'abandoned' and f.wait > f.short)
  when 7 then true
  else f.outcome in ('answered', 'abandoned') end`;
const KEPT = sql<boolean>`((f.outcome = 'answered' and f.wait <= f.threshold)
  or (f.formula = 2 and f.outcome = 'abandoned' and f.wait <= f.threshold)
  or (f.formula = 5 and f.outcome = 'abandoned' and f.wait <= f.short))`;

const SETS: Readonly<Record<CallSet, RawBuilder<SqlBool>>> = {
  received: sql<SqlBool>`f.outcome is not null`,
  answered: is('answered'),
  unanswered: sql<SqlBool>`f.outcome <> 'answered'`,
  abandoned: is('abandoned'),
  abandonedShort: sql<SqlBool>`f.outcome = 'abandoned' and f.wait <= f.short`,
  abandonedLong: sql<SqlBool>`f.outcome = 'abandoned' and f.wait > f.short`,
  timedOut: is('timed-out'),
  leftByKey: is('left-by-key'),
  noAgent: is('no-agent'),
  full: is('full'),
  withdrawn: is('withdrawn'),
  other: sql<SqlBool>`f.outcome not in ('answered', 'abandoned')`,
  completed: sql<SqlBool>`f.talk is not null`,
  transferred: sql<SqlBool>`f.talk is not null and f.sent_on`,
  serviceLevel: SERVICE_LEVEL,
  // Rejected callers did not wait.
  waiting: sql<SqlBool>`f.outcome is not null and f.joined_at is not null and f.outcome <> 'full'
    and not (f.outcome = 'no-agent' and f.wait = 0)`,
};

const FORMS = { hour: 'HH24', day: 'YYYY-MM-DD', weekday: 'ID', month: 'YYYY-MM' } as const;

const wall = (at: RawBuilder<unknown>, timeZone: string): RawBuilder<unknown> => sql`(${at} at time zone ${timeZone})`;

/** Same keys as the rows in `fold-report.ts`. */
const ENTITY_KEYS = {
  queue: sql<string>`concat_ws('/', f.now_server_id, f.queue, f.customer_id)`,
  callcenter: sql<string>`coalesce(f.callcenter_id::text, '')`,
  customer: sql<string>`coalesce(f.customer_id, '')`,
} as const;

/** Condition for one row of the report. */
const ofEntity = ({ groupBy, key }: DrillDownRequest): RawBuilder<SqlBool>[] =>
  key !== undefined && (groupBy === 'queue' || groupBy === 'callcenter' || groupBy === 'customer')
    ? [sql<SqlBool>`${ENTITY_KEYS[groupBy]} = ${key}`]
    : [];

/** Condition for the time of a row or a cell of the week. */
const ofTime = ({ groupBy, key, cell }: DrillDownRequest, at: RawBuilder<unknown>): RawBuilder<SqlBool>[] => [
  ...(key !== undefined && groupBy !== 'queue' && groupBy !== 'callcenter' && groupBy !== 'customer'
    ? [sql<SqlBool>`to_char(${at}, ${FORMS[groupBy]}) = ${key}`]
    : []),
  ...(cell === undefined ? [] : [sql<SqlBool>`to_char(${at}, 'ID HH24') = ${cell}`]),
];

/** Condition for a bar: above the previous bound, up to `bounds[bar]`. The last bar has no upper bound. */
const inBar = (
  value: RawBuilder<unknown>,
  bounds: readonly number[],
  bar: number | undefined,
): RawBuilder<SqlBool>[] => {
  if (bar === undefined) return [];
  const [above, upTo] = [bounds[bar - 1], bounds[bar]];
  return [
    sql<SqlBool>`${value} is not null`,
    ...(above === undefined ? [] : [sql<SqlBool>`${value} > ${above}`]),
    ...(upTo === undefined ? [] : [sql<SqlBool>`${value} <= ${upTo}`]),
  ];
};

const conditionsOf = (asked: DrillDownRequest, { timeZone }: ReportScope): RawBuilder<SqlBool>[] => [
  SETS[asked.set],
  ...ofEntity(asked),
  // The peak of waiting callers has its own condition: the time of the wait, not of its end.
  ...(asked.set === 'waiting' ? [] : ofTime(asked, wall(sql`f.at`, timeZone))),
  ...inBar(sql`f.wait`, WAIT_BOUNDS, asked.waitBar),
  ...inBar(sql`f.talk`, TALK_BOUNDS, asked.talkBar),
];

/** The callers at the first peak of waiting callers, as `core/reports/most-waiting.ts` counts. An hour includes callers who waited before it. */
const waitingAtMost = (asked: DrillDownRequest, { period, timeZone }: ReportScope): RawBuilder<unknown> => {
  const hours = ofTime(asked, wall(sql`greatest(at - late, ${new Date(period.from)})`, timeZone));
  return sql`, edges as (
      select joined_at as at, 1 as step, interval '0' as late from rows
      union all
      select left_at, -1, interval '1 millisecond' from rows
    ), counted as (
      select at, step, late, sum(step) over (order by at, step rows unbounded preceding) as waiting from edges
    ), peak as (
      select at, step from counted ${hours.length === 0 ? sql`` : sql`where ${sql.join(hours, sql` and `)}`}
      order by greatest(waiting, waiting - step) desc, at, step desc limit 1
    ), chosen as (
      select r.* from rows r, peak p where case when p.step = 1
        then r.joined_at <= p.at and r.left_at > p.at
        else r.joined_at < p.at and r.left_at >= p.at end
    )`;
};

const ORDERS: Readonly<Record<CallOrder, RawBuilder<unknown>>> = {
  at: sql`c.at desc`,
  wait: sql`c.wait desc nulls last, c.at desc`,
  talk: sql`c.talk desc nulls last, c.at desc`,
};

/** Callers from the event or, if the caller was deleted by age (`forget-callers.ts`), from the call record while it exists. */
const CALLER = {
  number: sql<string>`coalesce(nullif(coalesce(e.event ->> 'callerNumber', e.event #>> '{row,callerNumber}'), ''), k.source, '')`,
  name: sql<string>`coalesce(nullif(coalesce(e.event ->> 'callerName', e.event #>> '{row,callerName}'), ''),
    k.source_name, '')`,
} as const;

/** Returns one page of rows and the total number. */
export const readDrillDown = async (
  db: Db,
  caller: Caller,
  scope: ReportScope,
  asked: DrillDownRequest,
  { page, perPage }: { readonly page: number; readonly perPage: number },
): Promise<{ readonly rows: DrillDownRow[]; readonly total: number }> => {
  const chosen = asked.set === 'waiting' ? waitingAtMost(asked, scope) : sql`, chosen as (select * from rows)`;
  const { rows } = await sql<DrillDownRow & { readonly total: number }>`
    with rows as (
      select f.id, f.server_id, f.queue, f.queue_label, f.at, f.outcome, f.wait, f.talk, f.sent_on, f.joined_at,
        greatest(f.at, f.joined_at + interval '1 millisecond') as left_at,
        case when ${SERVICE_LEVEL} then ${KEPT} end as in_time
      from ${factsOf(caller, scope)}
      where ${sql.join(conditionsOf(asked, scope), sql` and `)}
    )${chosen}, paged as (
      select c.*, count(*) over () as total from chosen c
      order by ${ORDERS[asked.order]}, c.server_id, c.id desc limit ${perPage} offset ${(page - 1) * perPage}
    )
    select c.server_id, c.queue, c.queue_label, c.at, c.outcome, c.wait as wait_seconds, c.talk as talk_seconds,
      c.sent_on as transferred, c.in_time, c.total::integer as total, k.id as call_id,
      ${CALLER.number} as caller_number, ${CALLER.name} as caller_name,
      coalesce(e.event ->> 'agentName', e.event #>> '{row,name}', e.event ->> 'agentInterface',
        e.event #>> '{row,interface}', '') as agent
    from paged c
    left join live_events e on e.server_id = c.server_id and e.id = c.id
    left join lateral (select k.id, k.source, k.source_name from calls k where k.server_id = c.server_id
      and k.linkedid = coalesce(e.event ->> 'linkedid', e.event #>> '{row,linkedid}', e.event ->> 'uniqueid')
      order by k.queue is distinct from c.queue, k.party limit 1) k on true
    order by ${ORDERS[asked.order]}, c.server_id, c.id desc`.execute(withRowSecurity(db, caller));
  return { rows: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 };
};
