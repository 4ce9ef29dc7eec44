// The built-in roles with the abilities that the resources declare for them. Written to the database at start.
import { RESOURCES } from '../../access/ability.ts';
import type { Ability } from '../../access/ability.ts';
import { ROLE_PROFILES } from '../../access/roles.ts';
import type { BuiltInRoleName, RoleProfile } from '../../access/roles.ts';
import { subjectOf } from '../nouns.ts';

export interface BuiltInRole extends RoleProfile {
  readonly name: BuiltInRoleName;
  readonly abilities: readonly Ability[];
}

/** A user cannot grant a role with more rights than their own, so a reseller has all rights of a customer's administrator. */
const WITHIN: Readonly<Partial<Record<BuiltInRoleName, BuiltInRoleName>>> = { reseller: 'customer-admin' };

const abilitiesOf = (role: BuiltInRoleName): readonly Ability[] =>
  RESOURCES.flatMap((resource) => {
    const { roles } = subjectOf(resource);
    const within = WITHIN[role];
    const actions = new Set([...((within && roles[within]) ?? []), ...(roles[role] ?? [])]);
    return [...actions].map((action) => ({ action, resource }));
  });

export const BUILT_IN_ROLES: readonly BuiltInRole[] = ROLE_PROFILES.map((role) => ({
  ...role,
  abilities: abilitiesOf(role.name),
}));
