// Records of calls that are older than their customer keeps them. What reports count (packed days, facts of queues and agents)
// and what the calls cost stays; the numbers that were called do not, but on invoices that are final.
import { sql } from 'kysely';
import { writeAudit } from '../db/audit.ts';
import type { AuditActor } from '../db/audit.ts';
import type { Db } from '../db/connect.ts';

export const RETENTION: AuditActor = { userId: null, username: 'retention', ip: '', userAgent: 'ringside' };

export interface Keeping {
  readonly customerId: string;
  readonly name: string;
  /** Calls that began before it go: the beginning of a day on the customer's own clock, so that each night has its turn. */
  readonly before: Date;
}

/** Of a row of `customers`. */
const beforeAt = (now: Date) =>
  sql<Date>`(date_trunc('day', ${now}::timestamptz at time zone timezone) - make_interval(days => cdr_retention_days))
    at time zone timezone`;

/** Customers that keep their records for a time, and are not on hold. */
export const keepingFor = async (db: Db, now: Date): Promise<Keeping[]> => {
  const { rows } = await sql<Keeping>`select id as customer_id, name, ${beforeAt(now)} as before
    from customers where cdr_retention_days is not null and not recording_hold order by id`.execute(db);
  return rows;
};

interface Arrived {
  readonly id: string;
  readonly customerId: string | null;
  readonly startAt: Date;
}

/**
 * Those of these calls that never had a price and are older than their customer keeps records: they were here before, were
 * priced, and went; or nobody can tell any more.
 */
export const noLongerKept = async (db: Db, calls: readonly Arrived[], now: Date): Promise<ReadonlySet<string>> => {
  const ids = [...new Set(calls.flatMap((call) => call.customerId ?? []))];
  const { rows } = await sql<
    Pick<Keeping, 'customerId' | 'before'>
  >`select id as customer_id, ${beforeAt(now)} as before
    from customers where cdr_retention_days is not null and id = any(${ids}::uuid[])`.execute(db);
  const before = new Map(rows.map((row) => [row.customerId, row.before.getTime()]));
  const old = calls.filter((call) => call.startAt.getTime() < (before.get(call.customerId ?? '') ?? -Infinity));
  if (old.length === 0) return new Set();
  const { rows: priced } = await sql<{ callId: string }>`select distinct call_id from call_ratings
    where call_id = any(${old.map((call) => call.id)}::uuid[])`.execute(db);
  const known = new Set(priced.map((row) => row.callId));
  return new Set(old.flatMap(({ id }) => (known.has(id) ? [] : [id])));
};

/**
 * Held ones stay, those that wait for their price or were not asked for yet, and those whose recording is there and the
 * console's to delete: it goes first, by its own time.
 */
const MAY_GO = sql`not c.recording_held and not c.rating_due
  and not exists (select 1 from call_ratings r join customers cu on cu.id = c.customer_id
    left join billing_accounts a on a.customer_id = cu.id
    where r.call_id = c.id and r.invoice_id is null and r.amount <> 0 and coalesce(a.billing_method, '') <> 'none')
  and (c.recording_file = '' or c.recording_state in ('deleted', 'missing')
    or not exists (select 1 from recording_sources s where s.server_id = c.server_id and s.may_delete and s.kind <> 'http'))
  and not exists (select 1 from hand_recordings h where h.server_id = c.server_id and h.linkedid = c.linkedid
    and h.state is distinct from 'deleted' and h.state is distinct from 'missing')`;

/** A plan's longest period is a year; who has not invoiced it a year later asks for no calls at once. */
const SPANS_KEPT = sql`interval '2 years'`;

export const dropOldSpans = async (db: Db, now: Date): Promise<void> => {
  await sql`delete from call_spans where start_at < ${now}::timestamptz - ${SPANS_KEPT}`.execute(db);
};

/** One lot, whole or not at all; how many went. */
export const dropOldCalls = (db: Db, { customerId, name, before }: Keeping, most: number): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string; serverId: number; linkedid: string }>`
      with gone as (
        delete from calls where id in (select c.id from calls c
          where c.customer_id = ${customerId} and c.start_at < ${before} and ${MAY_GO}
          order by c.start_at limit ${most} for update)
        returning id, server_id, linkedid, direction, start_at, end_at
      ), spans as (
        insert into call_spans (customer_id, server_id, linkedid, start_at, end_at)
        select ${customerId}, server_id, linkedid, start_at, end_at from gone
        where direction <> 'internal' and start_at > ${before}::timestamptz - ${SPANS_KEPT}
          and asks_for(${customerId}, 'concurrent_call', start_at)
        on conflict do nothing
      )
      select id, server_id, linkedid from gone`.execute(tx);
    if (rows.length === 0) return 0;
    const gone = sql`json_to_recordset(${JSON.stringify(rows.map((r) => ({ id: r.id, server_id: r.serverId, linkedid: r.linkedid })))}::json)
      as g(id uuid, server_id integer, linkedid text)`;
    await sql`delete from cdr_legs l using ${gone} where l.server_id = g.server_id and l.linkedid = g.linkedid`.execute(
      tx,
    );
    await sql`delete from hand_recordings h using ${gone}
      where h.server_id = g.server_id and h.linkedid = g.linkedid`.execute(tx);
    // The arithmetic names the number.
    await sql`update call_ratings r set steps = '[]' from ${gone} where r.call_id = g.id`.execute(tx);
    await sql`update call_costs k set steps = '[]' from ${gone} where k.call_id = g.id`.execute(tx);
    await writeAudit(tx, RETENTION, {
      ...{ customerId, action: 'delete', resource: 'cdr', resourceId: null, resourceName: name, before: null },
      after: { calls: rows.length, before: before.toISOString(), reason: 'retention' },
    });
    return rows.length;
  });
