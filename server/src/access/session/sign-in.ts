// Checks username and password, with the same duration and answer for an unknown name and a wrong password. If the password is right, users
// with two-factor authentication are asked for a code.
import type { Db } from '../../platform/db/connect.ts';
import type { Secrets } from '../../platform/db/secrets/secrets.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { SessionStore } from '../../platform/sessions/store.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { Origin } from '../../platform/caller/caller.ts';
import type { UserRow } from '../../platform/db/schema.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { noticePlace } from '../../boards/notification/notice-place.ts';
import { notify } from '../../boards/notification/notify.ts';
import { wasNotified } from '../../boards/notification/queries.ts';
import { sendNotice } from '../../platform/mail/notice.ts';
import { checkPassword } from '../../platform/sessions/password-hash.ts';
import { codeRefusal, checkCode } from '../../platform/sessions/check-code.ts';
import { forgiveAttempt, withdrawAttempt } from '../../platform/sessions/lockout-queries.ts';
import { beginOrRefuse } from '../../platform/sessions/begin-or-refuse.ts';
import { auditSession } from '../../platform/sessions/audit-queries.ts';
import { findUserToSignIn, isOpen, markSignedIn, mayCustomerSignIn } from './queries.ts';

interface Services {
  readonly db: Db;
  readonly secrets: Secrets;
  readonly bus: Bus;
  readonly sessions: SessionStore;
  readonly mail: Mailer;
  readonly now: () => number;
}

export interface SignedIn {
  readonly token: string;
  readonly expiresAt: string;
}

/** Creates the session of an authenticated user. */
export const admit = async (deps: Services, user: UserRow, origin: Origin): Promise<SignedIn> => {
  await markSignedIn(deps.db, user.id, new Date(deps.now()), origin.ip);
  await auditSession(deps.db, 'login', user, user.username, origin);
  await noticePlace(deps, user.id, origin);
  const { token, expiresAt } = await deps.sessions.start(user.id, origin.ip, origin.userAgent);
  return { token, expiresAt: expiresAt.toISOString() };
};

/** At most one warning per week. */
const WARN_MS = 7 * 86_400_000;

const warnStaff = async (deps: Pick<Services, 'db' | 'now' | 'bus'>, userId: string): Promise<void> => {
  if (await wasNotified(deps.db, userId, 'second-factor-missing', new Date(deps.now() - WARN_MS))) return;
  await notify(deps, { kind: 'second-factor-missing', params: {}, to: { kind: 'user', userId } });
};

export const signIn = async (
  deps: Services,
  credentials: { readonly username: string; readonly password: string; readonly otp?: string | undefined },
  origin: Origin,
): Promise<SignedIn> => {
  const { db } = deps;
  await beginOrRefuse(deps, credentials.username, origin);
  const user = await findUserToSignIn(db, credentials.username);
  const right = await checkPassword(credentials.password, user?.passwordHash ?? null);
  const welcome =
    right && user !== undefined && isOpen(user, deps.now()) && (await mayCustomerSignIn(db, user.customerId));
  if (!welcome) {
    await auditSession(db, 'login-failed', user ?? null, credentials.username, origin);
    throw new Refusal('wrong-credentials');
  }
  const verdict = await checkCode(deps, user.id, credentials.otp);
  if (verdict === 'missing') {
    // The attempt is not complete yet. Resetting the count here would let an attacker with the password guess codes without limit.
    await withdrawAttempt(db, credentials.username, origin.ip);
    throw codeRefusal(verdict);
  }
  if (verdict === 'wrong') {
    await auditSession(db, 'login-failed', user, credentials.username, origin);
    throw codeRefusal(verdict);
  }
  if (verdict === 'recovery') {
    await auditSession(db, 'recovery-code-used', user, user.username, origin);
    await sendNotice(deps, db, 'recovery-code-used', user);
  }
  await forgiveAttempt(db, credentials.username, origin.ip);
  if (user.customerId === null && verdict === 'none') await warnStaff(deps, user.id);
  return admit(deps, user, origin);
};
