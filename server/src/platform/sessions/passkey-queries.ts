// Reads and writes passkeys and pending challenges.
import type { Insertable } from 'kysely';
import type { Db } from '../db/connect.ts';
import type { PasskeyRow, Schema } from '../db/schema.ts';

/** Maximum number of pending challenges per IP address. A whole call center may share one address, but no address can fill the table. */
const MOST_CHALLENGES = 1000;

interface NewChallenge {
  readonly challengeHash: string;
  readonly boundTo: string;
  readonly address: string;
  readonly expiresAt: Date;
}

/** Stores a challenge and deletes expired ones. Returns false if the address already has too many. */
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

/** Redeems the challenge, whether or not it is valid. Of two concurrent calls, one returns false. */
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

/** Returns false if the credential is already registered. */
export const insertPasskey = async (tx: Db, row: Insertable<Schema['passkeys']>): Promise<boolean> => {
  const kept = await tx
    .insertInto('passkeys')
    .values(row)
    .onConflict((c) => c.column('credentialId').doNothing())
    .executeTakeFirst();
  return kept.numInsertedOrUpdatedRows === 1n;
};

/** Locks the user's row, so that concurrent additions run one after the other. */
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

/** Records a use of the passkey. Returns false if the passkey no longer exists or a concurrent use stored the same or a higher counter. */
export const usePasskey = async (db: Db, id: string, counter: number, synced: boolean, at: Date): Promise<boolean> => {
  const used = await db
    .updateTable('passkeys')
    .set({ counter, synced, lastUsedAt: at })
    .where('id', '=', id)
    // Devices without a counter always send 0.
    .where('counter', counter === 0 ? '=' : '<', counter)
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
};

/** Deletes the user's passkeys. Returns their number. */
export const removePasskeysOf = async (tx: Db, userId: string): Promise<number> =>
  Number((await tx.deleteFrom('passkeys').where('userId', '=', userId).executeTakeFirst()).numDeletedRows);
