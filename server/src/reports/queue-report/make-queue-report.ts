// Creates the queue report and its list of lost callers for the page, for files and for e-mails.
import type { LostCaller, QueueReport, QueueReportFilters } from '@ringside/core/contract/reports/queue-report.ts';
import { formatNumber } from '@ringside/core/base/phone.ts';
import { figuresOf, TALK_BOUNDS, WAIT_BOUNDS } from '@ringside/core/reports/queue-report.ts';
import { periodBefore } from '@ringside/core/reports/report-period.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/db/connect.ts';
import { readChoices } from '../choice-queries.ts';
import { readOpenTimes } from '../open-times-queries.ts';
import { reportPeriod } from '../report-period.ts';
import { countDays, mostKeyOf } from './count-days.ts';
import { addUp, foldReport } from './fold-report.ts';
import { readLost } from './lost-queries.ts';
import type { ReportScope } from './queries.ts';

export type ReportDeps = {
  readonly config: Config;
  readonly db: Db;
  readonly now: () => number;
};

export const scopeOf = async (
  deps: ReportDeps,
  caller: Caller,
  filters: Omit<QueueReportFilters, 'groupBy'>,
): Promise<ReportScope> => {
  const { from: _from, to: _to, timeZone: _zone, hours, ...narrowing } = filters;
  const asked = { ...narrowing, ...(await reportPeriod(deps, caller, filters)) };
  return hours === undefined ? asked : { ...asked, open: await readOpenTimes(deps.db, caller, hours, asked.period) };
};

const iso = (at: number): string => new Date(at).toISOString();

const countGroups = async (
  deps: ReportDeps,
  caller: Caller,
  scope: ReportScope,
  groupBy: QueueReportFilters['groupBy'],
) => {
  const period = periodBefore(scope.period, scope.timeZone);
  // Both periods are counted in one read.
  const both = { from: period.from, to: scope.period.to };
  const side = scope.open?.side;
  const open = side === undefined ? undefined : await readOpenTimes(deps.db, caller, side, both);
  const found = await countDays(deps.db, caller, { ...scope, open }, mostKeyOf(groupBy), period);
  const { counted, most, times, groups, before } = found;
  const parts = { counted, maximumCallers: most, times, mostOfGroups: groups };
  return {
    ...foldReport({ ...parts, waitBounds: WAIT_BOUNDS, talkBounds: TALK_BOUNDS }, groupBy),
    previous: {
      ...{ from: iso(period.from), to: iso(period.to) },
      totals: figuresOf(addUp(before.entities, before.most)),
    },
  };
};

/** Throws `invalid` for an empty or too long period. */
export const makeQueueReport = async (
  deps: ReportDeps,
  caller: Caller,
  { groupBy, ...filters }: QueueReportFilters,
): Promise<QueueReport> => {
  const scope = await scopeOf(deps, caller, filters);
  const { period, timeZone } = scope;
  return {
    ...{ from: iso(period.from), to: iso(period.to), timeZone },
    ...(await countGroups(deps, caller, scope, groupBy)),
    choices: await readChoices(deps.db, caller),
  };
};

/** Returns the latest first. `more`: the period has further ones. */
export const makeLostCallers = async (
  deps: ReportDeps,
  caller: Caller,
  { groupBy: _group, ...filters }: QueueReportFilters,
  limit: number,
): Promise<{ readonly data: LostCaller[]; readonly more: boolean }> => {
  // Reads one more row to detect whether there are others.
  const rows = await readLost(deps.db, caller, await scopeOf(deps, caller, filters), limit + 1);
  const data = rows.slice(0, limit).map(({ at, agentAt, calledAt, callerNumber, ...row }) => {
    const byAgent = agentAt !== null && (calledAt === null || agentAt <= calledAt);
    const servedAt = byAgent ? agentAt : calledAt;
    return {
      ...row,
      at: at.toISOString(),
      caller: formatNumber(callerNumber, deps.config.defaultCountry),
      servedAt: servedAt?.toISOString() ?? null,
      servedBy: servedAt === null ? null : byAgent ? ('agent' as const) : ('call' as const),
    };
  });
  return { data, more: rows.length > limit };
};
