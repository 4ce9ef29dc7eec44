import type { FastifyInstance } from 'fastify';
import { callcenters } from '@ringside/core/contract/callcenters.ts';
import type { Deps } from '../../http/deps.ts';
import { registerResource } from '../../http/register-resource.ts';
import { callcenterStore } from './queries.ts';

export const registerCallcenters = (app: FastifyInstance, deps: Deps): void => {
  registerResource(app, callcenters, callcenterStore(deps.db), {
    // Time zone, formula and thresholds of today's figures follow the call center.
    changed: () => deps.bus.publish('owners', {}),
  });
};
