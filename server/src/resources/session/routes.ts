import type { FastifyInstance } from 'fastify';
import * as contract from '@ringside/core/contract/session.ts';
import type { Deps } from '../../http/deps.ts';
import { Refusal } from '../../http/errors.ts';
import { registerRoute } from '../../http/register.ts';
import { auditSession } from '../../sessions/audit-queries.ts';
import { registerAvatars } from './avatar-routes.ts';
import { changeOwnEmail } from './change-email.ts';
import { registerPasskeys } from './passkey-routes.ts';
import { forgotten } from './password-reset.ts';
import { brandAt, hasUsers, listOwnSessions, readSessionUser, updateOwn } from './queries.ts';
import { changeOwnPassword, lookAtLink, setPasswordByLink, setUp } from './set-password.ts';
import { signIn } from './sign-in.ts';
import { registerTwoFactor } from './two-factor-routes.ts';

const registerSigningIn = (app: FastifyInstance, deps: Deps): void => {
  registerRoute(app, contract.getBrand, ({ headers }) =>
    brandAt(deps.db, String(headers['host'] ?? '').replace(/:[0-9]+$/, '')),
  );
  registerRoute(app, contract.login, ({ body, origin }) => signIn(deps, body, origin));
  registerRoute(app, contract.logout, async ({ caller, origin }) => {
    await auditSession(deps.db, 'logout', { ...caller, id: caller.userId }, caller.username, origin);
    await deps.sessions.end([caller.sessionId]);
    return undefined;
  });
  registerRoute(app, contract.forgotPassword, ({ body, origin }) =>
    forgotten(deps, body.username, origin, (error) => app.log.error({ err: error }, 'a reset link could not be made')),
  );
  registerRoute(app, contract.lookAtInvite, async ({ body, origin }) => {
    const { username, email, firstname, language } = await lookAtLink(deps, body.token, origin);
    return { username, email, firstname, language: contract.SessionUser.shape.language.catch('en').parse(language) };
  });
  registerRoute(app, contract.setPassword, ({ body, origin }) => setPasswordByLink(deps, body, origin));
  registerRoute(app, contract.setupState, async () => ({ needed: !(await hasUsers(deps.db)) }));
  registerRoute(app, contract.setup, ({ body, origin }) => setUp(deps, body, origin));
};

const registerOwnUser = (app: FastifyInstance, deps: Deps): void => {
  registerRoute(app, contract.getUser, ({ caller }) => readSessionUser(deps.db, caller));
  registerRoute(app, contract.updateOwnUser, async ({ caller, body }) => {
    await updateOwn(deps.db, caller.userId, body);
    return readSessionUser(deps.db, { ...caller, language: body.language ?? caller.language });
  });
  registerRoute(app, contract.changePassword, async ({ caller, body, origin }) => {
    await changeOwnPassword(deps, caller, body, origin);
    return undefined;
  });
  registerRoute(app, contract.changeEmail, async ({ caller, body, origin }) => {
    await changeOwnEmail(deps, caller, body, origin);
    return readSessionUser(deps.db, caller);
  });
};

const registerSessions = (app: FastifyInstance, deps: Deps): void => {
  registerRoute(app, contract.listSessions, async ({ caller }) => {
    const rows = await listOwnSessions(deps.db, caller.userId);
    return {
      data: rows.map((row) => ({
        id: row.id,
        current: row.id === caller.sessionId,
        ip: row.ip,
        userAgent: row.userAgent,
        createdAt: row.createdAt.toISOString(),
        lastSeenAt: row.lastSeenAt.toISOString(),
        expiresAt: row.expiresAt.toISOString(),
      })),
    };
  });
  registerRoute(app, contract.endSession, async ({ caller, params }) => {
    const own = await listOwnSessions(deps.db, caller.userId);
    if (!own.some((row) => row.id === params.id)) throw new Refusal('not-found');
    await deps.sessions.end([params.id]);
    return undefined;
  });
  registerRoute(app, contract.endOtherSessions, async ({ caller, origin }) => {
    await deps.sessions.endOfUser(caller.userId, caller.sessionId);
    await auditSession(deps.db, 'sessions-ended', { ...caller, id: caller.userId }, caller.username, origin);
    return undefined;
  });
  registerRoute(app, contract.realtimeTicket, async ({ caller }) => {
    const { ticket, expiresAt } = deps.sessions.tickets.make(caller.sessionId, caller.ip);
    return { ticket, expiresAt: new Date(expiresAt).toISOString() };
  });
};

export const registerSession = (app: FastifyInstance, deps: Deps): void => {
  registerSigningIn(app, deps);
  registerOwnUser(app, deps);
  registerSessions(app, deps);
  registerTwoFactor(app, deps);
  registerPasskeys(app, deps);
  registerAvatars(app, deps);
};
