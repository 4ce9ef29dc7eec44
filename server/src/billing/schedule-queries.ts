// Whose invoices are drafted by themselves, and which periods were looked at.
import { sql } from 'kysely';
import type { BillingInterval } from '@ringside/core/metrics/billing-period.ts';
import type { Db } from '../db/connect.ts';

export interface Scheduled {
  readonly customerId: string;
  readonly timezone: string;
  readonly since: Date;
  /** Of the plan that the customer has now. */
  readonly interval: BillingInterval;
}

export const scheduledCustomers = async (db: Db, now: Date): Promise<Scheduled[]> => {
  const { rows } = await sql<Scheduled>`
    select c.id as customer_id, c.timezone, a.scheduled_since as since, coalesce((
      select v.terms ->> 'billingInterval' from customer_plans cp join plan_versions v on v.plan_id = cp.plan_id
      where cp.customer_id = c.id and cp.valid_from <= ${now} and v.valid_from <= ${now}
      order by cp.valid_from desc, v.valid_from desc limit 1), 'month') as interval
    from billing_accounts a join customers c on c.id = a.customer_id
    where a.scheduled and a.scheduled_since is not null order by c.id`.execute(db);
  return rows;
};

export const wasLookedAt = async (db: Db, customerId: string, periodStart: Date): Promise<boolean> => {
  const { rows } = await sql`select 1 from invoice_runs where customer_id = ${customerId}
    and period_start = ${periodStart}`.execute(db);
  return rows.length > 0;
};

/** False when another look was first. */
export const noteLook = async (tx: Db, customerId: string, periodStart: Date, invoices: number): Promise<boolean> => {
  const { rows } = await sql`insert into invoice_runs (customer_id, period_start, invoices)
    values (${customerId}, ${periodStart}, ${invoices}) on conflict do nothing returning 1`.execute(tx);
  return rows.length > 0;
};
