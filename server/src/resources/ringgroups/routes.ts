import type { FastifyInstance } from 'fastify';
import { ringGroups } from '@ringside/core/contract/ringgroups.ts';
import type { Deps } from '../../http/deps.ts';
import { registerResource } from '../../http/register-resource.ts';
import { ringGroupStore } from './queries.ts';

export const registerRingGroups = (app: FastifyInstance, deps: Deps): void => {
  registerResource(app, ringGroups, ringGroupStore(deps.db));
};
