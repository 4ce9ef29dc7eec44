import type { SessionUser } from '../api/session.ts';
import { i18n, switchLanguage } from '../locales/i18n.ts';
import { isLanguage } from '../locales/language.ts';
import { sendUnsaved } from './keep-preference.ts';
import { useLayout } from './layout-store.ts';
import { DEFAULT_LOOK } from './look.ts';
import { unsavedOf } from './unsaved-preferences.ts';

let appliedFor: string | null = null;

/**
 * The user's own language and looks, before the first of his pages is shown. Once for each signed-in user, not whenever
 * his record is read again: a switch made since then is newer.
 */
export const applyPreferences = async (user: SessionUser): Promise<void> => {
  if (appliedFor === user.id) return;
  appliedFor = user.id;
  const { language = user.language, ...looks } = unsavedOf(user.id);
  useLayout.getState().setLook({ ...user.theme, ...looks });
  // Texts that cannot be fetched must not keep anyone out.
  if (isLanguage(language) && language !== i18n.language) await switchLanguage(language).catch(() => undefined);
  void sendUnsaved();
};

/** The next person at this computer starts from the defaults. */
export const forgetPreferences = (): void => {
  appliedFor = null;
  useLayout.getState().setLook({ ...DEFAULT_LOOK });
  useLayout.persist.clearStorage();
};
