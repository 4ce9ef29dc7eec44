// Calculates the used part of recording quotas from talk time: 16 bits at 8000 Hz for WAV, less for compressed formats. This needs no
// requests to the PBX servers.
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '../../platform/db/connect.ts';
import { HAND_OF_CALL } from '../call-hand-queries.ts';
import { markCustomer } from '../../pbx/provisioning/mark-queries.ts';

interface RecordingUsage {
  readonly customerId: string;
  /** Resellers above the customer. The recordings also count against their quotas. */
  readonly above: readonly string[];
  readonly name: string;
  /** For a reseller, includes all customers below it. */
  readonly bytes: number;
  /** Quota in MB; `null` without a quota. */
  readonly mostMb: number | null;
  /** State last sent to the PBX servers. */
  readonly wasFull: boolean;
}

const BYTES_PER_SECOND = sql`case when c.recording_file ~ '\\.(gsm|wav49|WAV)$' then 1650
  when c.recording_file ~* '\\.(mp3|ogg)$' then 2000 when c.recording_file ~* '\\.(ulaw|alaw)$' then 8000 else 16000 end`;

/** SQL for the size of customers' recordings, without deleted and missing ones. */
const bytesOf = (whose: RawBuilder<unknown>) => sql`(
  select coalesce(sum(c.talk_seconds::bigint * (${BYTES_PER_SECOND}) + 44), 0) from calls c
  where c.customer_id ${whose} and c.recording_file <> ''
    and (c.recording_state is null or c.recording_state = 'deleting')) + (
  select coalesce(sum(c.talk_seconds::bigint * 16000 + 44), 0) from hand_recordings h
  join calls c on ${HAND_OF_CALL}
  where c.customer_id ${whose} and (h.state is null or h.state = 'deleting'))`;

/** Returns customers with a quota of their own or of a reseller above, and those that were full before. */
export const recordingUsages = async (db: Db): Promise<readonly RecordingUsage[]> => {
  const { rows } = await sql<Omit<RecordingUsage, 'bytes'> & { readonly bytes: string }>`
    select l.id as customer_id, l.name, array(select a.id::text from customers_above(l.id) a where a.depth > 0) as above, l.most_mb, l.recording_full as was_full,
      case when l.most_mb is null then 0 else ${bytesOf(sql`in (select customers_below(l.id))`)} end::text as bytes
    from (select id, parent_id, name, recording_full, recording_bytes, limit_of(id, 'recordings') as most_mb from customers) as l
    where l.most_mb is not null or (l.parent_id is not null and exists (
      select 1 from customers_above(l.id) a where a.depth > 0 and limit_of(a.id, 'recordings') is not null)) or l.recording_full or l.recording_bytes is not null
    order by l.id`.execute(db);
  return rows.map((row) => ({ ...row, bytes: Number(row.bytes) }));
};

/** While the quota is used up, the customer's PBX servers do not record. */
export const saveRecordingUsage = (db: Db, customerId: string, bytes: number | null, full: boolean): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ wasFull: boolean }>`
      select recording_full as was_full from customers where id = ${customerId} for update`.execute(tx);
    await sql`update customers set recording_bytes = ${bytes}, recording_full = ${full}
      where id = ${customerId} and (recording_bytes is distinct from ${bytes}::bigint or recording_full <> ${full})`.execute(
      tx,
    );
    if (rows[0] !== undefined && rows[0].wasFull !== full) await markCustomer(tx, customerId);
  });

/** Stores today's recording size of customers whose plan charges for it. The last value of a day counts. */
export const noteRecordingDay = async (db: Db, now: Date): Promise<void> => {
  await sql`insert into recording_days (customer_id, day, bytes)
    select l.id, (${now}::timestamptz at time zone l.timezone)::date, ${bytesOf(sql`= l.id`)}
    from customers l where asks_for(l.id, 'recording_gb', ${now})
    on conflict (customer_id, day) do update set bytes = excluded.bytes`.execute(db);
};
