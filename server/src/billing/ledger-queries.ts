// The ledger is append-only: a balance is the sum of its entries. Also: the spend limits of customers.
import { sql } from 'kysely';
import type { BillingMethod, SpendAction } from '@ringside/core/billing/billing-method.ts';
import { sumMicrosOf } from '@ringside/core/base/micros.ts';
import type { LedgerEntry } from '@ringside/core/contract/billing/account.ts';
import { dayOf } from '@ringside/core/reports/queue-today.ts';
import { startOfDay } from '@ringside/core/reports/report-period.ts';
import { accountState } from '@ringside/core/billing/account-state.ts';
import type { AccountState } from '@ringside/core/billing/account-state.ts';
import { writeAudit } from '../platform/db/audit.ts';
import type { Db } from '../platform/db/connect.ts';
import { newId } from '../platform/db/new-id.ts';
import { markAccount, markCustomer } from '../pbx/provisioning/mark-queries.ts';

interface NewEntry {
  readonly customerId: string;
  readonly currency: string;
  readonly at: Date;
  readonly kind: LedgerEntry['kind'];
  /** Signed decimal text: positive amounts are in the customer's favor. */
  readonly amount: string;
  readonly reference: string;
  readonly invoiceId: string | null;
  readonly madeBy: string;
}

export const addEntry = async (tx: Db, e: NewEntry): Promise<string> => {
  const id = newId();
  await sql`insert into ledger_entries (id, customer_id, currency, at, kind, amount, reference, invoice_id, made_by)
    values (${id}, ${e.customerId}, ${e.currency}, ${e.at}, ${e.kind}, ${e.amount}::numeric, ${e.reference},
      ${e.invoiceId}, ${e.madeBy})`.execute(tx);
  return id;
};

export interface StoredEntry extends Omit<LedgerEntry, 'at'> {
  readonly at: Date;
}

/** Entries, newest first, each with the balance after it. */
export const listEntries = async (
  db: Db,
  customerId: string,
  { page, perPage }: { readonly page: number; readonly perPage: number },
): Promise<{ readonly rows: StoredEntry[]; readonly total: number }> => {
  const { rows } = await sql<StoredEntry>`
    select id, at, kind, currency, amount::text, reference, invoice_id, made_by,
      (sum(amount) over (partition by currency order by seq))::text as balance
    from ledger_entries where customer_id = ${customerId}
    order by seq desc limit ${perPage} offset ${(page - 1) * perPage}`.execute(db);
  const count = await sql<{ n: number }>`select count(*)::integer as n from ledger_entries
    where customer_id = ${customerId}`.execute(db);
  return { rows, total: count.rows[0]?.n ?? 0 };
};

export const findEntry = async (db: Db, customerId: string, id: string): Promise<StoredEntry | undefined> => {
  const { rows } = await sql<StoredEntry>`select * from (
      select id, at, kind, currency, amount::text, reference, invoice_id, made_by,
        (sum(amount) over (partition by currency order by seq))::text as balance
      from ledger_entries where customer_id = ${customerId}) as entry where id = ${id}`.execute(db);
  return rows[0];
};

export const balancesOf = async (db: Db, customerId: string): Promise<{ currency: string; balance: string }[]> => {
  const { rows } = await sql<{ currency: string; balance: string }>`select currency, sum(amount)::text as balance
    from ledger_entries where customer_id = ${customerId} group by currency order by currency`.execute(db);
  return rows;
};

interface AccountFacts {
  readonly customerId: string;
  readonly currency: string;
  readonly timezone: string;
  readonly creditLimit: string | null;
  readonly dailySpendLimit: string | null;
  readonly monthlySpendLimit: string | null;
  readonly spendAction: SpendAction;
  readonly billingMethod: BillingMethod;
  readonly lowBalanceThreshold: string | null;
}

/** `null`: unknown customer. */
const factsOf = async (db: Db, customerId: string): Promise<AccountFacts | null> => {
  const { rows } = await sql<AccountFacts>`
    select c.id as customer_id, c.currency, c.timezone, a.credit_limit::text, a.daily_spend_limit::text,
      a.monthly_spend_limit::text, coalesce(a.spend_action, 'notify') as spend_action,
      coalesce(a.billing_method, 'postpaid') as billing_method, a.low_balance_threshold::text
    from customers c left join billing_accounts a on a.customer_id = c.id where c.id = ${customerId}`.execute(db);
  return rows[0] ?? null;
};

interface Sums {
  readonly balance: string;
  readonly unbilled: string;
  readonly today: string;
  readonly month: string;
}

