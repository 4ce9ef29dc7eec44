// Gives the demo's users new passwords, so that a snapshot holds none that is in use.
import { setPasswordHash } from '../access/session/queries.ts';
import type { RunningConsole } from '../main.ts';
import { hashPassword } from '../platform/sessions/password-hash.ts';
import { apiOf } from './api.ts';
import { DEMO_SIGN_INS } from './demo-customers.ts';
import { newPassword, type Credentials } from './seed.ts';

/** Returns the sign-ins to print, and a session of the administrator. */
export const giveSignIns = async (
  running: RunningConsole,
): Promise<{ readonly signIns: readonly Credentials[]; readonly token: string }> => {
  const { db } = running.deps;
  const signIns = DEMO_SIGN_INS.map((signIn) => ({ ...signIn, password: newPassword() }));
  await Promise.all(
    signIns.map(async ({ username, password }) => {
      const hash = await hashPassword(password);
      const user = await db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirstOrThrow();
      await setPasswordHash(db, user.id, hash, new Date());
    }),
  );
  const [administrator] = signIns;
  const { username = '', password = '' } = administrator ?? {};
  const { token } = await apiOf(running.url, null).post<{ token: string }>('/login', { username, password });
  return { signIns, token };
};
