// The common check for granting rights: roles, users, invitations, API keys, access rules, links, impersonation. Users cannot grant more
// than they have in level, reach, abilities, masks, rules, call centers or lifetime.
import type { Mask } from './masks.ts';
import { RESOURCES, can, seesWholeCustomer } from './ability.ts';
import type { Ability, Reach, Resource } from './ability.ts';
import type { AclRule } from './acl.ts';
import { limitOf } from './row-limits.ts';
import { masksFor, reachFor } from './narrowing.ts';
import type { Narrowing } from './narrowing.ts';
import { beyond } from './scopes.ts';

/** The rights of a user, a key or a role. */
export interface Holder {
  /** 0 is the highest. */
  readonly level: number;
  readonly reach: Reach;
  /** Abilities that no rule limits to a time or to certain objects. */
  readonly abilities: readonly Ability[];
  readonly narrowed?: readonly Narrowing[] | undefined;
  readonly roleId?: string | undefined;
  /** IDs of roles whose holders may assign this one. Empty or absent: any role with a sufficient level. */
  readonly assignableBy?: readonly string[] | undefined;
  /** Absent for a role, which has no customer to compare. */
  readonly customerId?: string | null | undefined;
  /** Absent when unknown, for example for all holders of a role. */
  readonly callcenterIds?: readonly string[] | undefined;
  /** Access and network rules that apply, at any time. */
  readonly rules?: readonly AclRule[] | undefined;
  /** Allowed source networks of an API key. Empty or absent: any. */
  readonly cidrs?: readonly string[] | undefined;
  /** Epoch milliseconds. `null` or absent: no end. */
  readonly endsAt?: number | null | undefined;
}

export type GrantField =
  'level' | 'reach' | 'abilities' | 'narrowed' | 'assignableBy' | 'callcenterIds' | 'rules' | 'cidrs' | 'endsAt';

export interface GrantFault {
  readonly field: GrantField;
  /** For `abilities`: those that the granting user lacks. */
  readonly abilities: readonly Ability[];
}

const WIDTH: Readonly<Record<Reach, number>> = { platform: 4, subtree: 3, customer: 2, team: 1, own: 0 };

const usedResources = (abilities: readonly Ability[]): readonly Resource[] =>
  RESOURCES.filter((resource) => resource !== 'all' && abilities.some((a) => can([a], a.action, resource)));

interface View {
  readonly reach: Reach;
  readonly masks: readonly Mask[];
}

const viewOf = ({ reach, narrowed = [] }: Holder, resource: Resource): View => ({
  reach: reachFor(reach, narrowed, resource),
  masks: masksFor(narrowed, resource),
});

const isWider = (giver: View, given: View): boolean => WIDTH[given.reach] > WIDTH[giver.reach];

const showsMore = (giver: View, given: View): boolean => giver.masks.some((mask) => !given.masks.includes(mask));

/** Below subtree reach, users grant only within their own customer. Below customer reach, only within their own call centers. */
const isElsewhere = (giver: Holder, view: View, given: Holder): boolean =>
  WIDTH[view.reach] < WIDTH.subtree && given.customerId !== undefined && given.customerId !== giver.customerId;

const hasOtherTeams = (giver: Holder, view: View, given: Holder): boolean =>
  !seesWholeCustomer(view.reach) &&
  given.callcenterIds?.some((id) => giver.callcenterIds?.includes(id) !== true) === true;

/** Tells whether a rule removes rights: a deny rule or a network rule. */
export const restricts = (rule: AclRule): boolean =>
  rule.kind === 'network' || (rule.kind === 'access' && rule.effect === 'deny');

const concernsAny = (rule: AclRule, resources: readonly Resource[]): boolean =>
  rule.resource === 'all' || resources.some((resource) => rule.resource === resource);

/** Tells whether an allow rule is limited by hours, dates or objects. */
export const isPartialAllow = (rule: AclRule): boolean =>
  rule.kind === 'access' &&
  rule.effect === 'allow' &&
  (limitOf(rule.things) !== null ||
    rule.timeWindow !== null ||
    rule.validFrom !== null ||
    rule.validUntil !== null ||
    rule.fieldMask.length > 0);

const escapesRules = (giver: Holder, given: Holder, resources: readonly Resource[], networks: boolean): boolean => {
  const bound = new Set(given.rules?.map((rule) => rule.id));
  const mine = new Set(giver.rules?.map((rule) => rule.id));
  const loses = (giver.rules ?? []).some(
    (rule) =>
      restricts(rule) && !bound.has(rule.id) && (rule.kind === 'network' ? networks : concernsAny(rule, resources)),
  );
  const gains = (given.rules ?? []).some(
    (rule) =>
      isPartialAllow(rule) &&
      !mine.has(rule.id) &&
      beyond(
        giver.abilities,
        rule.resource === null ? [] : rule.actions.map((a) => ({ action: a, resource: rule.resource! })),
      ).length > 0,
  );
  return loses || gains;
};

const outlives = ({ endsAt: mine }: Holder, { endsAt: wanted }: Holder): boolean =>
  mine !== null && mine !== undefined && (wanted === null || wanted === undefined || wanted > mine);

export interface GrantOptions {
  /**
   * True for credentials that act as another user (a key, an impersonation): network rules and the key's networks apply too. False for an
   * account with its own user.
   */
  readonly credential?: boolean;
}

/** Returns why `giver` may not grant the rights of `given`. Empty: allowed. */
export const grantFaults = (giver: Holder, given: Holder, { credential = false }: GrantOptions = {}): GrantFault[] => {
  const faults: GrantFault[] = [];
  const add = (field: GrantField, abilities: readonly Ability[] = []): void => void faults.push({ field, abilities });
  const resources = usedResources(given.abilities);
  const views = resources.map((resource) => [viewOf(giver, resource), viewOf(given, resource)] as const);
  if (given.level < giver.level) add('level');
  // Includes the base reach, because abilities added later would use it.
  if (WIDTH[given.reach] > WIDTH[giver.reach] || views.some(([own, other]) => isWider(own, other))) add('reach');
  else if (views.some(([own]) => isElsewhere(giver, own, given))) add('reach');
  const more = beyond(giver.abilities, given.abilities);
  if (more.length > 0) add('abilities', more);
  if (views.some(([own, other]) => showsMore(own, other))) add('narrowed');
  const { assignableBy = [] } = given;
  if (giver.level > 0 && assignableBy.length > 0 && !assignableBy.includes(giver.roleId ?? '')) add('assignableBy');
  if (views.some(([own]) => hasOtherTeams(giver, own, given))) add('callcenterIds');
  if (escapesRules(giver, given, resources, credential)) add('rules');
  const { cidrs = [] } = giver;
  if (credential && cidrs.length > 0 && !given.cidrs?.every((one) => cidrs.includes(one))) add('cidrs');
  if (outlives(giver, given)) add('endsAt');
  return faults;
};
