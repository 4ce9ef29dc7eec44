// Reads invoices with their paid amounts: ledger payments settle the oldest invoices first.
import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { seesWholeCustomer } from '@ringside/core/access/ability.ts';
import type { Invoice, InvoiceSummary } from '@ringside/core/contract/billing/invoice.ts';
import type { Language } from '@ringside/core/contract/text.ts';
import type { Db } from '../../platform/db/connect.ts';
import { visibleTo } from '../../platform/db/rows/tenant-scope.ts';
import { withRowSecurity } from '../../platform/db/row-security.ts';
import type { Caller } from '../../platform/caller/caller.ts';

/** Requires access to the whole customer. Users of a customer see only final invoices. */
const visible = (caller: Caller): RawBuilder<SqlBool>[] => {
  if (!seesWholeCustomer(caller.reach)) return [sql<SqlBool>`false`];
  const own = visibleTo(caller, { customer: 'customerId' });
  return caller.customerId === null ? own : [...own, sql<SqlBool>`row.status = 'final'`];
};

export interface StoredSummary extends Omit<InvoiceSummary, 'sentAt' | 'createdAt'> {
  readonly sentAt: Date | null;
  readonly createdAt: Date;
}

/**
 * Payments and adjustments settle the oldest invoices first. Credit notes reduce their own invoice. `today`: a date, to detect
 * overdue invoices.
 */
const settled = (today: string): RawBuilder<unknown> => sql`
  select i.*, c.name as customer_name, n.id as credited_by_id, n.number as credited_by_number, -n.total as credited,
    case when i.status = 'final' and i.kind = 'invoice'
      then greatest(0, i.total + n.total) - p.paid else 0 end as open, p.paid,
    case when i.status <> 'final' or i.kind <> 'invoice' then null
      when n.id is not null and i.total + n.total <= 0 then 'credited'
      when i.total + n.total <= p.paid then 'paid'
      when i.due_date < ${today}::date then 'overdue'
      when p.paid > 0 then 'part_paid' else 'unpaid' end as payment
  from invoices i join customers c on c.id = i.customer_id
  cross join lateral (
    select coalesce(sum(total), 0) as total, (array_agg(id order by finalised_at desc, id))[1] as id,
      (array_agg(number order by finalised_at desc, id))[1] as number
    from invoices where credits_id = i.id and status = 'final'
  ) as n
  cross join lateral (
    select case when i.status <> 'final' or i.kind <> 'invoice' then 0 else least(
      greatest(0, i.total + n.total),
      greatest(0, (select coalesce(sum(e.amount), 0) from ledger_entries e
          where e.customer_id = i.customer_id and e.currency = i.currency
            and e.kind in ('payment', 'refund', 'adjustment'))
        - (select coalesce(sum(greatest(0, o.total + (
            select coalesce(sum(total), 0) from invoices where credits_id = o.id and status = 'final'))), 0) from invoices o
          where o.customer_id = i.customer_id and o.currency = i.currency and o.kind = 'invoice' and o.status = 'final'
            and (o.finalised_at, o.id) < (i.finalised_at, i.id)))
    ) end as paid
  ) as p`;

const SUMMARY = sql.raw(`id, kind, status, number, payment, customer_id, customer_name, currency, first_day::text,
  (end_day - 1)::text as last_day, issue_date::text, due_date::text, net::text, tax::text, total::text, open::text,
  sent_at, warnings, created_at, version`);

interface ListRequest {
  readonly page: number;
  readonly perPage: number;
  readonly sort?: string | undefined;
  readonly q?: string | undefined;
  readonly customerId?: string | undefined;
  readonly kind?: string | undefined;
  readonly status?: string | undefined;
  readonly payment?: string | undefined;
  readonly currency?: string | undefined;
}

