import type { FastifyInstance } from 'fastify';
import { outboundRoutes } from '@ringside/core/contract/outboundroutes.ts';
import type { Deps } from '../../http/deps.ts';
import { registerResource } from '../../http/register-resource.ts';
import { outboundRouteStore } from './queries.ts';

export const registerOutboundRoutes = (app: FastifyInstance, deps: Deps): void => {
  registerResource(app, outboundRoutes, outboundRouteStore(deps.db));
};
