// What was deleted, as lists read it. It is brought back, never written: the writing routes stand for nothing.
import { DELETED_SORTS, DeletedRow, exportDeleted, listDeleted } from '@ringside/core/contract/deleted.ts';

export const gone = {
  // Its words; it is no resource of the abilities: the platform's administrator alone comes here.
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
    list: listDeleted,
    export: exportDeleted,
    get: listDeleted,
    create: listDeleted,
    update: listDeleted,
    remove: listDeleted,
  },
} as const;