const sumsOf = async (db: Db, { customerId, currency, timezone }: AccountFacts, now: number): Promise<Sums> => {
  const today = dayOf(now, timezone);
  const day = new Date(startOfDay(today, timezone));
  const month = new Date(startOfDay(`${today.slice(0, 7)}-01`, timezone));
  const { rows } = await sql<Sums>`select
    (select coalesce(sum(amount), 0)::text from ledger_entries
      where customer_id = ${customerId} and currency = ${currency}) as balance,
    (select coalesce(sum(amount), 0)::text from call_ratings
      where customer_id = ${customerId} and currency = ${currency} and invoice_id is null) as unbilled,
    (select coalesce(sum(amount), 0)::text from call_ratings
      where customer_id = ${customerId} and currency = ${currency} and at >= ${day}) as today,
    (select coalesce(sum(amount), 0)::text from call_ratings
      where customer_id = ${customerId} and currency = ${currency} and at >= ${month}) as month`.execute(db);
  return rows[0]!;
};

export interface AccountStatus extends AccountState {
  readonly currency: string;
  /** Decimal string, as `unbilled`. */
  readonly balance: string;
  readonly unbilled: string;
}

const limit = (text: string | null): bigint | null => (text === null ? null : sumMicrosOf(text));

/** How close the customer is to the limits now. `null`: unknown customer. */
export const accountStatusOf = async (db: Db, customerId: string, now: number): Promise<AccountStatus | null> => {
  const facts = await factsOf(db, customerId);
  if (facts === null) return null;
  const sums = await sumsOf(db, facts, now);
  const state = accountState({
    balanceMicros: sumMicrosOf(sums.balance),
    unbilledMicros: sumMicrosOf(sums.unbilled),
    todayMicros: sumMicrosOf(sums.today),
    monthMicros: sumMicrosOf(sums.month),
    method: facts.billingMethod,
    lowBalanceMicros: limit(facts.lowBalanceThreshold),
    creditLimitMicros: limit(facts.creditLimit),
    dailyLimitMicros: limit(facts.dailySpendLimit),
    monthlyLimitMicros: limit(facts.monthlySpendLimit),
    action: facts.spendAction,
  });
  return { ...state, currency: facts.currency, balance: sums.balance, unbilled: sums.unbilled };
};

export interface LimitedCustomer {
  readonly customerId: string;
  readonly name: string;
  /** Whether the PBX servers currently block outbound calls. */
  readonly outboundBlocked: boolean;
  /** The last notice that was sent. Empty: none. */
  readonly limitTold: string;
  readonly limitSuspended: boolean;
  readonly language: string;
  /** Empty: no e-mail about limits. */
  readonly spendNotifyEmail: string;
  readonly billingEmail: string;
}

/** Customers with a limit or a prepaid balance, and customers that are still blocked by a limit that was removed. */
export const limitedCustomers = async (db: Db): Promise<LimitedCustomer[]> => {
  const { rows } =
    await sql<LimitedCustomer>`select a.customer_id, c.name, c.language, a.outbound_blocked, a.limit_told,
      a.limit_suspended, a.spend_notify_email, coalesce(nullif(c.billing_email, ''), c.contact_email) as billing_email
    from billing_accounts a join customers c on c.id = a.customer_id
    where a.credit_limit is not null or a.daily_spend_limit is not null or a.monthly_spend_limit is not null
      or a.billing_method = 'prepaid' or a.outbound_blocked or a.limit_told <> '' order by a.customer_id`.execute(db);
  return rows;
};

const CONSOLE = { userId: null, username: 'limits', ip: '', userAgent: 'ringside' };

export const setLimitTold = async (db: Db, customerId: string, told: string): Promise<void> => {
  await sql`update billing_accounts set limit_told = ${told} where customer_id = ${customerId}`.execute(db);
};

/** The customer is below the limit again: reaching a limit suspends again. */
export const clearLimitSuspended = async (db: Db, customerId: string): Promise<void> => {
  await sql`update billing_accounts set limit_suspended = false where customer_id = ${customerId}`.execute(db);
};

/** Returns false if the customer was not active. Only a person activates the customer again. */
export const suspendByLimit = (
  db: Db,
  { customerId, name }: LimitedCustomer,
  reason: string,
  now: Date,
): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    await sql`update billing_accounts set limit_suspended = true where customer_id = ${customerId}`.execute(tx);
    const { rows } = await sql`update customers set status = 'suspended', status_reason = ${reason},
        status_since = console_now(), suspended_at = console_now(),
        version = version + 1, updated_at = ${now} where id = ${customerId} and status = 'active' returning id`.execute(
      tx,
    );
    if (rows.length === 0) return false;
    await markCustomer(tx, customerId);
    await writeAudit(tx, CONSOLE, {
      ...{ customerId, action: 'update', resource: 'customer', resourceId: customerId, resourceName: name },
      ...{ before: { status: 'active' }, after: { status: 'suspended', statusReason: reason } },
    });
    return true;
  });

export const setOutboundBlocked = (db: Db, { customerId, name }: LimitedCustomer, blocked: boolean): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await sql`update billing_accounts set outbound_blocked = ${blocked} where customer_id = ${customerId}`.execute(tx);
    await markAccount(tx, customerId);
    await writeAudit(tx, CONSOLE, {
      customerId,
      action: blocked ? 'calls-out-blocked' : 'calls-out-allowed',
      resource: 'customer',
      resourceId: customerId,
      resourceName: name,
      before: null,
      after: null,
    });
  });
