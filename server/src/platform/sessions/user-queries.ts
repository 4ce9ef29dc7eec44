import type { Db } from '../db/connect.ts';
import type { UserRow } from '../db/schema.ts';

export const findUser = (db: Db, id: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();

/** Users of a terminated customer cannot sign in. */
