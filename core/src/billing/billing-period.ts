// Periods of a plan's fees and allowances: one or several calendar months or weeks (from Monday) in the customer's local time. Several are
// counted from the beginning of 2000: three months begin in January, April, July and October.
import { dayOf } from '../reports/queue-today.ts';
import { addDays, daysBetween, startOfDay } from '../reports/report-period.ts';
import type { Period } from '../reports/report-period.ts';

export type BillingInterval = 'month' | 'week';

export interface BillingPeriod extends Period {
  /** First day, and the day after the last one: `2026-11-01`. */
  readonly firstDay: string;
  readonly endDay: string;
}

/** Months since January 2000. */
const monthsTo = (day: string): number => {
  const [year = 2000, month = 1] = day.split('-').map(Number);
  return (year - 2000) * 12 + month - 1;
};

/** First day of the month: 3 → `2000-04-01`. */
const monthAt = (months: number): string =>
  `${2000 + Math.floor(months / 12)}-${String((((months % 12) + 12) % 12) + 1).padStart(2, '0')}-01`;

/** A Monday. */
const FIRST_WEEK = '2000-01-03';

/** Returns the first day of the period and of the next one. */
const daysOf = (day: string, interval: BillingInterval, count: number): readonly [string, string] => {
  const length = interval === 'month' ? count : count * 7;
  const unit = interval === 'month' ? monthsTo(day) : daysBetween(FIRST_WEEK, day);
  const first = Math.floor(unit / length) * length;
  return interval === 'month'
    ? [monthAt(first), monthAt(first + length)]
    : [addDays(FIRST_WEEK, first), addDays(FIRST_WEEK, first + length)];
};

/** Returns the period of a time (epoch ms). `count`: months or weeks per period. Absent in older plans. */
export const billingPeriodAt = (at: number, interval: BillingInterval, timeZone: string, count = 1): BillingPeriod => {
  const [firstDay, endDay] = daysOf(dayOf(at, timeZone), interval, count);
  return { firstDay, endDay, from: startOfDay(firstDay, timeZone), to: startOfDay(endDay, timeZone) };
};

/**
 * Returns how many days of the period the plan is held, and the days of the period. The first day of a plan counts, its end day does not.
 */
export const daysHeld = (
  period: BillingPeriod,
  held: Period,
  timeZone: string,
): { readonly held: number; readonly of: number } => {
  const first = held.from <= period.from ? period.firstDay : dayOf(held.from, timeZone);
  const end = held.to >= period.to ? period.endDay : dayOf(held.to, timeZone);
  return { held: Math.max(0, daysBetween(first, end)), of: daysBetween(period.firstDay, period.endDay) };
};
