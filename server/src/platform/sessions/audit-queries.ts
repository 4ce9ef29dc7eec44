import type { Db } from '../db/connect.ts';
import { writeAudit } from '../db/audit.ts';
import type { Origin } from '../caller/caller.ts';

interface Person {
  readonly id: string;
  readonly username: string;
  readonly customerId: string | null;
}

type SessionAction =
  | 'login'
  | 'login-failed'
  | 'logout'
  | 'setup'
  | 'sessions-ended'
  | 'password-changed'
  | 'password-forgot'
  | 'email-changed'
  | 'two-factor-enabled'
  | 'two-factor-disabled'
  | 'recovery-codes-made'
  | 'recovery-code-used'
  | 'passkey-added'
  | 'passkey-renamed'
  | 'passkey-removed';

/** Actions of a person who has not proven to be the account's owner. */
const UNPROVEN: ReadonlySet<SessionAction> = new Set<SessionAction>(['login-failed', 'password-forgot']);

/**
 * Writes an audit entry about a session or account. `name`: the typed name if no user matched, truncated because it might be a password
 * typed into the wrong field. `change`: the changed values.
 */
export const auditSession = (
  db: Db,
  action: SessionAction,
  user: Person | null,
  name: string,
  origin: Omit<Origin, 'language'>,
  change: {
    readonly before?: Readonly<Record<string, string>>;
    readonly after?: Readonly<Record<string, string>>;
  } = {},
): Promise<void> =>
  writeAudit(
    db,
    {
      userId: UNPROVEN.has(action) ? null : (user?.id ?? null),
      username: user?.username ?? `${name.slice(0, 3)}…`,
      ip: origin.ip,
      userAgent: origin.userAgent,
    },
    {
      customerId: user?.customerId ?? null,
      action,
      resource: 'session',
      resourceId: user?.id ?? null,
      resourceName: user?.username ?? '',
      before: change.before ?? null,
      after: change.after ?? null,
    },
  );
