// What became of recordings, which must stay, and which have grown old. A call's own recording is a row of `calls`, one begun by
// hand has its own; the statement that takes one away is the one that asks whether it may go.
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '../db/connect.ts';

/** A recording, by what it is called in the database. */
export interface RecordingRef {
  readonly kind: 'call' | 'hand';
  readonly id: string;
}

export interface DueRecording extends RecordingRef {
  readonly callId: string;
  readonly customerId: string;
  readonly serverId: number;
  readonly file: string;
  readonly startAt: Date;
}

const HELD = sql`(c.recording_held or exists (
  select 1 from customers cu where cu.id = c.customer_id and cu.recording_hold))`;

/** False: it is held, or gone already. */
export const claimRecording = async (db: Db, { kind, id }: RecordingRef): Promise<boolean> => {
  const statement: RawBuilder<unknown> =
    kind === 'call'
      ? sql`update calls c set recording_state = 'deleting', recording_state_at = now()
          where c.id = ${id} and c.recording_state is distinct from 'deleted' and not ${HELD}`
      : sql`update hand_recordings h set state = 'deleting', state_at = now()
          where h.id = ${id} and h.state is distinct from 'deleted' and not exists (
            select 1 from calls c where c.server_id = h.server_id and c.linkedid = h.linkedid and ${HELD})`;
  return Number((await statement.execute(db)).numAffectedRows ?? 0) > 0;
};

export const settleRecording = async (
  db: Db,
  { kind, id }: RecordingRef,
  state: 'deleted' | 'missing' | null,
): Promise<void> => {
  const statement: RawBuilder<unknown> =
    kind === 'call'
      ? sql`update calls set recording_state = ${state}, recording_state_at = now() where id = ${id}`
      : sql`update hand_recordings set state = ${state}, state_at = now() where id = ${id}`;
  await statement.execute(db);
};

/** False: it is just being deleted. */
export const setHold = async (db: Db, callId: string, held: boolean): Promise<boolean> => {
  const result = await sql`update calls c set recording_held = ${held}
    where c.id = ${callId} and (not ${held}::boolean or (c.recording_state is distinct from 'deleting' and not exists (
      select 1 from hand_recordings h
      where h.server_id = c.server_id and h.linkedid = c.linkedid and h.state = 'deleting')))`.execute(db);
  return Number(result.numAffectedRows ?? 0) > 0;
};

/** Those of the ids that are held as a whole. */
export const heldCustomers = async (db: Db, ids: readonly (string | null)[]): Promise<ReadonlySet<string>> => {
  const asked = [...new Set(ids.flatMap((id) => id ?? []))];
  if (asked.length === 0) return new Set();
  const rows = await db
    .selectFrom('customers')
    .select('id')
    .where('id', 'in', asked)
    .where('recordingHold', '=', true)
    .execute();
  return new Set(rows.map((row) => row.id));
};

/** What was not there is looked for again after a week; what a killed console left half done, after an hour. */
const again = (state: RawBuilder<unknown>, at: RawBuilder<unknown>) => sql`(${state} is null
  or (${state} = 'missing' and ${at} < now() - interval '7 days')
  or (${state} = 'deleting' and ${at} < now() - interval '1 hour'))`;

/** The customer's own days, else his plan's. */
const KEPT = sql`kept as materialized (select * from (
  select id, coalesce(recording_retention_days, plan_limit(id, 'maxRetentionDays')) as days from customers
  where not recording_hold) as each where days is not null)`;
const OLD = sql`not c.recording_held and c.start_at < now() - make_interval(days => cu.days)`;

/** Older than their customer keeps them, where the console may delete; oldest first. */
export const dueRecordings = async (db: Db, most: number): Promise<DueRecording[]> => {
  const { rows } = await sql<DueRecording>`with ${KEPT}
    (select 'call' as kind, c.id, c.id as call_id, c.customer_id, c.server_id, c.recording_file as file, c.start_at
      from calls c join kept cu on cu.id = c.customer_id
      join recording_sources s on s.server_id = c.server_id and s.may_delete and s.kind <> 'http'
      where c.recording_file <> '' and c.recording_state is distinct from 'deleted' and ${OLD}
        and ${again(sql`c.recording_state`, sql`c.recording_state_at`)}
      order by c.start_at limit ${most})
    union all
    (select 'hand', h.id, c.id, c.customer_id, c.server_id, h.file, c.start_at
      from hand_recordings h join calls c on c.server_id = h.server_id and c.linkedid = h.linkedid
      join kept cu on cu.id = c.customer_id
      join recording_sources s on s.server_id = c.server_id and s.may_delete and s.kind <> 'http'
      where h.state is distinct from 'deleted' and ${OLD} and ${again(sql`h.state`, sql`h.state_at`)}
      order by h.begun_at limit ${most})
    order by 7, 2 limit ${most}`.execute(db);
  return rows;
};

export interface HandRecording {
  readonly id: string;
  readonly serverId: number;
  readonly linkedid: string;
  readonly file: string;
  readonly begunBy: string;
  readonly begunAt: Date;
  readonly state: 'deleting' | 'deleted' | 'missing' | null;
}

/** Of a call, as they were begun. */
export const handRecordingsOf = (db: Db, serverId: number, linkedid: string): Promise<HandRecording[]> =>
  db
    .selectFrom('handRecordings')
    .select(['id', 'serverId', 'linkedid', 'file', 'begunBy', 'begunAt', 'state'])
    .where('serverId', '=', serverId)
    .where('linkedid', '=', linkedid)
    .orderBy('begunAt')
    .orderBy('id')
    .execute();

/** With the call that it is of; undefined while that call is not over. */
export const findHandRecording = async (
  db: Db,
  id: string,
): Promise<(HandRecording & { readonly callId: string }) | undefined> => {
  const { rows } = await sql<HandRecording & { callId: string }>`select h.*, c.id as call_id from hand_recordings h
    join calls c on c.server_id = h.server_id and c.linkedid = h.linkedid where h.id = ${id}`.execute(db);
  return rows[0];
};
