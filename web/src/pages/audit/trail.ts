// The audit trail as lists read it. Nothing of it is ever written by hand: the writing routes stand for nothing.
import { AuditEntry, getAuditEntry, listAudit } from '@ringside/core/contract/audit.ts';

export const trail = {
  name: 'audit',
  path: '/audit',
  row: AuditEntry,
  create: AuditEntry,
  update: AuditEntry,
  sortable: [],
  defaultSort: '-seq',
  filters: ['customerId', 'userId', 'action', 'resource', 'resourceId', 'from', 'to'],
  fields: {
    at: { kind: 'instant', in: ['list'] },
    username: { kind: 'text', in: ['list'] },
    action: { kind: 'text', in: ['list'] },
    resource: { kind: 'text', in: ['list'] },
    resourceName: { kind: 'text', in: ['list'] },
    ip: { kind: 'text', in: ['list'] },
  },
  titleField: 'action',
  routes: {
    list: listAudit,
    get: getAuditEntry,
    create: getAuditEntry,
    update: getAuditEntry,
    remove: getAuditEntry,
  },
} as const;
