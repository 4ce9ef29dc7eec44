import type { FastifyInstance } from 'fastify';
import { can } from '@ringside/core/access/ability.ts';
import * as contract from '@ringside/core/contract/queue-report.ts';
import type { QueueReport, QueueReportFilters } from '@ringside/core/contract/queue-report.ts';
import { figuresOf, TALK_BOUNDS, WAIT_BOUNDS } from '@ringside/core/metrics/queue-report.ts';
import { dayOf } from '@ringside/core/metrics/queue-today.ts';
import { periodBefore } from '@ringside/core/metrics/report-period.ts';
import { writeAudit } from '../../db/audit.ts';
import type { Caller } from '../../http/context.ts';
import type { Deps } from '../../http/deps.ts';
import { Refusal } from '../../http/errors.ts';
import { fileOf } from '../../http/export-rows.ts';
import { registerRoute } from '../../http/register.ts';
import { formatNumber } from '@ringside/core/format/phone.ts';
import { addUp, foldReport } from './fold-report.ts';
import { readChoices } from '../../reports/choice-queries.ts';
import { reportPeriod } from '../../reports/report-period.ts';
import { countCalls, countMost, countTotals, mostKeyOf } from './queries.ts';
import type { ReportScope } from './queries.ts';
import { readLost } from './lost-queries.ts';

type ScopeFilters = Omit<QueueReportFilters, 'groupBy'>;

const scopeOf = async (deps: Deps, caller: Caller, filters: ScopeFilters): Promise<ReportScope> => {
  const { from: _from, to: _to, timeZone: _zone, ...narrowing } = filters;
  return { ...narrowing, ...(await reportPeriod(deps, caller, filters)) };
};

const makeReport = async (
  deps: Deps,
  caller: Caller,
  scope: ReportScope,
  groupBy: QueueReportFilters['groupBy'],
): Promise<Omit<QueueReport, 'choices' | 'previous'>> => {
  const { db } = deps;
  const counted = await countCalls(db, caller, scope);
  const most = await countMost(db, caller, scope, 'all');
  const key = mostKeyOf(groupBy);
  const mostOfGroups = key === null ? [] : await countMost(db, caller, scope, key);
  const folded = foldReport({ counted, most, mostOfGroups, waitBounds: WAIT_BOUNDS, talkBounds: TALK_BOUNDS }, groupBy);
  const { period, timeZone } = scope;
  return { from: new Date(period.from).toISOString(), to: new Date(period.to).toISOString(), timeZone, ...folded };
};

const previousOf = async (deps: Deps, caller: Caller, scope: ReportScope): Promise<QueueReport['previous']> => {
  const period = periodBefore(scope.period, scope.timeZone);
  const before = { ...scope, period };
  const rows = await countTotals(deps.db, caller, before);
  const most = rows.length === 0 ? [] : await countMost(deps.db, caller, before, 'all');
  const totals = figuresOf(addUp(rows, Math.max(0, ...most.map((row) => row.most))));
  return { from: new Date(period.from).toISOString(), to: new Date(period.to).toISOString(), totals };
};

export const registerQueueReport = (app: FastifyInstance, deps: Deps): void => {
  registerLostCallers(app, deps);
  registerRoute(app, contract.queueReport, async ({ caller, query, origin }) => {
    const { format, headings, ...filters } = query;
    const { groupBy: _group, ...narrowing } = filters;
    const scope = await scopeOf(deps, caller, narrowing);
    if (format !== 'csv' && format !== 'xlsx') {
      const report = await makeReport(deps, caller, scope, filters.groupBy);
      const previous = await previousOf(deps, caller, scope);
      return { ...report, previous, choices: await readChoices(deps.db, caller) };
    }
    if (!can(caller.abilities, 'export', 'report')) throw new Refusal('forbidden');
    await writeAudit(deps.db, caller, {
      customerId: caller.customerId,
      action: 'export',
      resource: 'report',
      resourceId: null,
      resourceName: '',
      before: null,
      after: { report: 'queues', format, ...filters },
    });
    const { data } = await makeReport(deps, caller, scope, filters.groupBy);
    const words = headings?.split('\n') ?? [];
    const columns = contract.QUEUE_REPORT_COLUMNS;
    const table = data.map((row) => ({
      ...row,
      label: row.label === '' ? row.key : row.label,
      ...percents(row),
    }));
    const { period, timeZone } = scope;
    return fileOf(format, {
      columns,
      headings: words.length === columns.length ? words : columns,
      batches: (async function* () {
        yield table;
      })(),
      fileName: `queue-report-${dayOf(period.from, timeZone)}-${dayOf(period.to - 1, timeZone)}`,
      rightToLeft: origin.language === 'he',
    });
  });
};

const registerLostCallers = (app: FastifyInstance, deps: Deps): void => {
  registerRoute(app, contract.lostCallers, async ({ caller, query }) => {
    const { limit, ...filters } = query;
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
  });
};

/** In a file percentages are percent: 81.13. */
const percents = (row: QueueReport['data'][number]) => {
  const percent = (thousandths: number | null): number | null =>
    thousandths === null ? null : Math.round(thousandths / 10) / 100;
  return {
    answeredPercent: percent(row.answeredPercent),
    unansweredPercent: percent(row.unansweredPercent),
    serviceLevel: percent(row.serviceLevel),
  };
};
