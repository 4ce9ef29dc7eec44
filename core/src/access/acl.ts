// Access rules: exceptions to what roles say. The order of judgement: the customer's wall, which nothing opens; network rules,
// where a denial wins and one permission makes denial the rest; the role; access rules, where a denial wins; and else no.
import { ACTIONS, RESOURCES, can } from './ability.ts';
import type { Ability, Action, Resource } from './ability.ts';
import { distinctMasks } from '../base/masks.ts';
import type { Mask } from '../base/masks.ts';
import { inNetworks } from './network.ts';
import { concerns, limitOf, matches } from '../base/row-limits.ts';
import type { Instance, RowLimit, RowLimits } from '../base/row-limits.ts';
import { inWindow } from './time-window.ts';
import type { TimeWindow } from './time-window.ts';

export interface AclRule {
  readonly id: string;
  readonly name: string;
  /** null: the platform's, for everybody. */
  readonly customerId: string | null;
  readonly kind: 'access' | 'network' | 'dial';
  /** 1 goes first. */
  readonly priority: number;
  readonly enabled: boolean;
  readonly subjectType: 'everyone' | 'role' | 'user' | 'apikey' | 'customer' | 'subscriber';
  /** null of `everyone`. */
  readonly subjectId: string | null;
  readonly effect: 'allow' | 'deny';
  /** Of access rules. */
  readonly resource: Resource | null;
  readonly actions: readonly Action[];
  /** Of network rules. */
  readonly cidrs: readonly string[];
  /** Of dial rules: digits that a number begins with. */
  readonly prefixes: readonly string[];
  /** Epoch milliseconds; null: open. */
  readonly validFrom: number | null;
  readonly validUntil: number | null;
  /** Hours of the week in which it applies; null: always. Of access and network rules. */
  readonly timeWindow: TimeWindow | null;
  /** Of access rules: to which things of the resource it applies; null: to each. */
  readonly things: RowLimit | null;
  /** Of access rules: it withholds these fields. A denial then takes them alone, and no action. */
  readonly fieldMask: readonly Mask[];
}

export interface AclSubject {
  readonly userId: string;
  /** null: the platform's staff. */
  readonly customerId: string | null;
  readonly roleId: string;
  readonly apiKeyId: string | null;
  /** His lines, where it is about dialling. */
  readonly subscriberIds?: readonly string[];
}

