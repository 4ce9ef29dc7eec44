// Writes and reads legs and calls, with one statement per batch. Writing a batch again changes nothing.
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { CallRecord } from '@ringside/core/calls/call-record.ts';
import type { QueueStay } from '@ringside/core/calls/call-terms.ts';
import type { Leg } from '@ringside/core/asterisk/leg.ts';
import type { Owner } from '@ringside/core/live/state.ts';
import type { Db } from '../platform/db/connect.ts';
import { namesOf, rowsOf } from '../platform/db/columns.ts';
import type { Columns } from '../platform/db/columns.ts';
import { newId } from '../platform/db/new-id.ts';
import { addToOutbox } from '../platform/outbox/queries.ts';
import { CALLS_TO_RATE } from './calls-to-rate.ts';

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

/** Inserts legs. Returns server and linked id of the new ones. */
export const insertLegs = async (
  db: Db,
  legs: readonly ServerLeg[],
): Promise<readonly { readonly serverId: number; readonly linkedid: string }[]> => {
  if (legs.length === 0) return [];
  const { rows } = await sql<{ serverId: number; linkedid: string }>`insert into cdr_legs (${sql.raw(namesOf(LEG))})
    ${rowsOf(LEG, legs)} on conflict do nothing returning server_id, linkedid`.execute(db);
  return rows;
};

/** Inserts legs of calls that have none stored. Rejects if one was stored concurrently. */
export const addLegs = async (db: Db, legs: readonly ServerLeg[]): Promise<void> => {
  await sql`insert into cdr_legs (${sql.raw(namesOf(LEG))}) ${rowsOf(LEG, legs)}`.execute(db);
};

/** Returns the calls that have legs. The query forces an index lookup per call, independent of table statistics. */
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

/** Returns the calls with at least one leg that is not stored. */
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

interface StoredOwner extends Owner {
  readonly linkedid: string;
  readonly queue: string | null;
}

/** Returns the stored customer of each call from its own record. Calls without a record are missing. */
export const storedOwners = async (
  db: Db,
  serverId: number,
  linkedids: readonly string[],
): Promise<readonly StoredOwner[]> => {
  // A lateral query per call, so that each is looked up in the index.
  const { rows } = await sql<StoredOwner>`
    select c.linkedid, c.queue, c.customer_id, c.callcenter_id
    from unnest(${[...linkedids]}::text[]) as asked(linkedid), lateral (
      select linkedid, queue, customer_id, callcenter_id from calls
      where server_id = ${serverId} and linkedid = asked.linkedid and party = '' offset 0) as c`.execute(db);
  return rows;
};

/** Returns the calls whose number of stored legs differs. */
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

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Returns queue visits by linked id, in order. */
export const staysOf = async (
  db: Db,
  serverId: number,
  linkedids: readonly string[],
): Promise<Map<string, (QueueStay & { readonly outcome: string })[]>> => {
  // Forces an index lookup per call, independent of the statistics of a growing table.
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
        agentName: textOf(event['agentName']),
        agentInterface: textOf(event['agentInterface']),
      },
    }));
  const byCall = new Map<string, (QueueStay & { readonly outcome: string })[]>();
  for (const { linkedid, stay } of stays) byCall.set(linkedid, [...(byCall.get(linkedid) ?? []), stay]);
  return byCall;
};

/** Version of the rules that build a record from legs (column `rules`). Increase it when the rules produce other values. */
export const CALL_RULES = 1;

const CALL: Columns<OwnedCall> = [
  ['id', 'uuid', () => newId()],
  ['server_id', 'integer', (call) => call.serverId],
  ['linkedid', 'text', (call) => call.linkedid],
  ['party', 'text', (call) => call.party],
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
  ['connected_at', 'timestamptz', (call) => call.connectedAt],
  ['end_at', 'timestamptz', (call) => call.endAt],
  ['duration', 'integer', (call) => call.duration],
  ['wait_seconds', 'integer', (call) => call.waitSeconds],
  ['talk_seconds', 'integer', (call) => call.talkSeconds],
  ['billable_seconds', 'integer', (call) => call.billableSeconds],
  ['trunk', 'text', (call) => call.trunk],
  ['onward', 'text', (call) => (call.onward.length === 0 ? null : JSON.stringify(call.onward))],
  ['recording_file', 'text', (call) => call.recordingFile],
  ['legs', 'integer', (call) => call.legs],
  ['rules', 'smallint', () => CALL_RULES],
];
const KEYS = new Set(['id', 'server_id', 'linkedid', 'party']);
/** Columns that affect the price of a call. */
const PRICED = new Set([
  ...['direction', 'source', 'destination', 'answer_at', 'connected_at', 'start_at'],
  ...['billable_seconds', 'trunk', 'onward', 'rules'],
]);

