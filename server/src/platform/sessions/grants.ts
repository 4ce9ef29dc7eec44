// Loads the permissions of a user, key or role and compares them with the caller's (`grantFaults`).
import type { Ability, Reach } from '@ringside/core/access/ability.ts';
import type { AclRule } from '@ringside/core/access/acl.ts';
import { grantFaults } from '@ringside/core/access/grant-faults.ts';
import type { GrantFault, GrantField, GrantOptions, Holder } from '@ringside/core/access/grant-faults.ts';
import type { Narrowing } from '@ringside/core/access/narrowing.ts';
import { scopeOf } from '@ringside/core/access/scopes.ts';
import type { Db } from '../db/connect.ts';
import type { Caller } from '../caller/caller.ts';
import { Refusal } from '../caller/refusal.ts';
import { findCaller } from './caller-queries.ts';

const bindingRules = ({ ruled }: Pick<Caller, 'ruled'>): readonly AclRule[] => {
  if (ruled === undefined) return [];
  const { subject } = ruled;
  const ids = [subject.userId, subject.roleId, subject.apiKeyId, subject.customerId];
  return ruled.rules.filter(
    (rule) =>
      (rule.customerId === null || rule.customerId === subject.customerId) &&
      (rule.validUntil === null || rule.validUntil > Date.now()) &&
      (rule.subjectType === 'everyone' || ids.includes(rule.subjectId)),
  );
};

type Person = Omit<Caller, 'ip' | 'userAgent'>;

export const holderOf = (caller: Person): Holder => ({
  level: caller.level,
  reach: caller.roleReach ?? caller.reach,
  abilities: caller.givable ?? caller.abilities,
  narrowed: caller.narrowed,
  roleId: caller.roleId,
  customerId: caller.customerId,
  callcenterIds: caller.callcenterIds,
  rules: bindingRules(caller),
  cidrs: caller.cidrs,
  endsAt: caller.endsAt,
});

export interface RoleTerms {
  readonly id?: string | undefined;
  readonly level: number;
  readonly reach: Reach;
  readonly abilities: readonly Ability[];
  readonly narrowed?: readonly Narrowing[] | undefined;
  readonly assignableBy?: readonly string[] | undefined;
}

/**
 * Returns a role's permissions as its holders have them. Limits that apply equally to the caller and to every holder (the customer's terms,
 * rules for everyone or for this role) are not differences.
 */
export const holderOfRole = (caller: Caller, role: RoleTerms): Holder => {
  const rules = bindingRules(caller).filter(
    (rule) =>
      rule.subjectType === 'everyone' ||
      rule.subjectType === 'customer' ||
      (rule.subjectType === 'role' && rule.subjectId === role.id),
  );
  const masks = rules.flatMap(({ resource, fieldMask }) =>
    resource === null || fieldMask.length === 0 ? [] : [{ resource, reach: null, masks: fieldMask }],
  );
  const ofCustomer = (caller.narrowed ?? []).filter((n) => n.ofCustomer);
  return {
    level: role.level,
    reach: role.reach,
    abilities: role.abilities,
    narrowed: [...(role.narrowed ?? []), ...ofCustomer, ...masks],
    assignableBy: role.assignableBy,
    rules,
    endsAt: caller.endsAt,
  };
};

/** Returns the faults of granting this role. A role's lifetime depends on its holders, so it is compared when a user receives the role. */
export const roleFaults = (caller: Caller, role: RoleTerms): GrantFault[] =>
  grantFaults(holderOf(caller), holderOfRole(caller, role));

const holderBy = async (
  db: Db,
  by:
    | { readonly kind: 'user-in-any-state'; readonly userId: string }
    | { readonly kind: 'key-in-any-state'; readonly keyId: string },
): Promise<Holder | null> => {
  const found = await findCaller(db, by, new Date(), new Date(0));
  return found === null ? null : holderOf(found.caller);
};

/** Returns the permissions of the account, regardless of whether it may sign in now. */
export const holderOfUser = (db: Db, userId: string): Promise<Holder | null> =>
  holderBy(db, { kind: 'user-in-any-state', userId });

export const holderOfKey = (db: Db, keyId: string): Promise<Holder | null> =>
  holderBy(db, { kind: 'key-in-any-state', keyId });

/**
 * Answers 403 if the account has more permissions than the caller, because changing or impersonating it would escalate the caller's
 * permissions.
 */
export const refuseAboveOwn = async (
  tx: Db,
  caller: Caller,
  userId: string,
  options: GrantOptions & { readonly except?: readonly GrantField[] } = {},
): Promise<void> => {
  if (caller.userId === userId && !caller.apiKey) return;
  const holder = await holderOfUser(tx, userId);
  if (holder === null) return;
  const faults = grantFaults(holderOf(caller), holder, options).filter(
    (f) => options.except?.includes(f.field) !== true,
  );
  if (faults.length > 0) throw new Refusal('forbidden');
};

/** Answers 422 with each fault at the field of the request. */
export const refuseFaults = (
  faults: readonly GrantFault[],
  pathOf: (fault: GrantFault) => { readonly path: string; readonly code: string },
): void => {
  const errors = faults.map((fault) => ({
    ...pathOf(fault),
    params: { names: fault.abilities.slice(0, 5).map(scopeOf).join(', ') || fault.field },
  }));
  const seen = new Set<string>();
  const distinct = errors.filter(({ path, code }) => !seen.has(`${path} ${code}`) && seen.add(`${path} ${code}`));
  if (distinct.length > 0) throw new Refusal('invalid', { errors: distinct });
};
