// Drill-downs of the agent report's figures.
import { type AgentDrill, momentSetOf } from '@ringside/core/reports/agent-moments.ts';
import type { DrillDownQuery } from '../drill-down/drill-down-query.ts';
import type { Group } from './agent-report-search.ts';

/** Returns the drill-down of a row by its key, or of all rows without one. */
export const momentDrillDown = (figure: AgentDrill, group?: Group, key?: string): DrillDownQuery => ({
  set: momentSetOf(figure),
  ...(group === undefined || key === undefined ? {} : { groupBy: group, key }),
});
