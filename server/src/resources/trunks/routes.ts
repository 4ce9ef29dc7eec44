import type { FastifyInstance } from 'fastify';
import { trunks } from '@ringside/core/contract/trunks.ts';
import type { Deps } from '../../http/deps.ts';
import { registerResource } from '../../http/register-resource.ts';
import { trunkStore } from './queries.ts';

export const registerTrunks = (app: FastifyInstance, deps: Deps): void => {
  registerResource(app, trunks, trunkStore(deps.db, deps.secrets));
};
