// Sends a final invoice by e-mail in the customer's language.
import { fillIn } from '@ringside/core/base/fill-in.ts';
import type { Invoice } from '@ringside/core/contract/billing/invoice.ts';
import { createPaperText } from '../pdf/paper-text.ts';
import { PAPER_WORDS, paperLanguage } from '../pdf/words.ts';
import { notePaperSent } from '../paper-queries.ts';
import { writeAudit } from '../../platform/db/audit.ts';
import type { AuditActor } from '../../platform/db/audit.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import type { Letter } from '../../platform/mail/mailer.ts';
import { makePaper, paperName } from './make-paper.ts';

const refuse = (code: string, params: Readonly<Record<string, string>> = {}): Refusal =>
  new Refusal('conflict', { errors: [{ path: code === 'no-address' ? 'to' : '', code, params }] });

const letterOf = (invoice: Invoice, to: string, pdf: Uint8Array): Letter => {
  const words = PAPER_WORDS[paperLanguage(invoice.language)];
  const text = createPaperText(invoice.language, invoice.currency);
  const credit = invoice.kind === 'credit_note';
  // Removes line breaks and URL parts from names, so that mail clients do not turn them into links.
  const plain = (value: string): string => value.replace(/[\u2066-\u2069\r\n]/g, '').replace(/:\/\/|www\./gi, ' ');
  const values = {
    ...{
      kind: credit ? words.creditNote : words.invoice,
      number: invoice.number ?? '',
      issuer: plain(invoice.issuedBy.name),
    },
    ...{ total: plain(text.money(invoice.total)), period: plain(text.span(invoice.firstDay, invoice.lastDay)) },
    dueDate: text.day(invoice.dueDate),
  };
  const body = [...(credit ? words.mail.creditBody : words.mail.body), invoice.issuedBy.paymentDetails].filter(
    (p) => p !== '',
  );
  return {
    to,
    subject: fillIn(words.mail.subject, values),
    text: `${body.map((line) => fillIn(line, values)).join('\n\n')}\n\n${values.issuer}\n`,
    attachments: [{ fileName: paperName(invoice), mediaType: 'application/pdf', content: pdf }],
  };
};

/** Throws `conflict` without a mail server or an address, and when the mail server refuses the message. */
export const sendPaper = async (
  deps: { readonly db: Db; readonly mail: Mailer; readonly now: () => number },
  actor: AuditActor,
  invoice: Invoice,
  named: string | undefined,
): Promise<void> => {
  if (invoice.status !== 'final') throw refuse('not-final');
  if (!deps.mail.configured) throw refuse('no-mail');
  const to = named || invoice.billTo.email;
  if (to === '') throw refuse('no-address');
  const letter = letterOf(invoice, to, await makePaper(deps.db, invoice, invoice.language));
  try {
    await deps.mail.deliver(letter);
  } catch (error) {
    throw refuse('mail-refused', { reason: error instanceof Error ? error.message.slice(0, 200) : 'unknown' });
  }
  await notePaperSent(deps.db, invoice.id, to, new Date(deps.now()));
  await writeAudit(deps.db, actor, {
    ...{ customerId: invoice.customerId, action: 'send', resource: 'billing', resourceId: invoice.id },
    ...{ resourceName: invoice.number ?? '', before: null, after: { to } },
  });
};
