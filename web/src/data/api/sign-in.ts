import type * as contract from '@ringside/core/contract/access/session.ts';
import { type Address, call } from './call.ts';
import { type SessionUser, startSession } from './session.ts';

const LOGIN: Address<typeof contract.login> = { method: 'POST', path: '/login' };

/** Signs in. Throws the server's error: `wrong-credentials`, `one-time-code-required`, or `locked-out` with its seconds. */
export const signIn = async (credentials: {
  readonly username: string;
  readonly password: string;
  readonly otp?: string;
}): Promise<SessionUser> => {
  const { token } = await call<typeof contract.login>(LOGIN, { body: credentials });
  return startSession(token);
};
