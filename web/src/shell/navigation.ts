import { type Ability, type Action, can, type Resource } from '@ringside/core/access/ability.ts';
import type { LinkProps } from '@tanstack/react-router';
import {
  BellRing,
  Building2,
  Cable,
  CalendarClock,
  ChartColumn,
  ChartGantt,
  ChartNoAxesCombined,
  FileAudio,
  FileText,
  Headphones,
  Headset,
  House,
  KeyRound,
  LayoutDashboard,
  Hash,
  ListOrdered,
  ListTree,
  Mails,
  Route,
  Split,
  type LucideIcon,
  MonitorPlay,
  Phone,
  PhoneCall,
  Server,
  Tags,
  UserCheck,
  UserCog,
  Users,
  ListChecks,
  Receipt,
  ScrollText,
  ShieldCheck,
} from 'lucide-react';
import type shell from '../locales/en/shell.json';

/** The words around the menu are no entries of it. */
type Words = 'label' | 'homeOf' | 'open' | 'collapse' | 'expand' | 'more';
export type NavigationKey = Exclude<keyof (typeof shell)['nav'], Words>;

interface Common {
  /** Locale key `shell:nav.<key>`; `home:about.<key>` says what the page is for. */
  readonly key: NavigationKey;
  /** Absent: anyone may see it. */
  readonly access?: readonly [Action, Resource];
  /** Not for who may do this: he has another page for it. */
  readonly unless?: readonly [Action, Resource];
}
/** A page. */
export interface NavigationLink extends Common {
  readonly to: NonNullable<LinkProps['to']>;
  readonly icon: LucideIcon;
}
/** Pages that belong together: `fold` opens and closes, `subheader` stands above them. */
export interface NavigationGroup extends Common {
  readonly kind: 'fold' | 'subheader';
  readonly icon: LucideIcon;
  readonly children: readonly NavigationLink[];
}
export type NavigationEntry = NavigationLink | NavigationGroup;

/** One line a page, and only pages that exist. `navigation.test.ts` knows the order of all that are to come. */
export const NAVIGATION: readonly NavigationEntry[] = [
  { key: 'home', to: '/', icon: House },
  { key: 'dashboard', to: '/dashboard', icon: LayoutDashboard, access: ['read', 'dashboard'] },
  { key: 'agent', to: '/agent', icon: Headphones, access: ['read', 'live'], unless: ['operate', 'live'] },
  { key: 'wallboards', to: '/wallboard', icon: MonitorPlay, access: ['read', 'wallboard'] },
  { key: 'customers', to: '/customers', icon: Building2, access: ['read', 'customer'] },
  { key: 'cdr', to: '/reports/cdr', icon: PhoneCall, access: ['read', 'cdr'] },
  { key: 'endpoints', to: '/endpoints', icon: Server, access: ['read', 'endpoint'] },
  { key: 'subscribers', to: '/subscribers', icon: Phone, access: ['read', 'subscriber'] },
  { key: 'plans', to: '/plans', icon: Tags, access: ['read', 'plan'] },
  { key: 'apikeys', to: '/apikeys', icon: KeyRound, access: ['read', 'apikey'] },
  { key: 'callcenters', to: '/callcenters', icon: Headset, access: ['read', 'callcenter'] },
  { key: 'queues', to: '/queues', icon: ListOrdered, access: ['read', 'queue'] },
  {
    key: 'callFlow',
    kind: 'fold',
    icon: Split,
    children: [
      { key: 'dids', to: '/dids', icon: Hash, access: ['read', 'did'] },
      { key: 'ringgroups', to: '/ringgroups', icon: BellRing, access: ['read', 'ringgroup'] },
      { key: 'ivrs', to: '/ivrs', icon: ListTree, access: ['read', 'ivr'] },
      { key: 'prompts', to: '/prompts', icon: FileAudio, access: ['read', 'prompt'] },
      { key: 'hours', to: '/hours', icon: CalendarClock, access: ['read', 'hours'] },
      { key: 'trunks', to: '/trunks', icon: Cable, access: ['read', 'trunk'] },
      { key: 'outboundroutes', to: '/outboundroutes', icon: Route, access: ['read', 'outboundroute'] },
    ],
  },
  {
    key: 'people',
    kind: 'fold',
    icon: UserCog,
    children: [
      { key: 'users', to: '/users', icon: Users, access: ['read', 'user'] },
      { key: 'permissions', to: '/permissions', icon: ListChecks, access: ['read', 'permission'] },
      { key: 'roles', to: '/roles', icon: UserCheck, access: ['read', 'role'] },
      { key: 'acl', to: '/acl', icon: ShieldCheck, access: ['read', 'acl'] },
      { key: 'audit', to: '/audit', icon: ScrollText, access: ['read', 'audit'] },
    ],
  },
  {
    key: 'reports',
    kind: 'subheader',
    icon: ChartColumn,
    children: [
      { key: 'billing', to: '/customers/reports/billing', icon: Receipt, access: ['read', 'billing'] },
      { key: 'invoices', to: '/invoices', icon: FileText, access: ['read', 'billing'] },
      { key: 'queueReport', to: '/reports/queues', icon: ChartNoAxesCombined, access: ['read', 'report'] },
      { key: 'agentReport', to: '/reports/agents', icon: ChartGantt, access: ['read', 'report'] },
      { key: 'schedules', to: '/reports/schedules', icon: Mails, access: ['export', 'report'] },
    ],
  },
];

/** What these abilities let one see. A group needs its own ability, if it names one, and a child that shows. */
export const visibleNavigation = (
  entries: readonly NavigationEntry[],
  abilities: readonly Ability[],
): readonly NavigationEntry[] => {
  const allowed = ({ access, unless }: Common): boolean =>
    (!access || can(abilities, ...access)) && !(unless && can(abilities, ...unless));
  return entries.filter(allowed).flatMap((entry): NavigationEntry[] => {
    if (!('children' in entry)) return [entry];
    const children = entry.children.filter(allowed);
    return children.length === 0 ? [] : [{ ...entry, children }];
  });
};

/** The pages of a menu, without their groups. */
export const pagesOf = (entries: readonly NavigationEntry[]): readonly NavigationLink[] =>
  entries.flatMap((entry) => ('children' in entry ? entry.children : [entry]));

/** Whether the page at `pathname` is this entry's, or one below it. Of two that fit, the longer path is meant. */
export const currentPage = (pages: readonly NavigationLink[], pathname: string): NavigationLink | undefined =>
  pages
    .filter(({ to }) => pathname === to || (to !== '/' && pathname.startsWith(`${to}/`)))
    .sort((a, b) => b.to.length - a.to.length)[0];
