// Changes facts of reports for tests and marks the days like every writer.
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { markDays } from '../../live/event-queries.ts';
import type { Db } from '../../platform/db/connect.ts';

type Kind = 'queue' | 'agent';
const TABLES = { queue: sql`queue_facts`, agent: sql`agent_facts` };

/** @param rows with column names as keys */
export const insertFacts = async (db: Db, kind: Kind, rows: readonly object[]): Promise<void> => {
  const table = TABLES[kind];
  await sql`with changed as (
      insert into ${table} select * from json_populate_recordset(null::${table}, ${JSON.stringify(rows)}::json)
      returning customer_id, at
    ) ${markDays(kind, sql`changed`)}`.execute(db);
};

/** Marks the days before and after the change. */
export const updateFacts = async (
  db: Db,
  kind: Kind,
  set: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
): Promise<void> => {
  const table = TABLES[kind];
  await sql`with earlier as (select customer_id, at from ${table} where ${where}), changed as (
      update ${table} set ${set} where ${where} returning customer_id, at
    ) ${markDays(kind, sql`(select * from earlier union all select * from changed) as days`)}`.execute(db);
};

export const deleteFacts = async (db: Db, kind: Kind, where: RawBuilder<unknown>): Promise<void> => {
  await sql`with changed as (delete from ${TABLES[kind]} where ${where} returning customer_id, at)
    ${markDays(kind, sql`changed`)}`.execute(db);
};

/** Removes all facts, packed days and marks. No product code truncates. */
export const truncateFacts = async (db: Db, kind: Kind): Promise<void> => {
  const table = (of: string) => sql.table(`${kind}_${of}`);
  await sql`truncate ${table('facts')}, ${table('packed_days')}, ${table('day_marks')}`.execute(db);
};
