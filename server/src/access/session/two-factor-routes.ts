import type { FastifyInstance } from 'fastify';
import * as contract from '@ringside/core/contract/access/two-factor.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { Secrets } from '../../platform/db/secrets/secrets.ts';
import type { SessionStore } from '../../platform/sessions/store.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { registerRoute } from '../../platform/http/register.ts';
import { disableOwn, enableOwn, readTwoFactor, remakeRecoveryCodes, startOwn } from './two-factor.ts';

interface Services {
  readonly db: Db;
  readonly secrets: Secrets;
  readonly sessions: SessionStore;
  readonly mail: Mailer;
  readonly now: () => number;
}

export const registerTwoFactor = (app: FastifyInstance, deps: Services): void => {
  registerRoute(app, contract.getTwoFactor, ({ caller }) => readTwoFactor(deps, caller.userId));
  registerRoute(app, contract.startTwoFactor, ({ caller, body, origin }) =>
    startOwn(deps, caller, body.password, origin),
  );
  registerRoute(app, contract.enableTwoFactor, ({ caller, body, origin }) => enableOwn(deps, caller, body.otp, origin));
  registerRoute(app, contract.disableTwoFactor, async ({ caller, body, origin }) => {
    await disableOwn(deps, caller, body, origin);
    return undefined;
  });
  registerRoute(app, contract.makeRecoveryCodes, ({ caller, body, origin }) =>
    remakeRecoveryCodes(deps, caller, body, origin),
  );
};
