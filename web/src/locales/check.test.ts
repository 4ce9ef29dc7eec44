// Checks that all languages have the same keys, that all keys are used, and that components contain no hard-coded text.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from './language.ts';
import { NAMESPACES } from './namespaces.ts';
import { parseSource, textsOfItsOwn, usedIn } from './testing/check-sources.ts';
import { textsFaults, typographyFaults, untranslated } from './testing/check-texts.ts';
import { flatten, readTexts, type Tree } from './testing/read-texts.ts';

const SRC = fileURLToPath(new URL('..', import.meta.url));

describe.each(NAMESPACES)('texts of %s', (namespace) => {
  const english = readTexts('en', namespace);

  it.each(LANGUAGES)('%s has a text for each English key, with the same values and all plural forms', (language) => {
    expect(textsFaults(language, readTexts(language, namespace), english)).toEqual([]);
  });

  it.each(LANGUAGES.filter((l) => l !== 'en'))('%s has no untranslated English sentence', (language) => {
    expect(untranslated(readTexts(language, namespace), english)).toEqual([]);
  });

  it.each(LANGUAGES)('%s follows the typography of the language', (language) => {
    expect(typographyFaults(language, readTexts(language, namespace))).toEqual([]);
  });
});

it.each(LANGUAGES)('validation messages in %s follow the typography of the language', (language) => {
  const path = new URL(`../../../core/src/contract/words/${language}.json`, import.meta.url);
  const texts = new Map(flatten(JSON.parse(readFileSync(path, 'utf8')) as Tree));
  // The signs in this message are the forbidden characters themselves.
  texts.delete('sip-secret');
  expect(typographyFaults(language, texts)).toEqual([]);
});

const sources = readdirSync(SRC, { recursive: true, withFileTypes: true })
  .filter((f) => f.isFile() && /\.tsx?$/.test(f.name) && !/\.(test|d)\.tsx?$/.test(f.name))
  .map((f) => join(f.parentPath, f.name))
  .map((path) => parseSource(relative(SRC, path), readFileSync(path, 'utf8')));

describe('sources', () => {
  const used = usedIn(sources);
  it.each(NAMESPACES)('use every key of %s', (namespace) => {
    expect([...readTexts('en', namespace).keys()].filter((key) => !used(key))).toEqual([]);
  });

  it('contain no hard-coded text', () => {
    expect(sources.filter(({ path }) => path.endsWith('.tsx')).flatMap(textsOfItsOwn)).toEqual([]);
  });
});

// Proves that the checks above can find errors.
describe('the checks', () => {
  const english = new Map([
    ['title', 'Title of the page'],
    ['hello', 'Hello {{name}}'],
    ['rows_one', '{{count}} row'],
    ['rows_other', '{{count}} rows'],
  ]);

  it.each<[string, Record<string, string>, string]>([
    ['a key that is missing', { hello: 'x {{name}}', rows_one: 'x', rows_two: 'x', rows_other: 'x' }, 'title: missing'],
    ['one too many', { more: 'x' }, 'more: not in English'],
    ['an empty text', { title: ' ' }, 'title: empty'],
    ['a value that is left out', { hello: 'x' }, 'hello: lacks {{name}}'],
    ['a value that is not given', { title: 'x {{nme}}' }, 'title: unknown {{nme}}'],
    ['a plural that its rules ask for', { rows_one: 'x', rows_other: 'x' }, 'rows_two: no such plural'],
  ])('find %s', (_, own, fault) => {
    expect(textsFaults('he', new Map(Object.entries(own)), english)).toContain(fault);
  });

  it('find untranslated texts, and accept international words', () => {
    const own = new Map([
      ['title', 'Title of the page'],
      ['hello', 'Bonjour {{name}}'],
      ['total', 'Total'],
    ]);
    expect(untranslated(own, new Map([...english, ['total', 'Total']]))).toEqual(['title = Title of the page']);
  });

  it.each([
    ['es', 'Eliminar?', 'x: “?” without “¿”'],
    ['es', 'Al 80 %', 'x: a breaking space, or none, before “%”'],
    ['fr', 'Supprimer ?', 'x: a breaking space at : ; ? ! « » or %'],
    ['fr', "l'appel", 'x: a straight apostrophe'],
    ['he', 'דוא"ל', 'x: straight quotation marks'],
    ['he', 'ה-AMI', 'x: a hyphen instead of a maqaf'],
    ['he', 'בחר תור', 'x: a masculine imperative'],
  ])('find wrong typography in %s: %s', (language, text, fault) => {
    expect(typographyFaults(language, new Map([['x', text]]))).toEqual([fault]);
  });

  it('find an unused key, and texts in a component', () => {
    const source = parseSource(
      'Page.tsx',
      `export function Page({ open, n }) {
        const { t } = useTranslation();
        return (
          <p title="Go on" aria-label={open ? 'Close it' : t('page.open')} data-key="page">
            Hello {t(\`kinds.\${n}\`)} {open ? 'yes' : t('no')} <b placeholder={\`Row \${n}\`}>{n ?? 'none'}</b>
          </p>
        );
      }`,
    );
    expect(textsOfItsOwn(source)).toEqual(
      ['Go on', 'Close it', 'Hello', 'yes', 'Row', 'none'].map((text) => `Page.tsx: ${text}`),
    );
    const used = usedIn([source]);
    expect(['page.open', 'kinds.any', 'no', 'page.closed'].map(used)).toEqual([true, true, true, false]);
  });
});
