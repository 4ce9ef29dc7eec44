// Reads and rotates the SIP password and the voicemail PIN of an existing line.
import { subscribers } from '@ringside/core/contract/subscribers/subscriber.ts';
import type { AuditAction } from '@ringside/core/contract/access/audit-actions.ts';
import type { SipAccount } from '@ringside/core/contract/subscribers/subscriber.ts';
import type { VoicemailPin } from '@ringside/core/contract/subscribers/voicemail.ts';
import { writeAudit } from '../../platform/db/audit.ts';
import { raiseVersion } from '../../platform/db/rows/raise-version.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { Secrets } from '../../platform/db/secrets/secrets.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { newPin, newSipSecret, pinBound, readSecret, secretBound } from './queries.ts';
import type { SubscriberRow } from './queries.ts';
import { markRows } from '../../pbx/provisioning/mark-queries.ts';

interface Services {
  readonly db: Db;
  readonly secrets: Secrets;
  readonly now: () => number;
}

const accountOf = (row: SubscriberRow, secret: string): SipAccount => ({
  id: row.id,
  extension: row.extension,
  name: row.name,
  sipUsername: row.sipUsername,
  sipHost: row.sipHost,
  secret,
});

const auditEntry = (row: SubscriberRow, action: AuditAction, after: Record<string, unknown>) => ({
  customerId: row.customerId,
  action,
  resource: 'subscriber',
  resourceId: row.id,
  resourceName: row.name,
  before: null,
  after,
});

const markLine = (tx: Db, row: SubscriberRow): Promise<void> =>
  markRows(tx, [{ serverId: row.serverId, resource: 'subscriber', resourceId: row.id }]);

/** The caller must have access to `row` and have confirmed the password. */
export const showSecret = async (
  deps: { readonly db: Db; readonly secrets: Secrets },
  caller: Caller,
  row: SubscriberRow,
): Promise<SipAccount> => {
  const secret = await readSecret(deps.db, deps.secrets, row);
  await writeAudit(deps.db, caller, auditEntry(row, 'secret-shown', { sipUsername: row.sipUsername }));
  return accountOf(row, secret);
};

export const rotateSecret = async (deps: Services, caller: Caller, row: SubscriberRow): Promise<SipAccount> => {
  const { id } = row;
  const secret = newSipSecret();
  await deps.db.transaction().execute(async (tx) => {
    const raised = await raiseVersion(tx, subscribers, row, {
      secret: deps.secrets.seal(secret, secretBound(id)),
      secretChangedAt: new Date(deps.now()).toISOString(),
    });
    if (!raised) throw new Refusal('stale');
    await markLine(tx, row);
    await writeAudit(tx, caller, auditEntry(row, 'secret-rotated', { sipUsername: row.sipUsername, secret: '***' }));
  });
  return accountOf(row, secret);
};

export const rotatePin = async (
  deps: { readonly db: Db; readonly secrets: Secrets },
  caller: Caller,
  row: SubscriberRow,
): Promise<VoicemailPin> => {
  const { id } = row;
  const pin = newPin();
  await deps.db.transaction().execute(async (tx) => {
    const raised = await raiseVersion(tx, subscribers, row, { voicemailPin: deps.secrets.seal(pin, pinBound(id)) });
    if (!raised) throw new Refusal('stale');
    await markLine(tx, row);
    await writeAudit(
      tx,
      caller,
      auditEntry(row, 'secret-rotated', { sipUsername: row.sipUsername, voicemailPin: '***' }),
    );
  });
  return { id, extension: row.extension, pin };
};
