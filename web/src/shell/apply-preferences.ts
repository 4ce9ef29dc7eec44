import type { SessionUser } from '../api/session.ts';
import { switchLanguage, i18n } from '../locales/i18n.ts';
import { isLanguage } from '../locales/language.ts';
import { type NavigationMode, useLayout } from './layout-store.ts';

/** What of the looks is stored with the user, as the flat record that the server keeps. */
export interface StoredTheme {
  readonly scheme?: 'light' | 'dark' | 'auto';
  readonly navigation?: NavigationMode;
}

/** The user's own language and looks, applied once after sign-in or load. Returns the colour scheme to set, if any. */
export const applyPreferences = async (user: SessionUser): Promise<'light' | 'dark' | 'auto' | undefined> => {
  const { scheme, navigation } = user.theme;
  if (navigation === 'full' || navigation === 'mini' || navigation === 'hidden') {
    useLayout.getState().setNavigation(navigation);
  }
  if (isLanguage(user.language) && user.language !== i18n.language) await switchLanguage(user.language);
  return scheme === 'light' || scheme === 'dark' || scheme === 'auto' ? scheme : undefined;
};
