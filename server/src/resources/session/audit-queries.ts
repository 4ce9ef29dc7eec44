import type { Db } from '../../db/connect.ts';
import { writeAudit } from '../../db/audit.ts';
import type { Origin } from '../../http/context.ts';

interface Person {
  readonly id: string;
  readonly username: string;
  readonly customerId: string | null;
}

/** `name`: what was typed when nobody is known by it. A password typed into the wrong field would be kept, so it is cut short. */
export const auditSession = (
  db: Db,
  action: 'login' | 'login-failed' | 'logout' | 'password-changed' | 'setup' | 'sessions-ended',
  user: Person | null,
  name: string,
  origin: Omit<Origin, 'language'>,
): Promise<void> =>
  writeAudit(
    db,
    {
      userId: action === 'login-failed' ? null : (user?.id ?? null),
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
      before: null,
      after: null,
    },
  );
