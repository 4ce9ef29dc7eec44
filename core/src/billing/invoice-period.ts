// Periods of automatic invoice drafts: weeks from Monday, or months, quarters and years from a day of the month, in the customer's local
// time.
import { billingPeriodAt } from './billing-period.ts';
import type { BillingPeriod } from './billing-period.ts';
import { dayOf } from '../reports/queue-today.ts';
import { startOfDay } from '../reports/report-period.ts';

export const INVOICE_INTERVALS = ['week', 'month', 'quarter', 'year'] as const;
export type InvoiceInterval = (typeof INVOICE_INTERVALS)[number];

const JANUARY_2000 = 24_000;
const MONTHS = { month: 1, quarter: 3, year: 12 } as const;

/** Returns the date of a day, from months since year 0: `24311, 5` → `2025-12-05`. */
const dayIn = (months: number, day: number): string =>
  `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

/** Returns the period of a time (epoch ms). `day`: its first day, 1 to 28, ignored for weeks. `count`: number of intervals. */
export const invoicePeriodAt = (
  at: number,
  interval: InvoiceInterval,
  day: number,
  timeZone: string,
  count = 1,
): BillingPeriod => {
  if (interval === 'week') return billingPeriodAt(at, 'week', timeZone, count);
  const [year = 0, month = 1, today = 1] = dayOf(at, timeZone).split('-').map(Number);
  const length = MONTHS[interval] * count;
  const current = year * 12 + month - 1 - (today < day ? 1 : 0);
  // Counted like the periods of plans.
  const first = JANUARY_2000 + Math.floor((current - JANUARY_2000) / length) * length;
  const [firstDay, endDay] = [dayIn(first, day), dayIn(first + length, day)];
  return { firstDay, endDay, from: startOfDay(firstDay, timeZone), to: startOfDay(endDay, timeZone) };
};
