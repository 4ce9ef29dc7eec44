// Reads customers with automatic invoices and records which periods were processed.
import { sql } from 'kysely';
import type { InvoiceInterval } from '@ringside/core/billing/invoice-period.ts';
import type { Db } from '../platform/db/connect.ts';

export interface Scheduled {
  readonly customerId: string;
  readonly timezone: string;
  readonly since: Date;
  /** Interval of the account, otherwise of the customer's current plan. */
  readonly interval: InvoiceInterval;
  /** Number of intervals per period, from the plan if the account has no interval. */
  readonly count: number;
  /** Day of the month on which a period starts. */
  readonly day: number;
}

export const scheduledCustomers = async (db: Db, now: Date): Promise<Scheduled[]> => {
  const { rows } = await sql<Scheduled>`
    select c.id as customer_id, c.timezone, a.scheduled_since as since, a.invoice_day as day,
      coalesce(a.invoice_interval, p.interval, 'month') as interval,
      case when a.invoice_interval is null then coalesce(p.count, 1) else 1 end as count
    from billing_accounts a join customers c on c.id = a.customer_id
    left join lateral (
      select v.terms ->> 'billingInterval' as interval, (v.terms ->> 'intervalCount')::int as count
      from customer_plans cp join plan_versions v on v.plan_id = cp.plan_id
      where cp.customer_id = c.id and cp.valid_from <= ${now} and v.valid_from <= ${now}
      order by cp.valid_from desc, v.valid_from desc limit 1) p on true
    where a.scheduled and a.billing_method <> 'none' and a.scheduled_since is not null order by c.id`.execute(db);
  return rows;
};

export const isPeriodProcessed = async (db: Db, customerId: string, periodStart: Date): Promise<boolean> => {
  const { rows } = await sql`select 1 from invoice_runs where customer_id = ${customerId}
    and period_start = ${periodStart}`.execute(db);
  return rows.length > 0;
};

/** Returns which of these periods were processed, in the format of `periodKey`. */
export const processedPeriods = async (
  db: Db,
  asked: readonly { readonly customerId: string; readonly start: Date }[],
): Promise<ReadonlySet<string>> => {
  if (asked.length === 0) return new Set();
  const { rows } = await sql<{ customerId: string; periodStart: Date }>`
    select r.customer_id, r.period_start from invoice_runs r
    join unnest(${asked.map((a) => a.customerId)}::uuid[], ${asked.map((a) => a.start.toISOString())}::timestamptz[])
      as asked(customer_id, period_start) using (customer_id, period_start)`.execute(db);
  return new Set(rows.map((row) => periodKey(row.customerId, row.periodStart)));
};
export const periodKey = (customerId: string, start: Date): string => `${customerId} ${start.toISOString()}`;

/** Returns false if another run was first. */
export const markPeriodProcessed = async (
  tx: Db,
  customerId: string,
  periodStart: Date,
  invoices: number,
): Promise<boolean> => {
  const { rows } = await sql`insert into invoice_runs (customer_id, period_start, invoices)
    values (${customerId}, ${periodStart}, ${invoices}) on conflict do nothing returning 1`.execute(tx);
  return rows.length > 0;
};

/** Returns the last day that scheduled invoices ending after `from` already cover, or `null`. */
export const coveredUntil = async (tx: Db, customerId: string, from: Date): Promise<string | null> => {
  const { rows } = await sql<{ endDay: string | null }>`select max(end_day)::text as end_day from invoices
    where customer_id = ${customerId} and kind = 'invoice' and status <> 'void' and made_by = 'schedule'
      and period_end > ${from}`.execute(tx);
  return rows[0]?.endDay ?? null;
};
