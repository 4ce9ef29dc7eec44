// Call records that PBXs write into the database themselves (`cdr_pgsql`): taken over in batches and put among the others,
// where those that came by another way already change nothing.
import { sql } from 'kysely';
import { dispositionOf } from '@ringside/core/live/leg.ts';
import type { Db } from '../db/connect.ts';
import type { ServerLeg } from './queries.ts';

interface WrittenRow {
  readonly id: string;
  readonly serverId: number | null;
  readonly accountcode: string | null;
  readonly src: string | null;
  readonly dst: string | null;
  readonly dcontext: string | null;
  readonly clid: string | null;
  readonly channel: string | null;
  readonly dstchannel: string | null;
  readonly lastapp: string | null;
  readonly lastdata: string | null;
  readonly start: number | null;
  readonly answer: number | null;
  readonly end: number | null;
  readonly duration: number | null;
  readonly billsec: number | null;
  readonly disposition: string | null;
  readonly userfield: string | null;
  readonly uniqueid: string | null;
  readonly linkedid: string | null;
  readonly peeraccount: string | null;
  readonly sequence: number | null;
  readonly recordingfile: string | null;
  readonly tenant: string | null;
}

/** The record, or what is wrong with the row. */
const legOfWritten = (row: WrittenRow): ServerLeg | string => {
  if (row.serverId === null) return 'no PBX server has this login';
  if (row.uniqueid === null || row.uniqueid === '') return 'no unique id';
  if (!row.start || !row.end) return 'no moment';
  // Without it a record that came by AMI would be another one.
  if (row.sequence === null) return 'no sequence';
  return {
    serverId: row.serverId,
    accountCode: row.accountcode ?? '',
    source: row.src ?? '',
    destination: row.dst ?? '',
    context: row.dcontext ?? '',
    callerId: row.clid ?? '',
    channel: row.channel ?? '',
    destinationChannel: row.dstchannel ?? '',
    lastApplication: row.lastapp ?? '',
    lastData: row.lastdata ?? '',
    startAt: row.start * 1000,
    // Not answered is written as 1970.
    answerAt: row.answer ? row.answer * 1000 : null,
    endAt: row.end * 1000,
    duration: row.duration ?? 0,
    billableSeconds: row.billsec ?? 0,
    disposition: dispositionOf(row.disposition ?? ''),
    userField: row.userfield ?? '',
    uniqueid: row.uniqueid,
    linkedid: row.linkedid || row.uniqueid,
    peerAccount: row.peeraccount ?? '',
    sequence: row.sequence,
    recordingFile: row.recordingfile ?? '',
    tenantId: row.tenant ?? '',
  };
};

export interface WrittenBatch {
  readonly legs: readonly ServerLeg[];
  readonly ids: readonly string[];
}

/** The oldest that wait; rows that are none are marked and wait no more. */
export const readWritten = async (db: Db, most: number): Promise<WrittenBatch> => {
  const { rows } = await sql<WrittenRow>`
    select r.id::text as id, w.server_id, r.accountcode, r.src, r.dst, r.dcontext, r.clid, r.channel, r.dstchannel,
      r.lastapp, r.lastdata, r."start"::float8 as start, r.answer::float8 as answer, r."end"::float8 as "end", r.duration,
      r.billsec, r.disposition, r.userfield, r.uniqueid, r.linkedid, r.peeraccount, r.sequence, r.recordingfile, r.tenant
    from asterisk_cdr r left join cdr_writers w on w.login = r.written_by
    where r.fault is null order by r.id limit ${most}`.execute(db);
  const legs: ServerLeg[] = [];
  const ids: string[] = [];
  for (const row of rows) {
    const leg = legOfWritten(row);
    if (typeof leg === 'string') {
      await sql`update asterisk_cdr set fault = ${leg} where id = ${row.id}::bigint`.execute(db);
      continue;
    }
    legs.push(leg);
    ids.push(row.id);
  }
  return { legs, ids };
};

export interface WriterSpan {
  readonly serverId: number;
  readonly from: number;
  readonly to: number;
}

/** These are among the others now. Resolves with the time that each PBX has written of so far. */
export const takeOver = async (db: Db, { ids, legs }: WrittenBatch): Promise<WriterSpan[]> => {
  await sql`delete from asterisk_cdr where id = any(${[...ids]}::bigint[])`.execute(db);
  const spans: WriterSpan[] = [];
  for (const [serverId, own] of Map.groupBy(legs, (leg) => leg.serverId)) {
    const times = own.map((leg) => leg.endAt);
    const [from, to] = [new Date(Math.min(...times)), new Date(Math.max(...times))];
    const { rows } = await sql<{ firstAt: Date; lastAt: Date }>`
      update cdr_writers set first_at = least(coalesce(first_at, ${from}::timestamptz), ${from}::timestamptz),
        last_at = greatest(coalesce(last_at, ${to}::timestamptz), ${to}::timestamptz)
      where server_id = ${serverId} returning first_at, last_at`.execute(db);
    for (const row of rows) spans.push({ serverId, from: row.firstAt.getTime(), to: row.lastAt.getTime() });
  }
  return spans;
};

/** Columns that a PBX may fill. */
const COLUMNS = `accountcode, src, dst, dcontext, clid, channel, dstchannel, lastapp, lastdata, "start", answer, "end", duration,
  billsec, disposition, userfield, uniqueid, linkedid, peeraccount, sequence, recordingfile, tenant`;

/** A login of PostgreSQL that may insert call records of this PBX and do nothing else; an old one gets the new password. */
export const makeWriter = async (db: Db, serverId: number, password: string): Promise<string> => {
  const login = `ringside_cdr_${serverId}`;
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql`select 1 from pg_roles where rolname = ${login}`.execute(tx);
    const verb = sql.raw(rows.length === 0 ? 'create' : 'alter');
    const settings = sql.raw('login nosuperuser nocreatedb nocreaterole noinherit noreplication');
    await sql`${verb} role ${sql.id(login)} with ${settings} password ${sql.lit(password)}`.execute(tx);
    await sql`grant usage on schema ${sql.id(await schemaOf(tx))} to ${sql.id(login)}`.execute(tx);
    // cdr_pgsql looks for its table in the first schema of the path.
    await sql`alter role ${sql.id(login)} set search_path = ${sql.id(await schemaOf(tx))}`.execute(tx);
    await sql`grant insert (${sql.raw(COLUMNS)}) on asterisk_cdr to ${sql.id(login)}`.execute(tx);
    await sql`grant usage on sequence asterisk_cdr_id_seq to ${sql.id(login)}`.execute(tx);
    await sql`insert into cdr_writers (login, server_id) values (${login}, ${serverId})
      on conflict (login) do update set server_id = excluded.server_id`.execute(tx);
  });
  return login;
};

const schemaOf = async (db: Db): Promise<string> => {
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db);
  return rows[0]?.schema ?? 'public';
};
