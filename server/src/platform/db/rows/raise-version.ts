// Performs an optimistic update: changes the row only if its version is still the one that was read, and increments the version.
import { sql } from 'kysely';
import type { Db } from '../connect.ts';

/** Returns false if the row has changed since. Undefined fields stay unchanged. */
export const raiseVersion = async (
  tx: Db,
  { table }: { readonly table: string },
  before: { readonly id: string | number; readonly version: number },
  values: Readonly<Record<string, unknown>>,
): Promise<boolean> => {
  const named = Object.entries(values).filter(([, value]) => value !== undefined);
  const sets = named.map(([field, value]) => sql`${sql.ref(field)} = ${value}`);
  const result = await sql`
    update ${sql.table(table)}
    set ${sql.join([...sets, sql`version = version + 1`, sql`updated_at = console_now()`])}
    where id = ${before.id} and version = ${before.version}`.execute(tx);
  return (result.numAffectedRows ?? 0n) > 0n;
};
