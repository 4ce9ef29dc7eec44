// What a role or a rule leaves of a right: how far it reaches for one resource, and which fields of it are withheld.
import { can } from './ability.ts';
import type { Ability, Reach, Resource } from './ability.ts';
import { distinctMasks } from '../base/masks.ts';
import type { Mask } from '../base/masks.ts';

export interface Narrowing {
  /** `all`: of every resource. */
  readonly resource: Resource;
  /** Never wider than the role's own; null: as the role. */
  readonly reach: Reach | null;
  readonly masks: readonly Mask[];
  /** Of everybody of his customer, not of his role: whoever he gives a role to has it as well. */
  readonly ofCustomer?: true;
}

const WIDTH: Readonly<Record<Reach, number>> = { platform: 4, subtree: 3, customer: 2, team: 1, own: 0 };

export const narrower = (a: Reach, b: Reach): Reach => (WIDTH[a] <= WIDTH[b] ? a : b);

const of = (narrowed: readonly Narrowing[], resource: Resource): readonly Narrowing[] =>
  narrowed.filter((n) => n.resource === 'all' || n.resource === resource);

export const reachFor = (reach: Reach, narrowed: readonly Narrowing[], resource: Resource): Reach =>
  of(narrowed, resource).reduce<Reach>((left, n) => (n.reach === null ? left : narrower(left, n.reach)), reach);

/** null: of an answer that is of no one resource: whatever is withheld anywhere. */
export const masksFor = (narrowed: readonly Narrowing[], resource: Resource | null): readonly Mask[] =>
  distinctMasks((resource === null ? narrowed : of(narrowed, resource)).flatMap((n) => n.masks));

export interface Holding {
  readonly reach: Reach;
  readonly abilities: readonly Ability[];
  readonly narrowed?: readonly Narrowing[] | undefined;
}

/** Resources of which `wanted` would show or reach more than `mine` does: nobody hands that on. */
export const widerThan = (mine: Holding, wanted: Holding, resources: readonly Resource[]): readonly Resource[] =>
  (mine.narrowed ?? []).every((n) => n.ofCustomer)
    ? []
    : resources.filter((resource) => {
        if (resource === 'all' || !wanted.abilities.some((a) => can([a], a.action, resource))) return false;
        const [own, other] = [mine, wanted].map((holding) => {
          const narrowed = (holding.narrowed ?? []).filter((n) => !n.ofCustomer);
          return { reach: reachFor(holding.reach, narrowed, resource), masks: masksFor(narrowed, resource) };
        });
        if (own === undefined || other === undefined) return true;
        return WIDTH[other.reach] > WIDTH[own.reach] || own.masks.some((mask) => !other.masks.includes(mask));
      });
