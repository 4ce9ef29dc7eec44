import type { FastifyInstance } from 'fastify';
import { endUserSessions, impersonateUser, inviteUser, users, usersImport } from '@ringside/core/contract/users.ts';
import { resetUserTwoFactor } from '@ringside/core/contract/two-factor.ts';
import type { StoredRow } from '../../db/resource-store.ts';
import type { Deps } from '../../http/deps.ts';
import { registerImport } from '../../http/register-import.ts';
import { registerResource } from '../../http/register-resource.ts';
import { registerRoute } from '../../http/register.ts';
import { notify } from '../../notifications/notify.ts';
import { isReal } from '../../mail/mailer.ts';
import { sendInvitation, sendNotice } from '../../mail/notice.ts';
import { mayMail } from '../../sessions/lockout-queries.ts';
import { Refusal } from '../../http/errors.ts';
import { beginImpersonation } from './impersonation.ts';
import { importedUser } from './import-queries.ts';
import { makeInvite, resetTwoFactor, userStore } from './queries.ts';

/** Fields that change what a user may do or see. */
const RIGHTS = [
  ...(['roleId', 'callcenterIds', 'status', 'language'] as const),
  ...(['requireTwoFactor', 'mustRenew', 'expiresAt'] as const),
];

const changedRights = (before: StoredRow, after: StoredRow): boolean =>
  RIGHTS.some((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));

const mailInvitation = (deps: Deps, user: StoredRow, url: string, expiresAt: Date): void => {
  const [language, timeZone] = [String(user['language']), String(user['timezone'])];
  const until = expiresAt.toLocaleString(language, { dateStyle: 'long', timeStyle: 'short', timeZone });
  const person = { username: String(user['username']), firstname: String(user['firstname']) };
  sendInvitation(deps, { ...person, email: String(user['email']), language }, { url, until: `${until} (${timeZone})` });
};

const tellRole = (deps: Deps, user: StoredRow): Promise<void> =>
  notify(deps, {
    kind: 'role-changed',
    params: { role: String(user['role']) },
    to: { kind: 'user', userId: String(user.id) },
  });

export const registerUsers = (app: FastifyInstance, deps: Deps): void => {
  const store = userStore(deps.db);
  registerResource(app, users, store, {
    changed: async (before, after) => {
      if (before === null) return;
      const id = String(before.id);
      // A deleted user's sessions went with the row; whoever holds their sockets still has to hear of it.
      if (after === null) return deps.sessions.announce({ kind: 'changed', userIds: [id] });
      if (before['roleId'] !== after['roleId']) await tellRole(deps, after);
      if (after['status'] === 'disabled') return deps.sessions.endOfUser(id);
      if (changedRights(before, after)) deps.sessions.announce({ kind: 'changed', userIds: [id] });
    },
  });
  registerImport(app, usersImport, store, {
    prepare: (caller, values, file) => importedUser(deps.db, caller, values, file),
  });
  registerRoute(app, inviteUser, async ({ caller, params, body }) => {
    const user = await store.get(caller, params.id);
    const now = new Date(deps.now());
    const sendable = deps.mail.configured && isReal(String(user['email']));
    if (body.send && !sendable) throw new Refusal('conflict', { errors: [{ path: 'send', code: 'no-mail' }] });
    if (body.send && !(await mayMail(deps.db, String(user.id), now))) throw new Refusal('too-many');
    const { token, expiresAt } = await makeInvite(deps.db, caller, user, now);
    const url = `${deps.publicUrl()}/set-password?token=${token}`;
    if (body.send) mailInvitation(deps, user, url, expiresAt);
    return { url, expiresAt: expiresAt.toISOString(), sendable, sent: body.send };
  });
  registerRoute(app, endUserSessions, async ({ caller, params }) => {
    const user = await store.get(caller, params.id);
    await deps.sessions.endOfUser(String(user.id));
    return undefined;
  });
  registerRoute(app, impersonateUser, async ({ caller, params, body, origin }) => {
    const user = await store.get(caller, params.id);
    await beginImpersonation(deps.db, caller, user, body.reason);
    const { token, expiresAt } = await deps.sessions.start(String(user.id), origin.ip, origin.userAgent, caller.userId);
    return { token, expiresAt: expiresAt.toISOString() };
  });
  registerRoute(app, resetUserTwoFactor, async ({ caller, params }) => {
    const user = await store.get(caller, params.id);
    await resetTwoFactor(deps.db, caller, user);
    await deps.sessions.endOfUser(String(user.id));
    sendNotice(deps, 'two-factor-disabled', {
      username: String(user['username']),
      firstname: String(user['firstname']),
      email: String(user['email']),
      language: String(user['language']),
    });
    return undefined;
  });
};
