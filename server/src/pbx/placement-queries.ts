// Selects PBX servers for a customer's lines: the servers that platform staff assigned, otherwise any. A customer's users see only the
// assigned servers, or those that already have their objects.
import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import type { Db } from '../platform/db/connect.ts';
import type { Caller } from '../platform/caller/caller.ts';
import { Refusal } from '../platform/caller/refusal.ts';
import { customersOf } from '../platform/caller/reach.ts';
import { isOneOf } from '../platform/db/rows/tenant-scope.ts';

interface Server {
  readonly id: number;
  readonly name: string;
}

/** SQL condition. `e`: the server, `c`: the customer. */
const NAMED = sql<SqlBool>`c.server_ids @> to_jsonb(e.id)`;
const NONE_NAMED = sql<SqlBool>`c.server_ids = '[]'`;

const serversOf = async (db: Db, customerIds: readonly string[]): Promise<readonly Server[]> => {
  const { rows } = await sql<Server>`
    select e.id, e.name from endpoints e
    where exists (select 1 from customers c where ${isOneOf(sql`c.id`, customerIds)} and (${NAMED} or ${NONE_NAMED} and (
      exists (select 1 from queues q where q.server_id = e.id and q.customer_id = c.id)
      or exists (select 1 from subscribers s where s.server_id = e.id and s.customer_id = c.id))))
    order by lower(e.name)`.execute(db);
  return rows;
};

/** Returns the servers for the caller; with `customerId`, only those that this customer may use. */
export const serversFor = async (db: Db, caller: Caller, customerId?: string): Promise<readonly Server[]> => {
  if (caller.customerId !== null) return serversOf(db, customerId === undefined ? customersOf(caller) : [customerId]);
  const { rows } = await sql<Server>`select e.id, e.name from endpoints e where ${
    customerId === undefined
      ? sql`true`
      : sql`exists (select 1 from customers c where c.id = ${customerId} and (${NAMED} or ${NONE_NAMED}))`
  } order by lower(e.name)`.execute(db);
  return rows;
};

/** Throws if the customer has assigned servers and this server is not one of them. */
export const refuseOtherServer = async (
  tx: Db,
  customerId: string,
  serverId: number,
  path = 'serverId',
): Promise<void> => {
  const { rows } = await sql<{ names: string | null }>`
    select (select string_agg(s.name, ', ' order by lower(s.name)) from endpoints s
      where c.server_ids @> to_jsonb(s.id)) as names
    from customers c join endpoints e on e.id = ${serverId}
    where c.id = ${customerId} and not (${NAMED} or ${NONE_NAMED})`.execute(tx);
  if (rows[0] === undefined) return;
  throw new Refusal('invalid', {
    errors: [{ path, code: 'not-its-server', params: { names: rows[0].names ?? '–' } }],
  });
};

const firstNamed = async (tx: Db, customerId: string): Promise<number | undefined> => {
  const { rows } = await sql<{ id: number }>`select e.id from customers c
    cross join lateral jsonb_array_elements(c.server_ids) with ordinality as named (id, place)
    join endpoints e on to_jsonb(e.id) = named.id where c.id = ${customerId} order by place limit 1`.execute(tx);
  return rows[0]?.id;
};

/**
 * Returns the server for a customer without any objects: among the servers for automatic placement, the one with the fewest lines and
 * queues relative to its weight. Skips disabled servers and servers in maintenance.
 */
const roomiest = async (tx: Db): Promise<number | undefined> => {
  const { rows } = await sql<{ id: number }>`select e.id from endpoints e
    where e.enabled and not e.maintenance and e.weight > 0
    order by ((select count(*) from subscribers s where s.server_id = e.id)
      + (select count(*) from queues q where q.server_id = e.id))::numeric / e.weight, e.weight desc, e.id
    limit 1`.execute(tx);
  return rows[0]?.id;
};

/**
 * Returns the server for a new object. Without `named`: the first assigned server, the only server with the customer's objects, or
 * the least loaded one. Servers of other customers are treated as unknown.
 */
export const serverFor = async (
  tx: Db,
  caller: Caller,
  customerId: string,
  named: number | undefined,
  path = 'serverId',
): Promise<number> => {
  if (named === undefined) {
    const first = await firstNamed(tx, customerId);
    if (first !== undefined) return first;
    const [only, ...more] = await serversOf(tx, [customerId]);
    const chosen = more.length > 0 ? undefined : (only?.id ?? (await roomiest(tx)));
    if (chosen === undefined) throw new Refusal('invalid', { errors: [{ path, code: 'required' }] });
    return chosen;
  }
  const known =
    caller.customerId === null
      ? (await tx.selectFrom('endpoints').select('id').where('id', '=', named).executeTakeFirst()) !== undefined
      : (await serversOf(tx, customersOf(caller))).some((server) => server.id === named);
  if (!known) throw new Refusal('not-found', { errors: [{ path, code: 'unknown' }] });
  await refuseOtherServer(tx, customerId, named, path);
  return named;
};
