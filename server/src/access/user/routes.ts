import type { FastifyInstance } from 'fastify';
import {
  endUserSessions,
  impersonateUser,
  inviteUser,
  users,
  usersImport,
} from '@ringside/core/contract/access/user.ts';
import { resetUserTwoFactor } from '@ringside/core/contract/access/two-factor.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { SessionStore } from '../../platform/sessions/store.ts';
import { registerImport } from '../../platform/http/register-import.ts';
import { registerResource } from '../../platform/http/register-resource.ts';
import { registerRoute } from '../../platform/http/register.ts';
import { notify } from '../../boards/notification/notify.ts';
import { isReal } from '../../platform/mail/mailer.ts';
import { sendInvitation, sendNotice } from '../../platform/mail/notice.ts';
import { mayMail } from '../../platform/sessions/lockout-queries.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { importedUser } from './import-queries.ts';
import { makeInvite, resetTwoFactor, userStore } from './queries.ts';
import type { UserRow } from './queries.ts';
import { writeAudit } from '../../platform/db/audit.ts';
import { refuseAboveOwn } from '../../platform/sessions/grants.ts';

// Impersonation: support staff act as a customer's user. The audit trail records both names.
/** Writes the audit entry of an impersonation. Throws if the caller may not impersonate this user. */
const beginImpersonation = (db: Db, caller: Caller, user: UserRow, reason: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    if (caller.customerId !== null) throw new Refusal('forbidden', { detail: 'Only platform staff can do this' });
    if (user.customerId === null) throw new Refusal('conflict', { detail: 'Only possible for users of a customer' });
    if (user.status !== 'active') throw new Refusal('conflict', { detail: 'The user is not active' });
    // The session ends within an hour and with the support user's own session, so a different end date is not an escalation.
    await refuseAboveOwn(tx, caller, user.id, { credential: true, except: ['endsAt'] });
    await writeAudit(tx, caller, {
      customerId: user.customerId,
      action: 'impersonate',
      resource: 'user',
      resourceId: user.id,
      resourceName: user.username,
      before: null,
      after: { reason },
    });
  });

interface Services {
  readonly db: Db;
  readonly bus: Bus;
  readonly sessions: SessionStore;
  readonly mail: Mailer;
  readonly publicUrl: () => string;
  readonly now: () => number;
}

/** Fields that affect what a user may do or see. */
const RIGHTS = [
  ...(['roleId', 'callcenterIds', 'status', 'language'] as const),
  ...(['requireTwoFactor', 'mustRenew', 'expiresAt', 'viaKeyId'] as const),
];

const changedRights = (before: UserRow, after: UserRow): boolean =>
  RIGHTS.some((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));

const mailInvitation = (
  deps: Pick<Services, 'mail' | 'db'>,
  user: UserRow,
  url: string,
  expiresAt: Date,
): Promise<void> => {
  const [language, timeZone] = [user.language, user.timezone];
  const until = expiresAt.toLocaleString(language, { dateStyle: 'long', timeStyle: 'short', timeZone });
  const person = { username: user.username, firstname: user.firstname };
  return sendInvitation(deps, { ...person, email: user.email, language }, { url, until: `${until} (${timeZone})` });
};

const notifyRoleChanged = (deps: Pick<Services, 'db' | 'bus' | 'now'>, user: UserRow): Promise<void> =>
  notify(deps, {
    kind: 'role-changed',
    params: { role: user.role },
    to: { kind: 'user', userId: user.id },
  });

const NAMED = 5;

/** Notifies the key's owner of accounts that a program created in their name. */
const notifyKeyOwner = async (
  deps: Pick<Services, 'db' | 'bus' | 'now'>,
  { apiKey, sessionId, userId }: Caller,
  rows: readonly UserRow[],
) => {
  if (!apiKey) return;
  const names = rows.slice(0, NAMED).map((row) => row.username);
  const params = {
    ...{ keyId: sessionId, keyName: apiKey.name, accounts: rows.length },
    names: (rows.length > NAMED ? [...names, '…'] : names).join(', ').slice(0, 254),
  };
  await notify(deps, { kind: 'key-created-accounts', params, to: { kind: 'user', userId } });
};

export const registerUsers = (app: FastifyInstance, deps: Services): void => {
  const store = userStore(deps);
  registerResource(app, users, store, {
    changed: async (before, after, caller) => {
      if (before === null) return after === null ? undefined : notifyKeyOwner(deps, caller, [after]);
      const id = before.id;
      // Deleting the row also deletes the sessions. The announcement closes open sockets.
      if (after === null) return deps.sessions.announce({ kind: 'changed', userIds: [id] });
      if (before.roleId !== after.roleId) await notifyRoleChanged(deps, after);
      if (after.status === 'disabled') return deps.sessions.endOfUser(id);
      if (changedRights(before, after)) deps.sessions.announce({ kind: 'changed', userIds: [id] });
    },
  });
  registerImport(app, usersImport, store, {
    prepare: (caller, values, file) => importedUser(deps.db, caller, values, file),
    imported: (rows, caller) => notifyKeyOwner(deps, caller, rows),
  });
  registerRoute(app, inviteUser, async ({ caller, params, body }) => {
    const user = await store.get(caller, params.id);
    const now = new Date(deps.now());
    const sendable = deps.mail.configured && isReal(user.email);
    if (body.send && !sendable) throw new Refusal('conflict', { errors: [{ path: 'send', code: 'no-mail' }] });
    if (body.send && !(await mayMail(deps.db, user.id, now))) throw new Refusal('too-many');
    const { token, expiresAt } = await makeInvite(deps.db, caller, user, now);
    const url = `${deps.publicUrl()}/set-password?token=${token}`;
    if (body.send) await mailInvitation(deps, user, url, expiresAt);
    return { url, expiresAt: expiresAt.toISOString(), sendable, sent: body.send };
  });
  registerRoute(app, endUserSessions, async ({ caller, params }) => {
    const user = await store.get(caller, params.id);
    await deps.sessions.endOfUser(user.id);
    return undefined;
  });
  registerRoute(app, impersonateUser, async ({ caller, params, body, origin }) => {
    const user = await store.get(caller, params.id);
    await beginImpersonation(deps.db, caller, user, body.reason);
    const { token, expiresAt } = await deps.sessions.start(user.id, origin.ip, origin.userAgent, caller.userId);
    return { token, expiresAt: expiresAt.toISOString() };
  });
  registerRoute(app, resetUserTwoFactor, async ({ caller, params }) => {
    const user = await store.get(caller, params.id);
    await resetTwoFactor(deps.db, caller, user);
    await deps.sessions.endOfUser(user.id);
    await sendNotice(deps, deps.db, 'two-factor-disabled', {
      username: user.username,
      firstname: user.firstname,
      email: user.email,
      language: user.language,
    });
    return undefined;
  });
};
