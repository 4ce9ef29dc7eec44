// Determines the customer of a new row: the caller's own customer, or the one that platform staff name.
import type { Caller } from '../../caller/caller.ts';
import { Refusal } from '../../caller/refusal.ts';
import { reaches } from '../../caller/reach.ts';
import type { Db } from '../connect.ts';

/** Throws the same `not-found` for another customer's ID as for an unknown ID. */
export const customerFor = async (
  tx: Db,
  caller: Caller,
  named: string | null | undefined,
): Promise<{ readonly id: string; readonly timezone: string }> => {
  const wanted = named ?? caller.customerId;
  if (wanted === null) throw new Refusal('invalid', { errors: [{ path: 'customerId', code: 'required' }] });
  const foreign = !reaches(caller, wanted);
  const row = foreign
    ? undefined
    : await tx.selectFrom('customers').select(['id', 'timezone']).where('id', '=', wanted).executeTakeFirst();
  if (row === undefined) throw new Refusal('not-found', { errors: [{ path: 'customerId', code: 'unknown' }] });
  return row;
};

/** The same for rows that may belong to the platform: returns `null` if the caller names no customer and has none. */
export const ownerFor = async (tx: Db, caller: Caller, named: string | null | undefined): Promise<string | null> => {
  const owner = named === undefined ? caller.customerId : named;
  if (owner !== null) return (await customerFor(tx, caller, owner)).id;
  if (!reaches(caller, null)) throw new Refusal('not-found', { errors: [{ path: 'customerId', code: 'unknown' }] });
  return null;
};
