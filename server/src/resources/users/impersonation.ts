// The support acts in the name of a customer's user, to see what he sees. Both names stand in the audit trail.
import type { StoredRow } from '../../db/resource-store.ts';
import { writeAudit } from '../../db/audit.ts';
import type { Db } from '../../db/connect.ts';
import type { Caller } from '../../http/context.ts';
import { Refusal } from '../../http/errors.ts';
import { refuseAboveOwn } from './role-queries.ts';

/** Throws when this user's name is not to be borrowed; else the audit trail tells that it is. */
export const beginImpersonation = (db: Db, caller: Caller, user: StoredRow, reason: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    if (caller.customerId !== null) throw new Refusal('forbidden', { detail: 'For the platform’s staff' });
    if (user['customerId'] === null) throw new Refusal('conflict', { detail: 'Only a customer’s users' });
    if (user['status'] !== 'active') throw new Refusal('conflict', { detail: 'The user is not active' });
    await refuseAboveOwn(tx, caller, String(user['roleId']));
    await writeAudit(tx, caller, {
      customerId: user['customerId'] as string,
      action: 'impersonate',
      resource: 'user',
      resourceId: String(user.id),
      resourceName: String(user['username']),
      before: null,
      after: { reason },
    });
  });
