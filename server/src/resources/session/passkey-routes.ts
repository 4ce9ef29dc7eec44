import type { FastifyInstance } from 'fastify';
import * as contract from '@ringside/core/contract/passkeys.ts';
import type { Deps } from '../../http/deps.ts';
import { Refusal } from '../../http/errors.ts';
import { registerRoute } from '../../http/register.ts';
import { listPasskeysOf } from '../../sessions/passkey-queries.ts';
import { passkeySite } from '../../sessions/passkey-site.ts';
import { passkeySignIn, startPasskeySignIn } from './passkey-sign-in.ts';
import { addOwnPasskey, removeOwnPasskey, renameOwnPasskey, showPasskey, startOwnPasskey } from './passkeys.ts';

export const registerPasskeys = (app: FastifyInstance, deps: Deps): void => {
  const siteOf = (headers: Readonly<Record<string, string | string[] | undefined>>) => {
    const site = passkeySite(deps.config, headers);
    if (site !== null) return site;
    throw new Refusal('conflict', {
      detail: 'Passkeys need RINGSIDE_PUBLIC_URL with https, or the console on localhost',
    });
  };
  registerRoute(app, contract.listPasskeys, async ({ caller }) => ({
    data: (await listPasskeysOf(deps.db, caller.userId)).map(showPasskey),
  }));
  registerRoute(app, contract.startPasskey, async ({ caller, body, origin, headers }) =>
    startOwnPasskey(deps, caller, siteOf(headers), body, origin),
  );
  registerRoute(app, contract.addPasskey, async ({ caller, body, origin, headers }) =>
    addOwnPasskey(deps, caller, siteOf(headers), body, origin),
  );
  registerRoute(app, contract.renamePasskey, ({ caller, params, body, origin }) =>
    renameOwnPasskey(deps, caller, params.id, body.name, origin),
  );
  registerRoute(app, contract.removePasskey, async ({ caller, params, origin }) => {
    await removeOwnPasskey(deps, caller, params.id, origin);
    return undefined;
  });
  registerRoute(app, contract.startPasskeyLogin, async ({ origin, headers }) =>
    startPasskeySignIn(deps, siteOf(headers), origin),
  );
  registerRoute(app, contract.passkeyLogin, async ({ body, origin, headers }) =>
    passkeySignIn(deps, siteOf(headers), body, origin),
  );
};
