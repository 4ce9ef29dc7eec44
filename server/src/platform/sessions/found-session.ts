// Builds the caller from the row of a session or API key: abilities, reach, and limits by role, customer and rules.
import { seesWholeCustomer } from '@ringside/core/access/ability.ts';
import type { Ability, Reach } from '@ringside/core/access/ability.ts';
import { compileAbilities, rulesFor } from '@ringside/core/access/acl.ts';
import type { AclRule, AclSubject } from '@ringside/core/access/acl.ts';
import { abilitiesUnder, narrowingsOf } from '@ringside/core/access/customer-terms.ts';
import { isPartialAllow } from '@ringside/core/access/grant-faults.ts';
import type { CustomerTerms } from '@ringside/core/access/customer-terms.ts';
import type { Narrowing } from '@ringside/core/access/narrowing.ts';
import type { RequiredAction } from '@ringside/core/access/required-action.ts';
import { readOnly } from '@ringside/core/access/read-only.ts';
import { abilityOf, intersect } from '@ringside/core/access/scopes.ts';
import type { Scope } from '@ringside/core/access/scopes.ts';
import type { Language } from '@ringside/core/contract/text.ts';
import type { Viewer } from '@ringside/core/live/scope.ts';
import type { Caller, Views } from '../caller/caller.ts';
import { effectiveCaller } from './effective-caller.ts';

export interface FoundSession {
  readonly caller: Omit<Caller, 'ip' | 'userAgent'>;
  readonly lastSeenAt: Date;
  readonly ip: string;
  readonly userAgent: string;
  /** Networks that may use the API key. Empty: all. */
  readonly cidrs: readonly string[];
  readonly subject: AclSubject;
  /** Access rules that may apply to the caller. */
  readonly rules: readonly AclRule[];
  /** A wallboard link, which may only open the socket. */
  readonly screen?: boolean;
}

/** A row of `findCallers`. */
export interface CallerRow {
  /** Hash of the token or key. */
  readonly shown: string | null;
  readonly sessionId: string;
  readonly lastSeenAt: Date;
  readonly ip: string;
  readonly userAgent: string;
  readonly userId: string;
  readonly username: string;
  readonly customerId: string | null;
  readonly language: Language;
  readonly suspended: boolean;
  /** `null` for a platform user. */
  readonly terms: CustomerTerms | null;
  readonly requiredAction: RequiredAction | null;
  readonly role: string;
  readonly level: number;
  readonly reach: Reach;
  readonly abilities: Ability[];
  readonly callcenterIds: string[];
  /** With reach `subtree`: the caller's customer and all customers below it. */
  readonly customerIds: string[];
  readonly customerServerIds: number[];
  readonly teamServerIds: number[];
  /** `null` for a session. */
  readonly keyName: string | null;
  readonly actedBy: string | null;
  readonly roleId: string;
  readonly narrowed: Narrowing[];
  readonly rules: AclRule[];
  readonly scopes: Scope[] | null;
  readonly cidrs: string[] | null;
  readonly rateLimitPerMinute: number | null;
  /** The earliest end of the account, the key and the impersonator's account. `null`: no end. */
  readonly endsAt: Date | null;
  readonly viaKeyId: string | null;
}

/** Returns the reach, which never extends beyond the user's customer. Platform users have no customer. */
const reachOf = (row: CallerRow): Reach => {
  if (row.customerId === null) return 'platform';
  return row.reach === 'platform' ? 'customer' : row.reach;
};

const viewerOf = (row: CallerRow, reach: Reach): Viewer => {
  if (row.customerId === null) return { reach: 'platform' };
  if (reach === 'subtree' && row.customerIds.length > 1)
    return { reach: 'subtree', customerIds: row.customerIds, serverIds: row.customerServerIds };
  if (seesWholeCustomer(reach))
    return { reach: 'customer', customerId: row.customerId, serverIds: row.customerServerIds };
  return {
    reach: 'team',
    customerId: row.customerId,
    callcenterIds: row.callcenterIds.toSorted(),
    serverIds: row.teamServerIds,
  };
};

