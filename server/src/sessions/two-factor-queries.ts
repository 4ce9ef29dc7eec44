// Seeds, used steps and recovery codes of users.
import type { Db } from '../db/connect.ts';

export interface TwoFactor {
  /** Sealed. */
  readonly seed: string;
  readonly lastStep: number;
  readonly startedAt: Date;
  readonly enabledAt: Date | null;
}

export const findTwoFactor = (db: Db, userId: string): Promise<TwoFactor | undefined> =>
  db
    .selectFrom('twoFactor')
    .select(['seed', 'lastStep', 'startedAt', 'enabledAt'])
    .where('userId', '=', userId)
    .executeTakeFirst();

/** A seed that counts for nothing yet; false when one is in use already. */
export const keepSeed = async (db: Db, userId: string, seed: string, at: Date): Promise<boolean> => {
  const kept = await db
    .insertInto('twoFactor')
    .values({ userId, seed, lastStep: 0, startedAt: at, enabledAt: null })
    .onConflict((c) =>
      c.column('userId').doUpdateSet({ seed, lastStep: 0, startedAt: at }).where('twoFactor.enabledAt', 'is', null),
    )
    .executeTakeFirst();
  return kept.numInsertedOrUpdatedRows === 1n;
};

/** The step whose code proved the seed counts as used. Of two that try at once, one gets false. */
export const enableSeed = async (tx: Db, userId: string, seed: string, step: number, at: Date): Promise<boolean> => {
  const enabled = await tx
    .updateTable('twoFactor')
    .set({ lastStep: step, enabledAt: at })
    .where('userId', '=', userId)
    .where('seed', '=', seed)
    .where('enabledAt', 'is', null)
    .executeTakeFirst();
  return enabled.numUpdatedRows === 1n;
};

/** Uses up the code of a step, and of those before it. False for one that was used already. */
export const useStep = async (db: Db, userId: string, step: number): Promise<boolean> => {
  const used = await db
    .updateTable('twoFactor')
    .set({ lastStep: step })
    .where('userId', '=', userId)
    .where('enabledAt', 'is not', null)
    .where('lastStep', '<', step)
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
};

export const replaceRecoveryCodes = async (tx: Db, userId: string, hashes: readonly string[]): Promise<void> => {
  await tx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
  await tx
    .insertInto('recoveryCodes')
    .values(hashes.map((codeHash) => ({ userId, codeHash })))
    .execute();
};

export const countRecoveryCodes = async (db: Db, userId: string): Promise<number> => {
  const row = await db
    .selectFrom('recoveryCodes')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
};

/** Any of the user's codes, for its salt. */
export const someRecoveryHash = async (db: Db, userId: string): Promise<string | null> => {
  const row = await db
    .selectFrom('recoveryCodes')
    .select('codeHash')
    .where('userId', '=', userId)
    .limit(1)
    .executeTakeFirst();
  return row?.codeHash ?? null;
};

/** Uses the code up. Of two that try at once, one gets false. */
export const takeRecoveryCode = async (db: Db, userId: string, codeHash: string): Promise<boolean> => {
  const gone = await db
    .deleteFrom('recoveryCodes')
    .where('userId', '=', userId)
    .where('codeHash', '=', codeHash)
    .executeTakeFirst();
  return gone.numDeletedRows === 1n;
};

/** False when there was none. A seed that was never proven goes too, and does not count. */
export const removeTwoFactor = async (tx: Db, userId: string): Promise<boolean> => {
  await tx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
  const gone = await tx.deleteFrom('twoFactor').where('userId', '=', userId).returning('enabledAt').executeTakeFirst();
  return gone !== undefined && gone.enabledAt !== null;
};
