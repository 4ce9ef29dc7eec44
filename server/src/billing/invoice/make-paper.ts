// Creates the PDF of an invoice with its list of calls.
import type { Invoice } from '@ringside/core/contract/billing/invoice.ts';
import type { Language } from '@ringside/core/contract/text.ts';
import { addUpDestinations, callsOf } from '../annex-queries.ts';
import type { ListedCall } from '../annex-queries.ts';
import type { WhichCalls } from '../invoice-queries.ts';
import { lockPaper } from '../paper-queries.ts';
import { documents, madeWhole } from '../../platform/documents/document-pool.ts';
import type { Db } from '../../platform/db/connect.ts';
import { logoOf } from './queries.ts';

const RENDER_INVOICE = new URL('../pdf/render-invoice.ts', import.meta.url).href;

/** Limits the list of calls in the PDF. Further calls are only in the calls file. */
const MOST_CALLS = 500;

/** Selects the calls of the invoice, or for a draft the calls that it would bill. */
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
  // A credit note refers to an invoice that already has an annex.
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
  return madeWhole(
    documents.make({ kind: 'module', url: RENDER_INVOICE, content: { content, language } }, invoice.customerId),
  );
};

/** Returns a file name such as `INV-00042.pdf`. Replaces characters that are invalid in file names by hyphens. */
export const paperName = ({ number, firstDay }: Invoice): string =>
  `${(number ?? `draft-${firstDay}`).replace(/[^\p{L}\p{N}._-]+/gu, '-')}.pdf`;
