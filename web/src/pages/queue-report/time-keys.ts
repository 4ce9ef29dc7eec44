// Every hour, day, weekday or month of a chart, those without calls too: a gap is to be seen as one.
import type { TimeGroup } from '@ringside/core/metrics/queue-report.ts';
import { addDays, daysBetween } from '@ringside/core/metrics/report-period.ts';
import type { Days } from '../../ui/report/report-days.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
/** Monday is 1. */
const WEEK = ['1', '2', '3', '4', '5', '6', '7'];

/** Keys of the report's rows in their order; `sundayFirst` where the week begins so. */
export const timeKeys = (time: TimeGroup, { from, to }: Days, sundayFirst = false): readonly string[] => {
  if (time === 'hour') return HOURS;
  const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, i) => addDays(from, i));
  if (time === 'day') return days;
  if (time === 'month') return [...new Set(days.map((day) => day.slice(0, 7)))];
  return sundayFirst ? ['7', ...WEEK.slice(0, 6)] : WEEK;
};
