import { describe, expect, it } from 'vitest';
import type { Holder } from '../../access/grant-faults.ts';
import { grantFaults } from '../../access/grant-faults.ts';
import { BUILT_IN_ROLES } from './built-in-roles.ts';
import type { BuiltInRoleName } from '../../access/roles.ts';
import { abilityOf } from '../../access/scopes.ts';
import type { Scope } from '../../access/scopes.ts';

const as = (name: BuiltInRoleName): Holder => {
  const role = BUILT_IN_ROLES.find((r) => r.name === name);
  if (role === undefined) throw new Error(name);
  // Users of a customer never reach beyond their customer, whatever their role.
  return role;
};
const role = (level: number, reach: Holder['reach'], ...scopes: Scope[]): Holder => ({
  level,
  reach,
  abilities: scopes.map(abilityOf),
});

describe('grantFaults', () => {
  it.each<[string, Holder, Holder, string[]]>([
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
    expect(grantFaults(maker, made).map((f) => f.field)).toEqual(fields);
  });

  it('only lets a built-in role grant built-in roles of the same or a lower level', () => {
    for (const a of BUILT_IN_ROLES) {
      for (const b of BUILT_IN_ROLES) {
        if (grantFaults(a, b).length === 0)
          expect([a.name, b.name, a.level <= b.level]).toEqual([a.name, b.name, true]);
      }
    }
  });
});
