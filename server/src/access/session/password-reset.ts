// Sends a link for a forgotten password. The answer and its timing are the same for known and unknown names.
import type { Origin } from '../../platform/caller/caller.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { sendResetLink } from '../../platform/mail/notice.ts';
import { makeLink } from '../../platform/sessions/link-queries.ts';
import { mayMail } from '../../platform/sessions/lockout-queries.ts';
import { auditSession } from '../../platform/sessions/audit-queries.ts';
import { awaitsInvitation, findUserToSignIn, mayCustomerSignIn } from './queries.ts';
import { beginOrRefuse } from '../../platform/sessions/begin-or-refuse.ts';

interface Services {
  readonly db: Db;
  readonly mail: Mailer;
  readonly publicUrl: () => string;
  readonly now: () => number;
}

/** Every request counts against its address: five per quarter of an hour. */
const ASKED_NAME = 'password-forgot';

const sendLink = async (deps: Services, name: string, origin: Origin): Promise<void> => {
  const user = await findUserToSignIn(deps.db, name);
  if (user === undefined || user.status === 'disabled') return;
  if (!(await mayCustomerSignIn(deps.db, user.customerId)) || (await awaitsInvitation(deps.db, user))) return;
  const now = new Date(deps.now());
  if (!(await mayMail(deps.db, user.id, now))) return;
  await auditSession(deps.db, 'password-forgot', user, user.username, origin);
  if (!deps.mail.configured) return;
  const { token } = await makeLink(deps.db, 'reset', user.id, now);
  await sendResetLink(deps, user, `${deps.publicUrl()}/set-password?token=${token}`);
};

export const forgotten = async (
  deps: Services,
  name: string,
  origin: Origin,
  onError: (error: unknown) => void,
): Promise<{ readonly byMail: boolean }> => {
  await beginOrRefuse(deps, ASKED_NAME, origin);
  // Not awaited, because the response time would reveal whether the user exists.
  sendLink(deps, name, origin).catch(onError);
  return { byMail: deps.mail.configured };
};
