// Derives the effective caller of one kind of call: the role's reach for it, and the objects to which rules limit it. Routes and commands
// receive this caller, so queries need no knowledge of roles and rules.
import type { Action, Resource } from '@ringside/core/access/ability.ts';
import { rowLimitsOf } from '@ringside/core/access/acl.ts';
import { masksFor, reachFor } from '@ringside/core/access/narrowing.ts';
import { distinctMasks } from '@ringside/core/access/masks.ts';
import type { Mask } from '@ringside/core/access/masks.ts';
import type { RowLimits } from '@ringside/core/access/row-limits.ts';
import type { Viewer } from '@ringside/core/live/scope.ts';
import type { Caller, Ruled } from '../caller/caller.ts';

const limitsFor = (ruled: Ruled | undefined, action: Action, resource: Resource): RowLimits | null =>
  ruled === undefined ? null : rowLimitsOf(ruled.rules, { ...ruled, action, resource, at: Date.now() });

/** Returns the part of the live state that this call may concern. */
const viewerFor = (viewer: Viewer, masks: readonly Mask[], limits: RowLimits | null): Viewer =>
  viewer.reach === 'board' || (masks.length === 0 && limits === null)
    ? viewer
    : { ...viewer, ...(masks.length === 0 ? {} : { masks }), ...(limits === null ? {} : { limits }) };

export const effectiveCaller = <C extends Omit<Caller, 'ip' | 'userAgent'>>(
  caller: C,
  action: Action,
  resource: Resource,
): C => {
  const { narrowed = [], views } = caller;
  if (caller.ruled === undefined && narrowed.length === 0) return caller;
  const whole = { ...caller, limits: undefined };
  const reach = reachFor(caller.reach, narrowed, resource);
  const roleReach = caller.roleReach ?? caller.reach;
  const seen = reach === caller.reach || views === undefined ? whole : { ...whole, ...views(reach), roleReach };
  const limits = limitsFor(caller.ruled, action, resource);
  const bare = views?.(reach).viewer ?? caller.viewer;
  const withheld = masksFor(narrowed, resource);
  return {
    ...seen,
    ...(withheld.length === 0 ? {} : { withheld }),
    viewer: viewerFor(bare, withheld, limits),
    limits: limits ?? undefined,
  };
};

/**
 * Returns the scope in which the caller may operate the live state, by names on the PBX server, even if those names are masked for the
 * caller.
 */
export const operatedBy = (caller: Caller): Viewer => {
  const { viewer } = effectiveCaller(caller, 'operate', 'live');
  return viewer.reach === 'board' ? viewer : { ...viewer, masks: [] };
};

/** Fields of the caller's own account are not masked. */
const isOwn = (path: string): boolean => path === '/user' || path.startsWith('/user/');

/** Returns the masked fields in the answers of a route. */
export const withheldIn = (
  caller: Caller | null,
  route: {
    readonly path: string;
    readonly access: 'public' | 'signed-in' | readonly [Action, Resource];
    readonly tells?: Resource;
  },
): readonly Mask[] => {
  if (caller?.narrowed === undefined || isOwn(route.path)) return [];
  const { narrowed } = caller;
  const masks = masksFor(narrowed, typeof route.access === 'string' ? null : route.access[1]);
  return route.tells === undefined ? masks : distinctMasks([...masks, ...masksFor(narrowed, route.tells)]);
};
