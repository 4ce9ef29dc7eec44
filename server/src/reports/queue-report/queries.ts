// Types and conditions of the queue report, which counts local hours, queues and histogram bars, so that the result size is independent of
// the number of calls. `count-days.ts` counts them.
import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { QueueCounts } from '@ringside/core/reports/queue-report.ts';
import type { Period } from '@ringside/core/reports/report-period.ts';
import { isOneOf, visibleTo } from '../../platform/db/rows/tenant-scope.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { customersOf } from '../../platform/caller/reach.ts';
import { onSide, openTable } from '../open-times-queries.ts';
import type { OpenTimes } from '../open-times-queries.ts';

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
  /** Counts only inside, or only outside, of business hours. Absent: all. */
  readonly open?: OpenTimes | undefined;
}

/** Owner of the calls. Names are `''` if the row was deleted. */
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
  readonly serverName: string;
  readonly formula: number;
  readonly thresholdSeconds: number;
  readonly shortAbandonSeconds: number;
}
export interface HourRow extends QueueCounts {
  /** For example `2026-11-21T09`. */
  readonly hour: string;
  readonly formula: number;
}
/** `bar` is the number of bounds below the value. */
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

export interface Counted {
  readonly entities: readonly EntityRow[];
  readonly hours: readonly HourRow[];
  readonly waits: readonly WaitRow[];
  readonly talks: readonly TalkRow[];
}
export interface MostRow {
  readonly key: string;
  /** `''` for the whole period. */
  readonly hour: string;
  readonly most: number;
}

/** Users who may see a queue also see its counts from a PBX server where it was before. */
const SCOPE = { customer: 'customerId', callcenter: 'callcenterId', server: 'nowServerId', queue: 'queue' };

const equal = (column: RawBuilder<unknown>, value: string | number | undefined): RawBuilder<SqlBool>[] =>
  value === undefined || value === '' ? [] : [sql<SqlBool>`${column} = ${value}`];

/**
 * Ends of queue visits and talks within the caller's scope. As in today's figures, calls belong to the queue's customer and use
 * the present service-level settings of its call center. Calls of a deleted queue stay with its last call center.
 */
export const factsOf = (caller: Caller, s: ReportScope): RawBuilder<unknown> => {
  const conditions = [
    ...visibleTo(caller, SCOPE),
    ...equal(sql`row.customer_id`, s.customerId),
    ...equal(sql`row.callcenter_id::text`, s.callcenterId),
  ];
  const narrowed = [
    sql<SqlBool>`e.at >= ${new Date(s.period.from)}`,
    sql<SqlBool>`e.at < ${new Date(s.period.to)}`,
    ...(caller.customerId === null
      ? equal(sql`e.customer_id`, s.customerId)
      : [isOneOf(sql`e.customer_id`, customersOf(caller))]),
    ...equal(sql`e.server_id`, s.serverId),
    ...equal(sql`e.queue`, s.queue),
    ...(s.open === undefined ? [] : [onSide(s.open, sql`e.at`)]),
  ];
  return sql`(
    select * from (
      select e.id, e.server_id, coalesce(q.now_server_id, e.server_id) as now_server_id, e.queue, e.at, e.customer_id, c.id as callcenter_id,
        e.outcome, e.wait, e.joined_at, e.talk, e.sent_on, e.caller_tail, e.agent_at, e.called_at,
        coalesce(nullif(q.label, ''), e.queue) as queue_label,
        coalesce(c.name, '') as callcenter_name,
        coalesce(cu.name, '') as customer_name,
        coalesce(${s.formula ?? null}::integer, c.sla_formula, 3) as formula,
        coalesce(${s.thresholdSeconds ?? null}::integer, c.sla_target_seconds, 20) as threshold,
        coalesce(${s.shortAbandonSeconds ?? null}::integer, c.short_abandon_seconds, 5) as short
      from queue_facts e
      left join queue_names q on q.server_id = e.server_id and q.name = e.queue and q.customer_id::text = e.customer_id
      left join callcenter_names c on c.id::text = coalesce(q.callcenter_id::text, e.callcenter_id)
      left join customer_names cu on cu.id::text = e.customer_id
      ${s.open === undefined ? sql`` : sql`left join ${openTable(s.open)} on o.callcenter_id = c.id`}
      where ${sql.join(narrowed, sql` and `)}
    ) as row ${conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`}
  ) as f`;
};
