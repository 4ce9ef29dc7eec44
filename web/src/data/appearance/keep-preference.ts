import { queryClient } from '../api/query-client.ts';
import { updateOwnUser, userQuery } from '../api/session.ts';
import { type Preferences, setUnsaved, unsavedOf } from './unsaved-preferences.ts';

/**
 * Stores a change of appearance or language with the signed-in user, for the next load and other computers. The page has already applied
 * the change. Without a session the change stays in this browser. Without a network it waits for the next change or load.
 */
export const keepPreference = (change: Preferences): void => {
  const user = queryClient.getQueryData(userQuery.queryKey);
  if (!user) return;
  setUnsaved(user.id, { ...unsavedOf(user.id), ...change });
  void sendUnsaved();
};

let sending = false;

/** Sends one request at a time: two parallel requests could arrive in the wrong order. */
export const sendUnsaved = async (): Promise<void> => {
  if (sending) return;
  sending = true;
  try {
    for (;;) {
      const user = queryClient.getQueryData(userQuery.queryKey);
      if (!user) return;
      const change = unsavedOf(user.id);
      if (Object.keys(change).length === 0) return;
      const { language, ...looks } = change;
      await updateOwnUser({ theme: { ...user.theme, ...looks }, ...(language ? { language } : {}) });
      setUnsaved(user.id, without(unsavedOf(user.id), change));
    }
  } catch {
    // The change stays unsent.
  } finally {
    sending = false;
  }
};

/** Returns the preferences that changed again while the request was running. */
const without = (now: Preferences, sent: Preferences): Preferences =>
  Object.fromEntries(Object.entries(now).filter(([key, value]) => sent[key as keyof Preferences] !== value));
