// Deleted objects as a read-only resource for the list. The write routes are placeholders.
import {
  DELETED_SORTS,
  DeletedRow,
  exportDeletedRows,
  listDeletedRows,
} from '@ringside/core/contract/system/deleted.ts';

export const gone = {
  // Namespace of its texts. It has no permission of its own: only platform administrators have access.
  name: 'deleted' as 'audit',
  path: '/deleted',
  row: DeletedRow,
  create: DeletedRow,
  update: DeletedRow,
  sortable: DELETED_SORTS,
  defaultSort: '-deletedAt',
  filters: ['resource', 'customerId'],
  fields: {
    name: { kind: 'text', in: ['list'] },
    resource: { kind: 'text', in: ['list'] },
    customerName: { kind: 'text', in: ['list'] },
    deletedAt: { kind: 'instant', in: ['list'] },
    deletedBy: { kind: 'text', in: ['list'] },
  },
  titleField: 'name',
  routes: {
    list: listDeletedRows,
    export: exportDeletedRows,
    get: listDeletedRows,
    create: listDeletedRows,
    update: listDeletedRows,
    remove: listDeletedRows,
  },
} as const;
