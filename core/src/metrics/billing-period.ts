// Periods in which a plan is paid and its allowances last: calendar months, or weeks from Monday, on the customer's wall clock.
import { dayOf } from './queue-today.ts';
import { addDays, daysBetween, startOfDay } from './report-period.ts';
import type { Period } from './report-period.ts';

export type BillingInterval = 'month' | 'week';

export interface BillingPeriod extends Period {
  /** Its first day, and the first that does not belong to it: `2026-11-01`. */
  readonly firstDay: string;
  readonly endDay: string;
}

const firstDayOf = (day: string, interval: BillingInterval): string => {
  if (interval === 'month') return `${day.slice(0, 7)}-01`;
  return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
};

/** The period of a moment in epoch ms. */
export const billingPeriodAt = (at: number, interval: BillingInterval, timeZone: string): BillingPeriod => {
  const firstDay = firstDayOf(dayOf(at, timeZone), interval);
  const endDay = interval === 'month' ? firstDayOf(addDays(firstDay, 31), 'month') : addDays(firstDay, 7);
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
