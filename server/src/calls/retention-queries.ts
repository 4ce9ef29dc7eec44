// Deletes call records older than their customer's retention. Report figures (packed days, queue and agent facts) and amounts stay. Dialed
// numbers are deleted everywhere except on final invoices.
import { sql } from 'kysely';
import { writeAudit } from '../platform/db/audit.ts';
import type { AuditActor } from '../platform/db/audit.ts';
import type { Db } from '../platform/db/connect.ts';
import { HAND_OF_CALL } from './call-hand-queries.ts';

export const RETENTION: AuditActor = { userId: null, username: 'retention', ip: '', userAgent: 'ringside' };

export interface Keeping {
  readonly customerId: string;
  readonly name: string;
  /** Calls that started earlier are deleted. Midnight in the customer's time zone, so that each night deletes one day. */
  readonly before: Date;
}

/** SQL for a row of `customers`. */
const beforeAt = (now: Date) =>
  sql<Date>`(date_trunc('day', ${now}::timestamptz at time zone timezone) - make_interval(days => cdr_retention_days))
    at time zone timezone`;

/** Returns customers with a retention time that are not on legal hold. */
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
 * Returns calls without a rating that are older than their customer's retention: they were rated and deleted before, or their
 * history is unknown.
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
 * SQL condition for deletable records. Excludes records that are on hold, wait for rating, are not invoiced yet, or have a recording
 * that the console may delete, because the recording is deleted first by its own retention.
 */
const MAY_GO = sql`not c.recording_held and not c.rating_due
  and not exists (select 1 from call_ratings r join customers cu on cu.id = c.customer_id
    left join billing_accounts a on a.customer_id = cu.id
    where r.call_id = c.id and r.invoice_id is null and r.amount <> 0 and coalesce(a.billing_method, '') <> 'none')
  and (c.recording_file = '' or c.recording_state in ('deleted', 'missing')
    or not exists (select 1 from recording_sources s where s.server_id = c.server_id and s.may_delete and s.kind <> 'http'))
  and not exists (select 1 from hand_recordings h where ${HAND_OF_CALL}
    and h.state is distinct from 'deleted' and h.state is distinct from 'missing')`;

/** The longest plan period is one year, which leaves another year to invoice concurrent calls. */
const SPANS_KEPT = sql`interval '2 years'`;

export const dropOldSpans = async (db: Db, now: Date): Promise<void> => {
  await sql`delete from call_spans where start_at < ${now}::timestamptz - ${SPANS_KEPT}`.execute(db);
};

/** Deletes one batch in a transaction. Returns the number of deleted calls. */
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
    // Another customer of the same call may keep its record longer.
    const forAll = sql`not exists (select 1 from calls c where c.server_id = g.server_id and c.linkedid = g.linkedid)`;
    await sql`delete from cdr_legs l using ${gone}
      where l.server_id = g.server_id and l.linkedid = g.linkedid and ${forAll}`.execute(tx);
    await sql`delete from call_links l using ${gone}
      where l.server_id = g.server_id and g.linkedid in (l.linkedid, l.origin) and ${forAll}`.execute(tx);
    await sql`delete from hand_recordings h using ${gone}
      where h.server_id = g.server_id and h.linkedid = g.linkedid and (h.customer_id = ${customerId} or ${forAll})`.execute(
      tx,
    );
    // The steps of the calculation contain the dialed number.
    await sql`update call_ratings r set steps = '[]' from ${gone} where r.call_id = g.id`.execute(tx);
    await sql`update call_costs k set steps = '[]' from ${gone} where k.call_id = g.id`.execute(tx);
    await writeAudit(tx, RETENTION, {
      ...{ customerId, action: 'delete', resource: 'cdr', resourceId: null, resourceName: name, before: null },
      after: { calls: rows.length, before: before.toISOString(), reason: 'retention' },
    });
    return rows.length;
  });
