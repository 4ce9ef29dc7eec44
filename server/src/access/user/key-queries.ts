// Limits what an API key, and the accounts that it created, can do with accounts (`key-lineage.ts` in core).
import { keyRefusedFields } from '@ringside/core/access/key-lineage.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { endsWithKeyOf, refusedByKey } from '../../platform/sessions/key-lineage-queries.ts';

const isLimitedKey = ({ apiKey, cidrs = [] }: Caller): boolean => Boolean(apiKey) && cidrs.length > 0;

/** Answers 403 with each changed field that would outlive the caller's key. */
export const refuseByKey = async (
  tx: Db,
  caller: Caller,
  before: { readonly viaKeyId: string | null },
  values: object,
): Promise<void> => {
  if (caller.viaKeyId === undefined) return;
  const endsWithKey = await endsWithKeyOf(tx, caller, before.viaKeyId);
  const fields = keyRefusedFields(
    { ...before },
    { ...values },
    { endsWithKey, onlyFromNetworks: isLimitedKey(caller) },
  );
  if (fields.length > 0) throw refusedByKey(fields);
};

/** A password that a key sets works from any network, so a key that is limited to networks cannot set one. */
export const refusePasswordByKey = (caller: Caller): void => {
  if (isLimitedKey(caller))
    throw new Refusal('not-by-key', { errors: [{ path: 'password', code: 'password-by-key' }] });
};

/** Releases the keys that a released account owns, so that they stay with it. */
export const releaseKeysOf = async (
  tx: Db,
  { id, viaKeyId }: { readonly id: string; readonly viaKeyId: string | null },
): Promise<void> => {
  if (viaKeyId === null) return;
  await tx
    .updateTable('apiKeys')
    .set({ viaKeyId: null })
    .where('ownerUserId', '=', id)
    .where('viaKeyId', '=', viaKeyId)
    .execute();
};
