// Reads and writes permissions: the catalog from the contract's routes, written at start, and named bundles of it.
import { sql } from 'kysely';
import { can } from '@ringside/core/access/ability.ts';
import type { Ability, Resource } from '@ringside/core/access/ability.ts';
import { BUILT_IN_ROLES } from '@ringside/core/contract/access/built-in-roles.ts';
import { PERMISSION_ACTIONS, PERMISSION_RESOURCES, permissions } from '@ringside/core/contract/access/permission.ts';
import type { Route } from '@ringside/core/contract/route.ts';
import type { Db } from '../../platform/db/connect.ts';
import { findRow, listRows } from '../../platform/db/rows/list-rows.ts';
import type { ListRequest, RowFrom } from '../../platform/db/rows/list-rows.ts';
import { newId } from '../../platform/db/new-id.ts';
import { raiseVersion } from '../../platform/db/rows/raise-version.ts';
import { createResourceStore } from '../../platform/db/rows/resource-store.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { Refusal } from '../../platform/caller/refusal.ts';

type Action = (typeof PERMISSION_ACTIONS)[number];

/** Selects the rule that currently denies the whole resource to everyone, for any object. `p` is the permission's alias. */
const OFF_RULE = sql<string | null>`(select x.id from acl_rules x
  where x.customer_id is null and x.kind = 'access' and x.enabled and x.effect = 'deny' and x.subject_type = 'everyone'
    and x.resource = p.resource and x.actions @> '["manage"]' and x.field_mask = '[]' and x.time_window is null
    and (x.valid_from is null or x.valid_from <= console_now()) and (x.valid_until is null or x.valid_until > console_now())
    and x.customer_ids = '[]' and x.callcenter_ids = '[]' and x.queue_ids = '[]' and x.server_ids = '[]'
    and not x.own_only and not x.all_but
  order by x.priority, x.id limit 1)`;

const select = (db: Db) =>
  db
    .selectFrom('permissions as p')
    .select(['p.id', 'p.key', 'p.resource', 'p.actions', 'p.description', 'p.builtIn'])
    .select(OFF_RULE.as('offRuleId'))
    .select(['p.createdAt', 'p.updatedAt', 'p.version']);

export type PermissionRow = RowFrom<typeof select>;

const SHAPE = {
  searchable: permissions.searchable,
  filters: permissions.filters,
  textFields: new Set(['key', 'resource', 'description']),
  defaultSort: permissions.defaultSort,
};

/** The catalog is the same for all callers and contains no customer data. */
export const listPermissions = async (db: Db, request: ListRequest & Record<string, unknown>) => {
  const page = await listRows(db, select(db), SHAPE, [], request);
  return { rows: page.rows, total: page.total };
};

export const findPermission = async (db: Db, id: string): Promise<PermissionRow | null> =>
  await findRow(db, select(db), [], id);

/** Returns the roles that the caller may see, with their abilities. */
export const rolesSeenBy = async (db: Db, caller: Caller): Promise<{ name: string; abilities: Ability[] }[]> => {
  const { rows } = await sql<{ name: string; abilities: Ability[] }>`
    select r.name, (select coalesce(json_agg(json_build_object('action', a.action, 'resource', a.resource)), '[]')
      from role_abilities a where a.role_id = r.id) as abilities
    from roles r
    where ${caller.customerId}::uuid is null
      or (r.holders <> 'platform' and (r.customer_id is null or r.customer_id = ${caller.customerId}::uuid))
    order by r.level, r.name`.execute(db);
  return rows;
};

/** Returns the actions that routes and built-in roles use for a resource. */
export const actionsOf = (routes: readonly Route[], resource: (typeof PERMISSION_RESOURCES)[number]): Action[] =>
  PERMISSION_ACTIONS.filter(
    (action) =>
      routes.some((r) => typeof r.access !== 'string' && r.access[0] === action && r.access[1] === resource) ||
      BUILT_IN_ROLES.some((role) => role.abilities.some((a) => a.action === action && a.resource === resource)) ||
      (action === 'read' && BUILT_IN_ROLES.some((role) => can(role.abilities, 'read', resource))),
  );

/** Writes the catalog of this version to the database. */
export const syncPermissions = async (db: Db, routes: readonly Route[]): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    for (const resource of PERMISSION_RESOURCES) {
      const actions = JSON.stringify(actionsOf(routes, resource));
      const known = await tx
        .updateTable('permissions')
        .set({ actions })
        .where('builtIn', '=', true)
        .where('resource', '=', resource)
        .returning('id')
        .executeTakeFirst();
      if (known !== undefined) continue;
      await tx
        .insertInto('permissions')
        .values({ id: newId(), key: resource, resource, actions, description: '', builtIn: true })
        .execute();
    }
  });
};

const refuseUnknown = async (tx: Db, resource: Resource, actions: readonly Action[]): Promise<void> => {
  const row = await tx
    .selectFrom('permissions')
    .select('actions')
    .where('builtIn', '=', true)
    .where('resource', '=', resource)
    .executeTakeFirst();
  if (actions.every((action) => row?.actions.includes(action) === true)) return;
  throw new Refusal('invalid', { errors: [{ path: 'actions', code: 'unknown' }] });
};

const refuseBuiltIn = (before: PermissionRow): void => {
  if (before.builtIn) throw new Refusal('conflict', { errors: [{ path: 'key', code: 'immutable' }] });
};

/** Writes bundles, for platform staff. */
export const permissionStore = (db: Db) =>
  createResourceStore(db, permissions, {
    select,
    scope: {},
    unique: { permissions_key_key: 'key' },
    create: async (tx, _caller, { actions, ...values }) => {
      await refuseUnknown(tx, values.resource, actions);
      const id = newId();
      await tx
        .insertInto('permissions')
        .values({ ...values, id, actions: JSON.stringify(actions), builtIn: false })
        .execute();
      return id;
    },
    update: async (tx, _caller, before, { actions, ...values }) => {
      refuseBuiltIn(before);
      if (actions !== undefined) await refuseUnknown(tx, before.resource, actions);
      const more = actions === undefined ? {} : { actions: JSON.stringify(actions) };
      return raiseVersion(tx, permissions, before, { ...values, ...more });
    },
    remove: async (tx, _caller, before) => {
      refuseBuiltIn(before);
      await tx.deleteFrom('permissions').where('id', '=', before.id).execute();
    },
  });
