// What an API key may do of what its owner may: `action:resource`, `read:cdr`.
import { ACTIONS, RESOURCES, can } from './ability.ts';
import type { Ability, Action, Resource } from './ability.ts';

export type Scope = `${Action}:${Resource}`;

export const SCOPES: readonly Scope[] = RESOURCES.flatMap((resource) =>
  ACTIONS.map((action): Scope => `${action}:${resource}`),
);

export const abilityOf = (scope: Scope): Ability => {
  const [action, resource] = scope.split(':') as [Action, Resource];
  return { action, resource };
};

export const scopeOf = ({ action, resource }: Ability): Scope => `${action}:${resource}`;

const common = <T extends string>(a: T, b: T, every: T): T | null => {
  if (a === every) return b;
  return b === every || a === b ? a : null;
};

/** Abilities that both sides have: `can` of it is `can` of the one and of the other. */
export const intersect = (mine: readonly Ability[], theirs: readonly Ability[]): Ability[] => {
  const found = new Map<string, Ability>();
  for (const a of mine) {
    for (const b of theirs) {
      const action = common<Action>(a.action, b.action, 'manage');
      const resource = common<Resource>(a.resource, b.resource, 'all');
      if (action !== null && resource !== null) found.set(`${action}:${resource}`, { action, resource });
    }
  }
  return [...found.values()];
};

/** Abilities of the second list that the first does not hold in full: what somebody may not hand on. */
export const beyond = (mine: readonly Ability[], wanted: readonly Ability[]): Ability[] => {
  const resources = RESOURCES.filter((resource) => resource !== 'all');
  const actions = ACTIONS.filter((action) => action !== 'manage');
  const holds = ({ action, resource }: Ability): boolean =>
    (action === 'manage' ? [...actions, action] : [action]).every((one) => can(mine, one, resource)) ||
    (resource === 'all' && resources.every((one) => can(mine, action, one)));
  return wanted.filter((ability) => !holds(ability));
};