/** Returns the limits by role, by customer, and by the rules that apply now. */
const narrowedOf = (row: CallerRow, subject: AclSubject, at: number): readonly Narrowing[] => [
  ...row.narrowed,
  ...narrowingsOf(row.terms),
  ...rulesFor(row.rules, 'access', subject, at).flatMap(({ resource, fieldMask }) =>
    resource === null || fieldMask.length === 0 ? [] : [{ resource, reach: null, masks: fieldMask }],
  ),
];

/** Returns a function that applies a role's narrower reach for one resource. */
const viewsOf =
  (row: CallerRow): Views =>
  (wanted) => {
    const reach = row.customerId === null ? 'platform' : wanted;
    const { customerIds } = row;
    return {
      reach,
      viewer: viewerOf(row, reach),
      ...(reach === 'subtree' && customerIds.length > 1 ? { customerIds } : { customerIds: [row.customerId ?? ''] }),
    };
  };

/** Returns the abilities. A user with a pending required action has none. A key has those abilities of its owner that its scopes name. */
const abilitiesOf = (
  row: CallerRow,
  subject: AclSubject,
  at: number,
  rules: readonly AclRule[] = row.rules,
): readonly Ability[] => {
  if (row.requiredAction !== null) return [];
  // Apply the rules first: the key's scopes also limit abilities that a rule grants its owner.
  const ruled = abilitiesUnder(row.terms, compileAbilities(rules, subject, row.abilities, at), reachOf(row));
  const left = row.suspended ? readOnly(ruled) : ruled;
  return row.scopes === null ? left : intersect(left, row.scopes.map(abilityOf));
};

/** Returns limits that apply when the caller grants abilities and that `abilities` does not show. */
const boundsOf = (
  row: CallerRow,
  subject: AclSubject,
  at: number,
): Pick<Caller, 'givable' | 'endsAt' | 'cidrs' | 'viaKeyId'> => {
  const viaKeyId = row.keyName === null ? row.viaKeyId : row.sessionId;
  return {
    ...(row.rules.some(isPartialAllow)
      ? {
          givable: abilitiesOf(
            row,
            subject,
            at,
            row.rules.filter((rule) => !isPartialAllow(rule)),
          ),
        }
      : {}),
    ...(row.endsAt === null ? {} : { endsAt: row.endsAt.getTime() }),
    ...(row.cidrs === null || row.cidrs.length === 0 ? {} : { cidrs: row.cidrs }),
    ...(viaKeyId === null ? {} : { viaKeyId }),
  };
};

/** `at`: current time in epoch milliseconds. */
export const foundSession = (row: CallerRow, at: number): FoundSession => {
  const reach = reachOf(row);
  const subject: AclSubject = {
    userId: row.userId,
    customerId: row.customerId,
    roleId: row.roleId,
    apiKeyId: row.keyName === null ? null : row.sessionId,
  };
  const narrowed = narrowedOf(row, subject, at);
  const caller: FoundSession['caller'] = {
    sessionId: row.sessionId,
    userId: row.userId,
    username: row.username,
    customerId: row.customerId,
    ...(row.customerIds.length > 1 ? { customerIds: row.customerIds } : {}),
    role: row.role,
    level: row.level,
    reach,
    callcenterIds: row.callcenterIds,
    abilities: abilitiesOf(row, subject, at),
    viewer: viewerOf(row, reach),
    language: row.language,
    ...(row.rules.length === 0 ? {} : { ruled: { rules: row.rules, subject, abilities: row.abilities } }),
    ...(narrowed.length === 0 ? {} : { narrowed }),
    ...(narrowed.length === 0 && row.rules.length === 0 ? {} : { views: viewsOf(row) }),
    roleId: row.roleId,
    ...boundsOf(row, subject, at),
    ...(row.requiredAction === null ? {} : { requiredAction: row.requiredAction }),
    ...(row.suspended ? { suspended: true } : {}),
    actedBy: row.actedBy,
    apiKey: row.keyName === null ? null : { name: row.keyName, rateLimitPerMinute: row.rateLimitPerMinute ?? 1 },
  };
  return {
    // The live state uses this viewer without another access check.
    caller: { ...caller, viewer: effectiveCaller(caller, 'read', 'live').viewer },
    lastSeenAt: row.lastSeenAt,
    ip: row.ip,
    userAgent: row.userAgent,
    cidrs: row.cidrs ?? [],
    subject,
    rules: row.rules,
  };
};
