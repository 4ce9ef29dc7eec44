// Checks that a language can be added as a single file, here generated from the English texts.
import { createInstance } from 'i18next';
import { describe, expect, it } from 'vitest';
import { textsFrom } from './i18n.ts';
import { directionOf } from '@ringside/core/base/direction-of.ts';
import { LANGUAGES, languagesIn, preferredLanguage } from './language.ts';
import { NAMESPACES } from './namespaces.ts';
import { textsFaults, untranslated } from './testing/check-texts.ts';
import { flatten, readTexts, readTree, type Tree } from './testing/read-texts.ts';

const FORMS = { one: 'one', other: 'other' } as const;

/** Puts every text in brackets, with as many plural forms as the language has. */
const pseudo = (language: string, tree: Tree): Tree =>
  Object.fromEntries(
    Object.entries(tree).flatMap(([key, value]): [string, string | Tree][] => {
      if (typeof value !== 'string') return [[key, pseudo(language, value)]];
      if (key.endsWith(`_${FORMS.one}`)) return [];
      const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
      return key.endsWith(`_${FORMS.other}`)
        ? forms.map((form) => [key.replace(/other$/, form), `[${form} ${value}]`])
        : [[key, `[${value}]`]];
    }),
  );

const wholeOf = (language: string): Readonly<Record<string, Tree>> =>
  Object.fromEntries(NAMESPACES.map((namespace) => [namespace, pseudo(language, readTree('en', namespace))]));

it('offers only languages that have texts', () => {
  expect(LANGUAGES).toEqual(languagesIn(LANGUAGES.map((l) => `./${l}/common.json`)));
  expect(LANGUAGES).toEqual(expect.arrayContaining(['en', 'es', 'fr', 'he']));
});

describe.each([
  ['ar', 'rtl', [0, 1, 2, 3, 11, 100], ['zero', 'one', 'two', 'few', 'many', 'other']],
  ['ru', 'ltr', [1, 2, 5, 21, 22], ['one', 'few', 'many', 'one', 'few']],
] as const)('%s', (language, direction, counts, forms) => {
  const whole = wholeOf(language);
  const path = `./${language}.json`;
  const offered = languagesIn([...LANGUAGES.map((l) => `./${l}/common.json`), path]);

  it('is offered, detected and written in its direction', () => {
    expect(offered).toContain(language);
    expect(preferredLanguage('', [`${language}-XX`, 'fr'], offered)).toBe(language);
    expect(preferredLanguage(`i18n_redirected=${language}`, ['fr'], offered)).toBe(language);
    expect(directionOf(language)).toBe(direction);
  });

  it('passes the checks of every namespace', () => {
    const faults = NAMESPACES.flatMap((namespace) => {
      const [own, english] = [new Map(flatten(whole[namespace] as Tree)), readTexts('en', namespace)];
      return [...textsFaults(language, own, english), ...untranslated(own, english)];
    });
    expect(faults).toEqual([]);
  });

  it('provides its texts on demand, with its own plural forms', async () => {
    const i18n = createInstance();
    const init = { lng: language, fallbackLng: false as const, ns: ['common', 'shell'], load: 'currentOnly' as const };
    await i18n.use(textsFrom({ [path]: async () => whole })).init(init);
    await i18n.loadNamespaces(['search']);
    expect(i18n.t('shell:nav.home')).toBe('[Home]');
    const told = counts.map((count) => /^\[(\w+) /.exec(i18n.t('search:found', { count }))?.[1]);
    expect(told).toEqual(forms);
  });
});
