// Reads the outbox entries of pending PBX server configuration.
import { sql } from 'kysely';
import type { Db } from '../platform/db/connect.ts';

interface PbxMark {
  readonly serverId: number;
  readonly resource: string;
  readonly resourceId: string;
}

export const pbxMarks = async (db: Db): Promise<PbxMark[]> => {
  const { rows } = await sql<PbxMark>`select key::integer as server_id, payload ->> 'resource' as resource,
    payload ->> 'resourceId' as resource_id from outbox where topic = 'pbx-changed' order by id`.execute(db);
  return rows;
};

export const clearPbxMarks = async (db: Db): Promise<void> => {
  await sql`delete from outbox where topic = 'pbx-changed'`.execute(db);
};
