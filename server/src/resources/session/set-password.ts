// A new password: judged, hashed, set; other sessions of the user end.
import type { Caller, Origin } from '../../http/context.ts';
import type { Deps } from '../../http/deps.ts';
import { Refusal } from '../../http/errors.ts';
import { sendNotice } from '../../mail/notice.ts';
import { codeRefusal, judgeCode } from '../../sessions/judge-code.ts';
import { endLinks, peekLink, takeLink } from '../../sessions/link-queries.ts';
import { forgiveAttempt } from '../../sessions/lockout-queries.ts';
import { hashPassword } from '../../sessions/password-hash.ts';
import { refuseIfGuessable } from '../../sessions/refuse-if-guessable.ts';
import { auditSession } from '../../sessions/audit-queries.ts';
import { confirmPassword } from '../../sessions/confirm-person.ts';
import { findUser } from '../../sessions/user-queries.ts';
import {
  hasUsers,
  insertAdministrator,
  mayBegin,
  mayCustomerSignIn,
  passwordContext,
  setPasswordHash,
} from './queries.ts';
import type { NewAdministrator } from './queries.ts';
import { beginOrRefuse } from '../../sessions/begin-or-refuse.ts';

/** Guesses at one-time links count as failed sign-ins of the address. */
const LINK_NAME = 'one-time-link';

export const lookAtLink = async (deps: Deps, token: string, origin: Origin) => {
  await beginOrRefuse(deps, LINK_NAME, origin);
  const userId = await peekLink(deps.db, ['password', 'reset'], token, new Date(deps.now()));
  const user = typeof userId === 'string' ? await findUser(deps.db, userId) : undefined;
  const open = user !== undefined && mayBegin(user, deps.now()) && (await mayCustomerSignIn(deps.db, user.customerId));
  if (!open) throw new Refusal('not-found');
  await forgiveAttempt(deps.db, LINK_NAME, origin.ip);
  return user;
};

export const setPasswordByLink = async (
  deps: Deps,
  body: { readonly token: string; readonly password: string; readonly otp?: string | undefined },
  origin: Origin,
): Promise<{ readonly token: string; readonly expiresAt: string }> => {
  const user = await lookAtLink(deps, body.token, origin);
  refuseIfGuessable('password', body.password, await passwordContext(deps.db, user));
  // Whoever reads another's mail does not have his phone.
  const verdict = await judgeCode(deps, user.id, body.otp);
  if (verdict === 'wrong') await auditSession(deps.db, 'login-failed', user, user.username, origin);
  if (verdict === 'missing' || verdict === 'wrong') throw codeRefusal(verdict);
  if (verdict === 'recovery') await auditSession(deps.db, 'recovery-code-used', user, user.username, origin);
  const passwordHash = await hashPassword(body.password);
  await deps.db.transaction().execute(async (tx) => {
    if (!(await takeLink(tx, body.token))) throw new Refusal('not-found');
    await endLinks(tx, user.id);
    await setPasswordHash(tx, user.id, passwordHash, new Date(deps.now()));
    await auditSession(tx, 'password-changed', user, user.username, origin);
  });
  await deps.sessions.endOfUser(user.id);
  if (user.passwordHash !== null) sendNotice(deps, 'password-changed', user);
  const { token, expiresAt } = await deps.sessions.start(user.id, origin.ip, origin.userAgent);
  return { token, expiresAt: expiresAt.toISOString() };
};

export const changeOwnPassword = async (
  deps: Deps,
  caller: Caller,
  body: { readonly currentPassword: string; readonly newPassword: string },
  origin: Origin,
): Promise<void> => {
  const user = await confirmPassword(deps, caller, body.currentPassword, origin, 'currentPassword');
  refuseIfGuessable('newPassword', body.newPassword, await passwordContext(deps.db, user));
  const passwordHash = await hashPassword(body.newPassword);
  await deps.db.transaction().execute(async (tx) => {
    await setPasswordHash(tx, user.id, passwordHash, new Date(deps.now()));
    await endLinks(tx, user.id);
    await auditSession(tx, 'password-changed', user, user.username, origin);
  });
  await deps.sessions.endOfUser(user.id, caller.sessionId);
  sendNotice(deps, 'password-changed', user);
};

/** The first administrator. Works once, with the link that the start printed, while there is no user. */
export const setUp = async (
  deps: Deps,
  body: Omit<NewAdministrator, 'passwordHash'> & { readonly token: string; readonly password: string },
  origin: Origin,
): Promise<{ readonly token: string; readonly expiresAt: string }> => {
  const { token: link, password, ...person } = body;
  await beginOrRefuse(deps, LINK_NAME, origin);
  const known = await peekLink(deps.db, ['setup'], link, new Date(deps.now()));
  if (known === undefined || (await hasUsers(deps.db))) throw new Refusal('not-found');
  await forgiveAttempt(deps.db, LINK_NAME, origin.ip);
  refuseIfGuessable('password', password, [person.username, person.email, person.firstname, person.lastname]);
  const passwordHash = await hashPassword(password);
  const userId = await deps.db.transaction().execute(async (tx) => {
    if (!(await takeLink(tx, link))) throw new Refusal('not-found');
    const id = await insertAdministrator(tx, { ...person, passwordHash }, new Date(deps.now()));
    await auditSession(tx, 'setup', { id, username: person.username, customerId: null }, person.username, origin);
    return id;
  });
  const { token, expiresAt } = await deps.sessions.start(userId, origin.ip, origin.userAgent);
  return { token, expiresAt: expiresAt.toISOString() };
};
