// A line of a file names the customer and the call centers by their codes.
import type { Db } from '../../db/connect.ts';
import { once } from '../../db/once.ts';
import type { Caller } from '../../http/context.ts';
import { Refusal } from '../../http/errors.ts';
import { reaches } from '../../http/reaches.ts';

const unknown = (path: string): Refusal => new Refusal('not-found', { errors: [{ path, code: 'unknown' }] });

/** Another customer's code answers as an unknown one does. */
const customerOf = async (db: Db, caller: Caller, code: string | undefined): Promise<string | null> => {
  if (code === undefined) return caller.customerId;
  const row = await db.selectFrom('customers').select('id').where('code', '=', code).executeTakeFirst();
  if (row === undefined || !reaches(caller, row.id)) throw unknown('customer');
  return row.id;
};

/** What `POST /users` would be given for this line. */
export const importedUser = async (
  db: Db,
  caller: Caller,
  values: Record<string, unknown>,
  file: object,
): Promise<Record<string, unknown>> => {
  const { customer, callcenters, ...rest } = values;
  const code = customer as string | undefined;
  const customerId = await once(file, `customer ${code ?? ''}`, () => customerOf(db, caller, code));
  const codes = callcenters as string[];
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
