// Where the recordings of a PBX are: the platform's to say.
import type { FastifyInstance } from 'fastify';
import * as contract from '@ringside/core/contract/recording-sources.ts';
import type { Caller } from '../../http/context.ts';
import type { Deps } from '../../http/deps.ts';
import { Refusal } from '../../http/errors.ts';
import { registerRoute } from '../../http/register.ts';
import { findServerName, saveSource, showSource } from '../../recordings/source-queries.ts';

export const registerRecordingSources = (app: FastifyInstance, { db, secrets, sounds }: Deps): void => {
  const nameOf = async (caller: Caller, id: number): Promise<string> => {
    const name = await findServerName(db, caller, id);
    if (name === null) throw new Refusal('not-found');
    return name;
  };
  registerRoute(app, contract.readRecordingSource, async ({ caller, params }) => {
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
