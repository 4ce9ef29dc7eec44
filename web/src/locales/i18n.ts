import { type BackendModule, createInstance } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { type Language, preferredLanguage, rememberLanguage } from './language.ts';

/** A namespace's texts. */
type Texts = Readonly<Record<string, unknown>>;
type Load = () => Promise<Texts>;

const files = import.meta.glob<Texts>(['./*/*.json', './*.json'], { import: 'default' });

/**
 * Each namespace of each language is a chunk of its own, fetched when a page asks for it (`./fr/shell.json`); a language
 * may also be one file of all namespaces (`./ar.json`).
 */
export const textsFrom = (given: Readonly<Record<string, Load>>): BackendModule => ({
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, done) => {
    const whole = given[`./${language}.json`];
    const load: Load | undefined =
      given[`./${language}/${namespace}.json`] ?? (whole && (async () => (await whole())[namespace] as Texts));
    if (!load) return done(new Error(`No texts ${language}/${namespace}`), null);
    load().then(
      (texts) => done(null, texts as never),
      (e: unknown) => done(e as Error, null),
    );
  },
});

export const i18n = createInstance();

/** Resolves when the shell's own texts are there. */
export const startI18n = async (): Promise<void> => {
  const language = preferredLanguage(document.cookie, navigator.languages);
  document.documentElement.lang = language;
  await i18n
    .use(textsFrom(files))
    .use(initReactI18next)
    .init({
      lng: language,
      // No fallback: a test proves that every language has every key.
      fallbackLng: false,
      ns: ['common', 'shell'],
      defaultNS: 'common',
      load: 'currentOnly',
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
    });
};

/** Switches every text, and remembers it in this browser. The direction follows in the shell, where one may be chosen. */
export const switchLanguage = async (language: Language): Promise<void> => {
  rememberLanguage(language);
  await i18n.changeLanguage(language);
  document.documentElement.lang = language;
};
