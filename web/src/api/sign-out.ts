import { call } from './call.ts';
import { queryClient } from './query-client.ts';
import { getToken, setToken } from './token.ts';

const closers = new Set<() => void>();

/** What must end with the session: the live socket registers its close (1000) here. Returns how to unregister. */
export const onSignOut = (close: () => void): (() => void) => {
  closers.add(close);
  return () => {
    closers.delete(close);
  };
};

/** Ends the session here and at the server. The guard sees the token go and shows the sign-in page. */
export const signOut = async (): Promise<void> => {
  for (const close of closers) close();
  // The server's answer does not matter to someone who is leaving: a lost network must not keep them in.
  if (getToken()) await Promise.race([call({ method: 'POST', path: '/logout' }).catch(() => undefined), pause(1500)]);
  endHere();
};

/** Forgets everything that this browser knows of the session. */
export const endHere = (): void => {
  try {
    localStorage.clear();
  } catch {
    // Storage is off: there is nothing to clear.
  }
  setToken(null);
  queryClient.clear();
};

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
