// Legs and calls in the database. One statement a batch, however many rows; a batch that is written again changes nothing.
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { CallRecord, QueueStay } from '@ringside/core/calls/call-record.ts';
import type { Leg } from '@ringside/core/live/leg.ts';
import type { Owner } from '@ringside/core/live/state.ts';
import type { Db } from '../db/connect.ts';
import { namesOf, rowsOf } from '../db/columns.ts';
import type { Columns } from '../db/columns.ts';
import { newId } from '../db/new-id.ts';

export interface ServerLeg extends Leg {
  readonly serverId: number;
}

export interface OwnedCall extends CallRecord {
  readonly serverId: number;
  readonly owner: Owner;
}

const LEG: Columns<ServerLeg> = [
  ['server_id', 'integer', (leg) => leg.serverId],
  ['linkedid', 'text', (leg) => leg.linkedid],
  ['uniqueid', 'text', (leg) => leg.uniqueid],
  ['sequence', 'integer', (leg) => leg.sequence],
  ['account_code', 'text', (leg) => leg.accountCode],
  ['peer_account', 'text', (leg) => leg.peerAccount],
  ['tenant_id', 'text', (leg) => leg.tenantId],
  ['source', 'text', (leg) => leg.source],
  ['destination', 'text', (leg) => leg.destination],
  ['context', 'text', (leg) => leg.context],
  ['caller_id', 'text', (leg) => leg.callerId],
  ['channel', 'text', (leg) => leg.channel],
  ['destination_channel', 'text', (leg) => leg.destinationChannel],
  ['last_application', 'text', (leg) => leg.lastApplication],
  ['last_data', 'text', (leg) => leg.lastData],
  ['start_at', 'timestamptz', (leg) => leg.startAt],
  ['answer_at', 'timestamptz', (leg) => leg.answerAt],
  ['end_at', 'timestamptz', (leg) => leg.endAt],
  ['duration', 'integer', (leg) => leg.duration],
  ['billable_seconds', 'integer', (leg) => leg.billableSeconds],
  ['disposition', 'text', (leg) => leg.disposition],
  ['user_field', 'text', (leg) => leg.userField],
  ['recording_file', 'text', (leg) => leg.recordingFile],
];

/** Those that were new, by the call: of which server and linked id. */
export const insertLegs = async (
  db: Db,
  legs: readonly ServerLeg[],
): Promise<readonly { readonly serverId: number; readonly linkedid: string }[]> => {
  if (legs.length === 0) return [];
  const { rows } = await sql<{ serverId: number; linkedid: string }>`insert into cdr_legs (${sql.raw(namesOf(LEG))})
    ${rowsOf(LEG, legs)} on conflict do nothing returning server_id, linkedid`.execute(db);
  return rows;
};

/** Legs of calls of which nothing is stored. Rejects when another stored one of them meanwhile. */
export const addLegs = async (db: Db, legs: readonly ServerLeg[]): Promise<void> => {
  await sql`insert into cdr_legs (${sql.raw(namesOf(LEG))}) ${rowsOf(LEG, legs)}`.execute(db);
};

/** Those of these calls that have legs. Each is looked up in the index, whatever the database believes of its tables. */
export const knownCalls = async (
  db: Db,
  serverId: number,
  linkedids: readonly string[],
): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ linkedid: string }>`
    select linkedid from unnest(${[...linkedids]}::text[]) as asked(linkedid)
    where (select count(*) from (select from cdr_legs l
      where l.server_id = ${serverId} and l.linkedid = asked.linkedid limit 1) as one) > 0`.execute(db);
  return new Set(rows.map((row) => row.linkedid));
};

/** Calls of which one of these legs is not stored. */
export const callsWithNewLegs = async (
  db: Db,
  serverId: number,
  legs: readonly ServerLeg[],
): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ linkedid: string }>`
    select distinct linkedid from unnest(${legs.map((l) => l.linkedid)}::text[], ${legs.map((l) => l.uniqueid)}::text[],
      ${legs.map((l) => l.sequence)}::integer[]) as asked(linkedid, uniqueid, sequence)
    where (select count(*) from cdr_legs l where l.server_id = ${serverId} and l.linkedid = asked.linkedid
      and l.uniqueid = asked.uniqueid and l.sequence = asked.sequence) = 0`.execute(db);
  return new Set(rows.map((row) => row.linkedid));
};

export interface StoredOwner extends Owner {
  readonly linkedid: string;
  readonly queue: string | null;
}

/** Whose these calls are as stored; none for a call that was never concluded. */
export const storedOwners = async (
  db: Db,
  serverId: number,
  linkedids: readonly string[],
): Promise<readonly StoredOwner[]> => {
  // As a call of its own for each, so that it is looked up in the index.
  const { rows } = await sql<StoredOwner>`
    select c.linkedid, c.queue, c.customer_id, c.callcenter_id
    from unnest(${[...linkedids]}::text[]) as asked(linkedid), lateral (
      select linkedid, queue, customer_id, callcenter_id from calls
      where server_id = ${serverId} and linkedid = asked.linkedid offset 0) as c`.execute(db);
  return rows;
};

/** Of these calls those that have another number of legs stored. */
export const withOtherLegs = async (
  db: Db,
  serverId: number,
  calls: readonly { readonly linkedid: string; readonly legs: number }[],
): Promise<ReadonlySet<string>> => {
  if (calls.length === 0) return new Set();
  const { rows } = await sql<{ linkedid: string }>`
    select linkedid from unnest(${calls.map((c) => c.linkedid)}::text[], ${calls.map((c) => c.legs)}::integer[])
      as asked(linkedid, legs)
    where legs <> (select count(*) from cdr_legs l where l.server_id = ${serverId} and l.linkedid = asked.linkedid)`.execute(
    db,
  );
  return new Set(rows.map((row) => row.linkedid));
};

