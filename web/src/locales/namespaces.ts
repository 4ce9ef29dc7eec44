import type { CustomTypeOptions } from 'i18next';

export type Namespace = keyof CustomTypeOptions['resources'];

const FOUND = Object.keys(import.meta.glob('./en/*.json')).map((path) => path.slice('./en/'.length, -'.json'.length));

const KNOWN: ReadonlySet<string> = new Set(FOUND);

/** Returns whether a namespace exists. Every file is also a type (`i18next.d.ts`); otherwise its keys do not compile. */
const isNamespace = (name: string): name is Namespace => KNOWN.has(name);

export const NAMESPACES: readonly Namespace[] = FOUND.filter(isNamespace);
