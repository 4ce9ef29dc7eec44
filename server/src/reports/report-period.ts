// Validates the period of a report and chooses the time zone of its days.
import { dayOf } from '@ringside/core/reports/queue-today.ts';
import { periodOfDays } from '@ringside/core/reports/report-period.ts';
import type { Period } from '@ringside/core/reports/report-period.ts';
import type { Caller } from '../platform/caller/caller.ts';
import type { Db } from '../platform/db/connect.ts';
import { Refusal } from '../platform/caller/refusal.ts';
import { customerTimeZone } from './choice-queries.ts';

const LONGEST_DAYS = 400;

interface Asked {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly timeZone?: string | undefined;
}

const periodOf = ({ from, to }: Asked, timeZone: string, now: number, mostDays: number): Period => {
  const today = dayOf(now, timeZone);
  const { from: start, to: end } = periodOfDays(today, today, timeZone);
  const period = {
    from: from === undefined ? Math.min(start, to === undefined ? start : Date.parse(to) - 1) : Date.parse(from),
    to: to === undefined ? Math.max(end, from === undefined ? end : Date.parse(from) + 1) : Date.parse(to),
  };
  if (period.to <= period.from) throw new Refusal('invalid', { errors: [{ path: 'to', code: 'before-start' }] });
  if (period.to - period.from > mostDays * 86_400_000) {
    throw new Refusal('invalid', { errors: [{ path: 'to', code: 'too-long-period', params: { days: mostDays } }] });
  }
  return period;
};

/**
 * Defaults to today in the customer's time zone, or in UTC for platform staff.
 * @throws Refusal `invalid`: empty, or longer than `mostDays`
 */
export const reportPeriod = async (
  deps: { readonly db: Db; readonly now: () => number },
  caller: Caller,
  asked: Asked,
  mostDays = LONGEST_DAYS,
): Promise<{ readonly period: Period; readonly timeZone: string }> => {
  const own = caller.customerId === null ? null : await customerTimeZone(deps.db, caller.customerId);
  const timeZone = asked.timeZone ?? own ?? 'UTC';
  return { timeZone, period: periodOf(asked, timeZone, deps.now(), mostDays) };
};
