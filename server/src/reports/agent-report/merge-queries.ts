// Merges agents of reports that are one person. Facts in `agent_facts` change, original events never.
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { AgentMerge, MergePreview } from '@ringside/core/contract/reports/agent-merges.ts';
import { markDays } from '../../live/event-queries.ts';
import type { Db } from '../../platform/db/connect.ts';
import { isOneOf } from '../../platform/db/rows/tenant-scope.ts';
import { newId } from '../../platform/db/new-id.ts';
import { withRowSecurity } from '../../platform/db/row-security.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { customersOf } from '../../platform/caller/reach.ts';

export interface TwoAgents {
  readonly customerId: string;
  readonly serverId: number;
  readonly interface: string;
  readonly into: string;
}

type Row = Omit<AgentMerge, 'createdAt'> & { readonly customerId: string; readonly createdAt: Date };

export const readMerges = async (db: Db, caller: Caller, id?: string): Promise<Row[]> => {
  const customers = customersOf(caller);
  const { rows } = await sql<Row>`
    select id, customer_id, server_id, interface, name, into_interface, into_name, created_at, created_by from agent_merges
    where ${caller.customerId === null ? sql`true` : isOneOf(sql`customer_id`, customers)}
      ${id === undefined ? sql`` : sql`and id = ${id}`}
    order by created_at desc, id limit 500`.execute(withRowSecurity(db, caller));
  return rows;
};

/** Returns customers whose reports contain both agents. */
export const readCustomersOfTwo = async (
  db: Db,
  caller: Caller,
  two: Omit<TwoAgents, 'customerId'> & { readonly customerId?: string | undefined },
): Promise<string[]> => {
  const customers = customersOf(caller);
  const { rows } = await sql<{ customerId: string }>`
    select customer_id from agent_facts
    where server_id = ${two.serverId} and interface in (${two.interface}, ${two.into}) and customer_id is not null
      and ${caller.customerId === null ? sql`true` : isOneOf(sql`customer_id`, customers)}
      and (${two.customerId ?? null}::text is null or customer_id = ${two.customerId ?? null}::text)
    group by customer_id having count(distinct interface) = 2 order by 1 limit 2`.execute(withRowSecurity(db, caller));
  return rows.map((row) => row.customerId);
};

type Looked = Omit<MergePreview, 'firstAt' | 'lastAt'> & { readonly firstAt: Date; readonly lastAt: Date };

/** Counts days in the customer's time zone. */
export const previewMerge = async (db: Db, two: TwoAgents): Promise<Looked> => {
  const nameOf = (agent: string) => sql`coalesce((select name from agent_facts where server_id = ${two.serverId}
    and interface = ${agent} and customer_id = ${two.customerId} and name <> '' order by at desc, id desc limit 1), '')`;
  const { rows } = await sql<Looked>`
    with seen as (
      select f.interface = ${two.interface} as goes, f.kind, f.at, (f.at at time zone c.timezone)::date as day
      from agent_facts f join customers c on c.id::text = f.customer_id
      where f.server_id = ${two.serverId} and f.customer_id = ${two.customerId}
        and f.interface in (${two.interface}, ${two.into})
    )
    select ${nameOf(two.interface)} as name, ${nameOf(two.into)} as into_name,
      count(*) filter (where goes)::integer as moments,
      count(*) filter (where goes and kind = 'connect')::integer as calls,
      count(distinct day) filter (where goes)::integer as days,
      min(at) filter (where goes) as first_at, max(at) filter (where goes) as last_at,
      (select count(*)::integer from (select day from seen group by day having count(distinct goes) = 2) as both_there)
        as days_together
    from seen`.execute(db);
  return rows[0]!;
};

/** Returns whether other agents were merged into this one. */
export const hasMerged = async (db: Db, { customerId, serverId, interface: agent }: TwoAgents): Promise<boolean> => {
  const { rows } = await sql`select 1 from agent_merges
    where customer_id = ${customerId} and server_id = ${serverId} and into_interface = ${agent} limit 1`.execute(db);
  return rows.length > 0;
};

/** Changes facts and marks their days. */
const changeFacts = async (db: Db, change: RawBuilder<unknown>): Promise<void> => {
  await sql`with changed as (update agent_facts set ${change} returning customer_id, at)
    ${markDays('agent', sql`changed`)}`.execute(db);
};

/** @returns the id of the merge; `null` if another request merged the agent first */
export const addMerge = async (
  db: Db,
  two: TwoAgents,
  names: Pick<MergePreview, 'name' | 'intoName'>,
  by: string,
): Promise<string | null> => {
  const id = newId();
  const { rows } = await sql`insert into agent_merges
      (id, customer_id, server_id, interface, name, into_interface, into_name, created_by)
    values (${id}, ${two.customerId}, ${two.serverId}, ${two.interface}, ${names.name}, ${two.into}, ${names.intoName}, ${by})
    on conflict do nothing returning id`.execute(db);
  if (rows.length === 0) return null;
  await changeFacts(
    db,
    sql`told_interface = interface, told_name = name, interface = ${two.into},
      name = coalesce(nullif(${names.intoName}, ''), name)
    where server_id = ${two.serverId} and interface = ${two.interface} and customer_id = ${two.customerId}`,
  );
  return id;
};

export const dropMerge = async (db: Db, row: Row): Promise<void> => {
  await sql`delete from agent_merges where id = ${row.id}`.execute(db);
  await changeFacts(
    db,
    sql`interface = told_interface, name = told_name, told_interface = null, told_name = null
    where server_id = ${row.serverId} and customer_id = ${row.customerId} and interface = ${row.intoInterface}
      and told_interface = ${row.interface}`,
  );
};
