// What a handler knows of its caller.
import type { Ability, Reach } from '@ringside/core/access/ability.ts';
import type { Viewer } from '@ringside/core/live/scope.ts';

export interface Caller {
  readonly sessionId: string;
  readonly userId: string;
  readonly username: string;
  /** null: the platform's staff. */
  readonly customerId: string | null;
  readonly role: string;
  readonly reach: Reach;
  /** Of `team` and `own` reach: the call centers that the user is assigned to. */
  readonly callcenterIds: readonly string[];
  readonly abilities: readonly Ability[];
  /** What of the live state the caller may see. */
  readonly viewer: Viewer;
  readonly ip: string;
  readonly userAgent: string;
}
