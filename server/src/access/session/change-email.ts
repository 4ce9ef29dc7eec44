// Changes a user's own e-mail address. It requires the password, because the address is used for sign-in and for links.
import type { Caller, Origin } from '../../platform/caller/caller.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { auditSession } from '../../platform/sessions/audit-queries.ts';
import { concludeEmailChange } from '../../platform/sessions/conclude-email-change.ts';
import { confirmPassword } from '../../platform/sessions/confirm-person.ts';
import { answerTaken, isEmailTaken, setEmail } from './queries.ts';

interface Services {
  readonly db: Db;
  readonly mail: Mailer;
  readonly now: () => number;
}

export const changeOwnEmail = async (
  deps: Services,
  caller: Caller,
  body: { readonly password: string; readonly email: string },
  origin: Origin,
): Promise<void> => {
  const user = await confirmPassword(deps, caller, body.password, origin);
  const email = body.email.toLowerCase();
  if (email === user.email) return;
  await deps.db.transaction().execute(async (tx) => {
    if (await isEmailTaken(tx, user.id, email)) {
      const taken = new Refusal('conflict', { errors: [{ path: 'email', code: 'taken' }] });
      throw caller.customerId === null ? taken : answerTaken(deps.db, caller.userId, taken);
    }
    await setEmail(tx, user.id, email, new Date(deps.now()));
    await auditSession(tx, 'email-changed', user, user.username, origin);
    await concludeEmailChange(deps, tx, user, email);
  });
};
