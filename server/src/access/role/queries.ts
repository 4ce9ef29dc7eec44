// Reads and writes roles. A customer sees its own roles and those of the platform that its users may hold.
import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { seesWholeCustomer } from '@ringside/core/access/ability.ts';
import type { Ability } from '@ringside/core/access/ability.ts';
import { narrower } from '@ringside/core/access/narrowing.ts';
import { withChanges } from '@ringside/core/base/with-changes.ts';
import { scopeOf } from '@ringside/core/access/scopes.ts';
import { BUILT_IN_ROLES } from '@ringside/core/contract/access/built-in-roles.ts';
import { roles } from '@ringside/core/contract/access/role.ts';
import type { CreateRole, Role } from '@ringside/core/contract/access/role.ts';
import { ownerFor } from '../../platform/db/rows/customer-for.ts';
import type { Db } from '../../platform/db/connect.ts';
import { findRow, listRows } from '../../platform/db/rows/list-rows.ts';
import { isOneOf } from '../../platform/db/rows/tenant-scope.ts';
import type { ListRequest, RowFrom } from '../../platform/db/rows/list-rows.ts';
import { withRowSecurity } from '../../platform/db/row-security.ts';
import { newId } from '../../platform/db/new-id.ts';
import { raiseVersion } from '../../platform/db/rows/raise-version.ts';
import { refuseWhileUsed } from '../../platform/db/rows/refuse-while-used.ts';
import { createResourceStore } from '../../platform/db/rows/resource-store.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { customersOf, reaches } from '../../platform/caller/reach.ts';
import { refuseFaults, roleFaults } from '../../platform/sessions/grants.ts';
import type { RoleTerms } from '../../platform/sessions/grants.ts';
import { markMoved } from '../../pbx/provisioning/mark-queries.ts';

/** Counts holders within one customer. `null`: all customers. */
const select = (db: Db, customerId: string | null = null) =>
  db
    .selectFrom('roles as r')
    .leftJoin('customers as c', 'c.id', 'r.customerId')
    .select(['r.id', 'r.customerId', 'c.name as customerName', 'r.name', 'r.description', 'r.builtIn', 'r.reach'])
    .select(['r.holders', 'r.level', 'r.createdAt', 'r.updatedAt', 'r.version'])
    .select(['r.requireTwoFactor', 'r.sessionIdleMinutes', 'r.landing', 'r.narrowed', 'r.assignableBy'])
    .select([
      sql<Role['abilities']>`(select coalesce(json_agg(json_build_object('action', a.action, 'resource', a.resource)
        order by a.resource, a.action), '[]') from role_abilities a where a.role_id = r.id)`.as('abilities'),
      sql<number>`(select count(*) from users u where u.role_id = r.id
        and (${customerId}::uuid is null or u.customer_id = ${customerId}::uuid))`.as('userCount'),
    ]);

type RoleRow = RowFrom<typeof select>;

const visible = (caller: Caller): RawBuilder<SqlBool>[] =>
  caller.customerId === null
    ? []
    : [
        sql<SqlBool>`row.holders <> 'platform' and (row.customer_id is null or ${isOneOf(sql`row.customer_id`, customersOf(caller))})`,
      ];

/** Limits the role's reach to its holder's customer. */
const withinCustomer = (caller: Caller, role: RoleTerms): RoleTerms =>
  caller.customerId !== null && role.reach === 'platform' ? { ...role, reach: 'customer' } : role;

const toAnswer = (caller: Caller, row: RoleRow): Role => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  assignable:
    roleFaults(caller, withinCustomer(caller, row)).length === 0 &&
    (caller.customerId === null || row.holders !== 'platform'),
});

const SHAPE = {
  searchable: roles.searchable,
  filters: roles.filters,
  textFields: new Set(['name', 'description', 'reach']),
  defaultSort: roles.defaultSort,
};

