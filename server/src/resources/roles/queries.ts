import { sql } from 'kysely';
import type { Role } from '@ringside/core/contract/roles.ts';
import type { Db } from '../../db/connect.ts';
import { findRow, listRows } from '../../db/list-rows.ts';
import type { ListRequest } from '../../db/list-rows.ts';
import type { Caller } from '../../http/context.ts';

type StoredRole = Omit<Role, 'assignable'>;

/** Holders are counted within the caller's own customer. */
const select = (db: Db, caller: Caller) =>
  db
    .selectFrom('roles as r')
    .select(['r.id', 'r.name', 'r.description', 'r.builtIn', 'r.reach', 'r.holders', 'r.level'])
    .select([
      sql<Role['abilities']>`(select coalesce(json_agg(json_build_object('action', a.action, 'resource', a.resource)
        order by a.resource, a.action), '[]') from role_abilities a where a.role_id = r.id)`.as('abilities'),
      sql<number>`(select count(*) from users u where u.role_id = r.id
        and (${caller.customerId}::uuid is null or u.customer_id = ${caller.customerId}::uuid))`.as('userCount'),
    ]);

/** The platform's own roles are not a customer's business. */
const visible = (caller: Caller) => (caller.customerId === null ? [] : [sql<boolean>`row.holders <> 'platform'`]);

const isAssignable = (caller: Caller, role: StoredRole): boolean =>
  role.level >= caller.level && (caller.customerId === null || role.holders !== 'platform');

const withAssignable = (caller: Caller, role: StoredRole): Role => ({
  ...role,
  assignable: isAssignable(caller, role),
});

const SHAPE = {
  searchable: ['name', 'description'],
  filters: ['name'],
  textFields: new Set(['name', 'description']),
  defaultSort: 'level',
};

export const listRoles = async (
  db: Db,
  caller: Caller,
  request: ListRequest & Record<string, unknown>,
): Promise<{ rows: Role[]; total: number }> => {
  const { sort: _unused, ...rest } = request;
  const page = await listRows(db, select(db, caller), SHAPE, visible(caller), rest);
  return { rows: (page.rows as StoredRole[]).map((role) => withAssignable(caller, role)), total: page.total };
};

export const findRole = async (db: Db, caller: Caller, id: string): Promise<Role | null> => {
  const role = (await findRow(db, select(db, caller), visible(caller), id)) as StoredRole | null;
  return role === null ? null : withAssignable(caller, role);
};
