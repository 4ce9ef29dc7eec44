// How much of what a customer may keep in recordings is taken. A PBX's sound takes as much as was talked: sixteen bits, eight
// thousand times a second, in WAV; less in the smaller formats. Nothing is asked of the PBXs, however many files there are.
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '../db/connect.ts';

export interface RecordingRoom {
  readonly customerId: string;
  /** Resellers above him, whose room his recordings take up, too. */
  readonly above: readonly string[];
  readonly name: string;
  /** Of a reseller with those of all customers below it. */
  readonly bytes: number;
  /** null: no limit any more. */
  readonly mostMb: number | null;
  /** As the PBXs were last told. */
  readonly wasFull: boolean;
}

const BYTES_PER_SECOND = sql`case when c.recording_file ~ '\\.(gsm|wav49|WAV)$' then 1650
  when c.recording_file ~* '\\.(mp3|ogg)$' then 2000 when c.recording_file ~* '\\.(ulaw|alaw)$' then 8000 else 16000 end`;

/** What is there of customers: of what was deleted, or was not found, nothing. */
const bytesOf = (whose: RawBuilder<unknown>) => sql`(
  select coalesce(sum(c.talk_seconds::bigint * (${BYTES_PER_SECOND}) + 44), 0) from calls c
  where c.customer_id ${whose} and c.recording_file <> ''
    and (c.recording_state is null or c.recording_state = 'deleting')) + (
  select coalesce(sum(c.talk_seconds::bigint * 16000 + 44), 0) from hand_recordings h
  join calls c on c.server_id = h.server_id and c.linkedid = h.linkedid
  where c.customer_id ${whose} and (h.state is null or h.state = 'deleting'))`;

/** Of those who have a limit, themselves or above them, and of those who had one when they were full. */
export const recordingRooms = async (db: Db): Promise<readonly RecordingRoom[]> => {
  const { rows } = await sql<Omit<RecordingRoom, 'bytes'> & { readonly bytes: string }>`
    select l.id as customer_id, l.name, array(select a.id::text from customers_above(l.id) a where a.depth > 0) as above, l.most_mb, l.recording_full as was_full,
      case when l.most_mb is null then 0 else ${bytesOf(sql`in (select customers_below(l.id))`)} end::text as bytes
    from (select id, parent_id, name, recording_full, recording_bytes, limit_of(id, 'recordings') as most_mb from customers) as l
    where l.most_mb is not null or (l.parent_id is not null and exists (
      select 1 from customers_above(l.id) a where a.depth > 0 and limit_of(a.id, 'recordings') is not null)) or l.recording_full or l.recording_bytes is not null
    order by l.id`.execute(db);
  return rows.map((row) => ({ ...row, bytes: Number(row.bytes) }));
};

/** The customer's PBXs hear of `full` by the change itself. */
export const keepRoom = async (db: Db, customerId: string, bytes: number | null, full: boolean): Promise<void> => {
  await sql`update customers set recording_bytes = ${bytes}, recording_full = ${full}
    where id = ${customerId} and (recording_bytes is distinct from ${bytes}::bigint or recording_full <> ${full})`.execute(
    db,
  );
};

/** Notes what recordings take today, of those whose plan has a fee for it: the last look of a day stands. */
export const noteRecordingDay = async (db: Db, now: Date): Promise<void> => {
  await sql`insert into recording_days (customer_id, day, bytes)
    select l.id, (${now}::timestamptz at time zone l.timezone)::date, ${bytesOf(sql`= l.id`)}
    from customers l where asks_for(l.id, 'recording_gb', ${now})
    on conflict (customer_id, day) do update set bytes = excluded.bytes`.execute(db);
};
