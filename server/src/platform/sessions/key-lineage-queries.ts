// Tells which rows end with an API key, and refuses changes by the key, or by accounts that it created, that would outlive it.
import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import type { Caller } from '../caller/caller.ts';
import { Refusal } from '../caller/refusal.ts';

/**
 * Returns whether a row that the key `viaKeyId` created ends when the caller's key is revoked. Always true for callers without a key. After
 * a rotation, the old and the new key stand for each other.
 */
export const endsWithKeyOf = async (
  tx: Db,
  { viaKeyId: mine }: Pick<Caller, 'viaKeyId'>,
  viaKeyId: string | null,
): Promise<boolean> => {
  if (mine === undefined || viaKeyId === mine) return true;
  if (viaKeyId === null) return false;
  const rotated = await tx
    .selectFrom('apiKeys')
    .select('id')
    .where((eb) =>
      eb.or([
        eb.and([eb('id', '=', viaKeyId), eb('rotatedFrom', '=', mine)]),
        eb.and([eb('id', '=', mine), eb('rotatedFrom', '=', viaKeyId)]),
      ]),
    )
    .executeTakeFirst();
  return rotated !== undefined;
};

export const refusedByKey = (paths: readonly string[] = []): Refusal =>
  new Refusal('not-by-key', { errors: paths.map((path) => ({ path, code: 'not-by-key' })) });

/** Answers 403 if the row would keep the caller's change after the caller's key is revoked. */
export const refuseOutlivingKey = async (
  tx: Db,
  caller: Pick<Caller, 'viaKeyId'>,
  viaKeyId: string | null,
): Promise<void> => {
  if (!(await endsWithKeyOf(tx, caller, viaKeyId))) throw refusedByKey();
};

/** The same for a rule, by its ID. */
export const refuseOutlivingRule = async (tx: Db, caller: Pick<Caller, 'viaKeyId'>, ruleId: string): Promise<void> => {
  if (caller.viaKeyId === undefined) return;
  const { rows } = await sql<{
    viaKeyId: string | null;
  }>`select via_key_id from acl_rules where id = ${ruleId}`.execute(tx);
  await refuseOutlivingKey(tx, caller, rows[0]?.viaKeyId ?? null);
};
