// A forgotten password. The answer is the same, and as fast, whether or not somebody has that name.
import type { Origin } from '../../http/context.ts';
import type { Deps } from '../../http/deps.ts';
import { sendResetLink } from '../../mail/notice.ts';
import { makeLink } from '../../sessions/link-queries.ts';
import { mayMail } from '../../sessions/lockout-queries.ts';
import { auditSession } from '../../sessions/audit-queries.ts';
import { findUserToSignIn, mayCustomerSignIn } from './queries.ts';
import { beginOrRefuse } from '../../sessions/begin-or-refuse.ts';

/** Every request counts against its address: five in a quarter of an hour. */
const ASKED_NAME = 'password-forgot';

const sendLink = async (deps: Deps, name: string, origin: Origin): Promise<void> => {
  const user = await findUserToSignIn(deps.db, name);
  if (user === undefined || user.status === 'disabled') return;
  if (!(await mayCustomerSignIn(deps.db, user.customerId))) return;
  const now = new Date(deps.now());
  if (!(await mayMail(deps.db, user.id, now))) return;
  await auditSession(deps.db, 'password-forgot', user, user.username, origin);
  if (!deps.mail.configured) return;
  const { token } = await makeLink(deps.db, 'reset', user.id, now);
  sendResetLink(deps, user, `${deps.publicUrl()}/set-password?token=${token}`);
};

export const forgotten = async (
  deps: Deps,
  name: string,
  origin: Origin,
  onError: (error: unknown) => void,
): Promise<{ readonly byMail: boolean }> => {
  await beginOrRefuse(deps, ASKED_NAME, origin);
  // Not awaited: the time of the answer would tell who exists.
  sendLink(deps, name, origin).catch(onError);
  return { byMail: deps.mail.configured };
};
