// Who may give which role to whom.
import type { Ability, Reach } from '@ringside/core/access/ability.ts';
import { standsAbove } from '@ringside/core/access/may-define-role.ts';
import type { Narrowing } from '@ringside/core/access/narrowing.ts';
import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import { once } from '../../db/once.ts';
import type { Caller } from '../../http/context.ts';
import { Refusal } from '../../http/errors.ts';

export interface Role {
  readonly id: string;
  readonly name: string;
  readonly reach: Reach;
  readonly holders: string;
  readonly level: number;
  readonly builtIn: boolean;
  readonly abilities: readonly Ability[];
  readonly narrowed: readonly Narrowing[];
  readonly assignableBy: readonly string[];
}

interface Wanted {
  readonly roleId?: string | undefined;
  readonly role?: string | undefined;
}

const ABILITIES = sql<
  Ability[]
>`(select coalesce(json_agg(json_build_object('action', a.action, 'resource', a.resource)), '[]')
  from role_abilities a where a.role_id = roles.id)`.as('abilities');

/** By name: a customer's own role goes before the platform's of the same name. */
const readRole = (tx: Db, by: Wanted, customerId: string | null) =>
  tx
    .selectFrom('roles')
    .select(['id', 'name', 'holders', 'level', 'builtIn', 'narrowed', 'assignableBy'])
    .select(sql<Reach>`roles.reach`.as('reach'))
    .select(ABILITIES)
    .where((eb) => eb.or([eb('customerId', 'is', null), eb('customerId', '=', customerId)]))
    .$if(by.roleId !== undefined, (q) => q.where('id', '=', by.roleId ?? ''))
    .$if(by.roleId === undefined, (q) => q.where('name', '=', by.role ?? ''))
    .orderBy('customerId', (o) => o.asc().nullsLast())
    .executeTakeFirst();

/** The role, if the caller may give it to a user of this customer (null: the platform's staff). */
export const assignableRole = async (tx: Db, caller: Caller, customerId: string | null, by: Wanted): Promise<Role> => {
  const path = by.roleId === undefined && by.role !== undefined ? 'role' : 'roleId';
  if (by.roleId === undefined && by.role === undefined) {
    throw new Refusal('invalid', { errors: [{ path, code: 'required' }] });
  }
  const role = await once(tx, `role ${by.roleId ?? ''} ${by.role ?? ''} ${customerId}`, () =>
    readRole(tx, by, customerId),
  );
  if (role === undefined) throw new Refusal('not-found', { errors: [{ path, code: 'unknown' }] });
  if (standsAbove(caller, role)) throw new Refusal('invalid', { errors: [{ path, code: 'not-assignable' }] });
  if (customerId === null && role.holders === 'customer') {
    throw new Refusal('invalid', { errors: [{ path: 'customerId', code: 'needs-customer' }] });
  }
  if (customerId !== null && role.holders === 'platform') {
    throw new Refusal('invalid', { errors: [{ path, code: 'not-assignable' }] });
  }
  return role;
};

/** Whoever stands above the caller is out of his hands. */
export const refuseAboveOwn = async (tx: Db, caller: Caller, roleId: string): Promise<void> => {
  const role = await tx
    .selectFrom('roles')
    .select(['level', 'narrowed', ABILITIES, sql<Reach>`roles.reach`.as('reach')])
    .where('id', '=', roleId)
    .executeTakeFirst();
  if (role !== undefined && standsAbove(caller, role)) throw new Refusal('forbidden');
};

/** Without one active administrator nobody could let anybody in again. */
export const refuseLastAdministrator = async (tx: Db, leavingUserId: string): Promise<void> => {
  const active = await tx
    .selectFrom('users as u')
    .innerJoin('roles as r', 'r.id', 'u.roleId')
    .select('u.id')
    .where('r.name', '=', 'administrator')
    .where('r.builtIn', '=', true)
    .where('u.status', '=', 'active')
    // Whose account ends by itself does not count.
    .where('u.expiresAt', 'is', null)
    .forUpdate('u')
    .execute();
  if (active.length === 1 && active[0]?.id === leavingUserId) {
    throw new Refusal('conflict', { errors: [{ path: 'status', code: 'last-administrator' }] });
  }
};
