import type { FastifyInstance } from 'fastify';
import { hours } from '@ringside/core/contract/hours.ts';
import type { Deps } from '../../http/deps.ts';
import { registerResource } from '../../http/register-resource.ts';
import { hoursStore } from './queries.ts';

export const registerHours = (app: FastifyInstance, deps: Deps): void => {
  registerResource(app, hours, hoursStore(deps.db));
};
