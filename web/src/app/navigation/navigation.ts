import { type Ability, can } from '@ringside/core/access/ability.ts';
import {
  ChartColumn,
  Headphones,
  House,
  KeyRound,
  LayoutDashboard,
  Split,
  type LucideIcon,
  MonitorPlay,
  PhoneCall,
  UserCog,
} from 'lucide-react';
import { peopleLinks } from '../routes/access.ts';
import { callCenterLinks, customersLinks, telephonyLinks } from '../routes/administration.ts';
import { callFlowLinks } from '../routes/call-flow.ts';
import { reportsLinks } from '../routes/reports.ts';
import { type MenuEntry, type MenuText, type NavigationLink, nounLink } from './navigation-link.ts';

/** Group of pages. `fold` opens and closes; `subheader` is a heading above its pages. */
export interface NavigationGroup extends MenuEntry {
  readonly kind: 'fold' | 'subheader';
  readonly icon: LucideIcon;
  readonly children: readonly NavigationLink[];
}
export type NavigationEntry = NavigationLink | NavigationGroup;

/** Menu entries. The pages of a group are defined next to their routes. */
export const NAVIGATION: readonly NavigationEntry[] = [
  { key: 'home', to: '/', icon: House },
  { key: 'dashboard', texts: 'dashboard', to: '/dashboard', icon: LayoutDashboard, access: ['read', 'dashboard'] },
  {
    key: 'agent',
    texts: 'agent',
    to: '/agent',
    icon: Headphones,
    access: ['read', 'live'],
    unless: ['operate', 'live'],
  },
  nounLink('wallboard', '/wallboard', MonitorPlay),
  ...customersLinks,
  { key: 'cdr', texts: 'cdr', to: '/reports/cdr', icon: PhoneCall, access: ['read', 'cdr'] },
  ...telephonyLinks,
  nounLink('apikey', '/apikeys', KeyRound),
  ...callCenterLinks,
  {
    key: 'callFlow',
    kind: 'fold',
    icon: Split,
    children: callFlowLinks,
  },
  {
    key: 'people',
    kind: 'fold',
    icon: UserCog,
    children: peopleLinks,
  },
  {
    key: 'reports',
    kind: 'subheader',
    icon: ChartColumn,
    children: reportsLinks,
  },
];

/** Returns the entries that these abilities allow. A group needs its own ability, if it has one, and at least one visible page. */
export const visibleNavigation = (
  entries: readonly NavigationEntry[],
  abilities: readonly Ability[],
): readonly NavigationEntry[] => {
  const allowed = ({ access, unless }: MenuEntry): boolean =>
    (!access || can(abilities, ...access)) && !(unless && can(abilities, ...unless));
  return entries.filter(allowed).flatMap((entry): NavigationEntry[] => {
    if (!('children' in entry)) return [entry];
    const children = entry.children.filter(allowed);
    return children.length === 0 ? [] : [{ ...entry, children }];
  });
};

/** Returns the pages of a menu without their groups. */
export const pagesOf = (entries: readonly NavigationEntry[]): readonly NavigationLink[] =>
  entries.flatMap((entry) => ('children' in entry ? entry.children : [entry]));

/** Returns the menu entry of the page at `pathname` or of a page above it. The longest matching path wins. */
export const currentPage = (pages: readonly NavigationLink[], pathname: string): NavigationLink | undefined =>
  pages
    .filter(({ to }) => pathname === to || (to !== '/' && pathname.startsWith(`${to}/`)))
    .sort((a, b) => b.to.length - a.to.length)[0];

interface Crumb extends MenuText {
  /** Absent for a group, which has no page. */
  readonly to?: NavigationLink['to'];
}

/**
 * Returns the steps above the page at `pathname`: its group, then the menu pages whose paths contain it. Empty for a page at the top of the
 * menu or outside it.
 */
export const breadcrumbOf = (entries: readonly NavigationEntry[], pathname: string): readonly Crumb[] => {
  const page = currentPage(pagesOf(entries), pathname);
  if (!page || page.to === '/') return [];
  const group = entries.find((entry) => 'children' in entry && entry.children.includes(page));
  const above: readonly Crumb[] = group ? [{ key: group.key }] : [];
  return page.to === pathname ? above : [...above, page];
};
