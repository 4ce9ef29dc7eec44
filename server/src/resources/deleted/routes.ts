import type { FastifyInstance } from 'fastify';
import { DeletedRow, exportDeleted, listDeleted, restoreDeleted } from '@ringside/core/contract/deleted.ts';
import type { Deps } from '../../http/deps.ts';
import { Refusal } from '../../http/errors.ts';
import { exportedList, exportNote, exportResource } from '../../http/export-resource.ts';
import { registerRoute } from '../../http/register.ts';
import { findDeletedRow, listDeletedRows } from './queries.ts';

export const registerDeleted = (app: FastifyInstance, deps: Deps): void => {
  registerRoute(app, listDeleted, async ({ query }) => {
    const { rows, total } = await listDeletedRows(deps.db, query);
    return {
      data: rows.map((row) => ({ ...row, deletedAt: row.deletedAt.toISOString() })),
      meta: { page: query.page, perPage: query.perPage, total },
    };
  });

  const exported = exportedList({ note: exportNote(deps.db, { resource: 'deleted' }) }, (_caller, request) =>
    listDeletedRows(deps.db, request),
  );
  registerRoute(app, exportDeleted, ({ caller, query, origin }) =>
    exportResource({ path: '/deleted', row: DeletedRow }, exported, caller, origin.language, query),
  );

  registerRoute(app, restoreDeleted, async ({ caller, params }) => {
    const row = await findDeletedRow(deps.db, params.id);
    const noun = row === undefined ? undefined : app.nouns.get(row.resource);
    if (row === undefined || noun === undefined) throw new Refusal('not-found');
    // Whoever keeps something by these rows (owners of queues, the PBXs) hears of it as of a new one.
    await noun.restored(caller, row.id, row.rowId);
    return { resource: row.resource, rowId: row.rowId, name: row.name };
  });
};
