// Checks the texts of forms and lists, whose keys come from the contract's declarations and are unknown to the compiler.
import { NOUNS } from '@ringside/core/contract/nouns.ts';
import { LINK_PROBLEMS } from '@ringside/core/asterisk/link.ts';
import { describe, expect, it } from 'vitest';
import { NAVIGATION, pagesOf } from '../app/navigation/navigation.ts';
import { isLanguage, LANGUAGES } from './language.ts';
import { readPageTexts, readTree, type Tree } from './testing/read-texts.ts';

const at = (tree: Tree, path: string): unknown =>
  path.split('.').reduce<unknown>((node, key) => (node as Tree | undefined)?.[key], tree);

/** `check.test.ts` checks the texts of these pages. */
const OTHERWISE = ['permission', 'acl'];
const RESOURCES = NOUNS.filter(({ name }) => !OTHERWISE.includes(name));

describe.each(RESOURCES.map((r) => [r.name, r] as const))('%s', (name, resource) => {
  const wanted = [
    ...['title', 'add', 'edit', 'description', 'empty', 'emptyHint'].map((w) => `words.${w}`),
    ...Object.keys(resource.fields).map((f) => `fields.${f}`),
    ...Object.values(resource.fields).flatMap((f) => (f?.section ? [`sections.${f.section}`] : [])),
    ...Object.entries(resource.fields).flatMap(([f, d]) =>
      d?.kind === 'select'
        ? d.options.filter((o) => !(f === 'language' && isLanguage(String(o)))).map((o) => `options.${f}.${o}`)
        : [],
    ),
  ];
  it.each(LANGUAGES)('has its texts in %s', (language) => {
    const tree = readTree(language, name);
    expect(wanted.filter((path) => typeof at(tree, path) !== 'string')).toEqual([]);
  });
});

describe('texts of a page on other pages', () => {
  it.each(LANGUAGES)('include title, area and description of each resource in %s', (language) => {
    const texts = readPageTexts(language);
    const wanted = NOUNS.flatMap(({ name }) => ['title', 'area', 'about'].map((kind) => `${kind}.${name}`));
    expect(wanted.filter((key) => !texts.has(key))).toEqual([]);
  });

  it.each(LANGUAGES)('include title and description of each page of the menu in %s', (language) => {
    const texts = readPageTexts(language);
    const links = pagesOf(NAVIGATION).flatMap((link) => (link.texts === undefined ? [] : [link.texts]));
    expect(links.length).toBeGreaterThan(20);
    expect(links.filter((name) => !texts.has(`title.${name}`) || !texts.has(`about.${name}`))).toEqual([]);
  });

  it('use the title where the page has no area text', () => {
    const texts = readPageTexts('en');
    expect([texts.get('title.plan'), texts.get('area.plan')]).toEqual(['Plans', 'Plans and rates']);
    expect([texts.get('title.queue'), texts.get('area.queue')]).toEqual(['Queues', 'Queues']);
  });
});

describe('link problems', () => {
  it.each(LANGUAGES)('have a title in %s that uses only their own values', (language) => {
    const tree = readTree(language, 'endpoint');
    const wrong = Object.entries(LINK_PROBLEMS).flatMap(([code, { params }]) => {
      const words = [at(tree, `problems.${code}.title`), at(tree, `problems.${code}.hint`)];
      if (typeof words[0] !== 'string') return [`${code}: no title`];
      const values = words.flatMap((w) => [...String(w ?? '').matchAll(/\{\{(\w+)\}\}/g)].map((m) => m[1]));
      return values.filter((v) => !(params as readonly string[]).includes(v ?? '')).map((v) => `${code}: ${v}`);
    });
    expect(wrong).toEqual([]);
  });
});
