// An optimistic update: only the version that was read is changed, and it becomes the next one.
import { sql } from 'kysely';
import type { Db } from './connect.ts';
import type { Schema } from './schema.ts';

type Versioned =
  | 'customers'
  | 'endpoints'
  | 'callcenters'
  | 'queues'
  | 'users'
  | 'apiKeys'
  | 'roles'
  | 'aclRules'
  | 'permissions'
  | 'plans'
  | 'subscribers'
  | 'wallboards'
  | 'trunks'
  | 'outboundRoutes'
  | 'hours'
  | 'ringGroups'
  | 'ivrs'
  | 'prompts'
  | 'dids';

/** False when someone changed the row since. Fields that are undefined stay as they are. */
export const raiseVersion = async (
  tx: Db,
  table: Versioned & keyof Schema,
  before: { readonly id: string | number; readonly version: number },
  values: Readonly<Record<string, unknown>>,
): Promise<boolean> => {
  const named = Object.entries(values).filter(([, value]) => value !== undefined);
  const sets = named.map(([field, value]) => sql`${sql.ref(field)} = ${value}`);
  const result = await sql`
    update ${sql.table(table)}
    set ${sql.join([...sets, sql`version = version + 1`, sql`updated_at = now()`])}
    where id = ${before.id} and version = ${before.version}`.execute(tx);
  return (result.numAffectedRows ?? 0n) > 0n;
};
