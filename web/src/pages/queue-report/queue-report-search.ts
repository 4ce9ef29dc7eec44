import type { HoursSide } from '@ringside/core/metrics/business-hours.ts';
import { REPORT_GROUPS, type ReportGroup } from '@ringside/core/metrics/queue-report.ts';
import { periodOfDays } from '@ringside/core/metrics/report-period.ts';
import { type Days, isDay, isId, isText, readAddress, type Readers } from '../../ui/report/report-days.ts';

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
  /** Of the call centers: what happened while they were open, or closed. */
  readonly hours?: HoursSide;
  /** Whose rows are shown at the side, as `behind/behind.ts` writes it. */
  readonly behind?: string;
}

const READERS: Readers<QueueReportSearch> = {
  from: isDay,
  to: isDay,
  queue: isText,
  callcenter: isId,
  group: (v) => v !== 'queue' && REPORT_GROUPS.some((g) => g === v),
  formula: (v) => /^[1-7]$/.test(v),
  hours: (v) => v === 'inside' || v === 'outside',
  behind: isText,
  metric: (v) => v !== 'received' && METRICS.some((m) => m === v),
};

export const readQueueReportSearch = (raw: Record<string, unknown>): QueueReportSearch =>
  readAddress(READERS, raw, ['formula']);

/** What is asked of the server. */
export const queryOf = (search: QueueReportSearch, days: Days, timeZone: string) => {
  const { from, to } = periodOfDays(days.from, days.to, timeZone);
  const { queue, callcenter, group, formula, hours } = search;
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    timeZone,
    groupBy: group ?? 'queue',
    ...(queue === undefined ? {} : { queue }),
    ...(callcenter === undefined ? {} : { callcenterId: callcenter }),
    ...(formula === undefined ? {} : { formula }),
    ...(hours === undefined ? {} : { hours }),
  };
};
