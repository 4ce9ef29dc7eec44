// Drafts invoices from the current fees and calls. A draft can be rebuilt at any time, and is finalized only as it was shown.
import { decimalOf, sumMicrosOf } from '@ringside/core/base/micros.ts';
import { startOfDay } from '@ringside/core/reports/report-period.ts';
import type { Db } from '../platform/db/connect.ts';
import { newId } from '../platform/db/new-id.ts';
import { composeInvoice } from './compose-invoice.ts';
import type { InvoiceInputs } from './compose-invoice.ts';
import * as invoiceQueries from './invoice-queries.ts';
import type { AccountTerms, BilledCustomer, NewLine, StoredLine } from './invoice-queries.ts';
import { measureUnits } from './measure-units.ts';
import * as papers from './paper-queries.ts';
import type { Paper } from './paper-queries.ts';
import { assignmentsOf, versionsOf } from './queries.ts';
import { keyOf, usesOf } from './use-queries.ts';
import { totalPaper } from './total-paper.ts';

interface Window {
  /** Half-open range of days in the customer's time zone. */
  readonly firstDay: string;
  readonly endDay: string;
}

interface Made {
  readonly lines: readonly NewLine[];
  readonly paper: Pick<Paper, 'net' | 'tax' | 'total' | 'taxInclusive' | 'taxes' | 'warnings' | 'feesUntil'>;
}

/** Calls on the invoice, or calls that a draft would bill. */
const callsOf = (paperId: string | null, customerId: string, currency: string, floor: number, to: number) =>
  paperId === null ? { customerId, currency, from: new Date(floor), to: new Date(to) } : { invoiceId: paperId };

const make = async (
  tx: Db,
  customer: BilledCustomer,
  account: AccountTerms,
  currency: string,
  window: { readonly from: number; readonly to: number },
  manual: readonly NewLine[],
  /** ID of the draft to finalize: its calls are put on it before they are summed. */
  finishing: string | null,
): Promise<Made> => {
  const { from, to } = window;
  const first = await invoiceQueries.firstInvoiced(tx, customer.id, currency);
  const floor = Math.min(from, first?.getTime() ?? from);
  const open = callsOf(null, customer.id, currency, floor, to);
  if (finishing !== null) await invoiceQueries.putOnInvoice(tx, finishing, open);
  const calls = callsOf(finishing, customer.id, currency, floor, to);
  const assignments = (await assignmentsOf(tx, [customer.id])).filter((a) => a.currency === currency);
  const versions = await versionsOf(tx, [...new Set(assignments.map((a) => a.planId))]);
  const feesUntil = account.feesInAdvance ? to + 1 : to;
  const grounds: InvoiceInputs = {
    ...{ currency, timeZone: customer.timezone, from, to, floor, feesUntil, account, assignments, versions },
    uses: new Map((await usesOf(tx, [customer.id])).map((use) => [keyOf(use), use])),
    asked: await invoiceQueries.invoicedFees(tx, customer.id),
    usage: await invoiceQueries.usageOf(tx, calls, new Date(from)),
    quantities: await measureUnits(tx, customer.id, assignments, versions, window),
  };
  const { lines, unmeasured, beyond } = composeInvoice(grounds, manual);
  const country = customer.country;
  const { taxInclusive, rates, totals } = totalPaper(grounds, country, lines);
  const doubts = await invoiceQueries.doubtsOf(tx, customer.id, new Date(from), new Date(to));
  const warning = (kind: Paper['warnings'][number]['kind'], count: number, name = '') => ({ kind, count, name });
  return {
    lines,
    paper: {
      ...{ net: decimalOf(totals.netMicros), tax: decimalOf(totals.taxMicros), total: decimalOf(totals.totalMicros) },
      ...{ taxInclusive, feesUntil: new Date(feesUntil) },
      taxes: totals.taxes.map((tax, n) => ({
        ...{ label: tax.label, percent: decimalOf(BigInt(tax.percent) * 100n, 0) },
        ...{ base: decimalOf(tax.baseMicros), amount: decimalOf(tax.amountMicros) },
        ...{ appliesTo: rates[n]!.appliesTo, compound: rates[n]!.compound },
      })),
      warnings: [
        ...(doubts.waiting > 0 ? [warning('waiting-calls', doubts.waiting)] : []),
        ...(doubts.unrated > 0 ? [warning('unrated-calls', doubts.unrated)] : []),
        ...unmeasured.map((item) => warning('unmeasured-fee', 1, item)),
        ...beyond.map((plan) => warning('fee-beyond-period', 1, plan)),
      ],
    },
  };
};

