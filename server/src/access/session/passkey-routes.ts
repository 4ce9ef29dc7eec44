import type { FastifyInstance } from 'fastify';
import * as contract from '@ringside/core/contract/access/passkeys.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { Secrets } from '../../platform/db/secrets/secrets.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { SessionStore } from '../../platform/sessions/store.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { registerRoute } from '../../platform/http/register.ts';
import { listPasskeysOf } from '../../platform/sessions/passkey-queries.ts';
import { passkeySite } from '../../platform/sessions/passkey-site.ts';
import { passkeySignIn, startPasskeySignIn } from './passkey-sign-in.ts';
import { addOwnPasskey, removeOwnPasskey, renameOwnPasskey, showPasskey, startOwnPasskey } from './passkeys.ts';

interface Services {
  readonly config: Config;
  readonly db: Db;
  readonly secrets: Secrets;
  readonly bus: Bus;
  readonly sessions: SessionStore;
  readonly mail: Mailer;
  readonly now: () => number;
}

export const registerPasskeys = (app: FastifyInstance, deps: Services): void => {
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
  registerRoute(app, contract.startPasskeyRegistration, async ({ caller, body, origin, headers }) =>
    startOwnPasskey(deps, caller, siteOf(headers), body, origin),
  );
  registerRoute(app, contract.addPasskey, async ({ caller, body, origin, headers }) =>
    addOwnPasskey(deps, caller, siteOf(headers), body, origin),
  );
  registerRoute(app, contract.renamePasskey, ({ caller, params, body, origin }) =>
    renameOwnPasskey(deps, caller, params.id, body.name, origin),
  );
  registerRoute(app, contract.deletePasskey, async ({ caller, params, origin }) => {
    await removeOwnPasskey(deps, caller, params.id, origin);
    return undefined;
  });
  registerRoute(app, contract.startPasskeyLogin, async ({ origin, headers }) =>
    startPasskeySignIn(deps, siteOf(headers), origin),
  );
  registerRoute(app, contract.loginWithPasskey, async ({ body, origin, headers }) =>
    passkeySignIn(deps, siteOf(headers), body, origin),
  );
};
