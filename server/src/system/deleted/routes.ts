import type { FastifyInstance } from 'fastify';
import {
  DeletedRow,
  exportDeletedRows,
  listDeletedRows,
  restoreDeletedRow,
} from '@ringside/core/contract/system/deleted.ts';
import type { Db } from '../../platform/db/connect.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { exportedList, exportNote, exportResource } from '../../platform/http/export-resource.ts';
import { registerRoute } from '../../platform/http/register.ts';
import { findDeletedRow, findDeletedRows } from './queries.ts';

export const registerDeleted = (app: FastifyInstance, deps: { readonly db: Db }): void => {
  registerRoute(app, listDeletedRows, async ({ query }) => {
    const { rows, total } = await findDeletedRows(deps.db, query);
    return {
      data: rows.map((row) => ({ ...row, deletedAt: row.deletedAt.toISOString() })),
      meta: { page: query.page, perPage: query.perPage, total },
    };
  });

  const exported = exportedList({ note: exportNote(deps.db, { resource: 'deleted' }) }, (_caller, request) =>
    findDeletedRows(deps.db, request),
  );
  registerRoute(app, exportDeletedRows, ({ caller, query, origin }) =>
    exportResource({ path: '/deleted', row: DeletedRow }, exported, caller, origin.language, query),
  );

  registerRoute(app, restoreDeletedRow, async ({ caller, params }) => {
    const row = await findDeletedRow(deps.db, params.id);
    const noun = row === undefined ? undefined : app.nouns.get(row.resource);
    if (row === undefined || noun === undefined) throw new Refusal('not-found');
    // Notifies users of these rows (owners of queues, PBX servers) as for a new row.
    await noun.restored(caller, row.id, row.rowId);
    return { resource: row.resource, rowId: row.rowId, name: row.name };
  });
};