export interface AclQuestion {
  readonly subject: AclSubject;
  /** Of the role (and the key's scopes). */
  readonly abilities: readonly Ability[];
  readonly action: Action;
  readonly resource: Resource;
  /** Whose the object is; null: nobody's in particular. */
  readonly objectCustomerId: string | null;
  /** The very thing, where one is asked about. Left out: whether there is any that he may. */
  readonly object?: Instance;
  /** null: not asked. */
  readonly address: string | null;
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface AclVerdict {
  readonly allowed: boolean;
  readonly by: 'customer' | 'network' | 'role' | 'access' | 'default';
  /** The rule that decided; null: the order itself did. */
  readonly rule: AclRule | null;
}

const names = (rule: AclRule, { userId, customerId, roleId, apiKeyId, subscriberIds = [] }: AclSubject): boolean => {
  switch (rule.subjectType) {
    case 'everyone':
      return true;
    case 'customer':
      return customerId !== null && rule.subjectId === customerId;
    case 'role':
      return rule.subjectId === roleId;
    case 'user':
      return rule.subjectId === userId;
    case 'apikey':
      return apiKeyId !== null && rule.subjectId === apiKeyId;
    case 'subscriber':
      return rule.subjectId !== null && subscriberIds.includes(rule.subjectId);
  }
};

/** Rules of a kind that hold now for the subject, the first by priority first; a customer's rules never reach another. */
export const rulesFor = (
  rules: readonly AclRule[],
  kind: AclRule['kind'],
  subject: AclSubject,
  at: number,
): readonly AclRule[] =>
  rules
    .filter(
      (rule) =>
        rule.kind === kind &&
        rule.enabled &&
        (rule.customerId === null || rule.customerId === subject.customerId) &&
        (rule.validFrom === null || rule.validFrom <= at) &&
        (rule.validUntil === null || rule.validUntil > at) &&
        (rule.timeWindow === null || inWindow(rule.timeWindow, at)) &&
        names(rule, subject),
    )
    .toSorted((a, b) => a.priority - b.priority || a.id.localeCompare(b.id));

/** null: the network is no reason to refuse. */
export const networkRefusal = (
  rules: readonly AclRule[],
  subject: AclSubject,
  address: string,
  at: number,
): AclVerdict | null => {
  const mine = rulesFor(rules, 'network', subject, at);
  const hit = (effect: AclRule['effect']) =>
    mine.find((rule) => rule.effect === effect && inNetworks(rule.cidrs, address));
  const denied = hit('deny');
  if (denied !== undefined) return { allowed: false, by: 'network', rule: denied };
  const closed = mine.some((rule) => rule.effect === 'allow') && hit('allow') === undefined;
  return closed ? { allowed: false, by: 'network', rule: null } : null;
};

const covers = (rule: AclRule, action: Action, resource: Resource): boolean =>
  (rule.resource === 'all' || rule.resource === resource) &&
  (rule.actions.includes('manage') || rule.actions.includes(action));

/** A denial that names fields takes these, and leaves the action. */
const takesFields = (rule: AclRule): boolean => rule.effect === 'deny' && rule.fieldMask.length > 0;

/** Of one that names things: whether the thing asked about is among them. Without a thing only a permission is heard. */
const appliesTo = (rule: AclRule, object: Instance | undefined): boolean => {
  const limit = limitOf(rule.things);
  if (limit === null) return true;
  return object === undefined ? rule.effect === 'allow' : concerns(limit, object) && matches(limit, object);
};

export const decide = (rules: readonly AclRule[], q: AclQuestion): AclVerdict => {
  if (q.subject.customerId !== null && q.objectCustomerId !== null && q.objectCustomerId !== q.subject.customerId) {
    return { allowed: false, by: 'customer', rule: null };
  }
  const network = q.address === null ? null : networkRefusal(rules, q.subject, q.address, q.at);
  if (network !== null) return network;
  const mine = rulesFor(rules, 'access', q.subject, q.at).filter(
    (rule) => covers(rule, q.action, q.resource) && !takesFields(rule) && appliesTo(rule, q.object),
  );
  const denied = mine.find((rule) => rule.effect === 'deny');
  if (denied !== undefined) return { allowed: false, by: 'access', rule: denied };
  if (can(q.abilities, q.action, q.resource)) return { allowed: true, by: 'role', rule: null };
  const allowed = mine.find((rule) => rule.effect === 'allow');
  if (allowed !== undefined) return { allowed: true, by: 'access', rule: allowed };
  return { allowed: false, by: 'default', rule: null };
};

/** What the rules withhold of things of the resource, whatever is done with them; null: of anything. */
export const masksOf = (
  rules: readonly AclRule[],
  subject: AclSubject,
  resource: Resource | null,
  at: number,
): readonly Mask[] =>
  distinctMasks(
    rulesFor(rules, 'access', subject, at)
      .filter((rule) => resource === null || rule.resource === 'all' || rule.resource === resource)
      .flatMap((rule) => rule.fieldMask),
  );

/** To which things of the resource the action is limited for somebody who may do it at all; null: to none in particular. */
export const rowLimitsOf = (
  rules: readonly AclRule[],
  q: Pick<AclQuestion, 'subject' | 'abilities' | 'action' | 'resource' | 'at'>,
): RowLimits | null => {
  const mine = rulesFor(rules, 'access', q.subject, q.at).filter(
    (rule) => covers(rule, q.action, q.resource) && !takesFields(rule),
  );
  const limitsOf = (effect: AclRule['effect']): RowLimit[] =>
    mine.filter((rule) => rule.effect === effect).flatMap((rule) => limitOf(rule.things) ?? []);
  const denied = limitsOf('deny');
  const wholly =
    can(q.abilities, q.action, q.resource) ||
    mine.some((rule) => rule.effect === 'allow' && limitOf(rule.things) === null);
  const only = wholly ? null : limitsOf('allow');
  return denied.length === 0 && only === null ? null : { denied, only };
};

/** The rules that had a say: the network that let him in, and the one that decided. */
export const rulesThatDecided = (rules: readonly AclRule[], q: AclQuestion): readonly AclRule[] => {
  const { rule, by } = decide(rules, q);
  const { address } = q;
  const door =
    by === 'network' || by === 'customer' || address === null
      ? undefined
      : rulesFor(rules, 'network', q.subject, q.at).find((r) => r.effect === 'allow' && inNetworks(r.cidrs, address));
  return [door ?? null, rule].filter((r) => r !== null);
};

/** Abilities with the access rules worked in: what the server checks and the browser shows. */
export const compileAbilities = (
  rules: readonly AclRule[],
  subject: AclSubject,
  abilities: readonly Ability[],
  at: number,
): readonly Ability[] => {
  const mine = rulesFor(rules, 'access', subject, at);
  if (mine.length === 0) return abilities;
  const question = { subject, abilities, objectCustomerId: null, address: null, at };
  const compiled: Ability[] = [];
  for (const resource of RESOURCES) {
    for (const action of ACTIONS) {
      // The words for "every" stay only where no denial takes a part of them away.
      const partDenied = mine.some(
        (rule) =>
          rule.effect === 'deny' &&
          !takesFields(rule) &&
          limitOf(rule.things) === null &&
          (resource === 'all' || rule.resource === 'all' || rule.resource === resource) &&
          (action === 'manage' || rule.actions.includes('manage') || rule.actions.includes(action)),
      );
      if ((resource === 'all' || action === 'manage') && partDenied) continue;
      if (decide(mine, { ...question, action, resource }).allowed) compiled.push({ action, resource });
    }
  }
  return compiled;
};

/** Whether a number (digits, `+` at most in front) may be dialled: a denial wins, one permission makes denial the rest. */
export const dialVerdict = (
  rules: readonly AclRule[],
  subject: AclSubject,
  number: string,
  at: number,
): { readonly allowed: boolean; readonly rule: AclRule | null } => {
  const digits = number.replace(/^\+/, '');
  const mine = rulesFor(rules, 'dial', subject, at);
  const hit = (effect: AclRule['effect']) =>
    mine.find((rule) => rule.effect === effect && rule.prefixes.some((prefix) => digits.startsWith(prefix)));
  const denied = hit('deny');
  if (denied !== undefined) return { allowed: false, rule: denied };
  const allowed = hit('allow');
  if (allowed !== undefined) return { allowed: true, rule: allowed };
  return { allowed: !mine.some((rule) => rule.effect === 'allow'), rule: null };
};
