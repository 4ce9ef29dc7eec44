// What stands behind a figure of the report's page.
import { type AgentDrill, momentSetOf } from '@ringside/core/metrics/agent-moments.ts';
import type { Behind } from '../../behind/behind.ts';
import type { Group } from './agent-report-search.ts';

/** Of a row by its key; without one of all. */
export const momentsBehind = (figure: AgentDrill, group?: Group, key?: string): Behind => ({
  set: momentSetOf(figure),
  ...(group === undefined || key === undefined ? {} : { groupBy: group, key }),
});
