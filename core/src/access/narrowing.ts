// Narrows a right for one resource: smaller reach and masked fields.
import type { Reach, Resource } from './ability.ts';
import { CALLER_MASKS, distinctMasks } from './masks.ts';
import type { Mask } from './masks.ts';

export interface Narrowing {
  /** `all`: every resource. */
  readonly resource: Resource;
  /** Never wider than the role's own. `null`: the role's reach. */
  readonly reach: Reach | null;
  readonly masks: readonly Mask[];
  /** Applies to all users of the customer, whatever their role. */
  readonly ofCustomer?: true;
}

const WIDTH: Readonly<Record<Reach, number>> = { platform: 4, subtree: 3, customer: 2, team: 1, own: 0 };

export const narrower = (a: Reach, b: Reach): Reach => (WIDTH[a] <= WIDTH[b] ? a : b);

const of = (narrowed: readonly Narrowing[], resource: Resource): readonly Narrowing[] =>
  narrowed.filter((n) => n.resource === 'all' || n.resource === resource);

export const reachFor = (reach: Reach, narrowed: readonly Narrowing[], resource: Resource): Reach =>
  of(narrowed, resource).reduce<Reach>((left, n) => (n.reach === null ? left : narrower(left, n.reach)), reach);

/** Resources that show calls, with the numbers and names of callers. */
const SHOWS_CALLS: ReadonlySet<Resource> = new Set<Resource>([
  ...(['dashboard', 'live', 'cdr', 'recording', 'report', 'wallboard', 'billing', 'audit'] as const),
]);

/**
 * Tells whether a mask of one resource applies to another. A caller's number that is hidden in call records must not appear in recordings
 * or reports, so masks of callers apply to every resource that shows calls.
 */
export const maskApplies = (mask: Mask, from: Resource, to: Resource): boolean =>
  from === 'all' || from === to || (CALLER_MASKS.has(mask) && SHOWS_CALLS.has(from) && SHOWS_CALLS.has(to));

/** Returns the masks for a resource. `null`: all masks, for a response with several resources. */
export const masksFor = (narrowed: readonly Narrowing[], resource: Resource | null): readonly Mask[] =>
  distinctMasks(
    narrowed.flatMap((n) => n.masks.filter((mask) => resource === null || maskApplies(mask, n.resource, resource))),
  );
