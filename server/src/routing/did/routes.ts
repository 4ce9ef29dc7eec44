import type { FastifyInstance } from 'fastify';
import { getDidPath, dids } from '@ringside/core/contract/routing/did.ts';
import type { Db } from '../../platform/db/connect.ts';
import { registerResource } from '../../platform/http/register-resource.ts';
import { registerRoute } from '../../platform/http/register.ts';
import { pathOf } from './path-queries.ts';
import { didStore } from './queries.ts';

export const registerDids = (app: FastifyInstance, deps: { readonly db: Db }): void => {
  const store = didStore(deps.db);
  registerResource(app, dids, store);
  registerRoute(app, getDidPath, async ({ caller, params }) => ({
    data: [...(await pathOf(deps.db, await store.get(caller, params.id)))],
  }));
};
