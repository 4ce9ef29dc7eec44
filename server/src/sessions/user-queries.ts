import type { Db } from '../db/connect.ts';
import type { UserRow } from '../db/schema.ts';

export const findUser = (db: Db, id: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();

/** A customer that is terminated keeps its people out. */
