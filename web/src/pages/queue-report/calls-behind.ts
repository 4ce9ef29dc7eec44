// Which calls stand behind a figure of the report's page.
import { type DrillFigure, orderOf, setOf } from '@ringside/core/metrics/calls-behind.ts';
import type { ReportGroup } from '@ringside/core/metrics/queue-report.ts';
import type { Behind } from '../../behind/behind.ts';

/** What of the report a figure is of: a row by its key, a cell of the week, a bar; nothing of all. */
export interface Where {
  readonly groupBy?: ReportGroup;
  readonly key?: string;
  readonly cell?: string;
  readonly waitBar?: number;
  readonly talkBar?: number;
}

export const callsBehind = (figure: DrillFigure, where: Where = {}): Behind => {
  const order = orderOf(figure);
  return { set: setOf(figure), ...where, ...(order === 'at' ? {} : { order }) } as Behind;
};
