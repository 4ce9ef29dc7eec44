import type { FastifyInstance } from 'fastify';
import { didPath, dids } from '@ringside/core/contract/dids.ts';
import type { Deps } from '../../http/deps.ts';
import { registerResource } from '../../http/register-resource.ts';
import { registerRoute } from '../../http/register.ts';
import { pathOf } from './path-queries.ts';
import { didStore } from './queries.ts';

export const registerDids = (app: FastifyInstance, deps: Deps): void => {
  const store = didStore(deps.db);
  registerResource(app, dids, store);
  registerRoute(app, didPath, async ({ caller, params }) => ({
    data: [...(await pathOf(deps.db, await store.get(caller, params.id)))],
  }));
};
