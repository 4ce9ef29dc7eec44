import type { FastifyInstance } from 'fastify';
import * as contract from '@ringside/core/contract/access/audit.ts';
import type { Db } from '../../platform/db/connect.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { exportNote, exportResource } from '../../platform/http/export-resource.ts';
import { registerRoute } from '../../platform/http/register.ts';
import { allAudit, findAudit, listAudit } from './queries.ts';

const withIso = <Row extends { readonly at: Date }>(row: Row) => ({ ...row, at: row.at.toISOString() });

export const registerAudit = (app: FastifyInstance, deps: { readonly db: Db }): void => {
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
      query,
    ),
  );
  registerRoute(app, contract.getAuditEntry, async ({ caller, params }) => {
    const row = await findAudit(deps.db, caller, params.id);
    if (row === null) throw new Refusal('not-found');
    return withIso(row);
  });
};
