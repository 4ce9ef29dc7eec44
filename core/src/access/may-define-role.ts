// Nobody makes a role that stands above him: not by its level, its reach, or what it may do.
import type { Ability, Reach } from './ability.ts';
import { beyond } from './scopes.ts';

export interface Standing {
  /** 0 is the highest. */
  readonly level: number;
  readonly reach: Reach;
  readonly abilities: readonly Ability[];
}

export interface RoleFault {
  readonly field: 'level' | 'reach' | 'abilities';
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
  return faults;
};