export const listRoles = async (db: Db, caller: Caller, request: ListRequest & Record<string, unknown>) => {
  const page = await listRows(
    withRowSecurity(db, caller),
    select(db, caller.customerId),
    SHAPE,
    visible(caller),
    request,
  );
  return { rows: page.rows.map((row) => toAnswer(caller, row)), total: page.total };
};

export const findRole = async (db: Db, caller: Caller, id: string): Promise<Role | null> => {
  const row = await findRow(db, select(db, caller.customerId), visible(caller), id);
  return row === null ? null : toAnswer(caller, row);
};

type Definition = RoleTerms & Pick<Role, 'assignableBy'>;

/** Answers 422 with each way in which the role would exceed its author. */
const refuseAboveMaker = (caller: Caller, role: Definition): void => {
  // The roles that may assign this role are checked when it is assigned.
  const faults = roleFaults(caller, { ...role, assignableBy: [] });
  refuseFaults(faults, ({ field }) => ({ path: field === 'rules' ? 'abilities' : field, code: 'beyond-own' }));
};

/**
 * Checks that each resource is narrowed once and not wider than the role, and that the caller may see the roles that can assign this one.
 */
const refuseNarrowing = async (tx: Db, caller: Caller, customerId: string | null, role: Definition): Promise<void> => {
  const fault = (path: string, code: string) => new Refusal('invalid', { errors: [{ path, code }] });
  const { narrowed = [], assignableBy } = role;
  if (new Set(narrowed.map((n) => n.resource)).size < narrowed.length) throw fault('narrowed', 'taken');
  if (narrowed.some((n) => n.reach !== null && narrower(n.reach, role.reach) !== n.reach))
    throw fault('narrowed', 'wider-than-role');
  if (assignableBy.length === 0) return;
  const known = await tx
    .selectFrom('roles')
    .select('id')
    .where('id', 'in', assignableBy)
    .where((eb) => eb.or([eb('customerId', 'is', null), eb('customerId', '=', customerId)]))
    .$if(caller.customerId !== null, (q) => q.where('holders', '<>', 'platform'))
    .execute();
  if (known.length < new Set(assignableBy).size) throw fault('assignableBy', 'unknown');
};

const written = ({ narrowed, assignableBy }: Partial<Pick<Role, 'narrowed' | 'assignableBy'>>) => ({
  ...(narrowed === undefined ? {} : { narrowed: JSON.stringify(narrowed) }),
  ...(assignableBy === undefined ? {} : { assignableBy: JSON.stringify([...new Set(assignableBy)]) }),
});

const setAbilities = async (tx: Db, roleId: string, abilities: readonly Ability[]): Promise<void> => {
  await tx.deleteFrom('roleAbilities').where('roleId', '=', roleId).execute();
  const pairs = new Map(abilities.map((ability) => [scopeOf(ability), ability]));
  if (pairs.size === 0) return;
  const rows = [...pairs.values()].map(({ action, resource }) => ({ roleId, action, resource }));
  await tx.insertInto('roleAbilities').values(rows).execute();
};

/** Refuses names of built-in roles. The console translates those names, so a role with the same name would look like the built-in one. */
const refuseBuiltInName = (name: string | undefined): void => {
  if (BUILT_IN_ROLES.some((role) => role.name === name?.toLowerCase())) {
    throw new Refusal('conflict', { errors: [{ path: 'name', code: 'taken' }] });
  }
};

const create = async (tx: Db, caller: Caller, values: CreateRole): Promise<string> => {
  refuseBuiltInName(values.name);
  refuseAboveMaker(caller, values);
  const customerId = await ownerFor(tx, caller, values.customerId);
  if (customerId !== null && values.reach === 'platform') {
    throw new Refusal('invalid', { errors: [{ path: 'reach', code: 'beyond-own', params: { names: 'platform' } }] });
  }
  await refuseNarrowing(tx, caller, customerId, values);
  const id = newId();
  const { abilities, holders, narrowed, assignableBy, ...rest } = values;
  await tx
    .insertInto('roles')
    .values({
      ...rest,
      ...written({ narrowed, assignableBy }),
      id,
      customerId,
      holders: customerId === null ? (holders ?? 'either') : 'customer',
      builtIn: false,
    })
    .execute();
  await setAbilities(tx, id, abilities);
  return id;
};

