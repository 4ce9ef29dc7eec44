// Ends a user's own sessions. It requires the password, because a person with a stolen session must not sign the user out.
import type { Caller, Origin } from '../../platform/caller/caller.ts';
import type { Db } from '../../platform/db/connect.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { auditSession } from '../../platform/sessions/audit-queries.ts';
import { confirmPassword } from '../../platform/sessions/confirm-person.ts';
import type { SessionStore } from '../../platform/sessions/store.ts';
import { listOwnSessions } from './queries.ts';

interface Services {
  readonly db: Db;
  readonly sessions: SessionStore;
  readonly now: () => number;
}

/** Ends the session `body.id`, or every session but the caller's. */
export const endOwnSessions = async (
  deps: Services,
  caller: Caller,
  body: { readonly password: string; readonly id?: string | undefined },
  origin: Origin,
): Promise<void> => {
  const user = await confirmPassword(deps, caller, body.password, origin);
  if (body.id === undefined) await deps.sessions.endOfUser(user.id, caller.sessionId);
  else {
    const own = await listOwnSessions(deps.db, user.id);
    if (!own.some((row) => row.id === body.id)) throw new Refusal('not-found');
    await deps.sessions.end([body.id]);
  }
  await auditSession(deps.db, 'sessions-ended', user, user.username, origin);
};
