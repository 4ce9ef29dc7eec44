// Reads the filter choices of reports and the customer's time zone.
import { sql } from 'kysely';
import type { Db } from '../platform/db/connect.ts';
import { visibleTo } from '../platform/db/rows/tenant-scope.ts';
import type { Caller } from '../platform/caller/caller.ts';

const SCOPE = { customer: 'customerId', callcenter: 'callcenterId', server: 'serverId', queue: 'queue' };

interface Choice {
  readonly serverId: number;
  readonly queue: string;
  readonly label: string;
  readonly callcenterId: string;
  readonly callcenterName: string;
  readonly customerId: string;
  readonly customerName: string;
  readonly serverName: string;
}

/** Returns the queues that the caller may choose. */
export const readChoices = async (db: Db, caller: Caller): Promise<Choice[]> => {
  const conditions = visibleTo(caller, SCOPE);
  const { rows } = await sql<Choice>`/* kept */
    select server_id, queue, label, callcenter_id, callcenter_name, customer_id, customer_name, server_name from (
      select q.server_id, q.name as queue, coalesce(nullif(q.label, ''), q.name) as label, q.customer_id, q.callcenter_id,
        c.name as callcenter_name, cu.name as customer_name, e.name as server_name
      from queues q join callcenters c on c.id = q.callcenter_id join customers cu on cu.id = q.customer_id
        join endpoints e on e.id = q.server_id
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

/** Returns the label of the selected queue for a report file, with the customer's name if a customer is selected. */
export const chosenQueueLabel = (
  choices: readonly Omit<Choice, 'serverName'>[],
  { queue, customerId }: { readonly queue?: string | undefined; readonly customerId?: string | undefined },
): string => {
  const choice = choices.find((c) => c.queue === queue && (customerId === undefined || c.customerId === customerId));
  if (choice === undefined) return queue ?? '';
  return customerId === undefined ? choice.label : `${choice.label} · ${choice.customerName}`;
};
