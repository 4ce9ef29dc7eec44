// Rows of roles. A customer sees the platform's that its people may hold, and its own; nobody else's.
import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { Ability } from '@ringside/core/access/ability.ts';
import { roleFaults, standsAbove } from '@ringside/core/access/may-define-role.ts';
import type { Standing } from '@ringside/core/access/may-define-role.ts';
import { narrower } from '@ringside/core/access/narrowing.ts';
import { scopeOf } from '@ringside/core/access/scopes.ts';
import { BUILT_IN_ROLES } from '@ringside/core/access/roles.ts';
import { roles } from '@ringside/core/contract/roles.ts';
import type { CreateRole, Role } from '@ringside/core/contract/roles.ts';
import type { Db } from '../../db/connect.ts';
import { findRow, isOneOf, listRows } from '../../db/list-rows.ts';
import type { ListRequest } from '../../db/list-rows.ts';
import { behindWall } from '../../db/wall.ts';
import { newId } from '../../db/new-id.ts';
import { raiseVersion } from '../../db/raise-version.ts';
import { refuseWhileUsed } from '../../db/refuse-while-used.ts';
import { createResourceStore } from '../../db/resource-store.ts';
import type { ResourceStore, StoredRow } from '../../db/resource-store.ts';
import type { Caller } from '../../http/context.ts';
import { Refusal } from '../../http/errors.ts';
import { customersOf, reaches } from '../../http/reaches.ts';

/** Holders are counted within the counting customer; null: everywhere. */
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

const visible = (caller: Caller): RawBuilder<SqlBool>[] =>
  caller.customerId === null
    ? []
    : [
        sql<SqlBool>`row.holders <> 'platform' and (row.customer_id is null or ${isOneOf(sql`row.customer_id`, customersOf(caller))})`,
      ];

const toAnswer = (caller: Caller, row: StoredRow) =>
  ({
    ...row,
    createdAt: (row['createdAt'] as Date).toISOString(),
    updatedAt: (row['updatedAt'] as Date).toISOString(),
    assignable:
      !standsAbove(caller, row as unknown as Standing) && (caller.customerId === null || row['holders'] !== 'platform'),
  }) as unknown as Role;

const SHAPE = {
  searchable: roles.searchable,
  filters: roles.filters,
  textFields: new Set(['name', 'description', 'reach']),
  defaultSort: roles.defaultSort,
};

export const listRoles = async (db: Db, caller: Caller, request: ListRequest & Record<string, unknown>) => {
  const page = await listRows(behindWall(db, caller), select(db, caller.customerId), SHAPE, visible(caller), request);
  return { rows: (page.rows as unknown as StoredRow[]).map((row) => toAnswer(caller, row)), total: page.total };
};

export const findRole = async (db: Db, caller: Caller, id: string): Promise<Role | null> => {
  const row = await findRow(db, select(db, caller.customerId), visible(caller), id);
  return row === null ? null : toAnswer(caller, row as unknown as StoredRow);
};

type Definition = Standing & Pick<Role, 'assignableBy'>;

/** Throws for the first way in which the role would stand above its maker. */
const refuseAboveMaker = (caller: Caller, role: Definition): void => {
  const errors = roleFaults(caller, role).map((fault) => ({
    path: fault.field,
    code: 'beyond-own',
    params: { names: fault.abilities.slice(0, 5).map(scopeOf).join(', ') || fault.field },
  }));
  if (errors.length > 0) throw new Refusal('invalid', { errors });
};

/** What it is narrowed to is once for each resource, and no wider than the role; who may give it are roles that one may see. */
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

/** Whose a new role is: another customer answers as an unknown one. */
const ownerOf = async (tx: Db, caller: Caller, wanted: string | null | undefined): Promise<string | null> => {
  const owner = wanted === undefined ? caller.customerId : wanted;
  const unknown = new Refusal('not-found', { errors: [{ path: 'customerId', code: 'unknown' }] });
  if (!reaches(caller, owner)) throw unknown;
  if (owner === null) return null;
  const row = await tx.selectFrom('customers').select('id').where('id', '=', owner).executeTakeFirst();
  if (row === undefined) throw unknown;
  return owner;
};

/** The console words the built-in roles in each language: another of the same name would pass for one. */
const refuseBuiltInName = (name: string | undefined): void => {
  if (BUILT_IN_ROLES.some((role) => role.name === name?.toLowerCase())) {
    throw new Refusal('conflict', { errors: [{ path: 'name', code: 'taken' }] });
  }
};

const create = async (tx: Db, caller: Caller, values: CreateRole): Promise<string> => {
  refuseBuiltInName(values.name);
  refuseAboveMaker(caller, values);
  const customerId = await ownerOf(tx, caller, values.customerId);
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

/** How holders sign in and where they begin: a platform's own choice of the built-in roles, too. */
const TERMS: ReadonlySet<string> = new Set(['requireTwoFactor', 'sessionIdleMinutes', 'landing']);

/** Built-in roles stay as they are; what stands above the caller, or is another's, is out of his hands. */
const refuseForeign = (caller: Caller, before: StoredRow): void => {
  if (before['builtIn'] === true) throw new Refusal('conflict', { errors: [{ path: 'name', code: 'immutable' }] });
  if (!reaches(caller, before['customerId'] as string | null)) throw new Refusal('forbidden');
  if (roleFaults(caller, before as unknown as Definition).length > 0) throw new Refusal('forbidden');
};

/** Writes; reading goes by `listRoles` and `findRole`, which know who asks. */
export const roleStore = (db: Db): ResourceStore => ({
  ...createResourceStore(db, roles, {
    select: (tx) => select(tx),
    scope: { customer: 'customerId' },
    unique: { roles_name_key: 'name' },
    create,
    update: async (tx, caller, before, { abilities, ...values }) => {
      const onTerms = abilities === undefined && Object.keys(values).every((field) => TERMS.has(field));
      refuseForeign(caller, onTerms && caller.customerId === null ? { ...before, builtIn: false } : before);
      refuseBuiltInName(values.name);
      const after = {
        ...before,
        ...values,
        ...(abilities === undefined ? {} : { abilities }),
      } as unknown as Definition;
      refuseAboveMaker(caller, after);
      await refuseNarrowing(tx, caller, before['customerId'] as string | null, after);
      if (!(await raiseVersion(tx, 'roles', before, { ...values, ...written(values) }))) return false;
      if (abilities !== undefined) await setAbilities(tx, String(before.id), abilities);
      return true;
    },
    mayInherit: async (tx, caller, before, heir) => {
      const refusal = new Refusal('invalid', { errors: [{ path: 'moveTo', code: 'not-assignable' }] });
      if (!toAnswer(caller, heir).assignable) throw refusal;
      const holders = await tx
        .selectFrom('users')
        .select('customerId')
        .where('roleId', '=', String(before.id))
        .execute();
      const hasStaff = holders.some(({ customerId }) => customerId === null);
      const hasPeople = holders.some(({ customerId }) => customerId !== null);
      if ((hasStaff && heir['holders'] === 'customer') || (hasPeople && heir['holders'] === 'platform')) throw refusal;
    },
    remove: async (tx, caller, before) => {
      refuseForeign(caller, before);
      const id = String(before.id);
      await refuseWhileUsed([
        { resource: 'user', rows: tx.selectFrom('users').select('username as name').where('roleId', '=', id) },
      ]);
      await tx.deleteFrom('roles').where('id', '=', id).execute();
    },
  }),
});

export const holdersOf = async (db: Db, roleId: string): Promise<string[]> =>
  (await db.selectFrom('users').select('id').where('roleId', '=', roleId).execute()).map((row) => row.id);
