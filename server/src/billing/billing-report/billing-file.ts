// Exports the billing report with the same rows and columns for the page and for scheduled reports.
import { BILLING_COLUMNS, MARGIN_COLUMNS } from '@ringside/core/contract/billing/billing-report.ts';
import type { BillingRow } from '@ringside/core/contract/billing/billing-report.ts';
import type { ExportFormat } from '@ringside/core/contract/resource.ts';
import type { FileAnswer } from '@ringside/core/contract/route.ts';
import { ownerOf } from '../../platform/documents/document-pool.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import type { Db } from '../../platform/db/connect.ts';
import { fileOf } from '../../platform/documents/export-rows.ts';
import type { Table } from '../../platform/documents/export-rows.ts';
import { makeReport } from './make-report.ts';
import { reportDb } from './queries.ts';
import type { Scope } from './queries.ts';

/** Returns the remaining seconds and calls of the plan's allowances. */
const leftOf = (allowances: BillingRow['allowances']) => {
  const left = (of: BillingRow['allowances'][number]['kind']): number =>
    allowances.reduce((sum, one) => (one.kind === of ? sum + one.left : sum), 0);
  return { allowanceLeft: left('minutes'), callsLeft: left('calls') };
};

const invoicedOf = (invoices: BillingRow['invoices']) => ({
  invoiceNumber: invoices.flatMap((one) => one.number ?? []).join(', '),
  invoiceStatus: [...new Set(invoices.map((one) => one.status))].join(', '),
});

async function* once<T>(value: T): AsyncGenerator<T> {
  yield value;
}

type Words = Pick<Table, 'language' | 'title' | 'timeZone' | 'madeAt'> & { readonly headings: readonly string[] };

/** `headings`: in column order; field names are used if there are too few. */
export const billingFile = async (
  deps: { readonly db: Db },
  caller: Caller,
  scope: Scope,
  format: ExportFormat,
  { headings, ...words }: Words,
): Promise<FileAnswer> => {
  const { data } = await makeReport(reportDb(deps.db, caller), caller, scope);
  const withCosts = data.some((row) => row.margin !== undefined);
  const columns = [...BILLING_COLUMNS, ...(withCosts ? MARGIN_COLUMNS : [])];
  const rows = data.map(({ margin, ...row }) => ({
    ...row,
    ...leftOf(row.allowances),
    ...invoicedOf(row.invoices),
    ...margin,
  }));
  return fileOf(format, {
    columns,
    headings: headings.length >= columns.length ? headings.slice(0, columns.length) : columns,
    batches: once(rows),
    fileName: `billing-${scope.from.slice(0, 10)}-${scope.to.slice(0, 10)}`,
    ...{ ...words, owner: ownerOf(caller) },
  });
};
