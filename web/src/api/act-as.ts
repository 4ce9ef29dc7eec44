// The support acts in a user's name: his session stands in for one's own until it ends, in this tab's browser.
import type * as contract from '@ringside/core/contract/users.ts';
import { type Address, call } from './call.ts';
import { getToken, setToken } from './token.ts';

const KEY = 'auth.own-token';
const ACT: Address<typeof contract.impersonateUser> = { method: 'POST', path: '/users/:id/impersonate' };

/** Everything is read again as that user: the page starts anew. */
export const actAs = async (id: string, reason: string): Promise<void> => {
  const { token } = await call<typeof contract.impersonateUser>(ACT, { params: { id }, body: { reason } });
  const own = getToken();
  if (own !== null) sessionStorage.setItem(KEY, own);
  setToken(token);
  location.assign('/');
};

/** Ends the borrowed session and goes back to one's own. */
export const stopActing = async (): Promise<void> => {
  await call({ method: 'POST', path: '/logout' }).catch(() => undefined);
  const own = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  setToken(own);
  location.assign('/users');
};
