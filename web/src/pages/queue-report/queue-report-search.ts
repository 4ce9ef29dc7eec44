import { REPORT_GROUPS, type ReportGroup } from '@ringside/core/metrics/queue-report.ts';
import { dayOf } from '@ringside/core/metrics/queue-today.ts';
import { addDays, daysBetween, periodOfDays } from '@ringside/core/metrics/report-period.ts';

export const METRICS = ['received', 'abandonedPercent', 'serviceLevel', 'averageWaitSeconds'] as const;
export type Metric = (typeof METRICS)[number];

/** What of the report stands in the address. Days are those of the reader's time zone, `2026-11-21`. */
export interface QueueReportSearch {
  readonly from?: string;
  readonly to?: string;
  readonly queue?: string;
  readonly callcenter?: string;
  readonly group?: ReportGroup;
  readonly formula?: number;
  /** Of the weekly map. */
  readonly metric?: Metric;
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const ID = /^[0-9a-f-]{36}$/;
const isDay = (v: string): boolean => DAY.test(v) && !Number.isNaN(Date.parse(v));

const READERS: Readonly<Record<keyof QueueReportSearch, (value: string) => boolean>> = {
  from: isDay,
  to: isDay,
  queue: (v) => v !== '',
  callcenter: (v) => ID.test(v),
  group: (v) => v !== 'queue' && REPORT_GROUPS.some((g) => g === v),
  formula: (v) => /^[1-7]$/.test(v),
  metric: (v) => v !== 'received' && METRICS.some((m) => m === v),
};

/** Reads an address that anyone may have typed: what makes no sense is dropped. */
export const readQueueReportSearch = (raw: Record<string, unknown>): QueueReportSearch => {
  const known = Object.entries(READERS).flatMap(([key, fits]) => {
    const value = raw[key];
    if (typeof value !== 'string' && typeof value !== 'number') return [];
    const text = String(value).slice(0, 100);
    return fits(text) ? [[key, key === 'formula' ? Number(text) : text]] : [];
  });
  return Object.fromEntries(known) as QueueReportSearch;
};

export interface Days {
  readonly from: string;
  readonly to: string;
}

const MOST_DAYS = 400;

/** The chosen days; without a choice the last seven. */
export const daysOf = ({ from, to }: QueueReportSearch, timeZone: string, now: number): Days => {
  const today = dayOf(now, timeZone);
  const last = to ?? (from === undefined || from < today ? today : from);
  const first = from ?? addDays(last, -6);
  if (first > last) return { from: last, to: first };
  return daysBetween(first, last) < MOST_DAYS
    ? { from: first, to: last }
    : { from: addDays(last, 1 - MOST_DAYS), to: last };
};

/** What is asked of the server. */
export const queryOf = (search: QueueReportSearch, days: Days, timeZone: string) => {
  const { from, to } = periodOfDays(days.from, days.to, timeZone);
  const { queue, callcenter, group, formula } = search;
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    timeZone,
    groupBy: group ?? 'queue',
    ...(queue === undefined ? {} : { queue }),
    ...(callcenter === undefined ? {} : { callcenterId: callcenter }),
    ...(formula === undefined ? {} : { formula }),
  };
};
