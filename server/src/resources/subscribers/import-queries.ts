// A line of a file names the customer by its code, the server and the user by their names.
import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import { once } from '../../db/once.ts';
import type { Caller } from '../../http/context.ts';
import { Refusal } from '../../http/errors.ts';
import { reaches } from '../../http/reaches.ts';

const unknown = (path: string): Refusal => new Refusal('not-found', { errors: [{ path, code: 'unknown' }] });

/** Another customer's code answers as an unknown one does. */
const customerOf = async (db: Db, caller: Caller, code: string | undefined): Promise<string> => {
  if (code === undefined) {
    if (caller.customerId !== null) return caller.customerId;
    throw new Refusal('invalid', { errors: [{ path: 'customer', code: 'required' }] });
  }
  const row = await db.selectFrom('customers').select('id').where('code', '=', code).executeTakeFirst();
  if (row === undefined || !reaches(caller, row.id)) throw unknown('customer');
  return row.id;
};

const serverOf = async (db: Db, name: string | undefined): Promise<number | undefined> => {
  if (name === undefined) return undefined;
  const row = await db
    .selectFrom('endpoints')
    .select('id')
    .where(sql`lower(name)`, '=', name.toLowerCase())
    .executeTakeFirst();
  if (row === undefined) throw unknown('server');
  return row.id;
};

const userOf = async (db: Db, customerId: string, username: string | undefined): Promise<string | null> => {
  if (username === undefined) return null;
  const row = await db
    .selectFrom('users')
    .select('id')
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .where('customerId', '=', customerId)
    .executeTakeFirst();
  if (row === undefined) throw unknown('user');
  return row.id;
};

/** What `POST /subscribers` would be given for this line. Whether the server is the customer's is judged there. */
export const importedSubscriber = async (
  db: Db,
  caller: Caller,
  values: Record<string, unknown>,
  file: object,
): Promise<Record<string, unknown>> => {
  const { customer, server, user, ...rest } = values;
  const [code, name] = [customer as string | undefined, server as string | undefined];
  const customerId = await once(file, `customer ${code ?? ''}`, () => customerOf(db, caller, code));
  return {
    ...rest,
    customerId,
    serverId: await once(file, `server ${name ?? ''}`, () => serverOf(db, name)),
    userId: await userOf(db, customerId, user as string | undefined),
  };
};
