// Validates, hashes and stores a new password. Ends the user's other sessions.
import type { Caller, Origin } from '../../platform/caller/caller.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { Secrets } from '../../platform/db/secrets/secrets.ts';
import type { SessionStore } from '../../platform/sessions/store.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { sendNotice } from '../../platform/mail/notice.ts';
import { codeRefusal, checkCode } from '../../platform/sessions/check-code.ts';
import { endLinks, peekLink, takeLink } from '../../platform/sessions/link-queries.ts';
import { forgiveAttempt } from '../../platform/sessions/lockout-queries.ts';
import { hashPassword } from '../../platform/sessions/password-hash.ts';
import { refuseIfGuessable } from '../../platform/sessions/refuse-if-guessable.ts';
import { auditSession } from '../../platform/sessions/audit-queries.ts';
import { confirmPassword } from '../../platform/sessions/confirm-person.ts';
import { findUser } from '../../platform/sessions/user-queries.ts';
import {
  hasUsers,
  insertAdministrator,
  mayBegin,
  mayCustomerSignIn,
  passwordContext,
  setPasswordHash,
} from './queries.ts';
import type { NewAdministrator } from './queries.ts';
import { beginOrRefuse } from '../../platform/sessions/begin-or-refuse.ts';

interface Services {
  readonly db: Db;
  readonly secrets: Secrets;
  readonly sessions: SessionStore;
  readonly mail: Mailer;
  readonly now: () => number;
}

/** Guesses of one-time links count as failed sign-ins of the address. */
const LINK_NAME = 'one-time link';

export const checkLink = async (
  deps: { readonly db: Db; readonly now: () => number },
  token: string,
  origin: Origin,
) => {
  await beginOrRefuse(deps, LINK_NAME, origin);
  const userId = await peekLink(deps.db, ['password', 'reset'], token, new Date(deps.now()));
  const user = typeof userId === 'string' ? await findUser(deps.db, userId) : undefined;
  const open = user !== undefined && mayBegin(user, deps.now()) && (await mayCustomerSignIn(deps.db, user.customerId));
  if (!open) throw new Refusal('not-found');
  await forgiveAttempt(deps.db, LINK_NAME, origin.ip);
  return user;
};

export const setPasswordByLink = async (
  deps: Services,
  body: { readonly token: string; readonly password: string; readonly otp?: string | undefined },
  origin: Origin,
): Promise<{ readonly token: string; readonly expiresAt: string }> => {
  const user = await checkLink(deps, body.token, origin);
  refuseIfGuessable('password', body.password, await passwordContext(deps.db, user));
  // An attacker with access to the mailbox still lacks the second factor.
  const verdict = await checkCode(deps, user.id, body.otp);
  if (verdict === 'wrong') await auditSession(deps.db, 'login-failed', user, user.username, origin);
  if (verdict === 'missing' || verdict === 'wrong') throw codeRefusal(verdict);
  if (verdict === 'recovery') await auditSession(deps.db, 'recovery-code-used', user, user.username, origin);
  const passwordHash = await hashPassword(body.password);
  await deps.db.transaction().execute(async (tx) => {
    if (!(await takeLink(tx, body.token))) throw new Refusal('not-found');
    await endLinks(tx, user.id);
    await setPasswordHash(tx, user.id, passwordHash, new Date(deps.now()));
    await auditSession(tx, 'password-changed', user, user.username, origin);
    if (user.passwordHash !== null) await sendNotice(deps, tx, 'password-changed', user);
  });
  await deps.sessions.endOfUser(user.id);
  const { token, expiresAt } = await deps.sessions.start(user.id, origin.ip, origin.userAgent);
  return { token, expiresAt: expiresAt.toISOString() };
};

export const changeOwnPassword = async (
  deps: Services,
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
    await sendNotice(deps, tx, 'password-changed', user);
  });
  await deps.sessions.endOfUser(user.id, caller.sessionId);
};

/** Creates the first administrator. Works once, with the link that the console printed at the start, while there is no user. */
export const setUp = async (
  deps: Pick<Services, 'db' | 'now' | 'sessions'>,
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
