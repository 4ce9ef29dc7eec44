import type { AuditAction } from '@ringside/core/contract/access/audit-actions.ts';
import { writeAudit } from '../../platform/db/audit.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { RowOf } from '../../platform/db/schema.ts';
import type { Caller } from '../../platform/caller/caller.ts';

export type AuditedPlan = Pick<RowOf<'plans'>, 'id' | 'name' | 'status'>;

/** Writes an audit entry for changes of a plan's rates, versions and carriers. */
export const auditPlan = (
  tx: Db,
  caller: Caller,
  plan: AuditedPlan,
  action: AuditAction,
  before: Readonly<Record<string, unknown>> | null,
  after: Readonly<Record<string, unknown>> | null,
): Promise<void> =>
  writeAudit(tx, caller, {
    customerId: null,
    action,
    resource: 'plan',
    resourceId: plan.id,
    resourceName: plan.name,
    before,
    after,
  });
