// Reads the limits of PBX servers and customers with their present usage, for all customers at once. The SQL functions `limit_of`
// and `counted_below` enforce the limits.
import { sql } from 'kysely';
import type { QuotaItem } from '@ringside/core/contract/boards/notification.ts';
import type { Db } from '../../platform/db/connect.ts';

interface MostCalls {
  readonly most: number;
  readonly name: string;
}

/** Terms of the plan in effect for each customer, as the SQL function `plan_limit` selects them. */
const termsNow = sql`terms_now as (
  select distinct on (cp.customer_id) cp.customer_id, v.terms
  from customer_plans cp join plan_versions v on v.plan_id = cp.plan_id
  where cp.valid_from <= console_now() and (cp.valid_until is null or cp.valid_until > console_now()) and (v.valid_from <= console_now() or v.number = 1)
  order by cp.customer_id, v.valid_from <= console_now() desc nulls last, v.valid_from desc nulls last)`;

/** Pairs (top, id): customer `id` is `top` itself or below it, so it counts against the limits of `top`. */
const below = sql`below (top, id) as (
  select id, id from customers
  union all select b.top, c.id from below b join customers c on c.parent_id = b.id)`;

/** Returns concurrent-call limits by id: of PBXs, and of customers from their own setting or else their plan. */
export const mostCalls = async (
  db: Db,
): Promise<{
  readonly servers: ReadonlyMap<number, MostCalls>;
  /** `counted`: ids of the customers whose calls count against the limit, including the customer itself. */
  readonly customers: ReadonlyMap<string, MostCalls & { readonly counted: readonly string[] }>;
}> => {
  const servers = await db
    .selectFrom('endpoints')
    .select(['id', 'name', 'maxCalls as most'])
    .where('maxCalls', 'is not', null)
    .execute();
  const { rows } = await sql<MostCalls & { readonly id: string; readonly counted: string }>`
    with recursive ${below}, ${termsNow}, limited as (
      select c.id, c.name, coalesce(c.max_concurrent_calls, (t.terms ->> 'maxConcurrentCalls')::integer) as most
      from customers c left join terms_now t on t.customer_id = c.id where c.status <> 'terminated')
    select l.id, l.name, l.most, string_agg(b.id::text, ' ') as counted
    from limited l join below b on b.top = l.id where l.most is not null group by l.id, l.name, l.most`.execute(db);
  return {
    servers: new Map(servers.map(({ id, name, most }) => [id, { name, most: most ?? 0 }])),
    customers: new Map(rows.map(({ id, name, most, counted }) => [id, { name, most, counted: counted.split(' ') }])),
  };
};

interface QuotaUsage {
  readonly customerId: string;
  readonly customerName: string;
  readonly what: QuotaItem;
  readonly most: number;
  readonly used: number;
}

/** Returns customers that have reached a quota, from their own setting or else their plan. Quotas of 0 are ignored. */
export const fullQuotas = async (db: Db): Promise<readonly QuotaUsage[]> => {
  const { rows } = await sql<QuotaUsage>`
    with recursive ${below}, ${termsNow}, limited as (
      select c.id, c.name, q.what, q.most from customers c left join terms_now t on t.customer_id = c.id cross join lateral (values
        ('queues', coalesce(c.max_queues, (t.terms ->> 'maxQueues')::integer)),
        ('users', c.max_users),
        ('subscribers', coalesce(c.max_subscribers, (t.terms ->> 'maxSubscribers')::integer)),
        ('agents', coalesce(c.max_agents, (t.terms ->> 'maxAgents')::integer))) as q(what, most)
      where c.status <> 'terminated' and q.most > 0),
    counts as (
      select 'queues' as what, customer_id, count(*) as n from queues group by customer_id
      union all select 'users', customer_id, count(*) from users group by customer_id
      union all select 'subscribers', customer_id, count(*) from subscribers group by customer_id
      union all select 'agents', u.customer_id, count(*) from users u join roles r on r.id = u.role_id
        where r.reach = 'own' group by u.customer_id)
    select l.id as customer_id, l.name as customer_name, l.what, l.most, sum(k.n)::integer as used
    from limited l join below b on b.top = l.id join counts k on k.customer_id = b.id and k.what = l.what
    group by l.id, l.name, l.what, l.most having sum(k.n) >= l.most order by l.id, l.what`.execute(db);
  return rows;
};
