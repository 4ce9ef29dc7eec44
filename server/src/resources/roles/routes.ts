import type { FastifyInstance } from 'fastify';
import * as contract from '@ringside/core/contract/roles.ts';
import type { Deps } from '../../http/deps.ts';
import { Refusal } from '../../http/errors.ts';
import { registerRoute } from '../../http/register.ts';
import { findRole, listRoles } from './queries.ts';

export const registerRoles = (app: FastifyInstance, deps: Deps): void => {
  registerRoute(app, contract.listRoles, async ({ caller, query }) => {
    const { rows, total } = await listRoles(deps.db, caller, query);
    return { data: rows, meta: { page: query.page, perPage: query.perPage, total } };
  });
  registerRoute(app, contract.getRole, async ({ caller, params }) => {
    const role = await findRole(deps.db, caller, params.id);
    if (role === null) throw new Refusal('not-found');
    return role;
  });
};
