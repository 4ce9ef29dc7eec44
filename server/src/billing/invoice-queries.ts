// Reads the inputs of an invoice. Sums of numeric are exact.
import { sql } from 'kysely';
import type { InvoiceLine } from '@ringside/core/contract/billing/invoice.ts';
import type { TaxRateTerms } from '@ringside/core/contract/billing/tax-profile.ts';
import type { Language } from '@ringside/core/contract/text.ts';
import type { TaxRate } from '@ringside/core/billing/invoice-totals.ts';
import type { Db } from '../platform/db/connect.ts';

export interface BilledCustomer {
  readonly id: string;
  readonly name: string;
  readonly timezone: string;
  readonly country: string;
  readonly currency: string;
  readonly language: Language;
  readonly legalName: string;
  readonly taxId: string;
  /** `null`: the customer's own country. */
  readonly billingCountry: string | null;
  readonly billingLine1: string;
  readonly billingLine2: string;
  readonly billingPostcode: string;
  readonly billingCity: string;
  readonly billingRegion: string;
  readonly billingEmail: string;
  readonly contactEmail: string;
  readonly phone: string;
}

const CUSTOMER =
  sql.raw(`id, name, timezone, country, currency, language, legal_name, tax_id, billing_line1, billing_line2,
  billing_postcode, billing_city, billing_region, billing_country, billing_email, contact_email, phone`);

export const findCustomer = async (db: Db, id: string): Promise<BilledCustomer | undefined> =>
  (await sql<BilledCustomer>`select ${CUSTOMER} from customers where id = ${id}`.execute(db)).rows[0];

/** Locks the customer until the transaction ends, so that its invoices are drafted and finalized one at a time. */
export const lockCustomer = async (tx: Db, id: string): Promise<BilledCustomer | undefined> => {
  const { rows } = await sql<BilledCustomer>`select ${CUSTOMER} from customers where id = ${id} for update`.execute(tx);
  return rows[0];
};

export interface AccountTerms {
  readonly issuerId: string | null;
  readonly sendInvoices: boolean;
  readonly feesInAdvance: boolean;
  readonly paymentTermsDays: number;
  /** Percentages are decimal texts. */
  readonly taxes: readonly TaxRateTerms[];
  readonly discountPercent: string;
  readonly discountOn: TaxRate['appliesTo'];
}

/** Defaults for a customer without billing settings. */
export const USUAL_ACCOUNT: AccountTerms = {
  ...{ issuerId: null, sendInvoices: false, feesInAdvance: true, paymentTermsDays: 30, taxes: [] },
  ...{ discountPercent: '0', discountOn: 'all' },
};

export const accountTermsOf = async (db: Db, customerId: string): Promise<AccountTerms> => {
  const { rows } = await sql<AccountTerms>`select issuer_id, send_invoices, fees_in_advance, payment_terms_days,
      coalesce(p.rates, taxes) as taxes, discount_percent::text, discount_on
    from billing_accounts left join tax_profiles p on p.id = tax_profile_id
    where customer_id = ${customerId}`.execute(db);
  return rows[0] ?? USUAL_ACCOUNT;
};

