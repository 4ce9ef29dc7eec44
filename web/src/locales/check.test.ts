// Four languages, one set of keys: none missing, none unused, no text hard-coded in a component.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from './language.ts';
import { NAMESPACES } from './namespaces.ts';

const SRC = fileURLToPath(new URL('..', import.meta.url));
const LOCALES = fileURLToPath(new URL('.', import.meta.url));

type Tree = { readonly [key: string]: string | Tree };

const flatten = (tree: Tree, prefix = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flatten(value, `${prefix}${key}.`),
  );

const texts = (language: string, namespace: string): Map<string, string> =>
  new Map(flatten(JSON.parse(readFileSync(join(LOCALES, language, `${namespace}.json`), 'utf8')) as Tree));

const PLURAL = /_(zero|one|two|few|many|other)$/;
const stem = (key: string): string => key.replace(PLURAL, '');
const stems = (map: ReadonlyMap<string, string>): string[] => [...new Set([...map.keys()].map(stem))].sort();
const variables = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{\{\s*(\w+)/g)].map((m) => m[1] ?? ''))].sort();

describe.each(NAMESPACES)('texts of %s', (namespace) => {
  const english = texts('en', namespace);

  it.each(LANGUAGES)('%s has the same keys as English', (language) => {
    expect(stems(texts(language, namespace))).toEqual(stems(english));
  });

  it.each(LANGUAGES)('%s says something at each key, and uses the same values', (language) => {
    const map = texts(language, namespace);
    const wrong = [...map].flatMap(([key, text]) => {
      if (text.trim() === '') return [`${key}: empty`];
      const expected = new Set([...english].filter(([k]) => stem(k) === stem(key)).flatMap(([, t]) => variables(t)));
      const strange = variables(text).filter((v) => !expected.has(v));
      // A plural may word one or two without the number; everything else uses every value.
      const missing = PLURAL.test(key) ? [] : [...expected].filter((v) => !variables(text).includes(v));
      return [...strange.map((v) => `${key}: unknown {{${v}}}`), ...missing.map((v) => `${key}: lacks {{${v}}}`)];
    });
    expect(wrong).toEqual([]);
  });

  it.each(LANGUAGES)('%s has every plural form that its rules ask for', (language) => {
    const map = texts(language, namespace);
    const plural = new Set([...english.keys()].filter((k) => PLURAL.test(k)).map(stem));
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const missing = [...plural].flatMap((key) =>
      forms.filter((form) => !map.has(`${key}_${form}`)).map((form) => `${key}_${form}`),
    );
    expect(missing).toEqual([]);
  });
});

// French and Spanish share words with English; these lists say which equal texts are right.
const SAME_EVERYWHERE = /^[\s\d\p{P}\p{S}]*$|^(Ringside|Asterisk|TLS|AMI|PBX)$/u;
const INTERNATIONAL = new Set(
  (
    'UDP TCP TLS Menu Transport Codecs Route agent agents ms Dashboard Date Service Total Code Queue Question Contact Description Region Port Notification Notifications Type Normal Action Actions ' +
    'No No. Note OK Page Navigation Secret E-mail Supervisor Error Minutes Administration Message Agent Agents Client Email Local Pause Pauses Information Active Session Sessions Transfer Destination Source Configuration Image Format Version Status Roles Audit Permissions'
  ).split(' '),
);

describe('translations', () => {
  it.each(LANGUAGES.filter((l) => l !== 'en'))('%s leaves no English sentence untranslated', (language) => {
    const same = NAMESPACES.flatMap((namespace) => {
      const english = texts('en', namespace);
      return [...texts(language, namespace)].flatMap(([key, text]) => {
        const bare = text.replace(/\{\{[^}]*\}\}/g, '').trim();
        return english.get(key) === text && !SAME_EVERYWHERE.test(bare) && !INTERNATIONAL.has(bare)
          ? [`${namespace}:${key} = ${text}`]
          : [];
      });
    });
    expect(same).toEqual([]);
  });
});

const sources = readdirSync(SRC, { recursive: true, withFileTypes: true })
  .filter((f) => f.isFile() && /\.tsx?$/.test(f.name) && !/\.(test|d)\.tsx?$/.test(f.name))
  .map((f) => join(f.parentPath, f.name));

const parsed = sources.map((path) => ({
  path: relative(SRC, path),
  file: ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX),
}));

const walk = (node: ts.Node, visit: (node: ts.Node) => void): void => {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
};

describe('keys', () => {
  const whole = new Set<string>();
  const beginnings = new Set<string>();
  for (const { file } of parsed) {
    walk(file, (node) => {
      if (ts.isStringLiteralLike(node)) whole.add(node.text.replace(/^\w+:/, ''));
      // `fields.${name}`: everything below `fields.` is in use.
      if (ts.isTemplateExpression(node) && node.head.text.includes('.')) {
        beginnings.add(node.head.text.replace(/^(\w+|):/, ''));
      }
    });
  }
  const used = (key: string): boolean =>
    whole.has(stem(key)) || [...beginnings].some((start) => stem(key).startsWith(start));

  it.each(NAMESPACES)('none of %s is unused', (namespace) => {
    expect([...texts('en', namespace).keys()].filter((key) => !used(key))).toEqual([]);
  });
});

/** Attributes that people read or hear. */
const SPOKEN = new Set([
  'label',
  'title',
  'placeholder',
  'description',
  'alt',
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'error',
  'nothingFoundMessage',
  'message',
]);
const LETTERS = /\p{L}{2,}/u;

describe('components', () => {
  it('have no text of their own', () => {
    const found: string[] = [];
    for (const { path, file } of parsed.filter((p) => p.path.endsWith('.tsx'))) {
      walk(file, (node) => {
        const say = (text: string): void => {
          if (LETTERS.test(text)) found.push(`${path}: ${text.trim()}`);
        };
        if (ts.isJsxText(node)) say(node.text);
        if (ts.isJsxAttribute(node) && SPOKEN.has(node.name.getText()) && node.initializer) {
          if (ts.isStringLiteral(node.initializer)) say(node.initializer.text);
          else if (
            ts.isJsxExpression(node.initializer) &&
            node.initializer.expression &&
            ts.isStringLiteralLike(node.initializer.expression)
          ) {
            say(node.initializer.expression.text);
          }
        }
      });
    }
    expect(found).toEqual([]);
  });
});
