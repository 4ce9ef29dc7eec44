// Deleted rows: kept in full for history, and restorable by platform administrators.
import { z } from 'zod';
import { exportRoute, Id, Instant, ListMeta, ListQuery } from '../resource.ts';
import { route } from '../route.ts';

export const DeletedRow = z.object({
  /** ID of the stored copy. `rowId` is the row's own. */
  id: Id,
  /** Such as `queue` or `subscriber`. */
  resource: z.string(),
  rowId: z.string(),
  name: z.string(),
  customerId: Id.nullable(),
  customerName: z.string(),
  deletedAt: Instant,
  /** User name. */
  deletedBy: z.string(),
});
export type DeletedRow = z.infer<typeof DeletedRow>;

export const DELETED_SORTS = ['deletedAt', 'name', 'resource', 'customerName', 'deletedBy'] as const;

const narrowing = {
  sort: z.enum(DELETED_SORTS.flatMap((field) => [field, `-${field}`])).optional(),
  resource: z.string().max(40).optional(),
  customerId: Id.optional(),
  rowId: z.string().max(64).optional(),
};

export const listDeletedRows = route({
  method: 'GET',
  path: '/deleted',
  summary: 'List deleted rows that can be restored, newest first',
  tag: 'deleted',
  access: ['manage', 'all'],
  query: ListQuery.extend(narrowing),
  response: z.object({ data: z.array(DeletedRow), meta: ListMeta }),
  errors: [],
});

export const exportDeletedRows = exportRoute(
  { name: 'all', path: '/deleted', plural: 'deleted records', tag: 'deleted', access: ['manage', 'all'] },
  narrowing,
);

export const restoreDeletedRow = route({
  method: 'POST',
  path: '/deleted/:id/restore',
  summary: 'Restore a deleted row with the rows deleted with it. A restored user must set a new password',
  tag: 'deleted',
  access: ['manage', 'all'],
  params: z.object({ id: Id }),
  response: z.object({ resource: z.string(), rowId: z.string(), name: z.string() }),
  errors: ['not-found', 'conflict'],
});
