import type { SessionUser } from '../api/session.ts';
import { i18n, switchLanguage } from '../../locales/i18n.ts';
import { isLanguage } from '../../locales/language.ts';
import { sendUnsaved } from './keep-preference.ts';
import { useLayout } from './layout-store.ts';
import { DEFAULT_LOOK } from './look.ts';
import { unsavedOf } from './unsaved-preferences.ts';

let appliedFor: string | null = null;

/**
 * Applies the user's language and appearance before the first page. Runs once per sign-in. It does not run when the record is fetched
 * again, because a later change in this tab is newer.
 */
export const applyPreferences = async (user: SessionUser): Promise<void> => {
  if (appliedFor === user.id) return;
  appliedFor = user.id;
  const { language = user.language, ...looks } = unsavedOf(user.id);
  useLayout.getState().setLook({ ...user.theme, ...looks });
  // A failed load of translations must not block sign-in.
  if (isLanguage(language) && language !== i18n.language) await switchLanguage(language).catch(() => undefined);
  void sendUnsaved();
};

/** Restores the defaults for the next user of this browser. */
export const forgetPreferences = (): void => {
  appliedFor = null;
  useLayout.getState().setLook({ ...DEFAULT_LOOK });
  useLayout.persist.clearStorage();
};
