// Nobody makes a role that stands above him: not by its level, its reach, or what it may do.
import { RESOURCES } from './ability.ts';
import type { Ability, Reach } from './ability.ts';
import type { Narrowing } from './narrowing.ts';
import { widerThan } from './narrowing.ts';
import { beyond } from './scopes.ts';

export interface Standing {
  /** 0 is the highest. */
  readonly level: number;
  readonly reach: Reach;
  readonly abilities: readonly Ability[];
  /** What is left of them, resource by resource. */
  readonly narrowed?: readonly Narrowing[] | undefined;
}

export interface RoleFault {
  readonly field: 'level' | 'reach' | 'abilities' | 'narrowed';
  /** Of `abilities`: those that the maker does not hold. */
  readonly abilities: readonly Ability[];
}

const WIDTH: Readonly<Record<Reach, number>> = { platform: 4, subtree: 3, customer: 2, team: 1, own: 0 };

/** What stands in the way of `maker` making, changing or removing `role`; empty: nothing. */
export const roleFaults = (maker: Standing, role: Standing): RoleFault[] => {
  const faults: RoleFault[] = [];
  if (role.level < maker.level) faults.push({ field: 'level', abilities: [] });
  if (WIDTH[role.reach] > WIDTH[maker.reach]) faults.push({ field: 'reach', abilities: [] });
  const more = beyond(maker.abilities, role.abilities);
  if (more.length > 0) faults.push({ field: 'abilities', abilities: more });
  if (widerThan(maker, role, RESOURCES).length > 0) faults.push({ field: 'narrowed', abilities: [] });
  return faults;
};

/**
 * By its level, by something that the giver may not do himself or sees less of, or because others give it: giving it, or
 * taking it over, would be a way up. Of who stands highest it is never above.
 */
export const standsAbove = (
  giver: Standing & { readonly roleId?: string | undefined },
  role: Standing & { readonly assignableBy?: readonly string[] | undefined },
): boolean =>
  role.level < giver.level ||
  beyond(giver.abilities, role.abilities).length > 0 ||
  widerThan(giver, role, RESOURCES).length > 0 ||
  (giver.level > 0 &&
    role.assignableBy !== undefined &&
    role.assignableBy.length > 0 &&
    !role.assignableBy.includes(giver.roleId ?? ''));
