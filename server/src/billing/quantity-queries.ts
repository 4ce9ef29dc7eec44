// Reads the quantities that unit fees charge.
import { sql } from 'kysely';
import type { Stay } from '@ringside/core/billing/peak-usage.ts';
import type { Db } from '../platform/db/connect.ts';

interface StoredStay {
  readonly fromAt: Date;
  readonly toAt: Date | null;
}

const stays = (rows: readonly StoredStay[]): Stay[] =>
  rows.map((row) => ({ from: row.fromAt.getTime(), to: row.toAt?.getTime() ?? Infinity }));

const TABLES = { subscriber: 'subscribers', queue: 'queues', did: 'dids' } as const;

export const isCounted = (item: string): item is keyof typeof TABLES => item in TABLES;

/** Returns when each item existed: current rows, and deleted ones from the audit trail. */
export const staysOf = async (db: Db, customerId: string, item: keyof typeof TABLES, since: Date): Promise<Stay[]> => {
  const { rows } = await sql<StoredStay>`
    select created_at as from_at, null::timestamptz as to_at from ${sql.table(TABLES[item])}
      where customer_id = ${customerId}
    union all
    select (before ->> 'createdAt')::timestamptz, at from audit
      where customer_id = ${customerId} and resource = ${item} and action = 'delete' and at > ${since}
        and before ->> 'createdAt' is not null`.execute(db);
  return stays(rows);
};

export const agentStaysOf = async (db: Db, customerId: string, since: Date): Promise<Stay[]> => {
  const { rows } = await sql<StoredStay>`
    select u.created_at as from_at, null::timestamptz as to_at from users u join roles r on r.id = u.role_id
      where u.customer_id = ${customerId} and r.name = 'agent'
    union all
    select (before ->> 'createdAt')::timestamptz, at from audit
      where customer_id = ${customerId} and resource = 'user' and action = 'delete' and at > ${since}
        and before ->> 'role' = 'agent' and before ->> 'createdAt' is not null`.execute(db);
  return stays(rows);
};

/**
 * Returns the peak concurrency of calls, counted in the database because there may be millions. Calls whose records were deleted
 * by age count once through their stored span.
 */
export const mostCallsAtOnce = async (db: Db, customerId: string, from: Date, to: Date): Promise<number> => {
  const { rows } = await sql<{ most: number }>`
    with spans as (
      select start_at, end_at from calls
        where customer_id = ${customerId} and start_at >= ${from} and start_at < ${to} and direction <> 'internal'
      union all
      select start_at, end_at from call_spans s
        where customer_id = ${customerId} and start_at >= ${from} and start_at < ${to}
          and not exists (select 1 from calls c where c.server_id = s.server_id and c.linkedid = s.linkedid
            and c.customer_id = s.customer_id)
    )
    select coalesce(max(n), 0)::integer as most from (
      select sum(by) over (order by at, by rows unbounded preceding) as n from (
        select start_at as at, 1 as by from spans
        union all
        select greatest(end_at, start_at + interval '1 millisecond'), -1 from spans
      ) as turns
    ) as counted`.execute(db);
  return rows[0]?.most ?? 0;
};

const GIGABYTE = 1_000_000_000;

/**
 * Returns the average gigabytes of recordings per day, rounded up; `null` if no day was measured. Both days are inclusive, in the
 * customer's calendar.
 */
export const recordingGigabytes = async (
  db: Db,
  customerId: string,
  firstDay: string,
  lastDay: string,
): Promise<number | null> => {
  const { rows } = await sql<{ gigabytes: number | null }>`
    select ceil(avg(bytes) / ${sql.lit(GIGABYTE)})::integer as gigabytes from recording_days
    where customer_id = ${customerId} and day between ${firstDay}::date and ${lastDay}::date`.execute(db);
  return rows[0]?.gigabytes ?? null;
};
