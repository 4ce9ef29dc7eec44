// Generates random grantors and grants of permissions.
import fc from 'fast-check';
import { MASKS } from '@ringside/core/access/masks.ts';
import type { Scope } from '@ringside/core/access/scopes.ts';

const DAY = 86_400_000;
export const GIVING: readonly Scope[] = [
  'manage:user',
  'manage:role',
  'manage:apikey',
  'manage:acl',
  'manage:wallboard',
];
export const OTHERS: readonly Scope[] = [
  ...([
    'read:cdr',
    'export:cdr',
    'read:recording',
    'read:queue',
    'update:queue',
    'read:report',
    'export:report',
  ] as const),
  ...(['read:billing', 'manage:subscriber', 'read:live', 'read:dashboard', 'operate:live', 'read:callcenter'] as const),
];

const reach = fc.constantFrom('subtree', 'customer', 'team', 'own');
const scopes = fc.subarray([...OTHERS]);
const narrowed = fc.array(
  fc.record({
    resource: fc.constantFrom('cdr', 'user', 'all'),
    reach: fc.constantFrom(null, 'own'),
    masks: fc.subarray([...MASKS]),
  }),
  { maxLength: 1 },
);
export const roleBody = fc.record({
  level: fc.integer({ min: 41, max: 90 }),
  reach,
  scopes,
  narrowed,
  gives: fc.boolean(),
});
const rule = fc.constantFrom(
  null,
  { effect: 'deny', resource: 'cdr', actions: ['export'] },
  { effect: 'deny', resource: 'all', fieldMask: ['contact'] },
  { effect: 'deny', resource: 'cdr', actions: ['read'], ownOnly: true, allBut: true },
  { effect: 'allow', resource: 'billing', actions: ['read'], validUntil: new Date(Date.now() + DAY).toISOString() },
);
const teams = fc.subarray([0, 1]);
const ends = fc.constantFrom(null, 3, 30);
export const given = fc.record({
  ...{ role: roleBody, teams, ends, scopes: fc.subarray([...GIVING, ...OTHERS], { minLength: 1 }) },
  home: fc.constantFrom('own', 'above'),
});
export const giver = fc.record({ role: roleBody, rule, ends, byKey: fc.boolean(), keyScopes: scopes });