/** Sign-in terms and the start page of holders, which the platform can also change for built-in roles. */
const TERMS: ReadonlySet<string> = new Set(['requireTwoFactor', 'sessionIdleMinutes', 'landing']);

/** Refuses changes to built-in roles, roles of other customers, and roles with more permissions than the caller has. */
const refuseForeign = (caller: Caller, before: RoleRow): void => {
  if (before.builtIn) throw new Refusal('conflict', { errors: [{ path: 'name', code: 'immutable' }] });
  if (!reaches(caller, before.customerId)) throw new Refusal('forbidden');
  if (roleFaults(caller, { ...before, assignableBy: [] }).length > 0) throw new Refusal('forbidden');
};

/**
 * Refuses changes to roles with holders in other teams. Holders gain a role's new permissions in their own call centers, so a team's
 * manager may change it only for their own team.
 */
const refuseOtherTeams = async (tx: Db, caller: Caller, roleId: string): Promise<void> => {
  if (seesWholeCustomer(caller.roleReach ?? caller.reach)) return;
  const { rows } = await sql`select 1 from users u where u.role_id = ${roleId} and u.id <> ${caller.userId}
    and (not exists (select 1 from user_callcenters t where t.user_id = u.id) or exists (select 1 from user_callcenters t
      where t.user_id = u.id and not t.callcenter_id = any(${[...caller.callcenterIds]}::uuid[]))) limit 1`.execute(tx);
  if (rows.length > 0) throw new Refusal('forbidden');
};

/** Writes roles. Use `listRoles` and `findRole` for reading, because they depend on the caller. */
export const roleStore = (db: Db) =>
  createResourceStore(db, roles, {
    select: (tx) => select(tx),
    moved: markMoved,
    scope: { customer: 'customerId' },
    unique: { roles_name_key: 'name' },
    create,
    update: async (tx, caller, before, { abilities, ...values }) => {
      const onTerms = abilities === undefined && Object.keys(values).every((field) => TERMS.has(field));
      refuseForeign(caller, onTerms && caller.customerId === null ? { ...before, builtIn: false } : before);
      refuseBuiltInName(values.name);
      const after = withChanges<Definition>(before, { ...values, abilities });
      refuseAboveMaker(caller, after);
      await refuseNarrowing(tx, caller, before.customerId, after);
      await refuseOtherTeams(tx, caller, String(before.id));
      if (!(await raiseVersion(tx, roles, before, { ...values, ...written(values) }))) return false;
      if (abilities !== undefined) await setAbilities(tx, String(before.id), abilities);
      return true;
    },
    canReplace: async (tx, caller, before, replacement) => {
      const refusal = new Refusal('invalid', { errors: [{ path: 'moveTo', code: 'not-assignable' }] });
      if (!toAnswer(caller, replacement).assignable) throw refusal;
      const holders = await tx
        .selectFrom('users')
        .select('customerId')
        .where('roleId', '=', String(before.id))
        .execute();
      const hasStaff = holders.some(({ customerId }) => customerId === null);
      const hasPeople = holders.some(({ customerId }) => customerId !== null);
      const { holders: mayHold } = replacement;
      if ((hasStaff && mayHold === 'customer') || (hasPeople && mayHold === 'platform')) throw refusal;
    },
    remove: async (tx, caller, before) => {
      refuseForeign(caller, before);
      const id = String(before.id);
      await refuseWhileUsed([
        { resource: 'user', rows: tx.selectFrom('users').select('username as name').where('roleId', '=', id) },
      ]);
      await tx.deleteFrom('roles').where('id', '=', id).execute();
    },
  });

export const holdersOf = async (db: Db, roleId: string): Promise<string[]> =>
  (await db.selectFrom('users').select('id').where('roleId', '=', roleId).execute()).map((row) => row.id);
