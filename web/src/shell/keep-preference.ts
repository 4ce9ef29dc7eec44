import { queryClient } from '../api/query-client.ts';
import { updateOwnUser, userQuery } from '../api/session.ts';
import type { StoredTheme } from './apply-preferences.ts';
import type { Language } from '../locales/language.ts';

/**
 * Keeps a switch of looks or language with the signed-in user, so that it is there on the next load and the next
 * computer. The switch itself has happened already; without a session, or without a network, it stays in this browser.
 */
export const keepPreference = ({ language, ...theme }: StoredTheme & { readonly language?: Language }): void => {
  const user = queryClient.getQueryData(userQuery.queryKey);
  if (!user) return;
  const looks = Object.keys(theme).length > 0 ? { theme: { ...user.theme, ...theme } } : {};
  updateOwnUser({ ...looks, ...(language ? { language } : {}) }).catch(() => undefined);
};
