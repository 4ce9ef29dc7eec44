import { keysOf } from '@ringside/core/base/keys-of.ts';
import type * as text from '@ringside/core/contract/text.ts';

export type Language = text.Language;

/** All languages that the console knows, by native name. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
  he: 'עברית',
  ar: 'العربية',
  ru: 'Русский',
};

/** Returns the languages that have texts: a folder with a file per namespace, or one file `<language>.json`. */
export const languagesIn = (paths: readonly string[]): readonly Language[] =>
  keysOf(LANGUAGE_NAMES).filter((language) =>
    paths.some((path) => path === `./${language}.json` || path === `./${language}/common.json`),
  );

/** Languages that users can choose. */
export const LANGUAGES = languagesIn(Object.keys(import.meta.glob(['./*/common.json', './*.json'])));

const COOKIE = 'i18n_redirected';

export const isLanguage = (text: unknown): text is Language => LANGUAGES.some((l) => l === text);

/** Returns the language of the cookie, else the first known language of the browser, else English. Old browsers use `iw` for Hebrew. */
export const preferredLanguage = (
  cookies: string,
  browser: readonly string[],
  offered: readonly Language[] = LANGUAGES,
): Language => {
  const known = (text: unknown): Language | undefined => offered.find((l) => l === text);
  const stored = cookies
    .split('; ')
    .find((c) => c.startsWith(`${COOKIE}=`))
    ?.slice(COOKIE.length + 1);
  const kept = known(stored);
  if (kept) return kept;
  for (const tag of browser) {
    const base = tag.toLowerCase().split('-')[0];
    const language = known(base === 'iw' ? 'he' : base);
    if (language) return language;
  }
  return 'en';
};

export const rememberLanguage = (language: Language): void => {
  document.cookie = `${COOKIE}=${language}; Max-Age=${365 * 24 * 3600}; Path=/; SameSite=Lax`;
};