const conditionsOf = (r: ListRequest): RawBuilder<SqlBool>[] => {
  const like = `%${(r.q ?? '').replace(/[\\%_]/g, (c) => `\\${c}`)}%`;
  return [
    ...(r.q ? [sql<SqlBool>`(row.number ilike ${like} or row.customer_name ilike ${like})`] : []),
    ...(r.customerId === undefined ? [] : [sql<SqlBool>`row.customer_id = ${r.customerId}`]),
    ...(r.kind === undefined ? [] : [sql<SqlBool>`row.kind = ${r.kind}`]),
    ...(r.status === undefined ? [] : [sql<SqlBool>`row.status = ${r.status}`]),
    ...(r.payment === undefined ? [] : [sql<SqlBool>`row.payment = ${r.payment}`]),
    ...(r.currency === undefined ? [] : [sql<SqlBool>`row.currency = ${r.currency}`]),
  ];
};

const where = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;

interface CurrencyTotal {
  readonly currency: string;
  readonly total: string;
  readonly open: string;
}

export const listInvoices = async (db: Db, caller: Caller, today: string, request: ListRequest) => {
  const walled = withRowSecurity(db, caller);
  const from = sql`from (${settled(today)}) as row ${where([...visible(caller), ...conditionsOf(request)])}`;
  const sort = request.sort ?? '-createdAt';
  const field = sort.replace(/^-/, '');
  const way = sql.raw(sort.startsWith('-') ? 'desc nulls first' : 'asc nulls last');
  const { rows } = await sql<StoredSummary>`select ${SUMMARY} ${from}
    order by ${sql.ref(`row.${field}`)} ${way}, finalised_at desc nulls first, id desc
    limit ${request.perPage} offset ${(request.page - 1) * request.perPage}`.execute(walled);
  const totals = await sql<CurrencyTotal & { n: number }>`select currency, count(*)::integer as n,
      coalesce(sum(total) filter (where status <> 'void'), 0)::text as total, sum(open)::text as open ${from}
    group by currency order by currency`.execute(walled);
  return { rows, totals: totals.rows, total: totals.rows.reduce((sum, row) => sum + row.n, 0) };
};

export interface StoredInvoice extends StoredSummary {
  readonly issuerId: string | null;
  readonly issuerName: string;
  readonly creditsId: string | null;
  readonly creditsNumber: string | null;
  readonly creditedById: string | null;
  readonly creditedByNumber: string | null;
  readonly credited: string;
  readonly language: Language;
  readonly timeZone: string;
  readonly taxInclusive: boolean;
  readonly taxes: Invoice['taxes'];
  readonly notes: string;
  readonly billTo: Invoice['billTo'] | null;
  readonly issuedBy: Invoice['issuedBy'] | null;
  readonly paid: string;
  readonly sentTo: string;
  readonly finalisedAt: Date | null;
  readonly finalisedBy: string | null;
  readonly madeBy: string;
  readonly callCount: number;
}

export const findInvoice = async (db: Db, caller: Caller, today: string, id: string) => {
  const { rows } = await sql<StoredInvoice>`select ${SUMMARY}, issuer_id, coalesce((select name from invoice_issuers s
      where s.id = row.issuer_id), '') as issuer_name, credits_id,
      (select number from invoices b where b.id = row.credits_id) as credits_number, credited_by_id,
      credited_by_number, credited::text, language, time_zone, tax_inclusive, taxes, notes, bill_to, issued_by, paid::text, sent_to,
      finalised_at, finalised_by, made_by,
      (select coalesce(sum(count), 0)::integer from invoice_annex a where a.invoice_id = row.id) as call_count
    from (${settled(today)}) as row ${where([...visible(caller), sql<SqlBool>`row.id = ${id}`])}`.execute(
    withRowSecurity(db, caller),
  );
  return rows[0] ?? null;
};

/** Returns the logo that the invoice was issued with, or for a draft the logo of its issuer. */
export const logoOf = async (db: Db, id: string): Promise<Uint8Array | null> => {
  const { rows } = await sql<{
    logo: Uint8Array | null;
  }>`select case when i.status = 'final' then i.logo else s.logo end
      as logo from invoices i left join invoice_issuers s on s.id = i.issuer_id where i.id = ${id}`.execute(db);
  return rows[0]?.logo ?? null;
};
