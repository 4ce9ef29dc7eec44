import type { FastifyInstance } from 'fastify';
import { can } from '@ringside/core/access/ability.ts';
import { CALL_COLUMNS, listQueueCalls } from '@ringside/core/contract/reports/queue-calls.ts';
import * as contract from '@ringside/core/contract/reports/queue-report.ts';
import { writeAudit } from '../../platform/db/audit.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/db/connect.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { MOST_PRINTED } from '../../platform/documents/print-rows.ts';
import { registerRoute } from '../../platform/http/register.ts';
import { drillDownFile, MOST_BEHIND } from '../drill-down-file.ts';
import { makeLostCallers, makeQueueReport } from './make-queue-report.ts';
import { queueReportFor } from './queue-content.ts';
import { reportFile } from '../../platform/documents/report-file.ts';
import { reportLanguage, wordsOf } from '../../platform/documents/report-words.ts';
import type { z } from 'zod';
import type { QueueCall } from '@ringside/core/contract/reports/queue-calls.ts';
import { formatNumber } from '@ringside/core/base/phone.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { readDrillDown } from './drill-down-queries.ts';
import { scopeOf } from './make-queue-report.ts';
import type { ReportDeps } from './make-queue-report.ts';

// Routes of the queue report and of the calls behind its figures.
/** Throws `invalid` for an empty or too long period. */
const makeQueueCalls = async (deps: ReportDeps, caller: Caller, query: z.output<(typeof listQueueCalls)['query']>) => {
  const { set, key, cell, waitBar, talkBar, order, page, perPage, groupBy, format: _format, ...rest } = query;
  const { headings: _headings, ...filters } = rest;
  const scope = await scopeOf(deps, caller, filters);
  const asked = { set, key, cell, waitBar, talkBar, order, groupBy };
  const { rows, total } = await readDrillDown(deps.db, caller, scope, asked, { page, perPage });
  const data = rows.map(({ at, callerNumber, ...row }): QueueCall => ({
    ...row,
    at: at.toISOString(),
    caller: formatNumber(callerNumber, deps.config.defaultCountry),
  }));
  return { data, meta: { page, perPage, total } };
};

interface Services {
  readonly config: Config;
  readonly db: Db;
  readonly now: () => number;
}

export const registerQueueReport = (app: FastifyInstance, deps: Services): void => {
  registerRoute(app, contract.listLostCallers, async ({ caller, query: { limit, ...filters } }) =>
    makeLostCallers(deps, caller, { ...filters, groupBy: 'queue' }, limit),
  );
  registerRoute(app, listQueueCalls, async ({ caller, query, origin }) => {
    const { format, headings, title, ...asked } = query;
    if (format === undefined || format === 'json') return makeQueueCalls(deps, caller, query);
    const { timeZone } = asked;
    const words = { headings, title, timeZone, language: origin.language };
    const fileTerms = { format, ...words, name: 'queue-report-rows', columns: CALL_COLUMNS };
    return drillDownFile(deps, caller, { ...fileTerms, filters: asked }, async () => {
      const { data, meta } = await makeQueueCalls(deps, caller, { ...query, page: 1, perPage: MOST_BEHIND });
      const { ends } = wordsOf(reportLanguage(origin.language));
      const rows = data.map((row) => ({
        ...row,
        outcome: format === 'pdf' && row.outcome !== null ? ends[row.outcome] : row.outcome,
        ...{ queue: row.queueLabel, caller: row.caller.number || row.caller.raw },
      }));
      return { rows, total: meta.total };
    });
  });
  registerRoute(app, contract.getQueueReport, async ({ caller, query, origin }) => {
    const { format, headings, table, ...filters } = query;
    if (format === undefined || format === 'json') return makeQueueReport(deps, caller, filters);
    if (!can(caller.abilities, 'export', 'report')) throw new Refusal('forbidden');
    await writeAudit(deps.db, caller, {
      ...{ customerId: caller.customerId, action: 'export', resource: 'report', resourceId: null, resourceName: '' },
      before: null,
      after: { report: 'queues', format, ...(table === undefined ? {} : { table }), ...filters },
    });
    const language = reportLanguage(origin.language);
    const most = table === 'lost' ? { csv: MOST_BEHIND, xlsx: MOST_BEHIND, pdf: MOST_PRINTED }[format] : undefined;
    const made = await queueReportFor(deps, caller, filters, language, most);
    return reportFile(format, made, deps.now(), headings?.split('\n') ?? [], table);
  });
};
