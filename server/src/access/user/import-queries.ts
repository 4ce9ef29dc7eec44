// Converts a line of an import, which names the customer and call centers by code, to values for a new user.
import type { z } from 'zod';
import type { users, usersImport } from '@ringside/core/contract/access/user.ts';
import type { Db } from '../../platform/db/connect.ts';
import { once } from '../../platform/db/once.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { reaches } from '../../platform/caller/reach.ts';

const unknown = (path: string): Refusal => new Refusal('not-found', { errors: [{ path, code: 'unknown' }] });

/** Another customer's code is answered like an unknown one. */
const customerOf = async (db: Db, caller: Caller, code: string | undefined): Promise<string | null> => {
  if (code === undefined) return caller.customerId;
  const row = await db.selectFrom('customers').select('id').where('code', '=', code).executeTakeFirst();
  if (row === undefined || !reaches(caller, row.id)) throw unknown('customer');
  return row.id;
};

/** Returns the values for `POST /users` for this line. */
export const importedUser = async (
  db: Db,
  caller: Caller,
  values: z.output<typeof usersImport.row>,
  file: object,
): Promise<z.output<typeof users.create>> => {
  const { customer: code, callcenters: codes, ...rest } = values;
  const customerId = await once(file, `customer ${code ?? ''}`, () => customerOf(db, caller, code));
  const found =
    codes.length === 0 || customerId === null
      ? []
      : await once(file, `callcenters ${customerId} ${codes.join()}`, () =>
          db
            .selectFrom('callcenters')
            .select('id')
            .where('customerId', '=', customerId)
            .where('code', 'in', codes)
            .execute(),
        );
  if (found.length !== new Set(codes).size) throw unknown('callcenters');
  return { ...rest, customerId, callcenterIds: found.map((row) => row.id) };
};
