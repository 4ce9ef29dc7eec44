// Derives the audit trail's facts about a change to a row.
import type { AuditAction } from '@ringside/core/contract/access/audit-actions.ts';
import { isAudited } from '@ringside/core/contract/access/audit-facts.ts';
import type { AuditFact } from '../audit.ts';
import type { AnyResource, StoredRow } from './stored-row.ts';

type Fields = Record<string, unknown>;

export const auditable = (row: StoredRow): Fields =>
  Object.fromEntries(Object.entries(row).filter(([key]) => isAudited(key)));

/** Returns the changed fields, before and after. */
export const changedOnly = (before: Fields, after: Fields): readonly [before: Fields, after: Fields] => {
  const keys = Object.keys(after).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  const pick = (from: Fields): Fields => Object.fromEntries(keys.map((key) => [key, from[key]]));
  return [pick(before), pick(after)];
};

/** Returns the write-only fields of the call with `***` as values. */
export const secretsIn = (r: AnyResource, values: Fields): Fields =>
  Object.fromEntries(
    Object.keys(values)
      .filter((key) => !(key in r.row.shape) && /secret|password/i.test(key) && values[key] !== undefined)
      .map((key) => [key, '***']),
  );

export const customerOf = (r: AnyResource, row: StoredRow): string | null => {
  const value = r.name === 'customer' ? row.id : row['customerId'];
  return typeof value === 'string' ? value : null;
};

/** Returns the display name of a row, or `''` if it has none. */
export const titleOf = (r: AnyResource, row: StoredRow): string => String(row[r.titleField] ?? '');

export const factOf = (
  r: AnyResource,
  action: AuditAction,
  row: StoredRow,
  before: Fields | null,
  after: Fields | null,
): AuditFact => ({
  customerId: customerOf(r, row),
  action,
  resource: r.name,
  resourceId: String(row.id),
  resourceName: titleOf(r, row),
  before,
  after,
});
