import { call } from './call.ts';
import { queryClient } from './query-client.ts';
import { getToken, setToken } from './token.ts';

const closers = new Set<() => void>();

/**
 * Registers a callback for the end of the session. The live socket closes itself here (code 1000). Returns a function that unregisters it.
 */
export const onSignOut = (close: () => void): (() => void) => {
  closers.add(close);
  return () => {
    closers.delete(close);
  };
};

/** Ends the session in this browser and on the server. The route guard notices the missing token and shows the sign-in page. */
export const signOut = async (): Promise<void> => {
  for (const close of closers) close();
  // Sign-out does not wait for the server's answer: it must also work without a network.
  if (getToken()) await Promise.race([call({ method: 'POST', path: '/logout' }).catch(() => undefined), pause(1500)]);
  endHere();
};

/** Removes all session data from this browser. */
export const endHere = (): void => {
  try {
    localStorage.clear();
  } catch {
    // Storage is disabled: there is nothing to clear.
  }
  setToken(null);
  queryClient.clear();
};

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
