import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type Tree = { readonly [key: string]: string | Tree };
/** By dotted key. */
export type Texts = ReadonlyMap<string, string>;

const LOCALES = fileURLToPath(new URL('..', import.meta.url));

export const flatten = (tree: Tree, prefix = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flatten(value, `${prefix}${key}.`),
  );

/** Of a namespace, from the language's folder or from its one file. */
export const readTree = (language: string, namespace: string): Tree => {
  const read = (path: string): Tree => JSON.parse(readFileSync(path, 'utf8')) as Tree;
  const own = join(LOCALES, language, `${namespace}.json`);
  return existsSync(own) ? read(own) : (read(join(LOCALES, `${language}.json`))[namespace] as Tree);
};

export const readTexts = (language: string, namespace: string): Texts =>
  new Map(flatten(readTree(language, namespace)));
