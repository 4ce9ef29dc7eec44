import type { Caller } from '../platform/caller/caller.ts';
import type { Db } from '../platform/db/connect.ts';

/** Returns the server's name for platform staff, or `null` for other callers, who must not know of servers. */
export const findServerName = async (db: Db, caller: Caller, id: number): Promise<string | null> => {
  if (caller.customerId !== null || caller.reach !== 'platform') return null;
  return (await db.selectFrom('endpoints').select('name').where('id', '=', id).executeTakeFirst())?.name ?? null;
};
