// Abilities of a user: pairs of action and resource. The server enforces them; the browser only uses them for menus and buttons.

/** `manage` includes every action, `all` every resource. `operate` acts on live objects (pause, hang up). */
export const ACTIONS = ['read', 'create', 'update', 'delete', 'export', 'operate', 'manage'] as const;
export type Action = (typeof ACTIONS)[number];

export const RESOURCES = [
  'all',
  'dashboard',
  'live',
  'customer',
  'subscriber',
  'plan',
  'endpoint',
  'callcenter',
  'queue',
  'did',
  'ringgroup',
  'hours',
  'ivr',
  'prompt',
  'trunk',
  'outboundroute',
  'user',
  'role',
  'permission',
  'acl',
  'apikey',
  'cdr',
  'recording',
  'billing',
  'report',
  'wallboard',
  'audit',
] as const;
export type Resource = (typeof RESOURCES)[number];

export interface Ability {
  readonly action: Action;
  readonly resource: Resource;
}

/** Returns true when one of the abilities covers the action on the resource. */
export const can = (abilities: readonly Ability[], action: Action, resource: Resource): boolean =>
  abilities.some(
    (a) => (a.action === action || a.action === 'manage') && (a.resource === resource || a.resource === 'all'),
  );

/**
 * Reach of a role. `platform`: everything. `subtree`: the user's customer and those below it (resellers). `customer`: only the user's
 * customer. `team`: the user's call centers. `own`: the user's own agent and line.
 */
export type Reach = 'platform' | 'subtree' | 'customer' | 'team' | 'own';

/** Tells whether the reach covers whole customers. */
export const seesWholeCustomer = (reach: Reach): boolean => reach !== 'team' && reach !== 'own';
