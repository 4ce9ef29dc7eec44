// Sums the usage of a period in the database. Sums of numeric are exact.
import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { Direction } from '@ringside/core/calls/call-terms.ts';
import type { BillingFilters } from '@ringside/core/contract/billing/billing-report.ts';
import type { Db } from '../../platform/db/connect.ts';
import { visibleTo } from '../../platform/db/rows/tenant-scope.ts';
import { withRowSecurity } from '../../platform/db/row-security.ts';
import { seesWholeCustomer } from '@ringside/core/access/ability.ts';
import type { Caller } from '../../platform/caller/caller.ts';

export interface Scope extends BillingFilters {
  readonly from: string;
  readonly to: string;
}

export interface BilledCustomer {
  readonly id: string;
  readonly name: string;
  readonly timezone: string;
  readonly currency: string;
}

/** Fees belong to the whole customer: callers with a narrower scope get no rows. */
const visible = (caller: Caller): RawBuilder<SqlBool>[] =>
  seesWholeCustomer(caller.reach) ? visibleTo(caller, { customer: 'customerId' }) : [sql<SqlBool>`false`];

export const billedCustomers = async (db: Db, caller: Caller, { customerId }: BillingFilters) => {
  const conditions = [
    ...visible(caller),
    ...(customerId === undefined ? [] : [sql<SqlBool>`row.customer_id = ${customerId}`]),
  ];
  const { rows } = await sql<BilledCustomer>`
    select id, name, timezone, currency from (select c.*, c.id as customer_id from customer_names c) as row
    ${conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`} order by name, id`.execute(db);
  return rows;
};

/** A date starts at midnight in the customer's time zone. */
const boundOf = (text: string): RawBuilder<Date> =>
  /^\d{4}-\d\d-\d\d$/.test(text)
    ? sql<Date>`(${text}::date)::timestamp at time zone cu.timezone`
    : sql<Date>`${text}::timestamptz`;

const ratingsOf = (customerIds: readonly string[], s: Scope, withCosts = false): RawBuilder<unknown> => sql`
  call_ratings r join customer_names cu on cu.id = r.customer_id
  ${withCosts ? sql`left join call_costs k on k.call_id = r.call_id and k.leg = r.leg` : sql``}
  where r.customer_id = any(${[...customerIds]}::uuid[]) and r.at >= ${boundOf(s.from)} and r.at < ${boundOf(s.to)}
    and r.status <> 'excluded'
    ${s.planId === undefined ? sql`` : sql`and r.plan_id = ${s.planId}`}
    ${s.direction === undefined ? sql`` : sql`and r.direction = ${s.direction}`}
    ${s.group === undefined ? sql`` : sql`and r.destination_group = ${s.group}`}
    ${s.currency === undefined ? sql`` : sql`and coalesce(r.currency, cu.currency) = ${s.currency}`}`;

export interface UsageRow {
  /** `line`: by customer and plan, as on an invoice. */
  readonly part: 'line' | 'group' | 'day';
  readonly customerId: string;
  readonly planId: string | null;
  readonly currency: string;
  readonly direction: Direction;
  readonly destinationGroup: string;
  readonly day: string;
  readonly calls: number;
  readonly unratedCalls: number;
  readonly rawSeconds: number;
  readonly billedSeconds: number;
  readonly allowanceSeconds: number;
  readonly usage: string;
  /** Carrier cost in the same currency. `null`: unknown. */
  readonly cost: string | null;
  readonly unknownCalls: number;
}

const CURRENCY = sql`coalesce(r.currency, cu.currency)`;
/** Internal calls have no carrier cost. Any other call without a cost in its own currency counts as unknown. */
const KNOWN = sql`k.status = 'rated' and k.currency = ${CURRENCY}`;

/** Sums the ratings by line, destination group and day in one query. `withCosts`: the caller may see carrier costs. */
export const addUpUsage = async (
  db: Db,
  customerIds: readonly string[],
  scope: Scope,
  withCosts = false,
): Promise<UsageRow[]> => {
  const costs = withCosts
    ? sql`case when ${KNOWN} then k.amount end as cost, r.direction <> 'internal' and not coalesce(${KNOWN}, false) as unknown`
    : sql`null::numeric as cost, false as unknown`;
  const { rows } = await sql<UsageRow>`
    select case grouping(customer_id, direction, day) when 1 then 'line' when 5 then 'group' else 'day' end as part,
      customer_id, plan_id, currency, direction, destination_group, day, count(*)::integer as calls,
      (count(*) filter (where status <> 'rated'))::integer as unrated_calls,
      sum(raw_seconds)::float8 as raw_seconds, sum(billed_seconds)::float8 as billed_seconds,
      sum(allowance_seconds)::float8 as allowance_seconds, sum(amount)::text as usage, sum(cost)::text as cost,
      (count(*) filter (where unknown))::integer as unknown_calls
    from (
      select r.customer_id, r.plan_id, ${CURRENCY} as currency, r.direction, r.destination_group,
        to_char(r.at at time zone cu.timezone, 'YYYY-MM-DD') as day, r.status, r.raw_seconds, r.billed_seconds,
        r.allowance_seconds, r.amount, ${costs}
      from ${ratingsOf(customerIds, scope, withCosts)}
    ) as rated
    group by grouping sets ((customer_id, plan_id, currency, direction, destination_group), (direction, destination_group, currency), (day, currency))
    order by part, currency, customer_id, direction, destination_group, plan_id, day`.execute(db);
  return rows;
};

interface OtherCost {
  readonly currency: string;
  readonly calls: number;
  readonly cost: string;
}

/** Carrier costs in a currency other than the customer's. */
export const addUpOtherCosts = async (db: Db, customerIds: readonly string[], scope: Scope): Promise<OtherCost[]> => {
  const { rows } =
    await sql<OtherCost>`select k.currency, count(*)::integer as calls, sum(k.amount)::text as cost from (
      select k.currency, k.amount, k.status, ${CURRENCY} as paid_in from ${ratingsOf(customerIds, scope, true)}
    ) as k where k.status = 'rated' and k.currency <> k.paid_in group by k.currency order by 1`.execute(db);
  return rows;
};

export const countWaiting = async (db: Db, customerIds: readonly string[], s: Scope): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from calls c
    join customer_names cu on cu.id = c.customer_id
    where c.rating_due and c.customer_id = any(${[...customerIds]}::uuid[])
      and coalesce(c.connected_at, c.answer_at) >= ${boundOf(s.from)}
      and coalesce(c.connected_at, c.answer_at) < ${boundOf(s.to)}`.execute(db);
  return rows[0]?.n ?? 0;
};

