import type { FastifyInstance } from 'fastify';
import * as contract from '@ringside/core/contract/audit.ts';
import type { Deps } from '../../http/deps.ts';
import { Refusal } from '../../http/errors.ts';
import { exportNote, exportResource } from '../../http/export-resource.ts';
import type { ExportRequest } from '../../http/export-resource.ts';
import { registerRoute } from '../../http/register.ts';
import { allAudit, findAudit, listAudit } from './queries.ts';

const withIso = <Row extends { readonly at: Date }>(row: Row) => ({ ...row, at: row.at.toISOString() });

export const registerAudit = (app: FastifyInstance, deps: Deps): void => {
  registerRoute(app, contract.listAudit, async ({ caller, query }) => {
    const { rows, total } = await listAudit(deps.db, caller, query);
    return { data: rows.map(withIso), meta: { page: query.page, perPage: query.perPage, total } };
  });
  registerRoute(app, contract.exportAudit, ({ caller, query, origin }) =>
    exportResource(
      { path: '/audit', row: contract.AuditEntry },
      { note: exportNote(deps.db, { resource: 'audit' }), all: (who, request) => allAudit(deps.db, who, request) },
      caller,
      origin.language,
      query as ExportRequest,
    ),
  );
  registerRoute(app, contract.getAuditEntry, async ({ caller, params }) => {
    const row = await findAudit(deps.db, caller, params.id);
    if (row === null) throw new Refusal('not-found');
    return withIso(row);
  });
};
