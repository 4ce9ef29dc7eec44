// The SIP password and the voicemail PIN of a line, after it was made.
import type { AuditAction } from '@ringside/core/contract/audit-actions.ts';
import type { SipAccount } from '@ringside/core/contract/subscribers.ts';
import type { VoicemailPin } from '@ringside/core/contract/voicemail.ts';
import { writeAudit } from '../../db/audit.ts';
import { raiseVersion } from '../../db/raise-version.ts';
import type { StoredRow } from '../../db/resource-store.ts';
import type { Caller } from '../../http/context.ts';
import type { Deps } from '../../http/deps.ts';
import { Refusal } from '../../http/errors.ts';
import { newPin, newSipSecret, pinBound, readSecret, secretBound } from './queries.ts';

const accountOf = (row: StoredRow, secret: string): SipAccount => ({
  id: String(row.id),
  extension: String(row['extension']),
  name: String(row['name']),
  sipUsername: String(row['sipUsername']),
  sipHost: String(row['sipHost']),
  secret,
});

const told = (row: StoredRow, action: AuditAction, after: Record<string, unknown>) => ({
  customerId: String(row['customerId']),
  action,
  resource: 'subscriber',
  resourceId: String(row.id),
  resourceName: String(row['name']),
  before: null,
  after,
});

/** `row` is one that the caller was found to reach, and the caller has given his password. */
export const showSecret = async (deps: Deps, caller: Caller, row: StoredRow): Promise<SipAccount> => {
  const secret = await readSecret(deps.db, deps.secrets, row);
  await writeAudit(deps.db, caller, told(row, 'secret-shown', { sipUsername: row['sipUsername'] }));
  return accountOf(row, secret);
};

export const rotateSecret = async (deps: Deps, caller: Caller, row: StoredRow): Promise<SipAccount> => {
  const id = String(row.id);
  const secret = newSipSecret();
  await deps.db.transaction().execute(async (tx) => {
    const raised = await raiseVersion(tx, 'subscribers', row, {
      secret: deps.secrets.seal(secret, secretBound(id)),
      secretChangedAt: new Date(deps.now()).toISOString(),
    });
    if (!raised) throw new Refusal('stale');
    await writeAudit(tx, caller, told(row, 'secret-rotated', { sipUsername: row['sipUsername'], secret: '***' }));
  });
  return accountOf(row, secret);
};

export const rotatePin = async (deps: Deps, caller: Caller, row: StoredRow): Promise<VoicemailPin> => {
  const id = String(row.id);
  const pin = newPin();
  await deps.db.transaction().execute(async (tx) => {
    const raised = await raiseVersion(tx, 'subscribers', row, { voicemailPin: deps.secrets.seal(pin, pinBound(id)) });
    if (!raised) throw new Refusal('stale');
    await writeAudit(tx, caller, told(row, 'secret-rotated', { sipUsername: row['sipUsername'], voicemailPin: '***' }));
  });
  return { id, extension: String(row['extension']), pin };
};
