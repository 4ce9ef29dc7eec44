// Routes for the recording source of a PBX server, for platform staff only.
import type { FastifyInstance } from 'fastify';
import * as contract from '@ringside/core/contract/calls/recording-sources.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { Secrets } from '../../platform/db/secrets/secrets.ts';
import type { Sounds } from '../recordings/sounds.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { registerRoute } from '../../platform/http/register.ts';
import { findServerName } from '../../pbx/server-queries.ts';
import { saveSource, showSource } from '../recordings/source-queries.ts';

interface Services {
  readonly db: Db;
  readonly secrets: Secrets;
  readonly sounds: Sounds;
}

export const registerRecordingSources = (app: FastifyInstance, { db, secrets, sounds }: Services): void => {
  const nameOf = async (caller: Caller, id: number): Promise<string> => {
    const name = await findServerName(db, caller, id);
    if (name === null) throw new Refusal('not-found');
    return name;
  };
  registerRoute(app, contract.getRecordingSource, async ({ caller, params }) => {
    await nameOf(caller, params.id);
    return showSource(db, params.id);
  });
  registerRoute(app, contract.updateRecordingSource, async ({ caller, params, body }) => {
    await saveSource(db, secrets, caller, { id: params.id, name: await nameOf(caller, params.id) }, body);
    return showSource(db, params.id);
  });
  registerRoute(app, contract.testRecordingSource, async ({ caller, params }) => {
    await nameOf(caller, params.id);
    return sounds.test(params.id);
  });
};
