// What a user may do: pairs of action and resource. The server decides; the browser only mirrors it in menus and buttons.

/** `manage` stands for every action, `all` for every resource. `operate` acts on live things (pause, hang up). */
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

/** True when one of the abilities covers the action on the resource. */
export const can = (abilities: readonly Ability[], action: Action, resource: Resource): boolean =>
  abilities.some(
    (a) => (a.action === action || a.action === 'manage') && (a.resource === resource || a.resource === 'all'),
  );

/**
 * How far a role reaches: `platform` everything; `subtree` the user's customer and those below it (a reseller's);
 * `customer` the user's customer alone; `team` the call centers that the user is assigned to; `own` the user's own agent
 * and line.
 */
export type Reach = 'platform' | 'subtree' | 'customer' | 'team' | 'own';

/** Sees the whole of a customer, not only a part of it. */
export const seesWholeCustomer = (reach: Reach): boolean => reach !== 'team' && reach !== 'own';
