import type { FastifyInstance } from 'fastify';
import { can } from '@ringside/core/access/ability.ts';
import { permissions } from '@ringside/core/contract/access/permission.ts';
import type { Permission } from '@ringside/core/contract/access/permission.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import type { Db } from '../../platform/db/connect.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { exportedList, exportResource } from '../../platform/http/export-resource.ts';
import { offerRestore, registerBulk } from '../../platform/http/register-resource.ts';
import { registerRoute } from '../../platform/http/register.ts';
import { versionCheck } from '../../platform/http/version-check.ts';
import { findPermission, listPermissions, permissionStore, rolesSeenBy } from './queries.ts';
import type { PermissionRow } from './queries.ts';

export const registerPermissions = (app: FastifyInstance, deps: { readonly db: Db }): void => {
  const { routes } = permissions;
  const store = permissionStore(deps.db);
  offerRestore(app, permissions, store);
  const toAnswer = (caller: Caller, row: PermissionRow, seen: Awaited<ReturnType<typeof rolesSeenBy>>): Permission => {
    const { resource, actions } = row;
    return {
      ...row,
      enabled: row.offRuleId === null,
      offRuleId: caller.customerId === null ? row.offRuleId : null,
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
      routes: app.contract.flatMap((r) => {
        if (typeof r.access === 'string' || r.access[1] !== resource || !actions.some((a) => a === r.access[0]))
          return [];
        return [{ action: r.access[0], route: `${r.method} ${r.path}`, summary: r.summary }];
      }),
      heldBy: seen.flatMap(({ name, abilities }) => {
        const held = actions.filter((action) => can(abilities, action, resource));
        return held.length === 0 ? [] : [{ role: name, actions: held }];
      }),
    };
  };
  const found = async (caller: Caller, id: string): Promise<Permission> => {
    const row = await findPermission(deps.db, id);
    if (row === null) throw new Refusal('not-found');
    return toAnswer(caller, row, await rolesSeenBy(deps.db, caller));
  };
  registerRoute(app, routes.list, async ({ caller, query }) => {
    const { rows, total } = await listPermissions(deps.db, query);
    const seen = await rolesSeenBy(deps.db, caller);
    return {
      data: rows.map((row) => toAnswer(caller, row, seen)),
      meta: { page: query.page, perPage: query.perPage, total },
    };
  });
  const exported = exportedList(store, async (caller, request) => {
    const { rows, total } = await listPermissions(deps.db, request);
    const seen = await rolesSeenBy(deps.db, caller);
    return { rows: rows.map((row) => toAnswer(caller, row, seen)), total };
  });
  registerRoute(app, routes.export, ({ caller, query, origin }) =>
    exportResource(permissions, exported, caller, origin.language, query, () => ({})),
  );
  registerRoute(app, routes.get, async ({ caller, params, setHeader }) => {
    const row = await found(caller, String(params.id));
    setHeader('etag', `"${row.version}"`);
    return row;
  });
  registerRoute(app, routes.authors, async ({ caller, params }) =>
    store.authors((await found(caller, String(params.id))).id),
  );
  registerRoute(app, routes.create, async ({ caller, body, setHeader }) => {
    // The catalog belongs to the platform. Users of a customer can read it and combine it into roles.
    if (caller.customerId !== null) throw new Refusal('forbidden');
    const row = await store.create(caller, body);
    setHeader('etag', `"${row.version}"`);
    setHeader('location', `/api/permissions/${row.id}`);
    return found(caller, row.id);
  });
  registerRoute(app, routes.update, async ({ caller, params, body, headers, setHeader }) => {
    const { after } = await store.update(caller, params.id, body, versionCheck(headers['if-match']));
    const row = await found(caller, after.id);
    setHeader('etag', `"${row.version}"`);
    return row;
  });
  registerBulk(app, permissions, store);
  registerRoute(app, routes.remove, async ({ caller, params, headers }) => {
    await store.remove(caller, params.id, versionCheck(headers['if-match']));
    return undefined;
  });
};
