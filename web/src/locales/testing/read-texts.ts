import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pageTexts } from '../page-texts.ts';

export type Tree = { readonly [key: string]: string | Tree };
/** Texts by dotted key. */
export type Texts = ReadonlyMap<string, string>;

const LOCALES = fileURLToPath(new URL('..', import.meta.url));

export const flatten = (tree: Tree, prefix = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flatten(value, `${prefix}${key}.`),
  );

/** Reads the namespace `pages` of a language. */
export const readPageTexts = (language: string): Texts => {
  const names = readdirSync(join(LOCALES, language)).map((file) => basename(file, '.json'));
  return new Map(flatten(pageTexts(Object.fromEntries(names.map((name) => [name, readTree(language, name)])))));
};

/** Reads a namespace from the language's folder or its single file. */
export const readTree = (language: string, namespace: string): Tree => {
  const read = (path: string): Tree => JSON.parse(readFileSync(path, 'utf8')) as Tree;
  const own = join(LOCALES, language, `${namespace}.json`);
  return existsSync(own) ? read(own) : (read(join(LOCALES, `${language}.json`))[namespace] as Tree);
};

export const readTexts = (language: string, namespace: string): Texts =>
  new Map(flatten(readTree(language, namespace)));
