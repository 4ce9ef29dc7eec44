// Stores deletion, legal hold and age of recordings. An automatic recording is part of its row in `calls`; a manual one has its own row.
// Claiming a recording for deletion and checking its hold is one statement.
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '../../platform/db/connect.ts';
import { HAND_OF_CALL } from '../call-hand-queries.ts';

/** Identifies a recording in the database. */
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

/** Returns false if the recording is on hold or already deleted. */
export const claimRecording = async (db: Db, { kind, id }: RecordingRef): Promise<boolean> => {
  const statement: RawBuilder<unknown> =
    kind === 'call'
      ? sql`update calls c set recording_state = 'deleting', recording_state_at = console_now()
          where c.id = ${id} and c.recording_state is distinct from 'deleted' and not ${HELD}`
      : sql`update hand_recordings h set state = 'deleting', state_at = console_now()
          where h.id = ${id} and h.state is distinct from 'deleted' and not exists (
            select 1 from calls c where ${HAND_OF_CALL} and ${HELD})`;
  return Number((await statement.execute(db)).numAffectedRows ?? 0) > 0;
};

export const settleRecording = async (
  db: Db,
  { kind, id }: RecordingRef,
  state: 'deleted' | 'missing' | null,
): Promise<void> => {
  const statement: RawBuilder<unknown> =
    kind === 'call'
      ? sql`update calls set recording_state = ${state}, recording_state_at = console_now() where id = ${id}`
      : sql`update hand_recordings set state = ${state}, state_at = console_now() where id = ${id}`;
  await statement.execute(db);
};

/** Returns false if a recording of the call is being deleted. */
export const setHold = async (db: Db, callId: string, held: boolean): Promise<boolean> => {
  const result = await sql`update calls c set recording_held = ${held}
    where c.id = ${callId} and (not ${held}::boolean or (c.recording_state is distinct from 'deleting' and not exists (
      select 1 from hand_recordings h
      where ${HAND_OF_CALL} and h.state = 'deleting')))`.execute(db);
  return Number(result.numAffectedRows ?? 0) > 0;
};

/** Returns the customers that are on legal hold as a whole. */
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

/** Retries missing files after a week, and deletions interrupted by a crash after an hour. */
const again = (state: RawBuilder<unknown>, at: RawBuilder<unknown>) => sql`(${state} is null
  or (${state} = 'missing' and ${at} < console_now() - interval '7 days')
  or (${state} = 'deleting' and ${at} < console_now() - interval '1 hour'))`;

/** Retention in days: the customer's own, or else the plan's. */
const KEPT = sql`kept as materialized (select * from (
  select id, coalesce(recording_retention_days, plan_limit(id, 'maxRetentionDays')) as days from customers
  where not recording_hold) as each where days is not null)`;
const OLD = sql`not c.recording_held and c.start_at < console_now() - make_interval(days => cu.days)`;

/** Returns recordings older than their customer's retention that the console may delete, oldest first. */
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
      from hand_recordings h join calls c on ${HAND_OF_CALL}
      join kept cu on cu.id = c.customer_id
      join recording_sources s on s.server_id = c.server_id and s.may_delete and s.kind <> 'http'
      where h.state is distinct from 'deleted' and ${OLD} and ${again(sql`h.state`, sql`h.state_at`)}
      order by h.begun_at limit ${most})
    order by 7, 2 limit ${most}`.execute(db);
  return rows;
};

interface HandRecording {
  readonly id: string;
  readonly serverId: number;
  readonly linkedid: string;
  readonly file: string;
  readonly begunBy: string;
  readonly begunAt: Date;
  readonly state: 'deleting' | 'deleted' | 'missing' | null;
}

/** Returns the manual recordings of a call record, in order of their start. */
export const handRecordingsOf = async (db: Db, callId: string): Promise<HandRecording[]> => {
  const { rows } =
    await sql<HandRecording>`select h.id, h.server_id, h.linkedid, h.file, h.begun_by, h.begun_at, h.state
    from calls c join hand_recordings h on ${HAND_OF_CALL} where c.id = ${callId} order by h.begun_at, h.id`.execute(
      db,
    );
  return rows;
};

/** Returns the recording with its call; `undefined` while the call is active. */
export const findHandRecording = async (
  db: Db,
  id: string,
): Promise<(HandRecording & { readonly callId: string }) | undefined> => {
  const { rows } = await sql<HandRecording & { callId: string }>`select h.*, c.id as call_id from hand_recordings h
    join calls c on ${HAND_OF_CALL} where h.id = ${id}`.execute(db);
  return rows[0];
};
