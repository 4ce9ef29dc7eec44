// Creates a credit note for parts of an invoice's lines. Taxes follow the lines. The note that credits the last part takes the rest of each
// tax, so that all notes together equal the invoice exactly.
import { coinOf } from '@ringside/core/base/coin-of.ts';
import { decimalOf, sumMicrosOf } from '@ringside/core/base/micros.ts';
import { invoiceTotals } from '@ringside/core/billing/invoice-totals.ts';
import type { TaxRate } from '@ringside/core/billing/invoice-totals.ts';
import { Refusal } from '../platform/caller/refusal.ts';
import { partOf, percentOf } from './compose-invoice.ts';
import { toNewLine } from './draft-invoice.ts';
import type { AccountTerms, NewLine, StoredLine } from './invoice-queries.ts';
import type { CreditNote, Paper } from './paper-queries.ts';

/** `amount`: net, above zero, decimal text. */
export interface CreditPart {
  readonly id: string;
  readonly amount: string;
}

interface CreditInputs {
  readonly paper: Paper;
  readonly lines: readonly StoredLine[];
  /** Amounts that earlier notes credited, by line. */
  readonly credited: ReadonlyMap<string, string>;
  readonly earlier: readonly CreditNote[];
  readonly accountTaxes: AccountTerms['taxes'];
}

/** Returns the line of a note that credits `micros` of an invoice line. */
export const creditLine = (line: StoredLine, micros: bigint, rebill: boolean): NewLine => ({
  ...toNewLine(line),
  detail: { ...line.detail, creditsLine: line.id },
  netMicros: -Number(micros),
  source: rebill ? line.source : null,
});

const refuse = (path: string, code: string, params: Readonly<Record<string, string>> = {}): Refusal =>
  new Refusal('invalid', { errors: [{ path, code, params }] });

const lineOf = ({ paper, lines, credited }: CreditInputs, { id, amount }: CreditPart, index: number): NewLine => {
  const path = `lines.${index}.amount`;
  const line = lines.find((each) => each.id === id);
  if (line === undefined) throw new Refusal('not-found', { errors: [{ path: `lines.${index}.id`, code: 'unknown' }] });
  const micros = sumMicrosOf(amount);
  if (micros <= 0n) throw refuse(path, 'above-zero');
  if (micros % BigInt(coinOf(paper.currency)) !== 0n) throw refuse(path, 'coins', { currency: paper.currency });
  const left = sumMicrosOf(line.net) - sumMicrosOf(credited.get(id) ?? '0');
  if (micros > left) throw refuse(path, 'beyond-line', { left: decimalOf(left > 0n ? left : 0n) });
  return creditLine(line, micros, false);
};

/** Returns what a tax applies to. Older invoices do not store it, so it follows from the account's taxes or from the tax base. */
const targetOf = ({ lines, accountTaxes }: CreditInputs, tax: Paper['taxes'][number]): TaxRate['appliesTo'] => {
  if (tax.appliesTo !== undefined) return tax.appliesTo;
  const known = accountTaxes.find(
    (each) => each.label === tax.label && percentOf(each.percent) === percentOf(tax.percent),
  );
  const sumOf = (part: 'fees' | 'usage'): bigint =>
    lines.filter((line) => partOf(line) === part).reduce((sum, line) => sum + sumMicrosOf(line.net), 0n);
  const base = sumMicrosOf(tax.base);
  const fits = { all: sumOf('fees') + sumOf('usage'), fees: sumOf('fees'), usage: sumOf('usage') };
  if (known !== undefined && fits[known.appliesTo] === base) return known.appliesTo;
  return (['all', 'fees', 'usage'] as const).find((target) => fits[target] === base) ?? 'all';
};

const sumBy = <T>(rows: readonly T[], of: (row: T) => string): bigint =>
  rows.reduce((sum, row) => sum + sumMicrosOf(of(row)), 0n);

/** Credits the rest of each tax, for the note that credits the rest of the invoice. */
const restOfTaxes = ({ paper, earlier }: CreditInputs): Paper['taxes'] =>
  paper.taxes.map((tax, n) => {
    // A note has the taxes of its invoice in the same order.
    const taken = earlier.flatMap((note) => note.taxes.slice(n, n + 1));
    const rest = (of: 'base' | 'amount') => decimalOf(-(sumMicrosOf(tax[of]) + sumBy(taken, (row) => row[of])));
    return { ...tax, base: rest('base'), amount: rest('amount') };
  });

const partOfTaxes = (g: CreditInputs, lines: readonly NewLine[]): Paper['taxes'] => {
  const rates = g.paper.taxes.map((tax) => ({
    label: tax.label,
    percent: percentOf(tax.percent),
    appliesTo: targetOf(g, tax),
    compound: tax.compound,
  }));
  const { taxes } = invoiceTotals(
    lines.map((line) => ({ netMicros: line.netMicros, of: partOf(line) })),
    rates,
    coinOf(g.paper.currency),
    g.paper.taxInclusive,
  );
  return g.paper.taxes.map((tax, i) => ({
    ...tax,
    ...{ base: decimalOf(taxes[i]?.baseMicros ?? 0), amount: decimalOf(taxes[i]?.amountMicros ?? 0) },
  }));
};

/** Throws `not-found` for a line of another invoice and `invalid` for more than is left. */
export const partialCredit = (g: CreditInputs, parts: readonly CreditPart[]) => {
  if (new Set(parts.map((part) => part.id)).size !== parts.length) throw refuse('lines', 'same-line');
  const lines = parts.map((part, index) => lineOf(g, part, index));
  const taken = lines.reduce((sum, line) => sum - BigInt(line.netMicros), 0n);
  const before = -sumBy(g.earlier, (note) => noteNet(note, g.paper));
  const whole = sumBy(g.lines, (line) => line.net);
  if (before + taken > whole) throw refuse('lines', 'beyond-invoice', { left: decimalOf(whole - before) });
  const taxes = before + taken === whole ? restOfTaxes(g) : partOfTaxes(g, lines);
  const tax = sumBy(taxes, (row) => row.amount);
  // With tax-inclusive prices, the lines contain the tax, so the net is lower.
  const net = g.paper.taxInclusive ? -taken - tax : -taken;
  const sums = { net: decimalOf(net), tax: decimalOf(tax), total: decimalOf(net + tax), taxes };
  return { lines, sums };
};

/** Returns the note's net in the terms of the lines: including taxes if prices are tax-inclusive. */
function noteNet(note: CreditNote, { taxInclusive }: Paper): string {
  return taxInclusive ? decimalOf(sumMicrosOf(note.net) + sumBy(note.taxes, (tax) => tax.amount)) : note.net;
}
