import { House } from 'lucide-react';
import { expect, it } from 'vitest';
import { breadcrumbOf } from './navigation.ts';
import type { NavigationEntry } from './navigation.ts';

const MENU: readonly NavigationEntry[] = [
  { key: 'home', to: '/', icon: House },
  { key: 'customers', to: '/customers', icon: House },
  { key: 'people', kind: 'fold', icon: House, children: [{ key: 'users', to: '/users', icon: House }] },
];

it.each([
  ['/', ''],
  ['/customers', ''],
  ['/customers/7', 'customers'],
  ['/users', 'people'],
  ['/users/7', 'people > users'],
  ['/profile', ''],
])('path %s has the breadcrumb: %s', (path, shown) =>
  expect(
    breadcrumbOf(MENU, path)
      .map((crumb) => crumb.key)
      .join(' > '),
  ).toBe(shown),
);
