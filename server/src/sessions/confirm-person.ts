// Whoever has a session may have found it open. What changes how one signs in asks who it is, once more.
import type { Caller, Origin } from '../http/context.ts';
import type { Deps } from '../http/deps.ts';
import type { UserRow } from '../db/schema.ts';
import { Refusal } from '../http/errors.ts';
import { codeRefusal, judgeCode } from './judge-code.ts';
import { forgiveAttempt } from './lockout-queries.ts';
import { checkPassword } from './password-hash.ts';
import { auditSession } from './audit-queries.ts';
import { findUser } from './user-queries.ts';
import { beginOrRefuse } from './begin-or-refuse.ts';

/** The caller's own row. Throws `wrong-credentials` at `path`; wrong passwords count as failed sign-ins. */
export const confirmPassword = async (
  deps: Deps,
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

/** Of someone with a second factor: password and code. Throws `conflict` when there is none. */
export const confirmBoth = async (
  deps: Deps,
  caller: Pick<Caller, 'userId'>,
  body: { readonly password: string; readonly otp: string },
  origin: Origin,
): Promise<UserRow> => {
  const user = await confirmPassword(deps, caller, body.password, origin);
  const verdict = await judgeCode(deps, user.id, body.otp);
  if (verdict === 'none') throw new Refusal('conflict', { detail: 'There is no second factor' });
  if (verdict === 'missing' || verdict === 'wrong') {
    await auditSession(deps.db, 'login-failed', user, user.username, origin);
    throw codeRefusal(verdict);
  }
  if (verdict === 'recovery') await auditSession(deps.db, 'recovery-code-used', user, user.username, origin);
  return user;
};
