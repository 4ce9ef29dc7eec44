// Resolves names in an imported file: customers by code, servers and users by name.
import type { z } from 'zod';
import type { subscribers, subscribersImport } from '@ringside/core/contract/subscribers/subscriber.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/connect.ts';
import { once } from '../../platform/db/once.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { reaches } from '../../platform/caller/reach.ts';

const unknown = (path: string): Refusal => new Refusal('not-found', { errors: [{ path, code: 'unknown' }] });

/** A code of another customer is treated as unknown. */
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

/** Input of `POST /subscribers` for this line. The route checks that the PBX server belongs to the customer. */
export const importedSubscriber = async (
  db: Db,
  caller: Caller,
  values: z.output<typeof subscribersImport.row>,
  file: object,
): Promise<z.output<typeof subscribers.create>> => {
  const { customer: code, server: name, user, ...rest } = values;
  const customerId = await once(file, `customer ${code ?? ''}`, () => customerOf(db, caller, code));
  return {
    ...rest,
    customerId,
    serverId: await once(file, `server ${name ?? ''}`, () => serverOf(db, name)),
    userId: await userOf(db, customerId, user),
  };
};
