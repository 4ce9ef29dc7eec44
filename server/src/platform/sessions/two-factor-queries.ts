// Reads and writes TOTP secrets, used steps and recovery codes.
import type { Db } from '../db/connect.ts';

interface TwoFactor {
  /** Encrypted TOTP secret. */
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

/** Stores a TOTP secret that is not confirmed yet. Returns false if the user already has a confirmed one. */
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

/** Confirms the TOTP secret and marks the step of the confirming code as used. Of two concurrent calls, one returns false. */
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

/** Marks the code of this step and of earlier steps as used. Returns false if the code was already used. */
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

/** Returns any recovery code hash of the user, to get its salt. */
export const someRecoveryHash = async (db: Db, userId: string): Promise<string | null> => {
  const row = await db
    .selectFrom('recoveryCodes')
    .select('codeHash')
    .where('userId', '=', userId)
    .limit(1)
    .executeTakeFirst();
  return row?.codeHash ?? null;
};

/** Redeems the code. Of two concurrent calls, one returns false. */
export const takeRecoveryCode = async (db: Db, userId: string, codeHash: string): Promise<boolean> => {
  const gone = await db
    .deleteFrom('recoveryCodes')
    .where('userId', '=', userId)
    .where('codeHash', '=', codeHash)
    .executeTakeFirst();
  return gone.numDeletedRows === 1n;
};

/** Deletes the TOTP secret and recovery codes. Returns false if no confirmed secret existed. */
export const removeTwoFactor = async (tx: Db, userId: string): Promise<boolean> => {
  await tx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
  const gone = await tx.deleteFrom('twoFactor').where('userId', '=', userId).returning('enabledAt').executeTakeFirst();
  return gone !== undefined && gone.enabledAt !== null;
};
