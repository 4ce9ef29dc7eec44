// Whose a new row will be: the caller's own customer, or the one that the platform's staff names.
import type { Caller } from '../http/context.ts';
import { Refusal } from '../http/errors.ts';
import { reaches } from '../http/reaches.ts';
import type { Db } from './connect.ts';

/** Another customer's id answers as an unknown one does. */
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
