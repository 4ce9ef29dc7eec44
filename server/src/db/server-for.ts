// On which PBX servers a customer's lines may stand. A customer's own people reach only those that the platform has put
// something of theirs on: the others are not theirs to know of.
import { sql } from 'kysely';
import type { Db } from './connect.ts';
import type { Caller } from '../http/context.ts';
import { Refusal } from '../http/errors.ts';
import { customersOf } from '../http/reaches.ts';
import { isOneOf } from './list-rows.ts';

interface Server {
  readonly id: number;
  readonly name: string;
}

const serversOf = async (db: Db, customerIds: readonly string[]): Promise<readonly Server[]> => {
  const { rows } = await sql<Server>`
    select e.id, e.name from endpoints e
    where exists (select 1 from queues q where q.server_id = e.id and ${isOneOf(sql`q.customer_id`, customerIds)})
      or exists (select 1 from subscribers s where s.server_id = e.id and ${isOneOf(sql`s.customer_id`, customerIds)})
    order by lower(e.name)`.execute(db);
  return rows;
};

export const serversFor = async (db: Db, caller: Caller): Promise<readonly Server[]> => {
  if (caller.customerId !== null) return serversOf(db, customersOf(caller));
  return db
    .selectFrom('endpoints')
    .select(['id', 'name'])
    .orderBy(sql`lower(name)`)
    .execute();
};

/** Another customer's server answers as an unknown one does. Without a name, the one that there is. */
export const serverFor = async (
  tx: Db,
  caller: Caller,
  customerId: string,
  named: number | undefined,
): Promise<number> => {
  if (named === undefined) {
    const [only, ...more] = await serversOf(tx, [customerId]);
    if (only === undefined || more.length > 0) {
      throw new Refusal('invalid', { errors: [{ path: 'serverId', code: 'required' }] });
    }
    return only.id;
  }
  const known =
    caller.customerId === null
      ? (await tx.selectFrom('endpoints').select('id').where('id', '=', named).executeTakeFirst()) !== undefined
      : (await serversOf(tx, customersOf(caller))).some((server) => server.id === named);
  if (!known) throw new Refusal('not-found', { errors: [{ path: 'serverId', code: 'unknown' }] });
  return named;
};
