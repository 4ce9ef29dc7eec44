import { sql } from 'kysely';
import { MOST_REGISTRATIONS } from '@ringside/core/contract/registrations.ts';
import type { Db } from '../../db/connect.ts';
import { visibleTo } from '../../db/list-rows.ts';
import type { Caller } from '../../http/context.ts';

export interface LineAtPbx {
  readonly id: string;
  readonly serverId: number;
  readonly sipUsername: string;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Those of the named lines that the caller reaches. */
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
