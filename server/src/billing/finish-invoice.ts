// Finalizes a draft: its number, its calls and its ledger entry are stored in one transaction.
import { postalAddress } from '@ringside/core/base/postal-address.ts';
import { decimalOf, sumMicrosOf } from '@ringside/core/base/micros.ts';
import { dayOf } from '@ringside/core/reports/queue-today.ts';
import { addDays } from '@ringside/core/reports/report-period.ts';
import type { Db } from '../platform/db/connect.ts';
import { newId } from '../platform/db/new-id.ts';
import { Refusal } from '../platform/caller/refusal.ts';
import { keepAnnex } from './annex-queries.ts';
import { settleDraft } from './draft-invoice.ts';
import { accountTermsOf, doubtsOf, linesOf, lockCustomer, takeOffInvoice } from './invoice-queries.ts';
import type { AccountTerms, BilledCustomer } from './invoice-queries.ts';
import { addEntry } from './ledger-queries.ts';
import { creditLine, partialCredit } from './partial-credit.ts';
import type { CreditPart } from './partial-credit.ts';
import * as papers from './paper-queries.ts';
import type { Finish, Paper, StoredIssuer } from './paper-queries.ts';

const refuse = (code: string, params: Readonly<Record<string, string | number>> = {}): Refusal =>
  new Refusal('conflict', { errors: [{ path: '', code, params }] });

const NOBODY = { taxId: '', address: '', email: '', phone: '', website: '', paymentDetails: '', footer: '' };

export const billToOf = (c: BilledCustomer): Finish['billTo'] => ({
  ...NOBODY,
  name: c.legalName || c.name,
  taxId: c.taxId,
  address: postalAddress(c).join('\n'),
  email: c.billingEmail || c.contactEmail,
  phone: c.phone,
});

export const issuedByOf = (i: StoredIssuer | undefined): Finish['issuedBy'] =>
  i === undefined
    ? { ...NOBODY, name: '' }
    : {
        name: i.legalName || i.name,
        ...{ taxId: i.taxId, address: i.address, email: i.email, phone: i.phone, website: i.website },
        ...{ paymentDetails: i.paymentDetails, footer: i.footer },
      };

/** Returns the invoice and its customer, both locked. Throws `not-found`. */
export const lockBoth = async (tx: Db, id: string): Promise<{ paper: Paper; customer: BilledCustomer }> => {
  const before = await papers.paperCustomer(tx, id);
  const customer = before === undefined ? undefined : await lockCustomer(tx, before);
  const paper = await papers.lockPaper(tx, id);
  if (paper === undefined || customer === undefined) throw new Refusal('not-found');
  return { paper, customer };
};

export const draftOf = (paper: Paper): Paper => {
  if (paper.status !== 'draft') throw refuse('not-a-draft');
  return paper;
};

interface Who {
  readonly by: string;
  readonly at: Date;
}

const finish = async (
  tx: Db,
  paper: Paper,
  customer: BilledCustomer,
  account: Pick<AccountTerms, 'paymentTermsDays'>,
  issuer: StoredIssuer,
  { by, at }: Who,
): Promise<string> => {
  const issueDate = dayOf(at.getTime(), customer.timezone);
  const number = await papers.finishPaper(tx, paper, issuer.id, {
    ...{ issueDate, dueDate: addDays(issueDate, paper.kind === 'invoice' ? account.paymentTermsDays : 0) },
    ...{ billTo: billToOf(customer), issuedBy: issuedByOf(issuer), by, at },
  });
  const due = sumMicrosOf(paper.total);
  if (due !== 0n)
    await addEntry(tx, {
      ...{ customerId: customer.id, currency: paper.currency, at, kind: paper.kind, amount: decimalOf(-due) },
      ...{ reference: number, invoiceId: paper.id, madeBy: by },
    });
  return number;
};

export const finaliseDraft = async (tx: Db, id: string, who: Who): Promise<string> => {
  const { paper, customer } = await lockBoth(tx, id);
  const draft = draftOf(paper);
  const { waiting } = await doubtsOf(tx, customer.id, draft.periodStart, draft.periodEnd);
  if (waiting > 0) throw refuse('calls-waiting', { count: waiting });
  const account = await settleDraft(tx, customer, draft);
  if (account === null) throw refuse('changed-since');
  const issuer = await papers.issuerFor(tx, account.issuerId);
  if (issuer === undefined) throw refuse('no-issuer');
  await keepAnnex(tx, draft.id);
  return finish(tx, draft, customer, account, issuer, who);
};

interface Credit {
  readonly reason: string;
  readonly rebill?: boolean;
  readonly parts?: readonly CreditPart[] | undefined;
}

const negated = (decimal: string): string => decimalOf(-sumMicrosOf(decimal));

/**
 * Creates a credit note for the complete invoice or for `parts` of its lines, and returns its id. With `rebill`, its calls and fees
 * can be invoiced again.
 */
export const creditFinal = async (
  tx: Db,
  id: string,
  { reason, rebill = false, parts }: Credit,
  who: Who,
): Promise<string> => {
  const { paper, customer } = await lockBoth(tx, id);
  if (paper.status !== 'final' || paper.kind !== 'invoice' || paper.issuerId === null) throw refuse('not-final');
  const earlier = await papers.creditsOf(tx, id);
  const stored = await linesOf(tx, id);
  const issuer = await papers.issuerFor(tx, paper.issuerId);
  if (issuer === undefined) throw refuse('no-issuer');
  if (parts !== undefined) {
    const { taxes } = await accountTermsOf(tx, customer.id);
    const credited = await papers.creditedLines(tx, id);
    const part = partialCredit({ paper, lines: stored, credited, earlier, accountTaxes: taxes }, parts);
    const partly: Paper = {
      ...paper,
      ...{
        id: newId(),
        kind: 'credit_note',
        creditsId: id,
        notes: reason,
        warnings: [],
        status: 'draft',
        number: null,
      },
      ...part.sums,
    };
    await papers.insertPaper(tx, { ...partly, madeBy: who.by });
    await papers.writeLines(tx, partly.id, part.lines);
    await finish(tx, partly, customer, { paymentTermsDays: 0 }, issuer, who);
    return partly.id;
  }
  const [first] = earlier;
  if (first !== undefined) throw refuse('credited', { number: first.number });
  const note: Paper = {
    ...paper,
    ...{ id: newId(), kind: 'credit_note', creditsId: id, notes: reason, warnings: [], status: 'draft', number: null },
    ...{ net: negated(paper.net), tax: negated(paper.tax), total: negated(paper.total) },
    taxes: paper.taxes.map((tax) => ({ ...tax, base: negated(tax.base), amount: negated(tax.amount) })),
  };
  await papers.insertPaper(tx, { ...note, madeBy: who.by });
  const lines = stored.filter((line) => sumMicrosOf(line.net) !== 0n);
  await papers.writeLines(
    tx,
    note.id,
    lines.map((line) => creditLine(line, sumMicrosOf(line.net), rebill)),
  );
  if (rebill) await takeOffInvoice(tx, id);
  await finish(tx, note, customer, { paymentTermsDays: 0 }, issuer, who);
  return note.id;
};
