import { coinOf } from '@ringside/core/base/coin-of.ts';
import { dayOf } from '@ringside/core/reports/queue-today.ts';
import { invoiceTotals } from '@ringside/core/billing/invoice-totals.ts';
import { taxesInForce } from '@ringside/core/billing/taxes-in-force.ts';
import { partOf, percentOf } from './compose-invoice.ts';
import type { InvoiceInputs } from './compose-invoice.ts';
import type { NewLine } from './invoice-queries.ts';
import { versionAt } from './version-at.ts';

/**
 * Totals the lines with the account's taxes in force on the last day. `country`: of the customer. The last plan decides whether
 * amounts include taxes. Throws a RangeError for sums beyond 2^53 millionths.
 */
export const totalPaper = (g: InvoiceInputs, country: string, lines: readonly NewLine[]) => {
  const held = g.assignments.findLast((a) => a.validFrom.getTime() < g.to);
  const taxInclusive = held !== undefined && versionAt(g.versions, held.planId, g.to - 1).terms.taxInclusive;
  const inForce = taxesInForce(g.account.taxes, country, dayOf(g.to - 1, g.timeZone));
  const rates = inForce.map((tax) => ({ ...tax, percent: percentOf(tax.percent) }));
  const totalled = lines.map((line) => ({ netMicros: line.netMicros, of: partOf(line) }));
  return { taxInclusive, rates, totals: invoiceTotals(totalled, rates, coinOf(g.currency), taxInclusive) };
};
