import type { FastifyInstance } from 'fastify';
import * as contract from '@ringside/core/contract/access/session.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { Secrets } from '../../platform/db/secrets/secrets.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { SessionStore } from '../../platform/sessions/store.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { OriginCheck } from '../../platform/http/page-origins.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { registerRoute } from '../../platform/http/register.ts';
import { auditSession } from '../../platform/sessions/audit-queries.ts';
import { registerAvatars } from './avatar-routes.ts';
import { changeOwnEmail } from './change-email.ts';
import { registerPasskeys } from './passkey-routes.ts';
import { endOwnSessions } from './end-own-sessions.ts';
import { forgotten } from './password-reset.ts';
import { brandAt, hasUsers, listOwnSessions, readSessionUser, updateOwn } from './queries.ts';
import { changeOwnPassword, checkLink, setPasswordByLink, setUp } from './set-password.ts';
import { signIn } from './sign-in.ts';
import { registerTwoFactor } from './two-factor-routes.ts';

interface Services {
  readonly config: Config;
  readonly db: Db;
  readonly secrets: Secrets;
  readonly bus: Bus;
  readonly sessions: SessionStore;
  readonly mail: Mailer;
  readonly publicUrl: () => string;
  readonly allowsOrigin: OriginCheck;
  readonly now: () => number;
}

const registerSigningIn = (app: FastifyInstance, deps: Services): void => {
  registerRoute(app, contract.getBrand, ({ headers }) =>
    brandAt(deps.db, String(headers['host'] ?? '').replace(/:[0-9]+$/, '')),
  );
  registerRoute(app, contract.login, ({ body, origin }) => signIn(deps, body, origin));
  registerRoute(app, contract.logout, async ({ caller, origin }) => {
    await auditSession(deps.db, 'logout', { ...caller, id: caller.userId }, caller.username, origin);
    await deps.sessions.end([caller.sessionId]);
    return undefined;
  });
  registerRoute(app, contract.requestPasswordReset, ({ body, origin }) =>
    forgotten(deps, body.username, origin, (error) => app.log.error({ err: error }, 'a reset link could not be made')),
  );
  registerRoute(app, contract.getInvite, async ({ body, origin }) => {
    const { username, email, firstname, language } = await checkLink(deps, body.token, origin);
    return { username, email, firstname, language: contract.SessionUser.shape.language.catch('en').parse(language) };
  });
  registerRoute(app, contract.setPassword, ({ body, origin }) => setPasswordByLink(deps, body, origin));
  registerRoute(app, contract.getSetupState, async () => ({ needed: !(await hasUsers(deps.db)) }));
  registerRoute(app, contract.completeSetup, ({ body, origin }) => setUp(deps, body, origin));
};

const registerOwnUser = (app: FastifyInstance, deps: Services): void => {
  registerRoute(app, contract.getOwnUser, ({ caller }) => readSessionUser(deps.db, caller));
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

const registerSessions = (app: FastifyInstance, deps: Services): void => {
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
  registerRoute(app, contract.endSessions, async ({ caller, body, origin }) => {
    await endOwnSessions(deps, caller, body, origin);
    return undefined;
  });
  registerRoute(app, contract.createRealtimeTicket, async ({ caller, headers }) => {
    // Without this check the socket would be refused with an error that browsers hide from the page.
    if (!deps.allowsOrigin(headers)) throw new Refusal('origin-refused');
    const { ticket, expiresAt } = deps.sessions.tickets.make(caller.sessionId, caller.ip);
    return { ticket, expiresAt: new Date(expiresAt).toISOString() };
  });
};

export const registerSession = (app: FastifyInstance, deps: Services): void => {
  registerSigningIn(app, deps);
  registerOwnUser(app, deps);
  registerSessions(app, deps);
  registerTwoFactor(app, deps);
  registerPasskeys(app, deps);
  registerAvatars(app, deps);
};
