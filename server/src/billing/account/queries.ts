// Reads and writes the billing settings of a customer. `billing/ledger-queries.ts` has the balance and the limits.
import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import { seesWholeCustomer } from '@ringside/core/access/ability.ts';
import type { Account } from '@ringside/core/contract/billing/account.ts';
import type { Db } from '../../platform/db/connect.ts';
import { visibleTo } from '../../platform/db/rows/tenant-scope.ts';
import { withRowSecurity } from '../../platform/db/row-security.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { markAccount } from '../../pbx/provisioning/mark-queries.ts';

export type StoredAccount = Pick<
  Account,
  | 'customerId'
  | 'customerName'
  | 'currency'
  | 'timeZone'
  | 'billingEmail'
  | 'issuerId'
  | 'scheduled'
  | 'sendInvoices'
  | 'feesInAdvance'
  | 'paymentTermsDays'
  | 'taxProfileId'
  | 'taxes'
  | 'discountPercent'
  | 'discountOn'
  | 'creditLimit'
  | 'dailySpendLimit'
  | 'monthlySpendLimit'
  | 'spendAction'
  | 'spendNotifyEmail'
  | 'billingMethod'
  | 'lowBalanceThreshold'
  | 'invoiceInterval'
  | 'invoiceDay'
  | 'version'
>;

/** `undefined` unless the caller may see the whole customer. */
export const findAccount = async (db: Db, caller: Caller, customerId: string): Promise<StoredAccount | undefined> => {
  if (!seesWholeCustomer(caller.reach)) return undefined;
  const conditions = [...visibleTo(caller, { customer: 'customerId' }), sql<SqlBool>`row.customer_id = ${customerId}`];
  const { rows } = await sql<StoredAccount>`select * from (
      select c.id as customer_id, c.name as customer_name, c.currency, c.timezone as time_zone,
        coalesce(nullif(c.billing_email, ''), c.contact_email) as billing_email, a.issuer_id,
        coalesce(a.scheduled, false) as scheduled, coalesce(a.send_invoices, false) as send_invoices,
        coalesce(a.fees_in_advance, true) as fees_in_advance, coalesce(a.payment_terms_days, 30) as payment_terms_days,
        a.tax_profile_id, coalesce(a.taxes, '[]') as taxes, trim_scale(coalesce(a.discount_percent, 0))::text as discount_percent,
        coalesce(a.discount_on, 'all') as discount_on, a.credit_limit::text, a.daily_spend_limit::text,
        a.monthly_spend_limit::text, coalesce(a.spend_action, 'notify') as spend_action,
        coalesce(a.spend_notify_email, '') as spend_notify_email, coalesce(a.billing_method, 'postpaid') as billing_method,
        a.low_balance_threshold::text, a.invoice_interval, coalesce(a.invoice_day, 1) as invoice_day,
        coalesce(a.version, 0) as version
      from customers c left join billing_accounts a on a.customer_id = c.id) as row
    where ${sql.join(conditions, sql` and `)}`.execute(withRowSecurity(db, caller));
  return rows[0];
};

const COLUMNS = {
  ...{ issuerId: 'issuer_id', scheduled: 'scheduled', sendInvoices: 'send_invoices', feesInAdvance: 'fees_in_advance' },
  ...{
    paymentTermsDays: 'payment_terms_days',
    taxProfileId: 'tax_profile_id',
    taxes: 'taxes',
    discountPercent: 'discount_percent',
  },
  ...{ discountOn: 'discount_on', creditLimit: 'credit_limit', dailySpendLimit: 'daily_spend_limit' },
  ...{ monthlySpendLimit: 'monthly_spend_limit', spendAction: 'spend_action', spendNotifyEmail: 'spend_notify_email' },
  ...{ billingMethod: 'billing_method', lowBalanceThreshold: 'low_balance_threshold' },
  ...{ invoiceInterval: 'invoice_interval', invoiceDay: 'invoice_day' },
} as const;

/** Returns false when the version differs. A schedule that starts now begins with the current period. */
export const changeAccount = async (
  tx: Db,
  before: StoredAccount,
  values: Readonly<Record<string, unknown>>,
  now: Date,
): Promise<boolean> => {
  await sql`insert into billing_accounts (customer_id, version) values (${before.customerId}, 0)
    on conflict do nothing`.execute(tx);
  const sets = Object.entries(COLUMNS).flatMap(([field, column]) => {
    const value = values[field];
    if (value === undefined) return [];
    const name = sql.raw(column);
    if (field === 'taxes') return [sql`${name} = ${JSON.stringify(value)}::jsonb`];
    const cast = /Limit$|Percent$|Threshold$/.test(field) ? sql`::numeric` : sql``;
    return [sql`${name} = ${value}${cast}`];
  });
  const since = values['scheduled'] === true && !before.scheduled ? [sql`scheduled_since = ${now}`] : [];
  const result = await sql`update billing_accounts
    set ${sql.join([...sets, ...since, sql`version = version + 1`, sql`updated_at = console_now()`])}
    where customer_id = ${before.customerId} and version = ${before.version}`.execute(tx);
  if ((result.numAffectedRows ?? 0n) === 0n) return false;
  const method = values['billingMethod'];
  if (method !== undefined && method !== before.billingMethod) await markAccount(tx, before.customerId);
  return true;
};

export const taxProfileExists = async (db: Db, id: string): Promise<boolean> =>
  (await sql`select 1 from tax_profiles where id = ${id}`.execute(db)).rows.length > 0;

export const issuerExists = async (db: Db, id: string): Promise<boolean> =>
  (await sql`select 1 from invoice_issuers where id = ${id}`.execute(db)).rows.length > 0;
