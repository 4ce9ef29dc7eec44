// Who made a row and who changed it last: the audit trail knows, which is written in the transaction of each change and never
// rewritten, so no table keeps it a second time.
import { sql } from 'kysely';
import type { RowAuthors } from '@ringside/core/contract/resource.ts';
import type { Db } from './connect.ts';

interface Entry {
  readonly at: Date;
  readonly username: string;
  readonly actedBy: string | null;
}

const entryOf = async (db: Db, resource: string, id: string | number, actions: readonly string[], first: boolean) => {
  const { rows } = await sql<Entry>`select at, username, acted_by from audit
    where resource = ${resource} and resource_id = ${String(id)} and action in (${sql.join(actions)})
    order by seq ${sql.raw(first ? 'asc' : 'desc')} limit 1`.execute(db);
  const found = rows[0];
  return found === undefined
    ? { at: null, by: null }
    : { at: found.at.toISOString(), by: { username: found.username, actedBy: found.actedBy } };
};

export const authorsOf = async (db: Db, resource: string, id: string | number): Promise<RowAuthors> => {
  const made = await entryOf(db, resource, id, ['create'], true);
  const changed = await entryOf(db, resource, id, ['update', 'restore'], false);
  return { createdAt: made.at, createdBy: made.by, updatedAt: changed.at, updatedBy: changed.by };
};
