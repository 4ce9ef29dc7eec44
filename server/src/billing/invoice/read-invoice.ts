// Converts an invoice for the API and the PDF.
import { decimalOf, sumMicrosOf } from '@ringside/core/base/micros.ts';
import type { Invoice, InvoiceSummary } from '@ringside/core/contract/billing/invoice.ts';
import { billToOf, issuedByOf } from '../finish-invoice.ts';
import { findCustomer, linesOf } from '../invoice-queries.ts';
import { creditedLines, issuerFor } from '../paper-queries.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { findInvoice } from './queries.ts';
import type { StoredInvoice, StoredSummary } from './queries.ts';

export const money = (text: string): string => decimalOf(sumMicrosOf(text));

export const toSummary = ({ sentAt, createdAt, ...row }: StoredSummary): InvoiceSummary => ({
  ...row,
  ...{ net: money(row.net), tax: money(row.tax), total: money(row.total), open: money(row.open) },
  ...{ sentAt: sentAt?.toISOString() ?? null, createdAt: createdAt.toISOString() },
});

/** Returns the parties: for a final invoice those of its issue date, for a draft the current ones. */
const partiesOf = async (db: Db, row: StoredInvoice) => {
  if (row.billTo !== null && row.issuedBy !== null) return { billTo: row.billTo, issuedBy: row.issuedBy };
  const customer = await findCustomer(db, row.customerId);
  if (customer === undefined) throw new Refusal('not-found');
  return { billTo: billToOf(customer), issuedBy: issuedByOf(await issuerFor(db, row.issuerId)) };
};

/** Throws `not-found` for an invoice that the caller may not see. `today`: a date. */
export const readInvoice = async (db: Db, caller: Caller, today: string, id: string): Promise<Invoice> => {
  const row = await findInvoice(db, caller, today, id);
  if (row === null) throw new Refusal('not-found');
  const lines = await linesOf(db, id);
  const credited = await creditedLines(db, id);
  return {
    ...row,
    ...toSummary(row),
    ...(await partiesOf(db, row)),
    paid: money(row.paid),
    credited: money(row.credited),
    finalisedAt: row.finalisedAt?.toISOString() ?? null,
    taxes: row.taxes,
    lines: lines.map(({ id: lineId, position, kind, description, detail, net, manual }) => ({
      ...{ id: lineId, position, kind, description, detail, net: money(net), manual },
      credited: money(credited.get(lineId) ?? '0'),
    })),
  };
};
