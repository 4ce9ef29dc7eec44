// The agent report as its route answers: for the page, for files and for letters alike.
import type { AgentReport, AgentReportFilters } from '@ringside/core/contract/agent-report.ts';
import type { HoursSide } from '@ringside/core/metrics/business-hours.ts';
import { periodBefore } from '@ringside/core/metrics/report-period.ts';
import type { Period } from '@ringside/core/metrics/report-period.ts';
import type { Caller } from '../../http/context.ts';
import type { Deps } from '../../http/deps.ts';
import { readChoices } from '../choice-queries.ts';
import { readOpenTimes } from '../open-times-queries.ts';
import { reportPeriod } from '../report-period.ts';
import { createFold } from './fold-agents.ts';
import { readPauseLimits } from './queries.ts';
import type { AgentScope } from './queries.ts';
import { daysOf, membershipsIn, readAgents, readPresent } from './read-agents.ts';
import type { Present } from './read-agents.ts';

export type ReportDeps = Pick<Deps, 'db' | 'now' | 'pbx' | 'config'>;

/** Throws `invalid` for a period that is empty or longer than `mostDays`. */
export const agentScope = async (
  deps: ReportDeps,
  caller: Caller,
  filters: Omit<AgentReportFilters, 'groupBy'>,
  mostDays?: number,
): Promise<AgentScope> => {
  const { from: _from, to: _to, timeZone: _zone, hours, ...narrowing } = filters;
  return withHours(deps, caller, { ...narrowing, ...(await reportPeriod(deps, caller, filters, mostDays)) }, hours);
};

const withHours = async (
  deps: ReportDeps,
  caller: Caller,
  scope: AgentScope,
  side: HoursSide | undefined,
): Promise<AgentScope> =>
  side === undefined ? scope : { ...scope, open: await readOpenTimes(deps.db, caller, side, scope.period) };

interface Asked {
  readonly scope: AgentScope;
  readonly group: AgentReportFilters['groupBy'];
  readonly present: Present;
}

const foldAgents = async (deps: ReportDeps, caller: Caller, { scope, group, present }: Asked) => {
  const memberships = await membershipsIn(deps, caller, scope, present);
  const limits = await readPauseLimits(deps.db, caller.language, [
    ...new Set(memberships.flatMap((m) => m.callcenterId ?? [])),
  ]);
  const now = deps.now();
  const days = daysOf(scope.period, scope.timeZone, now);
  const fold = createFold({ group, days, now: Math.floor(now / 1000), limits, open: scope.open });
  for await (const agent of readAgents(deps, caller, scope, memberships, present)) fold.add(agent);
  return fold.done();
};

const between = ({ from, to }: Period) => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() });

export const makeAgentReport = async (
  deps: ReportDeps,
  caller: Caller,
  { groupBy, ...filters }: AgentReportFilters,
): Promise<AgentReport> => {
  const scope = await agentScope(deps, caller, filters);
  const present = await readPresent(deps);
  const period = periodBefore(scope.period, scope.timeZone);
  const before = await withHours(deps, caller, { ...scope, period }, scope.open?.side);
  const { totals, agents } = await foldAgents(deps, caller, { scope: before, group: groupBy, present });
  return {
    ...between(scope.period),
    timeZone: scope.timeZone,
    ...(await foldAgents(deps, caller, { scope, group: groupBy, present })),
    previous: { ...between(before.period), totals, agents: agents.length },
    choices: await readChoices(deps.db, caller),
  };
};
