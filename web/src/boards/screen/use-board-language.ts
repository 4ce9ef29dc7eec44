import { useEffect } from 'react';
import { i18n } from '../../locales/i18n.ts';
import { isLanguage } from '../../locales/language.ts';

/** Switches the page to the board's language while the board is shown. Does not change the user's preference. */
export const useBoardLanguage = (language: string | null | undefined): void => {
  useEffect(() => {
    const before = i18n.language;
    if (!isLanguage(language) || language === before) return undefined;
    const speak = (to: string): void => {
      document.documentElement.lang = to;
      void i18n.changeLanguage(to);
    };
    speak(language);
    return () => speak(before);
  }, [language]);
};
