// Finds the PBX server that a command names.
import type { Db } from '../platform/db/connect.ts';

const MOST_ID = 2_147_483_647;

/** Names take precedence over IDs, because a server may be named 7. */
export const findServer = async (db: Db, nameOrId: string): Promise<{ id: number; name: string } | undefined> => {
  const found = db.selectFrom('endpoints').select(['id', 'name']);
  const byName = await found
    .where((eb) => eb(eb.fn('lower', ['name']), '=', nameOrId.toLowerCase()))
    .executeTakeFirst();
  if (byName !== undefined) return byName;
  const id = /^\d{1,10}$/.test(nameOrId) ? Number(nameOrId) : 0;
  return id < 1 || id > MOST_ID ? undefined : found.where('id', '=', id).executeTakeFirst();
};
