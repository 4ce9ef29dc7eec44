import { BUILT_IN_ROLES } from '@ringside/core/contract/access/built-in-roles.ts';
import type { Ability } from '@ringside/core/access/ability.ts';
import { House, Users } from 'lucide-react';
import { describe, expect, it } from 'vitest';
import { currentPage, NAVIGATION, type NavigationEntry, pagesOf, visibleNavigation } from './navigation.ts';

/** All pages of the menu in order, including planned ones. */
const ORDER = [
  ...['home', 'dashboard', 'agent', 'wallboard', 'customers', 'cdr', 'endpoints', 'subscribers', 'plans', 'apikeys'],
  ...[
    'callcenters',
    'queues',
    'users',
    'permissions',
    'roles',
    'acl',
    'audit',
    'billing',
    'invoices',
    'queueReport',
    'agentReport',
    'schedules',
  ],
];
const GROUPS = {
  people: ['users', 'permissions', 'roles', 'acl', 'audit'],
  reports: ['billing', 'invoices', 'queueReport', 'agentReport', 'schedules'],
};

const keys = (entries: readonly NavigationEntry[]): string[] => pagesOf(entries).map((e) => e.key);
const of = (role: string): string[] =>
  keys(visibleNavigation(NAVIGATION, BUILT_IN_ROLES.find((r) => r.name === role)?.abilities ?? []));
const read = (...resources: Ability['resource'][]): Ability[] =>
  resources.map((resource) => ({ action: 'read', resource }));

describe('navigation', () => {
  it('lists its pages in order', () => {
    const present = keys(NAVIGATION);
    expect(present.filter((key) => ORDER.includes(key))).toEqual(ORDER.filter((key) => present.includes(key)));
  });

  it('puts each page into its group', () => {
    for (const entry of NAVIGATION) {
      const wanted = GROUPS[entry.key as keyof typeof GROUPS] as readonly string[] | undefined;
      if (wanted) expect(wanted).toEqual(expect.arrayContaining('children' in entry ? keys([entry]) : []));
      else expect(Object.values(GROUPS).flat()).not.toContain(entry.key);
    }
  });

  it.each<[string, readonly string[], readonly string[]]>([
    ['administrator', keys(NAVIGATION).filter((key) => key !== 'agent'), ['agent']],
    ['supervisor', ['home', 'dashboard', 'callcenters', 'queues'], ['customers', 'endpoints', 'users', 'apikeys']],
    ['agent', ['home', 'dashboard', 'agent'], ['customers', 'callcenters', 'queues', 'endpoints', 'users', 'apikeys']],
    ['billing', ['home', 'customers'], ['dashboard', 'endpoints', 'users', 'apikeys']],
    ['customer-admin', ['home', 'dashboard', 'customers', 'apikeys', 'callcenters', 'users', 'roles'], ['endpoints']],
  ])('shows the pages of %s and hides the others', (role, shown, hidden) => {
    expect(of(role)).toEqual(expect.arrayContaining([...shown]));
    expect(of(role).filter((key) => hidden.includes(key))).toEqual([]);
  });

  it('shows only the home page without abilities', () =>
    expect(keys(visibleNavigation(NAVIGATION, []))).toEqual(['home']));

  it('hides a group without its ability, and a group without a visible page', () => {
    const queues = { key: 'queues', to: '/queues', icon: House } as const;
    const group = (...children: (typeof queues & { access?: ['read', 'queue'] })[]): NavigationEntry[] => [
      { key: 'people', kind: 'fold', icon: Users, access: ['read', 'user'], children },
    ];
    expect(visibleNavigation(group(queues), [])).toEqual([]);
    expect(keys(visibleNavigation(group(queues), read('user')))).toEqual(['queues']);
    expect(visibleNavigation(group({ ...queues, access: ['read', 'queue'] }), read('user'))).toEqual([]);
  });
});

describe('currentPage', () => {
  it.each([
    ['/', 'home'],
    ['/customers', 'customers'],
    ['/customers/7', 'customers'],
    ['/customersx', undefined],
    ['/profile', undefined],
  ])('%s belongs to %s', (path, key) => expect(currentPage(pagesOf(NAVIGATION), path)?.key).toBe(key));
});
