import { type BackendModule, createInstance } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { pageTexts } from './page-texts.ts';
import { type Language, preferredLanguage, rememberLanguage } from './language.ts';

/** Texts of a namespace. */
type Texts = Readonly<Record<string, unknown>>;
type Load = () => Promise<Texts>;

const files = import.meta.glob<Texts>(['./*/*.json', './*.json'], { import: 'default' });
/** Texts of all pages that other pages show (`vite.config.ts`). */
const pages = import.meta.glob<Texts>('./*/common.json', { import: 'default', query: '?pages' });

/**
 * Returns a backend that loads each namespace of each language as a separate chunk on demand (`./fr/shell.json`). A language may also be a
 * single file with all namespaces (`./ar.json`). The namespace `pages` is built from the others.
 */
export const textsFrom = (
  given: Readonly<Record<string, Load>>,
  ofPages: Readonly<Record<string, Load>> = {},
): BackendModule => ({
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, done) => {
    const whole = given[`./${language}.json`];
    const part = (texts: Texts): Texts => (namespace === 'pages' ? pageTexts(texts) : (texts[namespace] as Texts));
    const load: Load | undefined =
      (namespace === 'pages' ? ofPages[`./${language}/common.json`] : given[`./${language}/${namespace}.json`]) ??
      (whole && (async () => part(await whole())));
    if (!load) return done(new Error(`No texts for ${language}/${namespace}`), null);
    load().then(
      (texts) => done(null, texts as never),
      (e: unknown) => done(e as Error, null),
    );
  },
});

export const i18n = createInstance();

/** Starts translations. Resolves when the texts of the layout have loaded. */
export const startI18n = async (): Promise<void> => {
  const language = preferredLanguage(document.cookie, navigator.languages);
  document.documentElement.lang = language;
  await i18n
    .use(textsFrom(files, pages))
    .use(initReactI18next)
    .init({
      lng: language,
      // No fallback: a test checks that every language has every key.
      fallbackLng: false,
      ns: ['common', 'shell', 'pages'],
      defaultNS: 'common',
      load: 'currentOnly',
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
    });
};

/** Switches the language and stores it in this browser. The layout sets the direction, which the user may override. */
export const switchLanguage = async (language: Language): Promise<void> => {
  rememberLanguage(language);
  await i18n.changeLanguage(language);
  document.documentElement.lang = language;
};
