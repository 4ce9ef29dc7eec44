// Passkeys and the challenges that are out.
import type { Insertable } from 'kysely';
import type { Db } from '../db/connect.ts';
import type { PasskeyRow, Schema } from '../db/schema.ts';

/** Of one address at a time: a whole call center signs in from one, and none fills the table. */
const MOST_CHALLENGES = 1000;

export interface NewChallenge {
  readonly challengeHash: string;
  readonly boundTo: string;
  readonly address: string;
  readonly expiresAt: Date;
}

/** False when the address has too many out already. Those that are over go. */
export const keepChallenge = async (db: Db, values: NewChallenge, now: Date): Promise<boolean> => {
  await db.deleteFrom('passkeyChallenges').where('expiresAt', '<=', now).execute();
  const { count } = await db
    .selectFrom('passkeyChallenges')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('address', '=', values.address)
    .executeTakeFirstOrThrow();
  if (Number(count) >= MOST_CHALLENGES) return false;
  await db.insertInto('passkeyChallenges').values(values).execute();
  return true;
};

/** Uses the challenge up, whatever comes of it. Of two that try at once, one gets false. */
export const takeChallenge = async (db: Db, challengeHash: string, boundTo: string, now: Date): Promise<boolean> => {
  const gone = await db
    .deleteFrom('passkeyChallenges')
    .where('challengeHash', '=', challengeHash)
    .returning(['boundTo', 'expiresAt'])
    .executeTakeFirst();
  return gone !== undefined && gone.boundTo === boundTo && gone.expiresAt > now;
};

export const listPasskeysOf = (db: Db, userId: string): Promise<PasskeyRow[]> =>
  db.selectFrom('passkeys').selectAll().where('userId', '=', userId).orderBy('createdAt').orderBy('id').execute();

/** False when the credential is known already. */
export const insertPasskey = async (tx: Db, row: Insertable<Schema['passkeys']>): Promise<boolean> => {
  const kept = await tx
    .insertInto('passkeys')
    .values(row)
    .onConflict((c) => c.column('credentialId').doNothing())
    .executeTakeFirst();
  return kept.numInsertedOrUpdatedRows === 1n;
};

/** Of two that add at once, one waits for the other. */
export const lockUser = async (tx: Db, userId: string): Promise<void> => {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
};

export const renamePasskeyOf = (tx: Db, userId: string, id: string, name: string): Promise<PasskeyRow | undefined> =>
  tx
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returningAll()
    .executeTakeFirst();

export const removePasskeyOf = (tx: Db, userId: string, id: string): Promise<PasskeyRow | undefined> =>
  tx.deleteFrom('passkeys').where('id', '=', id).where('userId', '=', userId).returningAll().executeTakeFirst();

export const findPasskey = (db: Db, credentialId: string): Promise<PasskeyRow | undefined> =>
  db.selectFrom('passkeys').selectAll().where('credentialId', '=', credentialId).executeTakeFirst();

/** False when it is gone, or was used meanwhile with a count that is not below this one. */
export const usePasskey = async (db: Db, id: string, counter: number, synced: boolean, at: Date): Promise<boolean> => {
  const used = await db
    .updateTable('passkeys')
    .set({ counter, synced, lastUsedAt: at })
    .where('id', '=', id)
    // Devices that do not count say 0 for ever.
    .where('counter', counter === 0 ? '=' : '<', counter)
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
};

/** How many went. */
export const removePasskeysOf = async (tx: Db, userId: string): Promise<number> =>
  Number((await tx.deleteFrom('passkeys').where('userId', '=', userId).executeTakeFirst()).numDeletedRows);
