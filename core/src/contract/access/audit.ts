// The audit trail of changes, written in the same transaction as the change. Read-only.
import { z } from 'zod';
import { EXPORT_FILES, ExportQuery, Id, Instant, ListMeta, ListQuery } from '../resource.ts';
import { route } from '../route.ts';

export const AuditEntry = z.object({
  id: Id,
  /** Position in the hash chain, starting at 1. */
  seq: z.number().int(),
  /** SHA-256 of the entry and the previous entry's hash. `npx ringside audit verify` checks the chain. */
  hash: z.string(),
  at: Instant,
  customerId: Id.nullable(),
  userId: Id.nullable(),
  /** User name at that time. The user may no longer exist. */
  username: z.string(),
  /** User name of the impersonating user; `null` without impersonation. */
  actedBy: z.string().nullable(),
  /** `create`, `update`, `delete`, `login`, `login-failed`, `logout`, `operate` … */
  action: z.string(),
  resource: z.string(),
  resourceId: z.string().nullable(),
  resourceName: z.string(),
  /** Changed fields, with secrets as `***`. `null` without changes. */
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  ip: z.string(),
  userAgent: z.string(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

const filters = {
  customerId: Id.optional(),
  userId: Id.optional(),
  action: z.string().max(40).optional(),
  resource: z.string().max(40).optional(),
  resourceId: z.string().max(64).optional(),
  from: Instant.optional(),
  to: Instant.optional(),
};

export const listAudit = route({
  method: 'GET',
  path: '/audit',
  summary: 'List the entries of the audit trail, newest first',
  tag: 'audit',
  access: ['read', 'audit'],
  query: ListQuery.extend(filters),
  response: z.object({ data: z.array(AuditEntry), meta: ListMeta }),
  errors: [],
});

export const getAuditEntry = route({
  method: 'GET',
  path: '/audit/:id',
  summary: 'Get an entry of the audit trail',
  tag: 'audit',
  access: ['read', 'audit'],
  params: z.object({ id: Id }),
  response: AuditEntry,
  errors: ['not-found'],
});

export const exportAudit = route({
  method: 'GET',
  path: '/audit/export',
  summary: 'Export the entries that match, as CSV, XLSX or PDF',
  tag: 'audit',
  access: ['export', 'audit'],
  query: ListQuery.omit({ page: true, perPage: true }).extend({ ...ExportQuery.shape, ...filters }),
  file: EXPORT_FILES,
  errors: ['too-large'],
});
