import type { ScheduledReport, ScheduleFilters } from '@ringside/core/contract/reports/report-schedule.ts';
import { isId, isText, readAddress, type Readers } from '../../ui/report/report-days.ts';

/** Search parameters of the page: the report of a new schedule, with the filters of its page. */
interface SchedulesSearch extends Omit<ScheduleFilters, 'direction' | 'status' | 'recorded'> {
  readonly new?: ScheduledReport;
  readonly direction?: string;
  readonly status?: string;
  readonly recorded?: string;
}

// Literals instead of the contract's values keep the schemas out of the first load, which reads addresses.
const REPORTS = ['queues', 'agents', 'calls', 'billing'] as const satisfies readonly ScheduledReport[];
const isWord = (v: string): boolean => /^[a-z-]{1,20}$/.test(v);
const isClock = (v: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(v);

const READERS: Readers<SchedulesSearch> = {
  new: (v) => REPORTS.some((one) => one === v),
  groupBy: (v) => /^[a-z]{1,20}$/.test(v),
  callcenterId: isId,
  customerId: isId,
  queue: isText,
  agent: isText,
  extension: isText,
  q: isText,
  direction: isWord,
  status: isWord,
  recorded: (v) => v === 'true' || v === 'false',
  timeFrom: isClock,
  timeTo: isClock,
  hours: (v) => v === 'inside' || v === 'outside',
  formula: (v) => /^[1-7]$/.test(v),
};

export const readSchedulesSearch = (raw: Record<string, unknown>): SchedulesSearch =>
  readAddress(READERS, raw, ['formula']);

/** Clears the search parameters of a new schedule. */
export const NO_SCHEDULE: Readonly<Partial<Record<keyof SchedulesSearch, undefined>>> = Object.fromEntries(
  Object.keys(READERS).map((key) => [key, undefined]),
);
