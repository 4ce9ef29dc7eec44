// What a customer may have at most bites where more of it is made.
import { sql } from 'kysely';
import { Refusal } from '../http/errors.ts';
import type { Db } from './connect.ts';

const LIMITS = {
  queues: { column: 'max_queues', path: 'callcenterId' },
  users: { column: 'max_users', path: 'customerId' },
  subscribers: { column: 'max_subscribers', path: 'customerId' },
} as const;

/**
 * Throws `conflict` with `limit-reached` when one more row would be too many. The customer's row is locked until the
 * transaction ends, so that two callers cannot both take the last place.
 */
export const refuseOverLimit = async (tx: Db, table: keyof typeof LIMITS, customerId: string): Promise<void> => {
  const { column, path } = LIMITS[table];
  const { rows } = await sql<{ most: number | null }>`
    select ${sql.ref(column)} as most from customers where id = ${customerId} for update`.execute(tx);
  const most = rows[0]?.most ?? null;
  if (most === null) return;
  const counted = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(table)} where customer_id = ${customerId}`.execute(tx);
  if ((counted.rows[0]?.n ?? 0) >= most) {
    throw new Refusal('conflict', { errors: [{ path, code: 'limit-reached', params: { most } }] });
  }
};
