// Impersonates another user. The session of the impersonated user replaces the support user's session in this browser until it ends.
import type * as contract from '@ringside/core/contract/access/user.ts';
import { type Address, call } from './call.ts';
import { getToken, setToken } from './token.ts';

const KEY = 'auth.own-token';
const ACT: Address<typeof contract.impersonateUser> = { method: 'POST', path: '/users/:id/impersonate' };

/** Starts the impersonation and reloads the page as that user. */
export const actAs = async (id: string, reason: string): Promise<void> => {
  const { token } = await call<typeof contract.impersonateUser>(ACT, { params: { id }, body: { reason } });
  const own = getToken();
  if (own !== null) sessionStorage.setItem(KEY, own);
  setToken(token);
  location.assign('/');
};

/** Ends the impersonation and restores the support user's own session. */
export const stopActing = async (): Promise<void> => {
  await call({ method: 'POST', path: '/logout' }).catch(() => undefined);
  const own = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  setToken(own);
  location.assign('/users');
};
