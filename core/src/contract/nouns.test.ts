import { describe, expect, it } from 'vitest';
import { RESOURCES } from '../access/ability.ts';
import { BUILT_IN_ROLES } from './access/built-in-roles.ts';
import { NOUNS, SUBJECTS } from './nouns.ts';

describe('NOUNS', () => {
  it('contains, together with SUBJECTS, every resource of abilities', () => {
    const declared = [...NOUNS.map((noun) => noun.name), ...Object.keys(SUBJECTS)];
    expect(declared.toSorted()).toEqual([...RESOURCES].toSorted());
  });

  it('has unique keys, paths and tables', () => {
    for (const field of ['key', 'path', 'table'] as const) {
      expect(new Set(NOUNS.map((noun) => noun[field])).size, field).toBe(NOUNS.length);
    }
  });

  it('grants every built-in role except administrator the abilities of the declarations', () => {
    const granted = Object.fromEntries(BUILT_IN_ROLES.map((role) => [role.name, role.abilities.length]));
    expect(granted['administrator']).toBe(1);
    const reseller = BUILT_IN_ROLES.find((role) => role.name === 'reseller')?.abilities ?? [];
    const admin = BUILT_IN_ROLES.find((role) => role.name === 'customer-admin')?.abilities ?? [];
    expect(reseller).toEqual(expect.arrayContaining([...admin]));
    expect(reseller.length).toBeGreaterThan(admin.length);
  });
});
