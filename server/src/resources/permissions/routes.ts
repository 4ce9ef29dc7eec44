import type { FastifyInstance } from 'fastify';
import { can } from '@ringside/core/access/ability.ts';
import { permissions } from '@ringside/core/contract/permissions.ts';
import type { Permission } from '@ringside/core/contract/permissions.ts';
import type { StoredRow } from '../../db/resource-store.ts';
import type { Caller } from '../../http/context.ts';
import type { Deps } from '../../http/deps.ts';
import { Refusal } from '../../http/errors.ts';
import { exportedList, exportResource } from '../../http/export-resource.ts';
import { offerRestore, registerBulk } from '../../http/register-resource.ts';
import { registerRoute } from '../../http/register.ts';
import { versionCheck } from '../../http/version-check.ts';
import { findPermission, listPermissions, permissionStore, rolesSeenBy } from './queries.ts';

export const registerPermissions = (app: FastifyInstance, deps: Deps): void => {
  const { routes } = permissions;
  const store = permissionStore(deps.db);
  offerRestore(app, permissions, store);
  const toAnswer = (caller: Caller, row: StoredRow, seen: Awaited<ReturnType<typeof rolesSeenBy>>): Permission => {
    const resource = row['resource'] as Permission['resource'];
    const actions = row['actions'] as Permission['actions'];
    return {
      ...(row as unknown as Permission),
      enabled: row['offRuleId'] === null,
      offRuleId: caller.customerId === null ? (row['offRuleId'] as string | null) : null,
      createdAt: (row['createdAt'] as Date).toISOString(),
      updatedAt: (row['updatedAt'] as Date).toISOString(),
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
    // The catalogue is the platform's: a customer's people read it and combine roles of it.
    if (caller.customerId !== null) throw new Refusal('forbidden');
    const row = await store.create(caller, body);
    setHeader('etag', `"${row.version}"`);
    setHeader('location', `/api/permissions/${row.id}`);
    return found(caller, String(row.id));
  });
  registerRoute(app, routes.update, async ({ caller, params, body, headers, setHeader }) => {
    const { after } = await store.update(caller, params.id as string, body, versionCheck(headers['if-match']));
    const row = await found(caller, String(after?.id));
    setHeader('etag', `"${row.version}"`);
    return row;
  });
  registerBulk(app, permissions, store);
  registerRoute(app, routes.remove, async ({ caller, params, headers }) => {
    await store.remove(caller, params.id as string, versionCheck(headers['if-match']));
    return undefined;
  });
};
