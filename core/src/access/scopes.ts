// Scopes limit an API key to some of its owner's abilities: `action:resource`, such as `read:cdr`.
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

/** Returns the abilities that both sides have: `can` is true only if it is true for both. */
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

/** Returns the abilities of `wanted` that `mine` does not fully include, and which therefore cannot be granted. */
export const beyond = (mine: readonly Ability[], wanted: readonly Ability[]): Ability[] => {
  const resources = RESOURCES.filter((resource) => resource !== 'all');
  const actions = ACTIONS.filter((action) => action !== 'manage');
  const holds = ({ action, resource }: Ability): boolean =>
    (action === 'manage' ? [...actions, action] : [action]).every((one) => can(mine, one, resource)) ||
    (resource === 'all' && resources.every((one) => can(mine, action, one)));
  return wanted.filter((ability) => !holds(ability));
};
