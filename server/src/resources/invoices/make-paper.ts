// The PDF of an invoice, with the calls that it is made of.
import type { Invoice } from '@ringside/core/contract/invoices.ts';
import type { Language } from '@ringside/core/contract/text.ts';
import { addUpDestinations, callsOf } from '../../billing/annex-queries.ts';
import type { ListedCall } from '../../billing/annex-queries.ts';
import type { WhichCalls } from '../../billing/invoice-queries.ts';
import { renderInvoice } from '../../billing/pdf/render-invoice.ts';
import { lockPaper } from '../../billing/paper-queries.ts';
import type { Db } from '../../db/connect.ts';
import { logoOf } from './queries.ts';

/** More are in the file of calls: a paper of hundreds of pages serves nobody. */
const MOST_CALLS = 500;

/** Of a draft the calls of its period that would be on it. */
export const callsOn = async (db: Db, invoice: Invoice): Promise<WhichCalls> => {
  if (invoice.status === 'final') return { invoiceId: invoice.id };
  const paper = await lockPaper(db, invoice.id);
  const { customerId, currency } = invoice;
  return { customerId, currency, from: paper?.periodStart ?? new Date(0), to: paper?.periodEnd ?? new Date(0) };
};

const clock = (timeZone: string): ((at: Date) => string) => {
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone });
  return (at) => format.format(at);
};

export const makePaper = async (db: Db, invoice: Invoice, language: Language): Promise<Buffer> => {
  // A credit note takes back a paper that has its annex already.
  const which = invoice.kind === 'credit_note' ? null : await callsOn(db, invoice);
  const groups = which === null ? [] : await addUpDestinations(db, which);
  const calls: ListedCall[] = [];
  if (which !== null) for await (const batch of callsOf(db, which, MOST_CALLS)) calls.push(...batch);
  const time = clock(invoice.timeZone);
  const counted = groups.reduce((sum, group) => sum + group.calls, 0);
  const content = {
    ...{ invoice, groups, logo: await logoOf(db, invoice.id), moreCalls: counted - calls.length },
    calls: calls.map(({ at, source, destination, destinationName, billedSeconds, amount }) => ({
      ...{ time: time(at), source, destination, destinationName, billedSeconds, amount },
    })),
  };
  return renderInvoice(content, language);
};

/** `INV-00042.pdf`; letters that a file system dislikes become hyphens. */
export const paperName = ({ number, firstDay }: Invoice): string =>
  `${(number ?? `draft-${firstDay}`).replace(/[^\p{L}\p{N}._-]+/gu, '-')}.pdf`;
