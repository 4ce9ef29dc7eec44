import type { FastifyInstance } from 'fastify';
import { ivrs } from '@ringside/core/contract/ivrs.ts';
import type { Deps } from '../../http/deps.ts';
import { registerResource } from '../../http/register-resource.ts';
import { ivrStore } from './queries.ts';

export const registerIvrs = (app: FastifyInstance, deps: Deps): void => {
  registerResource(app, ivrs, ivrStore(deps.db));
};