type LegRow = Omit<ServerLeg, 'startAt' | 'answerAt' | 'endAt'> & {
  readonly startAt: Date;
  readonly answerAt: Date | null;
  readonly endAt: Date;
};

export const legsOf = async (db: Db, serverId: number, linkedids: readonly string[]): Promise<ServerLeg[]> => {
  const { rows } = await sql<LegRow>`select * from cdr_legs
    where server_id = ${serverId} and linkedid = any(${[...linkedids]}::text[])
    order by linkedid, start_at, sequence`.execute(db);
  return rows.map((row) => ({
    ...row,
    startAt: row.startAt.getTime(),
    answerAt: row.answerAt?.getTime() ?? null,
    endAt: row.endAt.getTime(),
  }));
};

/** Stays in queues by linked id, in their order. */
export const staysOf = async (
  db: Db,
  serverId: number,
  linkedids: readonly string[],
): Promise<Map<string, (QueueStay & { readonly outcome: string })[]>> => {
  // Each is looked up in its index, whatever the database believes of a table that has just grown.
  const { rows: found } = await sql<{ events: readonly Record<string, unknown>[] }>`
    select events from (select (select json_agg(e.event order by e.id) from live_events e
        where e.kind = 'outcome' and e.server_id = ${serverId} and e.event ->> 'linkedid' = asked.linkedid) as events
      from unnest(${[...linkedids]}::text[]) as asked(linkedid) offset 0) as each
    where events is not null`.execute(db);
  const stays = found
    .flatMap(({ events }) => events)
    .map((event) => ({
      linkedid: String(event['linkedid']),
      stay: {
        queue: String(event['queue']),
        outcome: String(event['outcome']),
        answered: event['outcome'] === 'answered',
        joinedAt: Number(event['joinedAt']),
        waitSeconds: Number(event['waitSeconds']),
        agentName: (event['agentName'] as string | null) ?? null,
        agentInterface: (event['agentInterface'] as string | null) ?? null,
      },
    }));
  const byCall = new Map<string, (QueueStay & { readonly outcome: string })[]>();
  for (const { linkedid, stay } of stays) byCall.set(linkedid, [...(byCall.get(linkedid) ?? []), stay]);
  return byCall;
};

const CALL: Columns<OwnedCall> = [
  ['id', 'uuid', () => newId()],
  ['server_id', 'integer', (call) => call.serverId],
  ['linkedid', 'text', (call) => call.linkedid],
  ['uniqueid', 'text', (call) => call.uniqueid],
  ['customer_id', 'uuid', (call) => call.owner.customerId],
  ['callcenter_id', 'uuid', (call) => call.owner.callcenterId],
  ['direction', 'text', (call) => call.direction],
  ['status', 'text', (call) => call.status],
  ['source', 'text', (call) => call.source],
  ['source_name', 'text', (call) => call.sourceName],
  ['destination', 'text', (call) => call.destination],
  ['extension', 'text', (call) => call.extension],
  ['device', 'text', (call) => call.device],
  ['queue', 'text', (call) => call.queue],
  ['agent_name', 'text', (call) => call.agentName],
  ['agent_interface', 'text', (call) => call.agentInterface],
  ['start_at', 'timestamptz', (call) => call.startAt],
  ['answer_at', 'timestamptz', (call) => call.answerAt],
  ['end_at', 'timestamptz', (call) => call.endAt],
  ['duration', 'integer', (call) => call.duration],
  ['wait_seconds', 'integer', (call) => call.waitSeconds],
  ['talk_seconds', 'integer', (call) => call.talkSeconds],
  ['billable_seconds', 'integer', (call) => call.billableSeconds],
  ['onward', 'text', (call) => (call.onward.length === 0 ? null : JSON.stringify(call.onward))],
  ['recording_file', 'text', (call) => call.recordingFile],
  ['legs', 'integer', (call) => call.legs],
];
const KEYS = new Set(['id', 'server_id', 'linkedid']);

/** One that was never stored. */
export interface NewCall extends OwnedCall {
  readonly id: string;
  /** It waits for its price. */
  readonly ratingDue: boolean;
}
const NEW_CALL: Columns<NewCall> = [
  ['id', 'uuid', (call) => call.id],
  ['rating_due', 'boolean', (call) => call.ratingDue],
  ...CALL.filter(([name]) => name !== 'id'),
];

/** Rejects when another stored one of them meanwhile. */
export const addCalls = async (db: Db, calls: readonly NewCall[]): Promise<void> => {
  if (calls.length === 0) return;
  await sql`insert into calls (${sql.raw(namesOf(NEW_CALL))}) ${rowsOf(NEW_CALL, calls)}`.execute(db);
};

/** A call that is concluded again keeps its id; one that is as it was is not written. */
export const upsertCalls = async (db: Db, calls: readonly OwnedCall[]): Promise<void> => {
  if (calls.length === 0) return;
  const changed = CALL.flatMap(([name]) => (KEYS.has(name) ? [] : [name]));
  const each = (of: (column: string) => string): RawBuilder<unknown> => sql.raw(changed.map(of).join(', '));
  await sql`insert into calls (${sql.raw(namesOf(CALL))}) ${rowsOf(CALL, calls)}
    on conflict (server_id, linkedid) do update set ${each((column) => `${column} = excluded.${column}`)}
    where (${each((column) => `calls.${column}`)}) is distinct from (${each((column) => `excluded.${column}`)})`.execute(
    db,
  );
};
