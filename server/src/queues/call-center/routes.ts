import type { FastifyInstance } from 'fastify';
import { callcenters } from '@ringside/core/contract/queues/call-center.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { registerResource } from '../../platform/http/register-resource.ts';
import { callcenterStore } from './queries.ts';

export const registerCallcenters = (app: FastifyInstance, deps: { readonly db: Db; readonly bus: Bus }): void => {
  registerResource(app, callcenters, callcenterStore(deps.db), {
    // Time zone, formula and thresholds of today's figures depend on the call center.
    changed: () => deps.bus.publish('owners', {}),
  });
};
