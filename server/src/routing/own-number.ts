// Checks that a shown number belongs to the customer.
import { Refusal } from '../platform/caller/refusal.ts';
import type { Db } from '../platform/db/connect.ts';
import { e164Of } from './destination-queries.ts';

/** Returns the number in E.164. Returns `undefined` and `''` unchanged. Throws `invalid` at `path` for other customers' numbers. */
export const ownNumberOf = async (
  tx: Db,
  customerId: string,
  path: string,
  text: string | undefined,
): Promise<string | undefined> => {
  if (text === undefined || text === '') return text;
  const number = await e164Of(tx, customerId, path, text);
  const row = await tx
    .selectFrom('dids')
    .select('id')
    .where('number', '=', number)
    .where('customerId', '=', customerId)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('invalid', { errors: [{ path, code: 'not-own-number' }] });
  return number;
};
