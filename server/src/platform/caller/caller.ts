// Describes the caller of a request: identity, reach and abilities.
import type { Ability, Reach } from '@ringside/core/access/ability.ts';
import type { AclRule, AclSubject } from '@ringside/core/access/acl.ts';
import type { Narrowing } from '@ringside/core/access/narrowing.ts';
import type { RequiredAction } from '@ringside/core/access/required-action.ts';
import type { Mask } from '@ringside/core/access/masks.ts';
import type { RowLimits } from '@ringside/core/access/row-limits.ts';
import type { Language } from '@ringside/core/contract/text.ts';
import type { Viewer } from '@ringside/core/live/scope.ts';

export interface Ruled {
  readonly rules: readonly AclRule[];
  readonly subject: AclSubject;
  readonly abilities: readonly Ability[];
}

/** Returns the scope of the live state for a reach. */
export type Views = (reach: Reach) => Pick<Caller, 'reach' | 'viewer' | 'customerIds'>;

export interface Caller {
  readonly sessionId: string;
  readonly userId: string;
  readonly username: string;
  /** `null`: a platform user. */
  readonly customerId: string | null;
  /** With reach `subtree`: the caller's customer and all customers below it. Absent: the caller's customer only. */
  readonly customerIds?: readonly string[];
  readonly role: string;
  /** 0 is the highest. A caller cannot grant or change anything above their own level. */
  readonly level: number;
  readonly reach: Reach;
  /** With reach `team` or `own`: the call centers that the user is assigned to. */
  readonly callcenterIds: readonly string[];
  readonly abilities: readonly Ability[];
  /** The part of the live state that the caller may see. */
  readonly viewer: Viewer;
  /** Access rules that may apply, and the abilities of the role alone, to determine which rule decided. Absent: no rules. */
  readonly ruled?: Ruled;
  readonly roleId?: string;
  /** The role's reach, if `reach` is narrowed for the resource of this call. */
  readonly roleReach?: Reach;
  /** Abilities without those that a rule grants only for certain hours or objects. Absent: the same as `abilities`. */
  readonly givable?: readonly Ability[];
  /** End of the account or key, in epoch milliseconds. Absent: no end. */
  readonly endsAt?: number;
  /** Networks that may use the API key. */
  readonly cidrs?: readonly string[];
  /** The API key of this call, or the one that created this account. */
  readonly viaKeyId?: string;
  /** Limits of the abilities by role and rules, for each resource. Absent: no limits. */
  readonly narrowed?: readonly Narrowing[];
  /** Narrower reach for some resources, from the role. */
  readonly views?: Views;
  /** Masked fields of the resource of this call. The call cannot search or sort by them. */
  readonly withheld?: readonly Mask[];
  /** Objects that this call may concern (`sessions/effective-caller.ts`). */
  readonly limits?: RowLimits | undefined;
  /** Required action (2FA set-up, password change). Until it is done, every other call is refused. */
  readonly requiredAction?: RequiredAction;
  /** The customer is suspended, so that only read abilities remain. */
  readonly suspended?: boolean;
  readonly language: Language;
  readonly ip: string;
  readonly userAgent: string;
  /** Username of the user who impersonates this user. */
  readonly actedBy?: string | null;
  /** The API key of this call, whose ID is then in `sessionId`. */
  readonly apiKey?: { readonly name: string; readonly rateLimitPerMinute: number } | null;
}

/** Origin of a call, with or without a session. */
export interface Origin {
  readonly ip: string;
  readonly userAgent: string;
  /** Language of the answer: `Accept-Language`, else the user's, else English. */
  readonly language: Language;
}
