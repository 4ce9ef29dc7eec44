import type { FastifyInstance } from 'fastify';
import { can } from '@ringside/core/access/ability.ts';
import { CALL_COLUMNS, queueCalls } from '@ringside/core/contract/queue-calls.ts';
import * as contract from '@ringside/core/contract/queue-report.ts';
import { writeAudit } from '../../db/audit.ts';
import type { Deps } from '../../http/deps.ts';
import { Refusal } from '../../http/errors.ts';
import { MOST_PRINTED } from '../../http/print-rows.ts';
import { registerRoute } from '../../http/register.ts';
import { behindFile, MOST_BEHIND } from '../../reports/behind-file.ts';
import { makeQueueCalls } from '../../reports/queue-report/make-queue-calls.ts';
import { makeLostCallers, makeQueueReport } from '../../reports/queue-report/make-queue-report.ts';
import { queueReportFor } from '../../reports/queue-report/queue-content.ts';
import { reportFile } from '../../reports/report-file.ts';
import { reportLanguage, wordsOf } from '../../reports/report-words.ts';

export const registerQueueReport = (app: FastifyInstance, deps: Deps): void => {
  registerRoute(app, contract.lostCallers, async ({ caller, query: { limit, ...filters } }) =>
    makeLostCallers(deps, caller, { ...filters, groupBy: 'queue' }, limit),
  );
  registerRoute(app, queueCalls, async ({ caller, query, origin }) => {
    const { format, headings, title, ...asked } = query;
    if (format === undefined || format === 'json') return makeQueueCalls(deps, caller, query);
    const { timeZone } = asked;
    const words = { headings, title, timeZone, language: origin.language };
    const told = { format, ...words, name: 'queue-report-rows', columns: CALL_COLUMNS };
    return behindFile(deps, caller, { ...told, filters: asked }, async () => {
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
  registerRoute(app, contract.queueReport, async ({ caller, query, origin }) => {
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
