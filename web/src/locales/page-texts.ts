// Texts of a page that other pages show: the menu, the home page, permissions, the audit trail. They come from the page's own namespace.

/** Dotted keys in the page's namespace. The first existing one applies. */
const SHOWN = {
  /** Title in the menu. */
  title: ['words.title', 'title'],
  /** Name in permissions, the audit trail and deleted objects. */
  area: ['words.area', 'words.title'],
  /** Description on the home page. */
  about: ['words.about', 'about'],
} as const;

const first = (texts: unknown, keys: readonly string[]): unknown => {
  const at = (key: string): unknown =>
    key
      .split('.')
      .reduce<unknown>((node, part) => (node as Readonly<Record<string, unknown>> | undefined)?.[part], texts);
  return keys.map(at).find((text) => typeof text === 'string');
};

/** Builds the namespace `pages` from the namespaces of one language. Namespaces with a home page description belong to pages. */
export const pageTexts = (
  namespaces: Readonly<Record<string, unknown>>,
): Readonly<Record<keyof typeof SHOWN, Readonly<Record<string, string>>>> => {
  const pages = Object.entries(namespaces).filter(([, texts]) => first(texts, SHOWN.about) !== undefined);
  const shown = (keys: readonly string[]): Readonly<Record<string, string>> =>
    Object.fromEntries(
      pages.flatMap(([name, texts]) => {
        const text = first(texts, keys);
        return typeof text === 'string' ? [[name, text] as const] : [];
      }),
    );
  return { title: shown(SHOWN.title), area: shown(SHOWN.area), about: shown(SHOWN.about) };
};
