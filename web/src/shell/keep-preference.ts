import { queryClient } from '../api/query-client.ts';
import { updateOwnUser, userQuery } from '../api/session.ts';
import { type Preferences, setUnsaved, unsavedOf } from './unsaved-preferences.ts';

/**
 * Keeps a switch of looks or language with the signed-in user, so that it is there on the next load and the next
 * computer. The switch itself has happened already; without a session it stays in this browser, and without a network
 * until the next switch or load.
 */
export const keepPreference = (change: Preferences): void => {
  const user = queryClient.getQueryData(userQuery.queryKey);
  if (!user) return;
  setUnsaved(user.id, { ...unsavedOf(user.id), ...change });
  void sendUnsaved();
};

let sending = false;

/** One request at a time: two at once could reach the server in the other order, or undo each other. */
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
    // It stays unsaved.
  } finally {
    sending = false;
  }
};

/** What was switched again while the request was on its way is still to be sent. */
const without = (now: Preferences, sent: Preferences): Preferences =>
  Object.fromEntries(Object.entries(now).filter(([key, value]) => sent[key as keyof Preferences] !== value));
