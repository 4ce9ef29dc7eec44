import type { FastifyInstance } from 'fastify';
import { listRegistrations, getRegistration } from '@ringside/core/contract/subscribers/registrations.ts';
import { listSubscriberServers } from '@ringside/core/contract/subscribers/subscriber-servers.ts';
import * as contract from '@ringside/core/contract/subscribers/subscriber.ts';
import { getVoicemail, rotateVoicemailPin } from '@ringside/core/contract/subscribers/voicemail.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { Secrets } from '../../platform/db/secrets/secrets.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { PbxSide } from '../../pbx/pbx-links.ts';
import { registerImport } from '../../platform/http/register-import.ts';
import { registerResource } from '../../platform/http/register-resource.ts';
import { registerRoute } from '../../platform/http/register.ts';
import { confirmPassword } from '../../platform/sessions/confirm-person.ts';
import { importedSubscriber } from './import-queries.ts';
import { subscriberStore } from './queries.ts';
import { createRange } from './range.ts';
import { registrationOf, registrationsOf } from './registrations.ts';
import { rotatePin, rotateSecret, showSecret } from './secret-queries.ts';
import { readServers } from './transport-queries.ts';

interface Services {
  readonly db: Db;
  readonly secrets: Secrets;
  readonly bus: Bus;
  readonly pbx: Pick<PbxSide, 'contactsOf' | 'messagesIn'>;
  readonly now: () => number;
}

/** Only the response to a creation contains the secrets. */
const storeWithSecrets = (deps: {
  readonly db: Db;
  readonly secrets: Secrets;
}): ReturnType<typeof subscriberStore> => ({
  ...subscriberStore(deps.db, deps.secrets),
  create: async (caller, values) => {
    let told = { secret: '', pin: '' };
    const store = subscriberStore(deps.db, deps.secrets, (_id, made) => {
      told = made;
    });
    return { ...(await store.create(caller, values)), secret: told.secret, voicemailPin: told.pin };
  },
});

export const registerSubscribers = (app: FastifyInstance, deps: Services): void => {
  const store = storeWithSecrets(deps);
  registerRoute(app, listSubscriberServers, async ({ caller, query }) => ({
    data: [...(await readServers(deps.db, caller, query.customerId))],
  }));
  registerRoute(app, listRegistrations, async ({ caller, query }) => ({
    data: await registrationsOf(deps, caller, query.ids),
  }));
  registerResource(app, contract.subscribers, store, {
    // The owner of the line's device changed.
    changed: (before, after) => {
      if (before?.serverId !== after?.serverId) deps.bus.publish('owners', {});
    },
  });
  registerImport(app, contract.subscribersImport, store, {
    prepare: (caller, values, file) => importedSubscriber(deps.db, caller, values, file),
    created: () => deps.bus.publish('owners', {}),
  });
  registerRoute(app, getRegistration, async ({ caller, params }) =>
    registrationOf(deps, await store.get(caller, params.id)),
  );
  registerRoute(app, contract.createSubscriberRange, async ({ caller, body }) => {
    const data = [...(await createRange(deps, caller, body))];
    deps.bus.publish('owners', {});
    return { data };
  });
  registerRoute(app, contract.showSubscriberSecret, async ({ caller, params, body, origin }) => {
    const row = await store.get(caller, params.id);
    await confirmPassword(deps, caller, body.password, origin);
    return showSecret(deps, caller, row);
  });
  registerRoute(app, contract.rotateSubscriberSecret, async ({ caller, params }) =>
    rotateSecret(deps, caller, await store.get(caller, params.id)),
  );
  registerRoute(app, rotateVoicemailPin, async ({ caller, params }) =>
    rotatePin(deps, caller, await store.get(caller, params.id)),
  );
  registerRoute(app, getVoicemail, async ({ caller, params }) => {
    const row = await store.get(caller, params.id);
    if (!row.voicemail) return { fresh: null, old: null, reason: 'off' as const };
    const { extension } = row;
    const code = row.sipUsername.slice(0, -extension.length - 1);
    const told = await deps.pbx.messagesIn(row.serverId, `${extension}@${code}`);
    return told === null ? { fresh: null, old: null, reason: 'away' as const } : { ...told, reason: null };
  });
};
