import type { FastifyInstance } from 'fastify';
import { roles } from '@ringside/core/contract/access/role.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { SessionStore } from '../../platform/sessions/store.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { exportedList, exportResource } from '../../platform/http/export-resource.ts';
import { offerRestore, registerBulk } from '../../platform/http/register-resource.ts';
import { registerRoute } from '../../platform/http/register.ts';
import { versionCheck } from '../../platform/http/version-check.ts';
import { findRole, holdersOf, listRoles, roleStore } from './queries.ts';

export const registerRoles = (
  app: FastifyInstance,
  deps: { readonly db: Db; readonly sessions: SessionStore },
): void => {
  const { routes } = roles;
  const store = roleStore(deps.db);
  offerRestore(app, roles, store);
  const found = async (caller: Caller, id: string) => {
    const role = await findRole(deps.db, caller, id);
    if (role === null) throw new Refusal('not-found');
    return role;
  };
  registerRoute(app, routes.list, async ({ caller, query }) => {
    const { rows, total } = await listRoles(deps.db, caller, query);
    return { data: rows, meta: { page: query.page, perPage: query.perPage, total } };
  });
  const exported = exportedList(store, (caller, request) => listRoles(deps.db, caller, request));
  registerRoute(app, routes.export, ({ caller, query, origin }) =>
    exportResource(roles, exported, caller, origin.language, query, () => ({})),
  );
  registerRoute(app, routes.get, async ({ caller, params, setHeader }) => {
    const role = await found(caller, String(params.id));
    setHeader('etag', `"${role.version}"`);
    return role;
  });
  registerRoute(app, routes.authors, async ({ caller, params }) =>
    store.authors((await found(caller, String(params.id))).id),
  );
  registerRoute(app, routes.create, async ({ caller, body, setHeader }) => {
    const row = await store.create(caller, body);
    setHeader('etag', `"${row.version}"`);
    setHeader('location', `/api/roles/${row.id}`);
    return found(caller, String(row.id));
  });
  registerRoute(app, routes.update, async ({ caller, params, body, headers, setHeader }) => {
    // A built-in role is visible to all but cannot be changed by a customer, so the answer is not `not-found`.
    const seen = await found(caller, String(params.id));
    if (seen.builtIn && caller.customerId !== null)
      throw new Refusal('conflict', { errors: [{ path: 'name', code: 'immutable' }] });
    await store.update(caller, seen.id, body, versionCheck(headers['if-match']));
    deps.sessions.announce({ kind: 'changed', userIds: await holdersOf(deps.db, seen.id) });
    const role = await found(caller, seen.id);
    setHeader('etag', `"${role.version}"`);
    return role;
  });
  registerBulk(app, roles, store, {
    changed: async (before) =>
      deps.sessions.announce({ kind: 'changed', userIds: await holdersOf(deps.db, String(before?.id)) }),
  });
  registerRoute(app, routes.remove, async ({ caller, params, query, headers }) => {
    const seen = await found(caller, String(params.id));
    if (seen.builtIn) throw new Refusal('conflict', { errors: [{ path: 'name', code: 'immutable' }] });
    const holders = await holdersOf(deps.db, seen.id);
    await store.remove(caller, seen.id, versionCheck(headers['if-match']), query.moveTo);
    // The abilities of the former holders now come from the replacement role.
    deps.sessions.announce({ kind: 'changed', userIds: holders });
    return undefined;
  });
};
