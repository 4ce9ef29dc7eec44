import type { FastifyInstance } from 'fastify';
import * as contract from '@ringside/core/contract/pbx/pbx-names.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { registerRoute } from '../../platform/http/register.ts';
import { findServerName } from '../server-queries.ts';
import { assignNames, listNames, removeName } from './name-queries.ts';

export const registerPbxNames = (app: FastifyInstance, { db, bus }: { readonly db: Db; readonly bus: Bus }): void => {
  const server = async (caller: Caller, id: number) => {
    const name = await findServerName(db, caller, id);
    if (name === null) throw new Refusal('not-found');
    return { id, name };
  };
  registerRoute(app, contract.listPbxNames, async ({ caller, params }) => {
    await server(caller, params.id);
    return { data: await listNames(db, params.id) };
  });
  registerRoute(app, contract.assignPbxNames, async ({ caller, params, body }) => {
    await assignNames(db, caller, await server(caller, params.id), body);
    bus.publish('owners', {});
    return { data: await listNames(db, params.id) };
  });
  registerRoute(app, contract.removePbxName, async ({ caller, params }) => {
    await removeName(db, caller, await server(caller, params.id), params.nameId);
    bus.publish('owners', {});
    return undefined;
  });
};
