import type { Db } from '../../db/connect.ts';

export const keepAvatar = async (
  db: Db,
  values: {
    readonly userId: string;
    readonly key: string;
    readonly contentType: string;
    readonly bytes: Uint8Array;
    readonly createdAt: Date;
  },
): Promise<void> => {
  const { userId: _same, ...changed } = values;
  await db
    .insertInto('avatars')
    .values(values)
    .onConflict((c) => c.column('userId').doUpdateSet(changed))
    .execute();
};

export const dropAvatar = async (db: Db, userId: string): Promise<void> => {
  await db.deleteFrom('avatars').where('userId', '=', userId).execute();
};

export const findAvatar = (db: Db, key: string) =>
  db.selectFrom('avatars').select(['contentType', 'bytes']).where('key', '=', key).executeTakeFirst();
