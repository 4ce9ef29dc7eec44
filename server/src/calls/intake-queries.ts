// Takes over call records that PBX servers write directly into the database (`cdr_pgsql`), in batches. Records that arrived in another way
// already change nothing.
import { sql } from 'kysely';
import { dispositionOf } from '@ringside/core/asterisk/leg.ts';
import type { Db } from '../platform/db/connect.ts';
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

/** Returns the record, or the fault of the row. */
const legOfWritten = (row: WrittenRow): ServerLeg | string => {
  if (row.serverId === null) return 'no PBX server has this login';
  if (row.uniqueid === null || row.uniqueid === '') return 'no unique id';
  if (!row.start || !row.end) return 'no moment';
  // Without it, the record could not be matched with the same record from AMI.
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
    // An unanswered call has the year 1970.
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

interface WrittenBatch {
  readonly legs: readonly ServerLeg[];
  readonly ids: readonly string[];
}

/** Reads the oldest pending rows. Marks invalid rows so that they are not read again. */
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

interface WriterSpan {
  readonly serverId: number;
  readonly from: number;
  readonly to: number;
}

/** Deletes stored rows from the intake table. Resolves with the time range that each PBX has written so far. */
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

/** Creates a PostgreSQL login that may only insert call records of this PBX server. An existing one gets the new password. */
export const makeWriter = async (db: Db, serverId: number, password: string): Promise<string> => {
  const login = `ringside_cdr_${serverId}`;
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql`select 1 from pg_roles where rolname = ${login}`.execute(tx);
    // cdr_pgsql looks for its table in the first schema of the path.
    const [statement, attributes] =
      rows.length === 0
        ? ['create role', 'login nosuperuser nocreatedb nocreaterole noinherit noreplication']
        : ['alter role', 'login'];
    await sql`${sql.raw(statement)} ${sql.id(login)} with ${sql.raw(attributes)} password ${sql.lit(password)}`.execute(
      tx,
    );
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
