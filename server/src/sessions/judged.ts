// A caller as he is for one kind of call: how far his role reaches for it, and to which things the rules limit it. Routes and
// commands get this one, so that no query has to know of roles and rules.
import type { Action, Resource } from '@ringside/core/access/ability.ts';
import { rowLimitsOf } from '@ringside/core/access/acl.ts';
import { masksFor, reachFor } from '@ringside/core/access/narrowing.ts';
import { distinctMasks } from '@ringside/core/base/masks.ts';
import type { Mask } from '@ringside/core/base/masks.ts';
import type { RowLimits } from '@ringside/core/base/row-limits.ts';
import type { Viewer } from '@ringside/core/live/scope.ts';
import type { Caller, Ruled } from '../http/context.ts';

const limitsFor = (ruled: Ruled | undefined, action: Action, resource: Resource): RowLimits | null =>
  ruled === undefined ? null : rowLimitsOf(ruled.rules, { ...ruled, action, resource, at: Date.now() });

/** The live state, as far as he may do this with it. */
const viewerFor = (viewer: Viewer, masks: readonly Mask[], limits: RowLimits | null): Viewer =>
  viewer.reach === 'board' || (masks.length === 0 && limits === null)
    ? viewer
    : { ...viewer, ...(masks.length === 0 ? {} : { masks }), ...(limits === null ? {} : { limits }) };

export const judged = <C extends Omit<Caller, 'ip' | 'userAgent'>>(
  caller: C,
  action: Action,
  resource: Resource,
): C => {
  const { narrowed = [], views } = caller;
  if (caller.ruled === undefined && narrowed.length === 0) return caller;
  const whole = { ...caller, limits: undefined };
  const reach = reachFor(caller.reach, narrowed, resource);
  const seen = reach === caller.reach || views === undefined ? whole : { ...whole, ...views(reach) };
  const limits = limitsFor(caller.ruled, action, resource);
  const bare = views?.(reach).viewer ?? caller.viewer;
  return {
    ...seen,
    viewer: viewerFor(bare, masksFor(narrowed, resource), limits),
    limits: limits ?? undefined,
  };
};

/** What he may act on: he names it by what the PBX calls it, which may be withheld from him. */
export const operatedBy = (caller: Caller): Viewer => {
  const { viewer } = judged(caller, 'operate', 'live');
  return viewer.reach === 'board' ? viewer : { ...viewer, masks: [] };
};

/** His own account is not withheld from him. */
const isOwn = (path: string): boolean => path === '/user' || path.startsWith('/user/');

/** What is withheld in the answers of a route. */
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