/** Returns the terms of each existing customer, with the country for its taxes. */
export const accountsOf = async (
  db: Db,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, AccountTerms & { readonly country: string }>> => {
  const { rows } = await sql<AccountTerms & { id: string; country: string }>`select c.id, c.country, issuer_id,
      coalesce(send_invoices, false) as send_invoices, coalesce(fees_in_advance, true) as fees_in_advance,
      coalesce(payment_terms_days, 30) as payment_terms_days, coalesce(p.rates, a.taxes, '[]') as taxes,
      coalesce(discount_percent, 0)::text as discount_percent, coalesce(discount_on, 'all') as discount_on
    from customers c left join billing_accounts a on a.customer_id = c.id left join tax_profiles p on p.id = a.tax_profile_id
    where c.id = any(${[...customerIds]}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, ...terms }) => [id, terms]));
};

/** Returns the amounts that final invoices already charged, by fee source: [amount, in a currency]. */
export const invoicedFees = async (db: Db, customerId: string): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await sql<{ source: string; net: string }>`
    select l.source, sum(l.net)::text as net from invoice_lines l join invoices i on i.id = l.invoice_id
    where i.customer_id = ${customerId} and i.status = 'final' and l.source is not null group by l.source`.execute(db);
  return new Map(rows.map(({ source, net }) => [source, net]));
};

/** Returns the start of the first final invoice in the currency, or `null`. */
export const firstInvoiced = async (db: Db, customerId: string, currency: string): Promise<Date | null> => {
  const { rows } = await sql<{ first: Date | null }>`select min(period_start) as first from invoices
    where customer_id = ${customerId} and currency = ${currency} and kind = 'invoice' and status = 'final'`.execute(db);
  return rows[0]?.first ?? null;
};

/** Uninvoiced calls in a half-open time range, or the calls of an invoice. */
export type WhichCalls =
  | { readonly customerId: string; readonly currency: string; readonly from: Date; readonly to: Date }
  | { readonly invoiceId: string };

export const whichCalls = (which: WhichCalls) =>
  'invoiceId' in which
    ? sql`r.invoice_id = ${which.invoiceId}`
    : sql`r.customer_id = ${which.customerId} and r.currency = ${which.currency} and r.invoice_id is null
        and r.status = 'rated' and r.at >= ${which.from} and r.at < ${which.to}`;

export interface UsageSum {
  readonly planId: string;
  readonly direction: string;
  readonly destinationGroup: string;
  /** Answered before the billed period. */
  readonly late: boolean;
  readonly calls: number;
  readonly billedSeconds: number;
  readonly allowanceSeconds: number;
  readonly amount: string;
}

export const usageOf = async (db: Db, which: WhichCalls, periodStart: Date): Promise<UsageSum[]> => {
  const { rows } = await sql<UsageSum>`
    select r.plan_id, r.direction, r.destination_group, r.at < ${periodStart} as late, count(*)::integer as calls,
      sum(r.billed_seconds)::float8 as billed_seconds, sum(r.allowance_seconds)::float8 as allowance_seconds,
      sum(r.amount)::text as amount
    from call_ratings r where ${whichCalls(which)}
    group by 1, 2, 3, 4 order by late desc, r.direction, r.destination_group, r.plan_id`.execute(db);
  return rows;
};

export const putOnInvoice = async (tx: Db, invoiceId: string, which: WhichCalls): Promise<void> => {
  await sql`update call_ratings r set invoice_id = ${invoiceId} where ${whichCalls(which)}`.execute(tx);
};

export const takeOffInvoice = async (tx: Db, invoiceId: string): Promise<void> => {
  await sql`update call_ratings set invoice_id = null where invoice_id = ${invoiceId}`.execute(tx);
};

/** Counts problem calls of the period: not rated yet, and without a rate. */
export const doubtsOf = async (db: Db, customerId: string, from: Date, to: Date) => {
  const { rows } = await sql<{ waiting: number; unrated: number }>`select
    (select count(*)::integer from calls where rating_due and customer_id = ${customerId}
      and coalesce(connected_at, answer_at) >= ${from} and coalesce(connected_at, answer_at) < ${to}) as waiting,
    (select count(*)::integer from call_ratings where customer_id = ${customerId} and status in ('unrated', 'blocked')
      and invoice_id is null and at >= ${from} and at < ${to}) as unrated`.execute(db);
  return rows[0] ?? { waiting: 0, unrated: 0 };
};

/** A line before it is stored. */
export interface NewLine {
  readonly kind: InvoiceLine['kind'];
  readonly description: string;
  readonly detail: InvoiceLine['detail'];
  readonly source: string | null;
  readonly netMicros: number;
  readonly manual: boolean;
}

export interface StoredLine extends Omit<NewLine, 'netMicros'> {
  readonly id: string;
  readonly position: number;
  /** Decimal text. */
  readonly net: string;
}

export const linesOf = async (db: Db, invoiceId: string): Promise<StoredLine[]> => {
  const { rows } = await sql<StoredLine>`select id, position, kind, description, detail, source, net::text, manual
    from invoice_lines where invoice_id = ${invoiceId} order by position`.execute(db);
  return rows;
};
