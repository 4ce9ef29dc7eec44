// Where the calls behind a figure are listed.
import type { ReportGroup } from '@ringside/core/metrics/queue-report.ts';
import { addDays } from '@ringside/core/metrics/report-period.ts';
import type { Days } from '../../ui/report/report-days.ts';
import type { QueueReportSearch } from './queue-report-search.ts';

/** Of the page of call records. */
export interface CallsSearch {
  readonly from: string;
  readonly to: string;
  readonly queue?: string;
  readonly status?: 'answered' | 'unanswered' | 'transferred';
  readonly timeFrom?: string;
  readonly timeTo?: string;
}

export type CallStatus = CallsSearch['status'];

const two = (n: number): string => String(n).padStart(2, '0');

/** `09` is from 09:00 to 10:00. */
const clockOf = (hour: string): Pick<CallsSearch, 'timeFrom' | 'timeTo'> => {
  const next = (Number(hour) + 1) % 24;
  return { timeFrom: `${hour}:00`, ...(next === 0 ? {} : { timeTo: `${two(next)}:00` }) };
};

const daysOfMonth = (month: string, { from, to }: Days): Days => {
  const first = `${month}-01`;
  const last = addDays(`${addDays(first, 31).slice(0, 7)}-01`, -1);
  return { from: first > from ? first : from, to: last < to ? last : to };
};

/** The calls of the report as far as call records can be narrowed to them; null when they cannot. */
export const callsOf = (search: QueueReportSearch, days: Days): CallsSearch | null => {
  if (search.queue !== undefined) return { ...days, queue: search.queue };
  return search.callcenter === undefined ? { ...days } : null;
};

/** Those of one row of it. */
export const callsOfRow = (
  search: QueueReportSearch,
  days: Days,
  group: ReportGroup,
  row: { readonly key: string; readonly queue: string | null },
): CallsSearch | null => {
  if (group === 'queue') return row.queue === null ? null : { ...days, queue: row.queue };
  const calls = callsOf(search, days);
  if (calls === null) return null;
  if (group === 'hour') return { ...calls, ...clockOf(row.key) };
  if (group === 'day') return { ...calls, from: row.key, to: row.key };
  return group === 'month' ? { ...calls, ...daysOfMonth(row.key, days) } : null;
};
