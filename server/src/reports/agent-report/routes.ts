import type { FastifyInstance } from 'fastify';
import { can } from '@ringside/core/access/ability.ts';
import { listAgentMoments, MOMENT_COLUMNS } from '@ringside/core/contract/reports/agent-moments.ts';
import * as contract from '@ringside/core/contract/reports/agent-report.ts';
import { LINE_COLUMNS } from '@ringside/core/contract/reports/agent-report.ts';
import { writeAudit } from '../../platform/db/audit.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { PbxSide } from '../../pbx/pbx-links.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { registerRoute } from '../../platform/http/register.ts';
import { drillDownFile, MOST_BEHIND } from '../drill-down-file.ts';
import { agentReportFor } from './agent-content.ts';
import { makeAgentMoments, momentRow } from './make-agent-moments.ts';
import { makeAgentReport } from './make-agent-report.ts';
import { lineRows, makeTimeline } from './make-timeline.ts';
import { reportFile } from '../../platform/documents/report-file.ts';
import { reportLanguage } from '../../platform/documents/report-words.ts';
import { registerAgentMerges } from './merge-routes.ts';

interface Services {
  readonly config: Config;
  readonly db: Db;
  readonly pbx: Pick<PbxSide, 'membersOf'>;
  readonly now: () => number;
}

const registerReport = (app: FastifyInstance, deps: Services): void => {
  registerRoute(app, contract.getAgentReport, async ({ caller, query, origin }) => {
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

const registerMoments = (app: FastifyInstance, deps: Services): void => {
  registerRoute(app, listAgentMoments, async ({ caller, query, origin }) => {
    const { format, headings, title, ...asked } = query;
    if (format === undefined || format === 'json') return makeAgentMoments(deps, caller, query);
    const { timeZone } = asked;
    const words = { headings, title, timeZone, language: origin.language };
    const told = { format, ...words, name: 'agent-report-rows', columns: MOMENT_COLUMNS };
    return drillDownFile(deps, caller, { ...told, filters: asked }, async () => {
      const { data, meta } = await makeAgentMoments(deps, caller, { ...query, page: 1, perPage: MOST_BEHIND });
      return { rows: data.map(momentRow), total: meta.total };
    });
  });
};

const registerTimeline = (app: FastifyInstance, deps: Services): void => {
  registerRoute(app, contract.getAgentTimeline, async ({ caller, query, origin }) => {
    const { format, table, headings, title, ...asked } = query;
    if (format === undefined || format === 'json') return makeTimeline(deps, caller, asked);
    const words = { headings, title, timeZone: asked.timeZone, language: origin.language };
    const told = { format, ...words, name: `agent-${table}`, columns: LINE_COLUMNS[table] };
    return drillDownFile(deps, caller, { ...told, filters: { ...asked, table } }, async () => {
      const line = await makeTimeline(deps, caller, asked, MOST_BEHIND);
      const rows = lineRows(line, table);
      return { rows, total: line.more ? rows.length + 1 : rows.length };
    });
  });
};

export const registerAgentReport = (app: FastifyInstance, deps: Services): void => {
  registerReport(app, deps);
  registerMoments(app, deps);
  registerTimeline(app, deps);
  registerAgentMerges(app, deps);
};
