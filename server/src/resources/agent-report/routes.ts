import type { FastifyInstance } from 'fastify';
import { can } from '@ringside/core/access/ability.ts';
import { agentMomentsRoute, MOMENT_COLUMNS } from '@ringside/core/contract/agent-moments.ts';
import * as contract from '@ringside/core/contract/agent-report.ts';
import { LINE_COLUMNS } from '@ringside/core/contract/agent-report.ts';
import { writeAudit } from '../../db/audit.ts';
import type { Deps } from '../../http/deps.ts';
import { Refusal } from '../../http/errors.ts';
import { registerRoute } from '../../http/register.ts';
import { behindFile, MOST_BEHIND } from '../../reports/behind-file.ts';
import { agentReportFor } from '../../reports/agent-report/agent-content.ts';
import { makeAgentMoments, momentRow } from '../../reports/agent-report/make-agent-moments.ts';
import { makeAgentReport } from '../../reports/agent-report/make-agent-report.ts';
import { lineRows, makeTimeline } from '../../reports/agent-report/make-timeline.ts';
import { reportFile } from '../../reports/report-file.ts';
import { reportLanguage } from '../../reports/report-words.ts';
import { registerAgentMerges } from './merge-routes.ts';
import { registerOwnDay } from './own-routes.ts';

const registerReport = (app: FastifyInstance, deps: Deps): void => {
  registerRoute(app, contract.agentReport, async ({ caller, query, origin }) => {
    const { format, headings, table, ...filters } = query;
    if (format === undefined || format === 'json') return makeAgentReport(deps, caller, filters);
    if (!can(caller.abilities, 'export', 'report')) throw new Refusal('forbidden');
    await writeAudit(deps.db, caller, {
      ...{ customerId: caller.customerId, action: 'export', resource: 'report', resourceId: null, resourceName: '' },
      before: null,
      after: { report: 'agents', format, ...(table === undefined ? {} : { table }), ...filters },
    });
    const made = await agentReportFor(deps, caller, filters, reportLanguage(origin.language));
    return reportFile(format, made, deps.now(), headings?.split('\n') ?? [], table);
  });
};

const registerMoments = (app: FastifyInstance, deps: Deps): void => {
  registerRoute(app, agentMomentsRoute, async ({ caller, query, origin }) => {
    const { format, headings, title, ...asked } = query;
    if (format === undefined || format === 'json') return makeAgentMoments(deps, caller, query);
    const { timeZone } = asked;
    const words = { headings, title, timeZone, language: origin.language };
    const told = { format, ...words, name: 'agent-report-rows', columns: MOMENT_COLUMNS };
    return behindFile(deps, caller, { ...told, filters: asked }, async () => {
      const { data, meta } = await makeAgentMoments(deps, caller, { ...query, page: 1, perPage: MOST_BEHIND });
      return { rows: data.map(momentRow), total: meta.total };
    });
  });
};

const registerTimeline = (app: FastifyInstance, deps: Deps): void => {
  registerRoute(app, contract.agentTimelineRoute, async ({ caller, query, origin }) => {
    const { format, table, headings, title, ...asked } = query;
    if (format === undefined || format === 'json') return makeTimeline(deps, caller, asked);
    const words = { headings, title, timeZone: asked.timeZone, language: origin.language };
    const told = { format, ...words, name: `agent-${table}`, columns: LINE_COLUMNS[table] };
    return behindFile(deps, caller, { ...told, filters: { ...asked, table } }, async () => {
      const line = await makeTimeline(deps, caller, asked, MOST_BEHIND);
      const rows = lineRows(line, table);
      return { rows, total: line.more ? rows.length + 1 : rows.length };
    });
  });
};

export const registerAgentReport = (app: FastifyInstance, deps: Deps): void => {
  registerReport(app, deps);
  registerMoments(app, deps);
  registerTimeline(app, deps);
  registerOwnDay(app, deps);
  registerAgentMerges(app, deps);
};
