// The own e-mail address: one signs in with it, and links go to it, so the password is asked once more.
import type { Caller, Origin } from '../../http/context.ts';
import type { Deps } from '../../http/deps.ts';
import { Refusal } from '../../http/errors.ts';
import { sendNotice } from '../../mail/notice.ts';
import { auditSession } from '../../sessions/audit-queries.ts';
import { confirmPassword } from '../../sessions/confirm-person.ts';
import { isEmailTaken, setEmail } from './queries.ts';

export const changeOwnEmail = async (
  deps: Deps,
  caller: Caller,
  body: { readonly password: string; readonly email: string },
  origin: Origin,
): Promise<void> => {
  const user = await confirmPassword(deps, caller, body.password, origin);
  const email = body.email.toLowerCase();
  if (email === user.email) return;
  await deps.db.transaction().execute(async (tx) => {
    if (await isEmailTaken(tx, user.id, email)) {
      throw new Refusal('conflict', { errors: [{ path: 'email', code: 'taken' }] });
    }
    await setEmail(tx, user.id, email, new Date(deps.now()));
    await auditSession(tx, 'email-changed', user, user.username, origin);
  });
  // To the old address: whoever took the account over has the new one.
  sendNotice(deps, 'email-changed', user, { email });
};