export interface PeriodInvoice {
  readonly id: string;
  readonly customerId: string;
  readonly currency: string;
  readonly number: string | null;
  readonly status: 'draft' | 'final' | 'credited';
  readonly firstDay: string;
  readonly lastDay: string;
}

/** Invoices that share a day with the period. `drafts`: for platform users only, as in the list of invoices. */
export const periodInvoices = async (
  db: Db,
  customerIds: readonly string[],
  s: Scope,
  drafts: boolean,
): Promise<PeriodInvoice[]> => {
  const { rows } = await sql<PeriodInvoice>`select i.id, i.customer_id, i.currency, i.number, i.first_day::text,
      (i.end_day - 1)::text as last_day,
      case when i.status = 'draft' then 'draft' when n.notes > 0 and i.total + n.total <= 0 then 'credited'
        else 'final' end as status
    from invoices i join customer_names cu on cu.id = i.customer_id
    cross join lateral (select count(*) as notes, coalesce(sum(total), 0) as total from invoices
      where credits_id = i.id and status = 'final') as n
    where i.kind = 'invoice' and i.status = any(${drafts ? ['draft', 'final'] : ['final']}::text[])
      and i.customer_id = any(${[...customerIds]}::uuid[])
      and i.period_start < ${boundOf(s.to)} and i.period_end > ${boundOf(s.from)}
    order by i.period_start, i.finalised_at nulls last, i.id`.execute(db);
  return rows;
};

/** Row-level security hides other customers' rows from the report's queries. */
export const reportDb = (db: Db, caller: Caller): Db => withRowSecurity(db, caller);
