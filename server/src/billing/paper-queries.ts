// Stores invoices and credit notes. Triggers refuse changes of final ones.
import { sql } from 'kysely';
import { decimalOf } from '@ringside/core/base/micros.ts';
import type { Invoice } from '@ringside/core/contract/billing/invoice.ts';
import type { Language } from '@ringside/core/contract/text.ts';
import type { Db } from '../platform/db/connect.ts';
import { newId } from '../platform/db/new-id.ts';
import type { NewLine } from './invoice-queries.ts';

export interface Paper {
  readonly id: string;
  readonly customerId: string;
  readonly issuerId: string | null;
  readonly kind: Invoice['kind'];
  readonly status: Invoice['status'];
  readonly creditsId: string | null;
  readonly number: string | null;
  readonly currency: string;
  readonly language: Language;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  /** Half-open range of days. */
  readonly firstDay: string;
  readonly endDay: string;
  readonly feesUntil: Date;
  readonly timeZone: string;
  readonly taxInclusive: boolean;
  readonly net: string;
  readonly tax: string;
  readonly total: string;
  readonly taxes: Invoice['taxes'];
  readonly warnings: Invoice['warnings'];
  readonly notes: string;
  readonly version: number;
}

const COLUMNS = sql.raw(`id, customer_id, issuer_id, kind, status, credits_id, number, currency, language, period_start,
  period_end, first_day::text, end_day::text, fees_until, time_zone, tax_inclusive, net::text, tax::text, total::text,
  taxes, warnings, notes, version`);

/** Locked until the transaction ends. */
export const lockPaper = async (tx: Db, id: string): Promise<Paper | undefined> =>
  (await sql<Paper>`select ${COLUMNS} from invoices where id = ${id} for update`.execute(tx)).rows[0];

/** The customer of the invoice. */
export const paperCustomer = async (tx: Db, id: string): Promise<string | undefined> =>
  (await sql<{ customerId: string }>`select customer_id from invoices where id = ${id}`.execute(tx)).rows[0]
    ?.customerId;

export const findDraft = async (tx: Db, customerId: string, currency: string, periodStart: Date) =>
  (
    await sql<Paper>`select ${COLUMNS} from invoices where customer_id = ${customerId} and currency = ${currency}
      and period_start = ${periodStart} and status = 'draft' and kind = 'invoice' for update`.execute(tx)
  ).rows[0];

type NewPaper = Omit<Paper, 'number' | 'status' | 'version' | 'notes'> & {
  readonly notes?: string;
  readonly madeBy: string;
};

export const insertPaper = async (tx: Db, p: NewPaper): Promise<void> => {
  await sql`insert into invoices (id, customer_id, issuer_id, kind, credits_id, currency, language, period_start,
      period_end, first_day, end_day, fees_until, time_zone, net, tax, total, tax_inclusive, taxes, warnings, notes,
      made_by)
    values (${p.id}, ${p.customerId}, ${p.issuerId}, ${p.kind}, ${p.creditsId}, ${p.currency}, ${p.language},
      ${p.periodStart}, ${p.periodEnd}, ${p.firstDay}::date, ${p.endDay}::date, ${p.feesUntil}, ${p.timeZone},
      ${p.net}::numeric, ${p.tax}::numeric, ${p.total}::numeric, ${p.taxInclusive}, ${JSON.stringify(p.taxes)}::jsonb,
      ${JSON.stringify(p.warnings)}::jsonb, ${p.notes ?? ''}, ${p.madeBy})`.execute(tx);
};

/** Stores the totals of a rebuilt draft. */
export const rewritePaper = async (
  tx: Db,
  id: string,
  p: Pick<Paper, 'issuerId' | 'net' | 'tax' | 'total' | 'taxInclusive' | 'taxes' | 'warnings' | 'feesUntil'>,
): Promise<void> => {
  await sql`update invoices set issuer_id = ${p.issuerId}, net = ${p.net}::numeric, tax = ${p.tax}::numeric,
      total = ${p.total}::numeric, tax_inclusive = ${p.taxInclusive}, taxes = ${JSON.stringify(p.taxes)}::jsonb,
      warnings = ${JSON.stringify(p.warnings)}::jsonb, fees_until = ${p.feesUntil}, updated_at = console_now(),
      version = version + 1
    where id = ${id}`.execute(tx);
};

export const changePaper = async (
  tx: Db,
  id: string,
  { notes, language }: Partial<Pick<Paper, 'notes' | 'language'>>,
) => {
  await sql`update invoices set notes = coalesce(${notes ?? null}, notes),
      language = coalesce(${language ?? null}, language), updated_at = console_now(), version = version + 1
    where id = ${id}`.execute(tx);
};

export const writeLines = async (tx: Db, invoiceId: string, lines: readonly NewLine[]): Promise<void> => {
  await sql`delete from invoice_lines where invoice_id = ${invoiceId}`.execute(tx);
  const rows = lines.map((line, position) => ({
    ...{ id: newId(), invoice_id: invoiceId, position, kind: line.kind, description: line.description },
    ...{ detail: line.detail, source: line.source, net: decimalOf(line.netMicros), manual: line.manual },
  }));
  if (rows.length === 0) return;
  await sql`insert into invoice_lines (id, invoice_id, position, kind, description, detail, source, net, manual)
    select id, invoice_id, position, kind, description, detail, source, net, manual
    from json_populate_recordset(null::invoice_lines, ${JSON.stringify(rows)}::json)`.execute(tx);
};

