// Who may give which role to whom.
import type { Db } from '../../db/connect.ts';
import type { Caller } from '../../http/context.ts';
import { Refusal } from '../../http/errors.ts';

export interface Role {
  readonly id: string;
  readonly name: string;
  readonly reach: string;
  readonly holders: string;
  readonly level: number;
}

const readRole = (tx: Db, by: { readonly roleId?: string | undefined; readonly role?: string | undefined }) =>
  tx
    .selectFrom('roles')
    .select(['id', 'name', 'reach', 'holders', 'level'])
    .$if(by.roleId !== undefined, (q) => q.where('id', '=', by.roleId ?? ''))
    .$if(by.roleId === undefined, (q) => q.where('name', '=', by.role ?? ''))
    .executeTakeFirst();

/** The role, if the caller may give it to a user of this customer (null: the platform's staff). */
export const assignableRole = async (
  tx: Db,
  caller: Caller,
  customerId: string | null,
  by: { readonly roleId?: string | undefined; readonly role?: string | undefined },
): Promise<Role> => {
  const path = by.roleId === undefined && by.role !== undefined ? 'role' : 'roleId';
  if (by.roleId === undefined && by.role === undefined) {
    throw new Refusal('invalid', { errors: [{ path, code: 'required' }] });
  }
  const role = await readRole(tx, by);
  if (role === undefined) throw new Refusal('not-found', { errors: [{ path, code: 'unknown' }] });
  if (role.level < caller.level) throw new Refusal('invalid', { errors: [{ path, code: 'not-assignable' }] });
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
  const role = await readRole(tx, { roleId });
  if (role !== undefined && role.level < caller.level) throw new Refusal('forbidden');
};

/** Without one active administrator nobody could let anybody in again. */
export const refuseLastAdministrator = async (tx: Db, leavingUserId: string): Promise<void> => {
  const active = await tx
    .selectFrom('users as u')
    .innerJoin('roles as r', 'r.id', 'u.roleId')
    .select('u.id')
    .where('r.name', '=', 'administrator')
    .where('u.status', '=', 'active')
    .forUpdate('u')
    .execute();
  if (active.length === 1 && active[0]?.id === leavingUserId) {
    throw new Refusal('conflict', { errors: [{ path: 'status', code: 'last-administrator' }] });
  }
};
