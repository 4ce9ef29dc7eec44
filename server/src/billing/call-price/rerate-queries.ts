// Re-rating a period: calls that are on no final invoice give back the allowance they used and are marked to be rated.
import { sql } from 'kysely';
import type { Db } from '../../platform/db/connect.ts';

export interface Scope {
  readonly customerId: string;
  readonly from: Date;
  readonly to: Date;
}

/** Re-rates all legs of a call or none: a leg on a final invoice excludes the whole call. */
const free = ({ customerId, from, to }: Scope) => sql`r.customer_id = ${customerId} and r.at >= ${from} and r.at < ${to}
  and r.status <> 'excluded' and r.invoice_id is null
  and not exists (select 1 from call_ratings other where other.call_id = r.call_id and other.invoice_id is not null)`;

/** Returns the number of calls to be rated. */
export const markForRerating = async (tx: Db, scope: Scope): Promise<number> => {
  await sql`update allowance_uses u set used_seconds = greatest(0, u.used_seconds - s.seconds),
      used_calls = greatest(0, u.used_calls - s.calls)
    from (
      select r.plan_id, one.item ->> 'name' as name, (one.item ->> 'period')::timestamptz as period_start,
        sum((one.item ->> 'seconds')::bigint) as seconds, sum((one.item ->> 'calls')::bigint) as calls
      from call_ratings r cross join lateral jsonb_array_elements(r.spent) as one(item)
      where ${free(scope)} group by 1, 2, 3
    ) as s
    where u.customer_id = ${scope.customerId} and u.plan_id = s.plan_id and u.name = s.name
      and u.period_start = s.period_start`.execute(tx);
  await sql`update call_ratings r set spent = '[]' where ${free(scope)} and r.spent <> '[]'`.execute(tx);
  const { numAffectedRows } = await sql`update calls set rating_due = true
    where id in (select r.call_id from call_ratings r where ${free(scope)})`.execute(tx);
  return Number(numAffectedRows ?? 0n);
};

interface Priced {
  readonly currency: string;
  readonly calls: number;
  readonly amount: string;
}

/** Sums by currency, without calls on final invoices. */
export const pricedIn = async (tx: Db, scope: Scope): Promise<Priced[]> => {
  const { rows } = await sql<Priced>`select r.currency, count(*)::integer as calls, sum(r.amount)::text as amount
    from call_ratings r where ${free(scope)} and r.currency is not null group by r.currency order by 1`.execute(tx);
  return rows;
};

export const invoicedIn = async (tx: Db, { customerId, from, to }: Scope): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from call_ratings
    where customer_id = ${customerId} and at >= ${from} and at < ${to} and invoice_id is not null`.execute(tx);
  return rows[0]?.n ?? 0;
};

/** Stores the current prices in a temporary table, to count the changed ones afterwards. */
export const keepPrices = async (tx: Db, scope: Scope): Promise<void> => {
  await sql`create temporary table former_prices on commit drop as
    select r.call_id, r.leg, r.amount, r.status from call_ratings r where ${free(scope)}`.execute(tx);
};

export const countChanged = async (tx: Db): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(distinct f.call_id)::integer as n from former_prices f
    left join call_ratings r on r.call_id = f.call_id and r.leg = f.leg where (r.amount, r.status) is distinct from (f.amount, f.status)`.execute(
    tx,
  );
  await sql`drop table former_prices`.execute(tx);
  return rows[0]?.n ?? 0;
};
