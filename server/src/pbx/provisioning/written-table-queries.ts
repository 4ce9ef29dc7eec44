import { sql } from 'kysely';
import type { Db } from '../../platform/db/connect.ts';

/** Returns the tables that the console wrote last on the PBX: table family by customer key. */
export const readWrittenTables = async (db: Db, serverId: number): Promise<Readonly<Record<string, string>>> => {
  const { rows } = await sql<{ rateTables: Record<string, string> }>`
    select rate_tables from provisioning where server_id = ${serverId}`.execute(db);
  return rows[0]?.rateTables ?? {};
};

export const noteWrittenTables = async (
  db: Db,
  serverId: number,
  tables: Readonly<Record<string, string>>,
): Promise<void> => {
  await sql`update provisioning set rate_tables = ${JSON.stringify(tables)}::jsonb
    where server_id = ${serverId}`.execute(db);
};
