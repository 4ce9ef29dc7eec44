import { type Ability, type Action, can, type Resource } from '@ringside/core/access/ability.ts';
import {
  Building2,
  Headset,
  House,
  LayoutDashboard,
  ListOrdered,
  type LucideIcon,
  Server,
  Users,
  KeyRound,
} from 'lucide-react';

export interface NavigationEntry {
  /** Locale key `shell:nav.<key>`. */
  readonly key:
    | 'home'
    | 'dashboard'
    | 'customers'
    | 'callcenters'
    | 'queues'
    | 'endpoints'
    | 'users'
    | 'apikeys'
    | 'administration';
  readonly to?: '/' | '/dashboard' | '/customers' | '/callcenters' | '/queues' | '/endpoints' | '/users' | '/apikeys';
  readonly icon?: LucideIcon;
  /** Absent: anyone may see it. */
  readonly access?: readonly [Action, Resource];
  readonly children?: readonly NavigationEntry[];
}

export const NAVIGATION: readonly NavigationEntry[] = [
  { key: 'home', to: '/', icon: House },
  { key: 'dashboard', to: '/dashboard', icon: LayoutDashboard, access: ['read', 'dashboard'] },
  {
    key: 'administration',
    children: [
      { key: 'customers', to: '/customers', icon: Building2, access: ['read', 'customer'] },
      { key: 'callcenters', to: '/callcenters', icon: Headset, access: ['read', 'callcenter'] },
      { key: 'queues', to: '/queues', icon: ListOrdered, access: ['read', 'queue'] },
      { key: 'users', to: '/users', icon: Users, access: ['read', 'user'] },
      { key: 'apikeys', to: '/apikeys', icon: KeyRound, access: ['read', 'apikey'] },
      { key: 'endpoints', to: '/endpoints', icon: Server, access: ['read', 'endpoint'] },
    ],
  },
];

/** What these abilities let one see. A group needs its own ability, if it names one, and a child that shows. */
export const visibleNavigation = (
  entries: readonly NavigationEntry[],
  abilities: readonly Ability[],
): readonly NavigationEntry[] =>
  entries.flatMap((entry) => {
    if (entry.access && !can(abilities, ...entry.access)) return [];
    if (!entry.children) return [entry];
    const children = visibleNavigation(entry.children, abilities);
    return children.length === 0 ? [] : [{ ...entry, children }];
  });
