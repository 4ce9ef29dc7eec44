// What a handler knows of its caller.
import type { Ability, Reach } from '@ringside/core/access/ability.ts';
import type { AclRule, AclSubject } from '@ringside/core/access/acl.ts';
import type { Narrowing } from '@ringside/core/access/narrowing.ts';
import type { Owes } from '@ringside/core/access/owes.ts';
import type { RowLimits } from '@ringside/core/base/row-limits.ts';
import type { Language } from '@ringside/core/contract/text.ts';
import type { Viewer } from '@ringside/core/live/scope.ts';

export interface Ruled {
  readonly rules: readonly AclRule[];
  readonly subject: AclSubject;
  readonly abilities: readonly Ability[];
}

/** What of the live state one sees with each reach. */
export type Views = (reach: Reach) => Pick<Caller, 'reach' | 'viewer' | 'customerIds'>;

export interface Caller {
  readonly sessionId: string;
  readonly userId: string;
  readonly username: string;
  /** null: the platform's staff. */
  readonly customerId: string | null;
  /** With a reach of `subtree`: the own one and all below it. Absent: the own one alone. */
  readonly customerIds?: readonly string[];
  readonly role: string;
  /** 0 is the highest: nobody grants or changes what is above his own level. */
  readonly level: number;
  readonly reach: Reach;
  /** Of `team` and `own` reach: the call centers that the user is assigned to. */
  readonly callcenterIds: readonly string[];
  readonly abilities: readonly Ability[];
  /** What of the live state the caller may see. */
  readonly viewer: Viewer;
  /** Rules that may concern him, and what his role alone gives: who counts which rule decided. Absent: no rules. */
  readonly ruled?: Ruled;
  readonly roleId?: string;
  /** What his role and the rules leave of his rights, resource by resource. Absent: all of them. */
  readonly narrowed?: readonly Narrowing[];
  /** Of whose role reaches less far for some resources. */
  readonly views?: Views;
  /** Of the call that he makes now: which things it may be about (`judged.ts`). */
  readonly limits?: RowLimits | undefined;
  /** What he has to do first; until then he may nothing but that. */
  readonly owes?: Owes;
  /** His customer is suspended: what is left of his rights only reads. */
  readonly suspended?: boolean;
  readonly language: Language;
  readonly ip: string;
  readonly userAgent: string;
  /** User name of who acts in this user's name. */
  readonly actedBy?: string | null;
  /** Of a program: the key that it showed; `sessionId` is the key's id then. */
  readonly apiKey?: { readonly name: string; readonly rateLimitPerMinute: number } | null;
}

/** Where a call came from, signed in or not. */
export interface Origin {
  readonly ip: string;
  readonly userAgent: string;
  /** In which the answer is worded: `Accept-Language`, else the user's, else English. */
  readonly language: Language;
}
