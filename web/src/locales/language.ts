export const LANGUAGES = ['en', 'es', 'fr', 'he'] as const;
export type Language = (typeof LANGUAGES)[number];

/** In their own words. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
  he: 'עברית',
};

export const directionOf = (language: string): 'ltr' | 'rtl' => (language === 'he' ? 'rtl' : 'ltr');

const COOKIE = 'i18n_redirected';

export const isLanguage = (text: unknown): text is Language => LANGUAGES.some((l) => l === text);

/** The cookie, else the browser's languages in order, else English. Old browsers call Hebrew `iw`. */
export const preferredLanguage = (cookies: string, browser: readonly string[]): Language => {
  const stored = cookies
    .split('; ')
    .find((c) => c.startsWith(`${COOKIE}=`))
    ?.slice(COOKIE.length + 1);
  if (isLanguage(stored)) return stored;
  for (const tag of browser) {
    const base = tag.toLowerCase().split('-')[0];
    const language = base === 'iw' ? 'he' : base;
    if (isLanguage(language)) return language;
  }
  return 'en';
};

export const rememberLanguage = (language: Language): void => {
  document.cookie = `${COOKIE}=${language}; Max-Age=${365 * 24 * 3600}; Path=/; SameSite=Lax`;
};
