// Periods in which a plan is paid and its allowances last: calendar months, or weeks from Monday, or several of them, on the
// customer's wall clock. Several are counted from the beginning of 2000: three months begin in January, April, July and October.
import { dayOf } from './queue-today.ts';
import { addDays, daysBetween, startOfDay } from './report-period.ts';
import type { Period } from './report-period.ts';

export type BillingInterval = 'month' | 'week';

export interface BillingPeriod extends Period {
  /** Its first day, and the first that does not belong to it: `2026-11-01`. */
  readonly firstDay: string;
  readonly endDay: string;
}

/** Since January 2000. */
const monthsTo = (day: string): number => {
  const [year = 2000, month = 1] = day.split('-').map(Number);
  return (year - 2000) * 12 + month - 1;
};

/** Its first day: 3 → `2000-04-01`. */
const monthAt = (months: number): string =>
  `${2000 + Math.floor(months / 12)}-${String((((months % 12) + 12) % 12) + 1).padStart(2, '0')}-01`;

/** A Monday. */
const FIRST_WEEK = '2000-01-03';

/** Days on which the period of a day begins and the next one does. */
const daysOf = (day: string, interval: BillingInterval, count: number): readonly [string, string] => {
  const length = interval === 'month' ? count : count * 7;
  const unit = interval === 'month' ? monthsTo(day) : daysBetween(FIRST_WEEK, day);
  const first = Math.floor(unit / length) * length;
  return interval === 'month'
    ? [monthAt(first), monthAt(first + length)]
    : [addDays(FIRST_WEEK, first), addDays(FIRST_WEEK, first + length)];
};

/** The period of a moment in epoch ms. `count`: of how many months or weeks it is; plans of before have none. */
export const billingPeriodAt = (at: number, interval: BillingInterval, timeZone: string, count = 1): BillingPeriod => {
  const [firstDay, endDay] = daysOf(dayOf(at, timeZone), interval, count);
  return { firstDay, endDay, from: startOfDay(firstDay, timeZone), to: startOfDay(endDay, timeZone) };
};

/** Days of the period that a plan is held, of how many; a day that it begins on is held, one that it ends on is not. */
export const daysHeld = (
  period: BillingPeriod,
  held: Period,
  timeZone: string,
): { readonly held: number; readonly of: number } => {
  const first = held.from <= period.from ? period.firstDay : dayOf(held.from, timeZone);
  const end = held.to >= period.to ? period.endDay : dayOf(held.to, timeZone);
  return { held: Math.max(0, daysBetween(first, end)), of: daysBetween(period.firstDay, period.endDay) };
};