export interface StoredIssuer {
  readonly id: string;
  readonly name: string;
  readonly legalName: string;
  readonly taxId: string;
  readonly address: string;
  readonly email: string;
  readonly phone: string;
  readonly website: string;
  readonly paymentDetails: string;
  readonly footer: string;
}

/** The named issuer, or the default one. */
export const issuerFor = async (db: Db, named: string | null): Promise<StoredIssuer | undefined> =>
  (
    await sql<StoredIssuer>`select id, name, legal_name, tax_id, address, email, phone, website, payment_details, footer
      from invoice_issuers where ${named === null ? sql`is_default` : sql`id = ${named}`}`.execute(db)
  ).rows[0];

/**
 * Takes the next number of the issuer. The issuer stays locked until the transaction ends, so a rollback leaves no gap in the
 * numbers.
 */
const nextNumber = async (tx: Db, issuerId: string, kind: Paper['kind']) => {
  const column = sql.raw(kind === 'invoice' ? 'last_invoice' : 'last_credit');
  const prefix = sql.raw(kind === 'invoice' ? 'invoice_prefix' : 'credit_prefix');
  const { rows } = await sql<{ sequence: string; prefix: string; digits: number }>`
    update invoice_issuers set ${column} = ${column} + 1 where id = ${issuerId}
    returning ${column}::text as sequence, ${prefix} as prefix, number_digits as digits`.execute(tx);
  const { sequence, prefix: before, digits } = rows[0]!;
  return { sequence, number: `${before}${sequence.padStart(digits, '0')}` };
};

export interface Finish {
  readonly issueDate: string;
  readonly dueDate: string;
  readonly billTo: Invoice['billTo'];
  readonly issuedBy: Invoice['issuedBy'];
  readonly by: string;
  readonly at: Date;
}

/** Makes the invoice or credit note final and gives it its number. */
export const finishPaper = async (tx: Db, paper: Pick<Paper, 'id' | 'kind'>, issuerId: string, f: Finish) => {
  const { sequence, number } = await nextNumber(tx, issuerId, paper.kind);
  await sql`update invoices set status = 'final', sequence = ${sequence}::bigint, number = ${number},
      issuer_id = ${issuerId}, issue_date = ${f.issueDate}::date, due_date = ${f.dueDate}::date,
      bill_to = ${JSON.stringify(f.billTo)}::jsonb, issued_by = ${JSON.stringify(f.issuedBy)}::jsonb,
      logo = (select logo from invoice_issuers where id = ${issuerId}), warnings = '[]', finalised_by = ${f.by},
      finalised_at = ${f.at}, updated_at = ${f.at}, version = version + 1
    where id = ${paper.id}`.execute(tx);
  return number;
};

export const voidPaper = async (tx: Db, id: string): Promise<void> => {
  await sql`update invoices set status = 'void', updated_at = console_now(), version = version + 1 where id = ${id}`.execute(
    tx,
  );
};

export const notePaperSent = async (db: Db, id: string, to: string, at: Date): Promise<void> => {
  await sql`update invoices set sent_at = ${at}, sent_to = ${to}, updated_at = ${at}, version = version + 1
    where id = ${id}`.execute(db);
};

/** The final credit notes of an invoice, oldest first. */
export const creditsOf = async (tx: Db, invoiceId: string): Promise<readonly CreditNote[]> =>
  (
    await sql<CreditNote>`select number, net::text, taxes from invoices
      where credits_id = ${invoiceId} and status = 'final' order by finalised_at, id`.execute(tx)
  ).rows;

export type CreditNote = Pick<Paper, 'net' | 'taxes'> & { readonly number: string };

/** Credited amount of each invoice line, as a positive number. */
export const creditedLines = async (db: Db, invoiceId: string): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await sql<{ id: string; net: string }>`
    select l.detail ->> 'creditsLine' as id, (-sum(l.net))::text as net
    from invoice_lines l join invoices i on i.id = l.invoice_id
    where i.credits_id = ${invoiceId} and i.status = 'final' and l.detail ? 'creditsLine' group by 1`.execute(db);
  return new Map(rows.map(({ id, net }) => [id, net]));
};

/** Currencies that may have charges: of plans in the period, calls that are not invoiced, and earlier invoices. */
export const currenciesOf = async (tx: Db, customerId: string, from: Date, to: Date): Promise<string[]> => {
  const { rows } = await sql<{ currency: string }>`
    select p.currency from customer_plans cp join plans p on p.id = cp.plan_id
      where cp.customer_id = ${customerId} and cp.valid_from <= ${to} and (cp.valid_until is null or cp.valid_until > ${from})
    union
    select r.currency from call_ratings r where r.customer_id = ${customerId} and r.at >= ${from} and r.at < ${to}
      and r.invoice_id is null and r.status = 'rated' and r.currency is not null
    union
    select currency from invoices where customer_id = ${customerId} and status = 'final'
    order by 1`.execute(tx);
  return rows.map((row) => row.currency);
};
