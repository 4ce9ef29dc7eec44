import type { HoursSide } from '@ringside/core/reports/business-hours.ts';
import { REPORT_GROUPS, type ReportGroup } from '@ringside/core/reports/queue-report.ts';
import { periodOfDays } from '@ringside/core/reports/report-period.ts';
import { type Days, isDay, isId, isText, readAddress, type Readers } from '../../ui/report/report-days.ts';

export const METRICS = ['received', 'abandonedPercent', 'serviceLevel', 'averageWaitSeconds'] as const;
export type Metric = (typeof METRICS)[number];

/** Settings of the report in the address. Days such as `2026-11-21` are in the user's time zone. */
export interface QueueReportSearch {
  readonly from?: string;
  readonly to?: string;
  readonly queue?: string;
  /** Customer of the queue, if several customers have a queue with this name. */
  readonly customer?: string;
  readonly callcenter?: string;
  readonly group?: ReportGroup;
  readonly formula?: number;
  /** Figure of the weekly map. */
  readonly metric?: Metric;
  /** Inside or outside the business hours of the call centers. */
  readonly hours?: HoursSide;
  /** The open drill-down, written by `writeBehind`. */
  readonly behind?: string;
}

const READERS: Readers<QueueReportSearch> = {
  from: isDay,
  to: isDay,
  queue: isText,
  customer: isId,
  callcenter: isId,
  group: (v) => v !== 'queue' && REPORT_GROUPS.some((g) => g === v),
  formula: (v) => /^[1-7]$/.test(v),
  hours: (v) => v === 'inside' || v === 'outside',
  behind: isText,
  metric: (v) => v !== 'received' && METRICS.some((m) => m === v),
};

export const readQueueReportSearch = (raw: Record<string, unknown>): QueueReportSearch =>
  readAddress(READERS, raw, ['formula']);

/** Returns the query of the API request. */
export const queryOf = (search: QueueReportSearch, days: Days, timeZone: string) => {
  const { from, to } = periodOfDays(days.from, days.to, timeZone);
  const { queue, customer, callcenter, group, formula, hours } = search;
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    timeZone,
    groupBy: group ?? 'queue',
    ...(queue === undefined ? {} : { queue }),
    ...(customer === undefined ? {} : { customerId: customer }),
    ...(callcenter === undefined ? {} : { callcenterId: callcenter }),
    ...(formula === undefined ? {} : { formula }),
    ...(hours === undefined ? {} : { hours }),
  };
};
