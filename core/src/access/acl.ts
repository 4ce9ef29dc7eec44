// Access rules: exceptions to the abilities of roles. Checked in this order: the tenant scope, which no rule extends; network
// rules, where a deny wins and one allow denies all other networks; access rules that deny; the role; access rules that allow.
// The default is deny.
import { ACTIONS, RESOURCES, can } from './ability.ts';
import type { Ability, Action, Resource } from './ability.ts';
import type { Mask } from './masks.ts';
import { inNetworks } from './network.ts';
import { concerns, limitOf, matches } from './row-limits.ts';
import type { Instance, RowLimit, RowLimits } from './row-limits.ts';
import { inWindow } from './time-window.ts';
import type { TimeWindow } from './time-window.ts';

export interface AclRule {
  readonly id: string;
  readonly name: string;
  /** `null`: a platform rule for everyone. */
  readonly customerId: string | null;
  readonly kind: 'access' | 'network' | 'dial';
  /** 1 is the highest priority. */
  readonly priority: number;
  readonly enabled: boolean;
  readonly subjectType: 'everyone' | 'role' | 'user' | 'apikey' | 'customer' | 'subscriber';
  /** `null` for `everyone`. */
  readonly subjectId: string | null;
  readonly effect: 'allow' | 'deny';
  /** For access rules. */
  readonly resource: Resource | null;
  readonly actions: readonly Action[];
  /** For network rules. */
  readonly cidrs: readonly string[];
  /** For dial rules: number prefixes. */
  readonly prefixes: readonly string[];
  /** Epoch milliseconds. `null`: unlimited. */
  readonly validFrom: number | null;
  readonly validUntil: number | null;
  /** Hours of the week in which it applies. `null`: always. For access and network rules. */
  readonly timeWindow: TimeWindow | null;
  /** For access rules: objects of the resource to which it applies. `null`: all. */
  readonly things: RowLimit | null;
  /** For access rules: masked fields. A deny rule with a mask hides only these fields and denies no action. */
  readonly fieldMask: readonly Mask[];
}

export interface AclSubject {
  readonly userId: string;
  /** `null`: platform staff. */
  readonly customerId: string | null;
  readonly roleId: string;
  readonly apiKeyId: string | null;
  /** Lines of the user, for dial rules. */
  readonly subscriberIds?: readonly string[];
}

export interface AclQuestion {
  readonly subject: AclSubject;
  /** Abilities of the role, limited by the scopes of an API key. */
  readonly abilities: readonly Ability[];
  readonly action: Action;
  readonly resource: Resource;
  /** Customer of the object; `null` when the object is not tied to a customer. */
  readonly objectCustomerId: string | null;
  /** The object in question. Absent: whether the user may access any object. */
  readonly object?: Instance;
  /** `null`: not checked. */
  readonly address: string | null;
  /** Epoch milliseconds. */
  readonly at: number;
}

interface AclVerdict {
  readonly allowed: boolean;
  readonly by: 'customer' | 'network' | 'role' | 'access' | 'default';
  /** The deciding rule. `null`: the evaluation order decided. */
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

/** Returns the active rules of a kind for the subject, by priority. A customer's rules never apply to another customer. */
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

/** Returns `null` when network rules allow the address. */
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

/** A deny rule with a mask hides fields and does not deny the action. */
const takesFields = (rule: AclRule): boolean => rule.effect === 'deny' && rule.fieldMask.length > 0;

/** Tells whether a rule applies to the object. Without an object, only allow rules that name objects apply. */
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

/** Returns the objects to which the action is limited for a user who has the ability. `null`: no limit. */
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

/** The rules that applied: the network rule that admitted the user and the rule that decided. */
export const rulesThatDecided = (rules: readonly AclRule[], q: AclQuestion): readonly AclRule[] => {
  const { rule, by } = decide(rules, q);
  const { address } = q;
  const door =
    by === 'network' || by === 'customer' || address === null
      ? undefined
      : rulesFor(rules, 'network', q.subject, q.at).find((r) => r.effect === 'allow' && inNetworks(r.cidrs, address));
  return [door ?? null, rule].filter((r) => r !== null);
};

/** Returns the abilities after all access rules. The server enforces them and the browser displays them. */
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
      // `all` and `manage` remain only if no deny rule removes part of them.
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

/**
 * Tells whether a number (digits, optional leading `+`) may be dialed. Deny wins. If any rule allows a prefix, all other numbers are
 * denied.
 */
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
