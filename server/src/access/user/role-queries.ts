// Decides which roles a caller may assign to a user.
import type { Ability, Reach } from '@ringside/core/access/ability.ts';
import type { Narrowing } from '@ringside/core/access/narrowing.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/connect.ts';
import { once } from '../../platform/db/once.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { roleFaults } from '../../platform/sessions/grants.ts';

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

/** Finds a role by ID or name. A customer's own role takes precedence over the platform's role with the same name. */
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

/** Returns the role if the caller may assign it to a user of this customer (`null`: platform staff). */
export const assignableRole = async (tx: Db, caller: Caller, customerId: string | null, by: Wanted): Promise<Role> => {
  const path = by.roleId === undefined && by.role !== undefined ? 'role' : 'roleId';
  if (by.roleId === undefined && by.role === undefined) {
    throw new Refusal('invalid', { errors: [{ path, code: 'required' }] });
  }
  const role = await once(tx, `role ${by.roleId ?? ''} ${by.role ?? ''} ${customerId}`, () =>
    readRole(tx, by, customerId),
  );
  if (role === undefined) throw new Refusal('not-found', { errors: [{ path, code: 'unknown' }] });
  // An early check that reports the error at the role's field. The account's resulting permissions are checked after it is written.
  const held = customerId !== null && role.reach === 'platform' ? { ...role, reach: 'customer' as const } : role;
  if (caller.level > 0 && roleFaults(caller, held).length > 0)
    throw new Refusal('invalid', { errors: [{ path, code: 'not-assignable' }] });
  if (customerId === null && role.holders === 'customer') {
    throw new Refusal('invalid', { errors: [{ path: 'customerId', code: 'needs-customer' }] });
  }
  if (customerId !== null && role.holders === 'platform') {
    throw new Refusal('invalid', { errors: [{ path, code: 'not-assignable' }] });
  }
  return role;
};

/** Refuses to remove the last active administrator, because no one could grant access again. */
export const refuseLastAdministrator = async (tx: Db, leavingUserId: string): Promise<void> => {
  const active = await tx
    .selectFrom('users as u')
    .innerJoin('roles as r', 'r.id', 'u.roleId')
    .select('u.id')
    .where('r.name', '=', 'administrator')
    .where('r.builtIn', '=', true)
    .where('u.status', '=', 'active')
    // Administrators with an end date do not count.
    .where('u.expiresAt', 'is', null)
    .forUpdate('u')
    .execute();
  if (active.length === 1 && active[0]?.id === leavingUserId) {
    throw new Refusal('conflict', { errors: [{ path: 'status', code: 'last-administrator' }] });
  }
};
