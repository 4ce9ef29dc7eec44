import type { Ability } from '@ringside/core/access/ability.ts';
import { describe, expect, it } from 'vitest';
import { NAVIGATION, type NavigationEntry, visibleNavigation } from './navigation.ts';

const keys = (entries: readonly NavigationEntry[]): unknown =>
  entries.map((e) => (e.children ? { [e.key]: keys(e.children) } : e.key));
const read = (...resources: Ability['resource'][]): Ability[] =>
  resources.map((resource) => ({ action: 'read', resource }));

describe('navigation', () => {
  it.each<[string, Ability[], unknown]>([
    ['nobody', [], ['home']],
    ['an agent', read('dashboard', 'live'), ['home', 'dashboard']],
    ['a supervisor', read('dashboard', 'queue'), ['home', 'dashboard', { administration: ['queues'] }]],
    [
      'an administrator',
      [{ action: 'manage', resource: 'all' }],
      ['home', 'dashboard', { administration: ['customers', 'callcenters', 'queues', 'users', 'apikeys', 'endpoints'] }],
    ],
  ])('of %s', (_, abilities, shown) => expect(keys(visibleNavigation(NAVIGATION, abilities))).toEqual(shown));

  it('hides a group whose own ability is missing, whatever its children', () => {
    const group: NavigationEntry[] = [
      { key: 'users', access: ['read', 'user'], children: [{ key: 'queues', to: '/queues' }] },
    ];
    expect(visibleNavigation(group, [])).toEqual([]);
    expect(keys(visibleNavigation(group, read('user')))).toEqual([{ users: ['queues'] }]);
  });
});
