// From and to of a report, judged, and the clock that tells its days.
import { dayOf } from '@ringside/core/metrics/queue-today.ts';
import { periodOfDays } from '@ringside/core/metrics/report-period.ts';
import type { Period } from '@ringside/core/metrics/report-period.ts';
import type { Caller } from '../http/context.ts';
import type { Deps } from '../http/deps.ts';
import { Refusal } from '../http/errors.ts';
import { customerTimeZone } from './choice-queries.ts';

export const LONGEST_DAYS = 400;

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
 * Today when nothing is asked; the customer's time zone, UTC for the platform's staff.
 * @throws Refusal invalid: empty, or longer than `mostDays`
 */
export const reportPeriod = async (
  deps: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  asked: Asked,
  mostDays = LONGEST_DAYS,
): Promise<{ readonly period: Period; readonly timeZone: string }> => {
  const own = caller.customerId === null ? null : await customerTimeZone(deps.db, caller.customerId);
  const timeZone = asked.timeZone ?? own ?? 'UTC';
  return { timeZone, period: periodOf(asked, timeZone, deps.now(), mostDays) };
};
