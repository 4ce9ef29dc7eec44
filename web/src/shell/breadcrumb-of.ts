import { currentPage, type NavigationEntry, type NavigationKey, type NavigationLink, pagesOf } from './navigation.ts';

export interface Crumb {
  readonly key: NavigationKey;
  /** Absent: a group, which is no page. */
  readonly to?: NavigationLink['to'];
}

/**
 * What stands above the page at `pathname`: the group that it is in, then the pages of the menu whose paths it goes on
 * from. Empty for a page that is itself at the top of the menu, or not in it.
 */
export const breadcrumbOf = (entries: readonly NavigationEntry[], pathname: string): readonly Crumb[] => {
  const page = currentPage(pagesOf(entries), pathname);
  if (!page || page.to === '/') return [];
  const group = entries.find((entry) => 'children' in entry && entry.children.includes(page));
  const above: readonly Crumb[] = group ? [{ key: group.key }] : [];
  return page.to === pathname ? above : [...above, { key: page.key, to: page.to }];
};
