import type { FastifyInstance } from 'fastify';
import { listRegistrations, readRegistration } from '@ringside/core/contract/registrations.ts';
import { listSubscriberServers } from '@ringside/core/contract/subscriber-servers.ts';
import * as contract from '@ringside/core/contract/subscribers.ts';
import { readVoicemail, rotateVoicemailPin } from '@ringside/core/contract/voicemail.ts';
import type { ResourceStore } from '../../db/resource-store.ts';
import type { Deps } from '../../http/deps.ts';
import { registerImport } from '../../http/register-import.ts';
import { registerResource } from '../../http/register-resource.ts';
import { registerRoute } from '../../http/register.ts';
import { confirmPassword } from '../../sessions/confirm-person.ts';
import { importedSubscriber } from './import-queries.ts';
import { subscriberStore } from './queries.ts';
import { createRange } from './range.ts';
import { registrationOf, registrationsOf } from './registrations.ts';
import type { LineAtPbx } from './registration-queries.ts';
import { rotatePin, rotateSecret, showSecret } from './secret-queries.ts';
import { readServers } from './server-queries.ts';

/** The answer to a creation, and no other, tells the secrets. */
const tellingStore = (deps: Deps): ResourceStore => ({
  ...subscriberStore(deps.db, deps.secrets),
  create: async (caller, values) => {
    let told = { secret: '', pin: '' };
    const store = subscriberStore(deps.db, deps.secrets, (_id, made) => {
      told = made;
    });
    return { ...(await store.create(caller, values)), secret: told.secret, voicemailPin: told.pin };
  },
});

export const registerSubscribers = (app: FastifyInstance, deps: Deps): void => {
  const store = tellingStore(deps);
  registerRoute(app, listSubscriberServers, async ({ caller, query }) => ({
    data: [...(await readServers(deps.db, caller, query.customerId))],
  }));
  registerRoute(app, listRegistrations, async ({ caller, query }) => ({
    data: await registrationsOf(deps, caller, query.ids),
  }));
  registerResource(app, contract.subscribers, store);
  registerImport(app, contract.subscribersImport, store, {
    prepare: (caller, values, file) => importedSubscriber(deps.db, caller, values, file),
  });
  registerRoute(app, readRegistration, async ({ caller, params }) =>
    registrationOf(deps, (await store.get(caller, params.id)) as unknown as LineAtPbx),
  );
  registerRoute(app, contract.createSubscriberRange, async ({ caller, body }) => ({
    data: [...(await createRange(deps, caller, body))],
  }));
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
  registerRoute(app, readVoicemail, async ({ caller, params }) => {
    const row = await store.get(caller, params.id);
    if (row['voicemail'] !== true) return { fresh: null, old: null, reason: 'off' as const };
    const extension = String(row['extension']);
    const code = String(row['sipUsername']).slice(0, -extension.length - 1);
    const told = await deps.pbx.messagesIn(Number(row['serverId']), `${extension}@${code}`);
    return told === null ? { fresh: null, old: null, reason: 'away' as const } : { ...told, reason: null };
  });
};