/** A change of one of these columns marks a call for rating. */
const RATED = ['customer_id', 'direction', 'source', 'destination', 'answer_at', 'connected_at', 'start_at'];
const RATED_BY = [...RATED, 'billable_seconds', 'trunk', 'onward'];

/** Requests rating in the transaction that stores calls without a price or changes rated columns. */
const wantRating = (tx: Db): Promise<void> => addToOutbox(tx, CALLS_TO_RATE, [{ key: '' }]);

/** A call that is not stored yet. */
export interface NewCall extends OwnedCall {
  readonly id: string;
  /** Whether it waits for rating. */
  readonly ratingDue: boolean;
}
const NEW_CALL: Columns<NewCall> = [
  ['id', 'uuid', (call) => call.id],
  ['rating_due', 'boolean', (call) => call.ratingDue],
  ...CALL.filter(([name]) => name !== 'id'),
];

/** Inserts new calls. Rejects if one was stored concurrently. */
export const addCalls = async (db: Db, calls: readonly NewCall[]): Promise<void> => {
  if (calls.length === 0) return;
  await sql`insert into calls (${sql.raw(namesOf(NEW_CALL))}) ${rowsOf(NEW_CALL, calls)}`.execute(db);
  if (calls.some((call) => call.ratingDue)) await wantRating(db);
};

/** Returns the number of legs of records made by earlier rules, by linked id. */
export const madeByEarlierRules = async (
  db: Db,
  serverId: number,
  linkedids: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  if (linkedids.length === 0) return new Map();
  const { rows } = await sql<{ linkedid: string; legs: number }>`select linkedid, legs from calls
    where server_id = ${serverId} and linkedid = any(${[...linkedids]}::text[]) and party = '' and rules < ${CALL_RULES}`.execute(
    db,
  );
  return new Map(rows.map(({ linkedid, legs }) => [linkedid, legs]));
};

/**
 * Inserts or updates calls. An existing call keeps its id, and an unchanged one is not written. Priced columns of a record made by
 * earlier rules stay until a leg is added.
 */
export const upsertCalls = async (db: Db, calls: readonly OwnedCall[]): Promise<void> => {
  if (calls.length === 0) return;
  const changed = CALL.flatMap(([name]) => (KEYS.has(name) ? [] : [name]));
  const stays = `calls.rules < ${CALL_RULES} and calls.legs = excluded.legs`;
  const next = (column: string): string =>
    PRICED.has(column) ? `case when ${stays} then calls.${column} else excluded.${column} end` : `excluded.${column}`;
  const each = (of: (column: string) => string): RawBuilder<unknown> => sql.raw(changed.map(of).join(', '));
  const both = (of: (column: string) => string): string => RATED_BY.map(of).join(', ');
  // Calls on a final invoice keep their price.
  const due = sql.raw(`case when (${both((column) => `calls.${column}`)}) is distinct from (${both(next)})
    then not exists (select 1 from call_ratings r where r.call_id = calls.id and r.invoice_id is not null)
    else calls.rating_due end`);
  const { rows } = await sql<{ ratingDue: boolean }>`
    insert into calls (${sql.raw(namesOf(CALL))}) ${rowsOf(CALL, calls)}
    on conflict (server_id, linkedid, party) do update set rating_due = ${due},
      ${each((column) => `${column} = ${next(column)}`)}
    where (${each((column) => `calls.${column}`)}) is distinct from (${each(next)})
    returning rating_due`.execute(db);
  if (rows.some((row) => row.ratingDue)) await wantRating(db);
};

/** Deletes records of customers that are no longer part of these calls, except those on a final invoice. */
export const dropParties = async (
  db: Db,
  serverId: number,
  linkedids: readonly string[],
  calls: readonly Pick<OwnedCall, 'linkedid' | 'party'>[],
): Promise<void> => {
  const kept = calls.filter(({ party }) => party !== '').map(({ linkedid, party }) => `${linkedid} ${party}`);
  await sql`delete from calls c where c.server_id = ${serverId} and c.linkedid = any(${[...linkedids]}::text[])
    and c.party <> '' and c.linkedid || ' ' || c.party <> all(${kept}::text[])
    and not exists (select 1 from call_ratings r where r.call_id = c.id and r.invoice_id is not null)`.execute(db);
};
