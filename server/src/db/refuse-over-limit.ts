// What a customer may have at most bites where more of it is made.
import { sql } from 'kysely';
import { Refusal } from '../http/errors.ts';
import type { Db } from './connect.ts';

const rowsOf = (table: string) => (customerId: string) =>
  sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)} where customer_id = ${customerId}`;

const LIMITS = {
  queues: { column: 'max_queues', term: 'maxQueues', path: 'callcenterId', counted: rowsOf('queues') },
  users: { column: 'max_users', term: null, path: 'customerId', counted: rowsOf('users') },
  subscribers: {
    column: 'max_subscribers',
    term: 'maxSubscribers',
    path: 'customerId',
    counted: rowsOf('subscribers'),
  },
  agents: {
    column: 'max_agents',
    term: 'maxAgents',
    path: 'roleId',
    counted: (customerId: string) => sql<{ n: number }>`select agents_of(${customerId}::uuid)::int as n`,
  },
} as const;

/**
 * Throws `conflict` with `limit-reached` when one more would be too many by the customer's own limit, else by his plan's. The
 * customer's row is locked until the transaction ends, so that two callers cannot both take the last place.
 */
export const refuseOverLimit = async (tx: Db, what: keyof typeof LIMITS, customerId: string): Promise<void> => {
  const { column, term, path, counted } = LIMITS[what];
  const { rows } = await sql<{ most: number | null }>`
    select ${sql.ref(column)} as most from customers where id = ${customerId} for update`.execute(tx);
  const own = rows[0]?.most ?? null;
  const plan =
    own !== null || term === null
      ? null
      : (await sql<{ most: number | null }>`select plan_limit(${customerId}::uuid, ${term}) as most`.execute(tx))
          .rows[0];
  const most = own ?? plan?.most ?? null;
  if (most === null) return;
  if (((await counted(customerId).execute(tx)).rows[0]?.n ?? 0) >= most) {
    throw new Refusal('conflict', { errors: [{ path, code: 'limit-reached', params: { most } }] });
  }
};
