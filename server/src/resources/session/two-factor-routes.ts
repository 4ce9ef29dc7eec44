import type { FastifyInstance } from 'fastify';
import * as contract from '@ringside/core/contract/two-factor.ts';
import type { Deps } from '../../http/deps.ts';
import { registerRoute } from '../../http/register.ts';
import { disableOwn, enableOwn, readTwoFactor, remakeRecoveryCodes, startOwn } from './two-factor.ts';

export const registerTwoFactor = (app: FastifyInstance, deps: Deps): void => {
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
