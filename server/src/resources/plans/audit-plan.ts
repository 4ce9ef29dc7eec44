import type { AuditAction } from '@ringside/core/contract/audit-actions.ts';
import { writeAudit } from '../../db/audit.ts';
import type { Db } from '../../db/connect.ts';
import type { StoredRow } from '../../db/resource-store.ts';
import type { Caller } from '../../http/context.ts';

/** What was done to a plan beside its own fields: to its rates, versions and carriers. */
export const auditPlan = (
  tx: Db,
  caller: Caller,
  plan: StoredRow,
  action: AuditAction,
  before: object | null,
  after: object | null,
): Promise<void> =>
  writeAudit(tx, caller, {
    customerId: null,
    action,
    resource: 'plan',
    resourceId: String(plan.id),
    resourceName: String(plan['name']),
    before: before as Record<string, unknown> | null,
    after: after as Record<string, unknown> | null,
  });
