import { sql } from 'kysely';
import { MOST_REGISTRATIONS } from '@ringside/core/contract/subscribers/registrations.ts';
import type { Db } from '../../platform/db/connect.ts';
import { visibleTo } from '../../platform/db/rows/tenant-scope.ts';
import type { Caller } from '../../platform/caller/caller.ts';

export interface LineAtPbx {
  readonly id: string;
  readonly serverId: number;
  readonly sipUsername: string;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Returns the given lines that the caller may see. */
export const linesOf = async (db: Db, caller: Caller, ids: string): Promise<readonly LineAtPbx[]> => {
  const wanted = ids.split(',').filter((id) => UUID.test(id));
  if (wanted.length === 0) return [];
  const rows = db
    .selectFrom('subscribers as s')
    .innerJoin('customers as c', 'c.id', 's.customerId')
    .select(['s.id', 's.serverId', 's.customerId', sql<string>`c.code || '-' || s.extension`.as('sipUsername')])
    .where('s.id', 'in', wanted.slice(0, MOST_REGISTRATIONS));
  return db
    .selectFrom(rows.as('row'))
    .selectAll()
    .where((eb) => eb.and([eb.lit(true), ...visibleTo(caller, { customer: 'customerId' })]))
    .orderBy('row.id')
    .execute();
};
