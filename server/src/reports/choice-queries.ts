// What the filters of the reports offer, and whose clock tells their days.
import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import { visibleTo } from '../db/list-rows.ts';
import type { Caller } from '../http/context.ts';

const SCOPE = { customer: 'customerId', callcenter: 'callcenterId', server: 'serverId', queue: 'queue' };

export interface Choice {
  readonly serverId: number;
  readonly queue: string;
  readonly label: string;
  readonly callcenterId: string;
  readonly callcenterName: string;
  readonly customerName: string;
}

/** Queues that the caller may choose from. */
export const readChoices = async (db: Db, caller: Caller): Promise<Choice[]> => {
  const conditions = visibleTo(caller, SCOPE);
  const { rows } = await sql<Choice>`/* kept */
    select server_id, queue, label, callcenter_id, callcenter_name, customer_name from (
      select q.server_id, q.name as queue, coalesce(nullif(q.label, ''), q.name) as label, q.customer_id, q.callcenter_id,
        c.name as callcenter_name, cu.name as customer_name
      from queues q join callcenters c on c.id = q.callcenter_id join customers cu on cu.id = q.customer_id
    ) as row ${conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`}
    order by customer_name, callcenter_name, label, queue limit 2000`.execute(db);
  return rows;
};

export const customerTimeZone = async (db: Db, customerId: string): Promise<string | null> => {
  const { rows } = await sql<{
    timezone: string;
  }>`/* kept */ select timezone from customers where id = ${customerId}`.execute(db);
  return rows[0]?.timezone ?? null;
};
