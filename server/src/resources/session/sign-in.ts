// Checking a name and a password: the same time and the same answer for an unknown name and a wrong password. Who has a
// second factor is asked for it once the password is right.
import type { Deps } from '../../http/deps.ts';
import type { Origin } from '../../http/context.ts';
import type { UserRow } from '../../db/schema.ts';
import { Refusal } from '../../http/errors.ts';
import { noticePlace } from '../../notifications/notice-place.ts';
import { sendNotice } from '../../mail/notice.ts';
import { checkPassword } from '../../sessions/password-hash.ts';
import { codeRefusal, judgeCode } from '../../sessions/judge-code.ts';
import { forgiveAttempt, withdrawAttempt } from '../../sessions/lockout-queries.ts';
import { beginOrRefuse } from '../../sessions/begin-or-refuse.ts';
import { auditSession } from '../../sessions/audit-queries.ts';
import { findUserToSignIn, isOpen, markSignedIn, mayCustomerSignIn } from './queries.ts';

export interface SignedIn {
  readonly token: string;
  readonly expiresAt: string;
}

/** Begins the session of somebody who has proved who he is. */
export const admit = async (deps: Deps, user: UserRow, origin: Origin): Promise<SignedIn> => {
  await markSignedIn(deps.db, user.id, new Date(deps.now()), origin.ip);
  await auditSession(deps.db, 'login', user, user.username, origin);
  await noticePlace(deps, user.id, origin);
  const { token, expiresAt } = await deps.sessions.start(user.id, origin.ip, origin.userAgent);
  return { token, expiresAt: expiresAt.toISOString() };
};

export const signIn = async (
  deps: Deps,
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
  const verdict = await judgeCode(deps, user.id, credentials.otp);
  if (verdict === 'missing') {
    // Neither right nor wrong so far: forgiving here would let who has the password begin the count of codes anew.
    await withdrawAttempt(db, credentials.username, origin.ip);
    throw codeRefusal(verdict);
  }
  if (verdict === 'wrong') {
    await auditSession(db, 'login-failed', user, credentials.username, origin);
    throw codeRefusal(verdict);
  }
  if (verdict === 'recovery') {
    await auditSession(db, 'recovery-code-used', user, user.username, origin);
    sendNotice(deps, 'recovery-code-used', user);
  }
  await forgiveAttempt(db, credentials.username, origin.ip);
  return admit(deps, user, origin);
};
