import { describe, expect, it } from 'vitest';
import type { Standing } from './may-define-role.ts';
import { roleFaults } from './may-define-role.ts';
import { BUILT_IN_ROLES } from './roles.ts';
import type { BuiltInRoleName } from './roles.ts';
import { abilityOf } from './scopes.ts';
import type { Scope } from './scopes.ts';

const as = (name: BuiltInRoleName): Standing => {
  const role = BUILT_IN_ROLES.find((r) => r.name === name);
  if (role === undefined) throw new Error(name);
  // A customer's people never reach further than their customer, whatever the role says.
  return role;
};
const role = (level: number, reach: Standing['reach'], ...scopes: Scope[]): Standing => ({
  level,
  reach,
  abilities: scopes.map(abilityOf),
});

describe('who may make which role', () => {
  it.each<[string, Standing, Standing, string[]]>([
    ['an administrator makes any', as('administrator'), role(0, 'platform', 'manage:all'), []],
    ['a customer’s own level is allowed', as('customer-admin'), role(40, 'customer', 'read:queue'), []],
    ['below it too', as('customer-admin'), role(80, 'team', 'read:live', 'operate:live'), []],
    ['not above it', as('customer-admin'), role(39, 'customer', 'read:queue'), ['level']],
    ['not with a wider reach', as('customer-admin'), role(50, 'platform', 'read:queue'), ['reach']],
    ['not with what one lacks', as('customer-admin'), role(50, 'customer', 'manage:endpoint'), ['abilities']],
    ['not with everything', as('customer-admin'), role(50, 'customer', 'manage:all'), ['abilities']],
    [
      'not with one action more',
      as('customer-admin'),
      role(50, 'customer', 'read:billing', 'update:billing'),
      ['abilities'],
    ],
    ['not by the words for every action', as('customer-admin'), role(50, 'customer', 'manage:billing'), ['abilities']],
    ['not by the words for every resource', as('customer-admin'), role(50, 'customer', 'read:all'), ['abilities']],
    [
      'a supervisor cannot make a customer’s role',
      as('supervisor'),
      role(40, 'customer', 'read:queue'),
      ['level', 'reach'],
    ],
    ['billing cannot reach live calls', as('billing'), role(20, 'platform', 'operate:live'), ['abilities']],
    ['an auditor cannot hear', as('auditor'), role(60, 'customer', 'read:recording'), ['abilities']],
    ['nobody: all at once', role(100, 'own'), role(0, 'platform', 'manage:all'), ['level', 'reach', 'abilities']],
  ])('%s', (_what, maker, made, fields) => {
    expect(roleFaults(maker, made).map((f) => f.field)).toEqual(fields);
  });

  it('holds between the built-in roles: who could make another stands at least as high', () => {
    for (const a of BUILT_IN_ROLES) {
      for (const b of BUILT_IN_ROLES) {
        if (roleFaults(a, b).length === 0) expect([a.name, b.name, a.level <= b.level]).toEqual([a.name, b.name, true]);
      }
    }
  });
});