export const toNewLine = ({ kind, description, detail, source, manual, net }: StoredLine): NewLine => ({
  ...{ kind, description, detail, source, manual, netMicros: Number(sumMicrosOf(net)) },
});

const windowOf = ({ firstDay, endDay }: Window, timeZone: string) => ({
  from: startOfDay(firstDay, timeZone),
  to: startOfDay(endDay, timeZone),
});

/**
 * Makes one draft for each currency with charges, and rebuilds existing drafts of the period. Returns their IDs. The transaction
 * must hold the lock of the customer.
 */
export const draftInvoices = async (
  tx: Db,
  customer: BilledCustomer,
  days: Window,
  madeBy: string,
): Promise<readonly string[]> => {
  const window = windowOf(days, customer.timezone);
  const account = await invoiceQueries.accountTermsOf(tx, customer.id);
  const issuer = await papers.issuerFor(tx, account.issuerId);
  const ids: string[] = [];
  const currencies = await papers.currenciesOf(tx, customer.id, new Date(window.from), new Date(window.to));
  for (const currency of currencies) {
    const there = await papers.findDraft(tx, customer.id, currency, new Date(window.from));
    if (there !== undefined) {
      await refreshDraft(tx, customer, there);
      ids.push(there.id);
      continue;
    }
    const made = await make(tx, customer, account, currency, window, [], null);
    if (made.lines.every((line) => line.netMicros === 0 && line.kind === 'allowance')) continue;
    const id = newId();
    await papers.insertPaper(tx, {
      ...{
        id,
        customerId: customer.id,
        issuerId: issuer?.id ?? null,
        kind: 'invoice',
        creditsId: null,
        currency,
        madeBy,
      },
      ...{ language: customer.language, timeZone: customer.timezone, firstDay: days.firstDay, endDay: days.endDay },
      ...{ periodStart: new Date(window.from), periodEnd: new Date(window.to), ...made.paper },
    });
    await papers.writeLines(tx, id, made.lines);
    ids.push(id);
  }
  return ids;
};

const remake = async (tx: Db, customer: BilledCustomer, draft: Paper, finishing: boolean) => {
  const account = await invoiceQueries.accountTermsOf(tx, customer.id);
  const before = await invoiceQueries.linesOf(tx, draft.id);
  const manual = before.filter((line) => line.manual).map(toNewLine);
  const window = { from: draft.periodStart.getTime(), to: draft.periodEnd.getTime() };
  const made = await make(tx, customer, account, draft.currency, window, manual, finishing ? draft.id : null);
  return { account, before, made };
};

export async function refreshDraft(tx: Db, customer: BilledCustomer, draft: Paper): Promise<void> {
  const { account, made } = await remake(tx, customer, draft, false);
  const issuer = await papers.issuerFor(tx, account.issuerId);
  await papers.rewritePaper(tx, draft.id, { ...made.paper, issuerId: issuer?.id ?? null });
  await papers.writeLines(tx, draft.id, made.lines);
}

/** Replaces the manual lines of a draft. */
export const replaceManual = async (
  tx: Db,
  customer: BilledCustomer,
  draft: Paper,
  change: (lines: readonly NewLine[], stored: readonly StoredLine[]) => readonly NewLine[],
): Promise<void> => {
  const stored = await invoiceQueries.linesOf(tx, draft.id);
  await papers.writeLines(tx, draft.id, change(stored.map(toNewLine), stored));
  await refreshDraft(tx, customer, draft);
};

const looks = (lines: readonly (NewLine | StoredLine)[]): string =>
  JSON.stringify(
    lines.map((line) => [
      ...[
        line.kind,
        line.description,
        line.source,
        Object.entries(line.detail).toSorted(([a], [b]) => (a < b ? -1 : 1)),
      ],
      'net' in line ? String(sumMicrosOf(line.net)) : String(line.netMicros),
    ]),
  );

const taxLooks = (taxes: Paper['taxes']): string =>
  JSON.stringify(taxes.map(({ label, percent, base, amount }) => [label, percent, base, amount]));

/** Puts the calls on the draft. Returns `null` when the rebuilt draft differs from the one that was shown. */
export const settleDraft = async (tx: Db, customer: BilledCustomer, draft: Paper): Promise<AccountTerms | null> => {
  const { account, before, made } = await remake(tx, customer, draft, true);
  const same =
    looks(before) === looks(made.lines) &&
    taxLooks(draft.taxes) === taxLooks(made.paper.taxes) &&
    sumMicrosOf(draft.total) === sumMicrosOf(made.paper.total);
  return same ? account : null;
};
