// Drill-downs of the queue report's figures.
import { type DrillFigure, orderOf, setOf } from '@ringside/core/reports/call-sets.ts';
import type { ReportGroup } from '@ringside/core/reports/queue-report.ts';
import type { DrillDownQuery } from '../drill-down/drill-down-query.ts';

/** Part of the report that a figure belongs to: a row by key, a cell of the week, or a bar. Empty for the totals. */
export interface Where {
  readonly groupBy?: ReportGroup;
  readonly key?: string;
  readonly cell?: string;
  readonly waitBar?: number;
  readonly talkBar?: number;
}

export const callDrillDown = (figure: DrillFigure, where: Where = {}): DrillDownQuery => {
  const order = orderOf(figure);
  return { set: setOf(figure), ...where, ...(order === 'at' ? {} : { order }) };
};
