// Calculates the total of a customer's plans in a period, with the same functions as invoices.
import { composeInvoice } from './compose-invoice.ts';
import type { InvoiceInputs } from './compose-invoice.ts';
import type { NewLine } from './invoice-queries.ts';
import { totalPaper } from './total-paper.ts';

/** Amounts in millionths, rounded to whole cents. */
export interface Settled {
  readonly unitFees: bigint;
  /** Account discounts and plan credits, negative. */
  readonly discounts: bigint;
  readonly net: bigint;
  readonly tax: bigint;
  readonly total: bigint;
}

const NONE: Settled = { unitFees: 0n, discounts: 0n, net: 0n, tax: 0n, total: 0n };

const sumOf = (lines: readonly NewLine[], ...kinds: readonly NewLine['kind'][]): bigint =>
  lines.reduce((sum, line) => (kinds.includes(line.kind) ? sum + BigInt(line.netMicros) : sum), 0n);

const settled = (g: InvoiceInputs, country: string, planIds: readonly string[]): Settled => {
  const usage = g.usage.filter((row) => planIds.includes(row.planId));
  const assignments = g.assignments.filter((a) => planIds.includes(a.planId));
  const { lines } = composeInvoice({ ...g, assignments, usage }, []);
  // The last plan decides whether prices include taxes, even if only some plans are calculated.
  const { totals } = totalPaper(g, country, lines);
  return {
    unitFees: sumOf(lines, 'unit'),
    discounts: sumOf(lines, 'discount', 'free_credit'),
    net: BigInt(totals.netMicros),
    tax: BigInt(totals.taxMicros),
    total: BigInt(totals.totalMicros),
  };
};

const less = (a: Settled, b: Settled): Settled => ({
  unitFees: a.unitFees - b.unitFees,
  discounts: a.discounts - b.discounts,
  net: a.net - b.net,
  tax: a.tax - b.tax,
  total: a.total - b.total,
});

/**
 * Returns totals by plan. Each is the difference that the plan adds to those before, so that together they equal the invoice
 * exactly despite rounding of discounts and taxes. Throws a RangeError for sums beyond the range of an invoice.
 */
export const settlePeriod = (g: InvoiceInputs, country: string): ReadonlyMap<string, Settled> => {
  const planIds = [...new Set([...g.assignments, ...g.usage].map((one) => one.planId))];
  const found = new Map<string, Settled>();
  let before = NONE;
  for (const [n, planId] of planIds.entries()) {
    const all = settled(g, country, planIds.slice(0, n + 1));
    found.set(planId, less(all, before));
    before = all;
  }
  return found;
};
