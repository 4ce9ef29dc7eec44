// Legs and calls in the database. One statement a batch, however many rows; a batch that is written again changes nothing.
import { sql } from 'kysely';
import type { CallRecord, QueueStay } from '@ringside/core/calls/call-record.ts';
import type { Leg } from '@ringside/core/live/leg.ts';
import type { Owner } from '@ringside/core/live/state.ts';
import type { Db } from '../db/connect.ts';
import { newId } from '../db/new-id.ts';

export interface ServerLeg extends Leg {
  readonly serverId: number;
}

export interface OwnedCall extends CallRecord {
  readonly serverId: number;
  readonly owner: Owner;
}

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** How many of them were new. */
export const insertLegs = async (db: Db, legs: readonly ServerLeg[]): Promise<number> => {
  const rows = legs.map((leg) => ({
    server_id: leg.serverId,
    linkedid: leg.linkedid,
    uniqueid: leg.uniqueid,
    sequence: leg.sequence,
    account_code: leg.accountCode,
    peer_account: leg.peerAccount,
    tenant_id: leg.tenantId,
    source: leg.source,
    destination: leg.destination,
    context: leg.context,
    caller_id: leg.callerId,
    channel: leg.channel,
    destination_channel: leg.destinationChannel,
    last_application: leg.lastApplication,
    last_data: leg.lastData,
    start_at: iso(leg.startAt),
    answer_at: iso(leg.answerAt),
    end_at: iso(leg.endAt),
    duration: leg.duration,
    billable_seconds: leg.billableSeconds,
    disposition: leg.disposition,
    user_field: leg.userField,
    recording_file: leg.recordingFile,
  }));
  const columns = sql.raw(Object.keys(rows[0] ?? {}).join(', '));
  if (rows.length === 0) return 0;
  const result = await sql`insert into cdr_legs (${columns})
    select ${columns} from json_populate_recordset(null::cdr_legs, ${JSON.stringify(rows)}::json)
    on conflict do nothing`.execute(db);
  return Number(result.numAffectedRows ?? 0);
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
  const { rows } = await sql<{ event: Record<string, unknown> }>`select event from live_events
    where kind = 'outcome' and server_id = ${serverId} and event ->> 'linkedid' = any(${[...linkedids]}::text[])
    order by id`.execute(db);
  const stays = rows.map(({ event }) => ({
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

const callRow = (call: OwnedCall) => ({
  id: newId(),
  server_id: call.serverId,
  linkedid: call.linkedid,
  uniqueid: call.uniqueid,
  customer_id: call.owner.customerId,
  callcenter_id: call.owner.callcenterId,
  direction: call.direction,
  status: call.status,
  source: call.source,
  source_name: call.sourceName,
  destination: call.destination,
  extension: call.extension,
  device: call.device,
  queue: call.queue,
  agent_name: call.agentName,
  agent_interface: call.agentInterface,
  start_at: iso(call.startAt),
  answer_at: iso(call.answerAt),
  end_at: iso(call.endAt),
  duration: call.duration,
  wait_seconds: call.waitSeconds,
  talk_seconds: call.talkSeconds,
  billable_seconds: call.billableSeconds,
  recording_file: call.recordingFile,
  legs: call.legs,
});

/** A call that is concluded again keeps its id. */
export const upsertCalls = async (db: Db, calls: readonly OwnedCall[]): Promise<void> => {
  const rows = calls.map(callRow);
  const first = rows[0];
  if (first === undefined) return;
  const columns = Object.keys(first);
  const changed = columns.filter((column) => !['id', 'server_id', 'linkedid'].includes(column));
  await sql`insert into calls (${sql.raw(columns.join(', '))})
    select ${sql.raw(columns.join(', '))} from json_populate_recordset(null::calls, ${JSON.stringify(rows)}::json)
    on conflict (server_id, linkedid) do update
    set ${sql.raw(changed.map((column) => `${column} = excluded.${column}`).join(', '))}`.execute(db);
};
