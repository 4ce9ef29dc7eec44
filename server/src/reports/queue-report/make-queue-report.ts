// The queue report as its route answers, and its lost callers: for the page, for files and for letters alike.
import type { LostCaller, QueueReport, QueueReportFilters } from '@ringside/core/contract/queue-report.ts';
import { formatNumber } from '@ringside/core/format/phone.ts';
import { figuresOf, TALK_BOUNDS, WAIT_BOUNDS } from '@ringside/core/metrics/queue-report.ts';
import { periodBefore } from '@ringside/core/metrics/report-period.ts';
import type { Caller } from '../../http/context.ts';
import type { Deps } from '../../http/deps.ts';
import { readChoices } from '../choice-queries.ts';
import { readOpenTimes } from '../open-times-queries.ts';
import { reportPeriod } from '../report-period.ts';
import { countDays, mostKeyOf } from './count-days.ts';
import { addUp, foldReport } from './fold-report.ts';
import { readLost } from './lost-queries.ts';
import type { ReportScope } from './queries.ts';

export type ReportDeps = Pick<Deps, 'db' | 'now' | 'pbx' | 'config'>;

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
  // Of both periods, which are counted in one reading.
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

/** Throws `invalid` for a period that is empty or too long. */
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

/** The latest first. `more`: there are others in the period. */
export const makeLostCallers = async (
  deps: ReportDeps,
  caller: Caller,
  { groupBy: _group, ...filters }: QueueReportFilters,
  limit: number,
): Promise<{ readonly data: LostCaller[]; readonly more: boolean }> => {
  // One more than asked, to know whether there are others.
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
