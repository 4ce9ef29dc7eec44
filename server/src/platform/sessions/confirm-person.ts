// Asks for the password again before sign-in methods change, because another person may be using an open session.
import type { Caller, Origin } from '../caller/caller.ts';
import type { Db } from '../db/connect.ts';
import type { Secrets } from '../db/secrets/secrets.ts';
import type { UserRow } from '../db/schema.ts';
import { Refusal } from '../caller/refusal.ts';
import { codeRefusal, checkCode } from './check-code.ts';
import { forgiveAttempt } from './lockout-queries.ts';
import { checkPassword } from './password-hash.ts';
import { auditSession } from './audit-queries.ts';
import { findUser } from './user-queries.ts';
import { beginOrRefuse } from './begin-or-refuse.ts';

interface Services {
  readonly db: Db;
  readonly secrets: Secrets;
  readonly now: () => number;
}

/** Returns the caller's own row. Throws `wrong-credentials` at `path`. Wrong passwords count as failed sign-ins. */
export const confirmPassword = async (
  deps: { readonly db: Db; readonly now: () => number },
  caller: Pick<Caller, 'userId'>,
  password: string,
  origin: Origin,
  path = 'password',
): Promise<UserRow> => {
  const user = await findUser(deps.db, caller.userId);
  if (user === undefined) throw new Refusal('unauthenticated');
  await beginOrRefuse(deps, user.username, origin);
  if (!(await checkPassword(password, user.passwordHash))) {
    await auditSession(deps.db, 'login-failed', user, user.username, origin);
    throw new Refusal('wrong-credentials', { errors: [{ path, code: 'wrong-password' }] });
  }
  await forgiveAttempt(deps.db, user.username, origin.ip);
  return user;
};

/** Checks password and code. Throws `conflict` for a user without two-factor authentication. */
export const confirmBoth = async (
  deps: Services,
  caller: Pick<Caller, 'userId'>,
  body: { readonly password: string; readonly otp: string },
  origin: Origin,
): Promise<UserRow> => {
  const user = await confirmPassword(deps, caller, body.password, origin);
  const verdict = await checkCode(deps, user.id, body.otp);
  if (verdict === 'none') throw new Refusal('conflict', { detail: 'No second factor is set up' });
  if (verdict === 'missing' || verdict === 'wrong') {
    await auditSession(deps.db, 'login-failed', user, user.username, origin);
    throw codeRefusal(verdict);
  }
  if (verdict === 'recovery') await auditSession(deps.db, 'recovery-code-used', user, user.username, origin);
  return user;
};
