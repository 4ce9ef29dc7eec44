// Creates the agent report for the page, for files and for e-mails.
import type { AgentReport, AgentReportFilters } from '@ringside/core/contract/reports/agent-report.ts';
import type { HoursSide } from '@ringside/core/reports/business-hours.ts';
import { periodBefore } from '@ringside/core/reports/report-period.ts';
import type { Period } from '@ringside/core/reports/report-period.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { PbxSide } from '../../pbx/pbx-links.ts';
import { readChoices } from '../choice-queries.ts';
import { createYielder } from '../../platform/documents/yielder.ts';
import { distinctLabels } from '../distinct-labels.ts';
import { readOpenTimes } from '../open-times-queries.ts';
import { reportPeriod } from '../report-period.ts';
import { createFold } from './fold-agents.ts';
import { readAgentLots } from './agent-lots.ts';
import type { AgentScope } from './queries.ts';
import { daysOf, readPresent } from './read-agents.ts';

export type ReportDeps = {
  readonly config: Config;
  readonly db: Db;
  readonly pbx: Pick<PbxSide, 'membersOf'>;
  readonly now: () => number;
};

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

/** Calculates several scopes that differ only in their period in one read. */
const foldAgents = async (
  deps: ReportDeps,
  caller: Caller,
  scopes: readonly AgentScope[],
  group: AgentReportFilters['groupBy'],
) => {
  const present = await readPresent(deps);
  const now = deps.now();
  const folds = scopes.map(({ period, timeZone, open }) =>
    createFold({ group, days: daysOf(period, timeZone, now), now: Math.floor(now / 1000), open }),
  );
  const yieldIfDue = createYielder();
  for await (const { limits, agentsIn } of readAgentLots(deps, caller, scopes, present)) {
    for (const [i, fold] of folds.entries()) {
      for (const agent of agentsIn(i)) {
        fold.add(agent, limits);
        await yieldIfDue();
      }
    }
  }
  return folds.map((fold) => fold.done());
};

const between = ({ from, to }: Period) => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() });

export const makeAgentReport = async (
  deps: ReportDeps,
  caller: Caller,
  { groupBy, ...filters }: AgentReportFilters,
): Promise<AgentReport> => {
  const scope = await agentScope(deps, caller, filters);
  const period = periodBefore(scope.period, scope.timeZone);
  const before = await withHours(deps, caller, { ...scope, period }, scope.open?.side);
  const [now, earlier] = await foldAgents(deps, caller, [scope, before], groupBy);
  const choices = await readChoices(deps.db, caller);
  const chosen = new Map(choices.map((c) => [groupBy === 'queue' ? `${c.serverId}/${c.queue}` : c.callcenterId, c]));
  const byCustomer = distinctLabels(now!.data, ({ key }) => chosen.get(key)?.customerName);
  return {
    ...between(scope.period),
    timeZone: scope.timeZone,
    ...now!,
    data: groupBy === 'queue' ? distinctLabels(byCustomer, ({ key }) => chosen.get(key)?.serverName) : byCustomer,
    previous: { ...between(before.period), totals: earlier!.totals, agents: earlier!.agents.length },
    choices,
  };
};
