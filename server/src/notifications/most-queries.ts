// What a PBX and a customer may have at most, and what they have of it.
import { sql } from 'kysely';
import type { QuotaItem } from '@ringside/core/contract/notifications.ts';
import type { Db } from '../db/connect.ts';

export interface MostCalls {
  readonly most: number;
  readonly name: string;
}

/** By id of those that are limited: PBXs by their own setting, customers by theirs or their plan's. */
export const mostCalls = async (
  db: Db,
): Promise<{
  readonly servers: ReadonlyMap<number, MostCalls>;
  readonly customers: ReadonlyMap<string, MostCalls>;
}> => {
  const servers = await db
    .selectFrom('endpoints')
    .select(['id', 'name', 'maxCalls as most'])
    .where('maxCalls', 'is not', null)
    .execute();
  const { rows } = await sql<MostCalls & { readonly id: string }>`
    select id, name, most from (
      select c.id, c.name, coalesce(c.max_concurrent_calls, plan_limit(c.id, 'maxConcurrentCalls')) as most
      from customers c where c.status <> 'terminated') as limited where most is not null`.execute(db);
  return {
    servers: new Map(servers.map(({ id, name, most }) => [id, { name, most: most ?? 0 }])),
    customers: new Map(rows.map(({ id, name, most }) => [id, { name, most }])),
  };
};

export interface QuotaStanding {
  readonly customerId: string;
  readonly customerName: string;
  readonly what: QuotaItem;
  readonly most: number;
  readonly used: number;
}

/** Of every customer that something is limited of, by itself or by its plan. */
export const quotaStandings = async (db: Db): Promise<readonly QuotaStanding[]> => {
  const { rows } = await sql<QuotaStanding>`
    select limited.id as customer_id, limited.name as customer_name, what, most, case what
      when 'queues' then (select count(*) from queues where customer_id = limited.id)
      when 'users' then (select count(*) from users where customer_id = limited.id)
      when 'subscribers' then (select count(*) from subscribers where customer_id = limited.id)
      else agents_of(limited.id) end::integer as used
    from (
      select c.id, c.name, q.what, q.most from customers c cross join lateral (values
        ('queues', coalesce(c.max_queues, plan_limit(c.id, 'maxQueues'))),
        ('users', c.max_users),
        ('subscribers', coalesce(c.max_subscribers, plan_limit(c.id, 'maxSubscribers'))),
        ('agents', coalesce(c.max_agents, plan_limit(c.id, 'maxAgents')))) as q(what, most)
      where c.status <> 'terminated') as limited
    where most is not null order by limited.id, what`.execute(db);
  return rows;
};
