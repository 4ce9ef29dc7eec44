import { describe, expect, it } from 'vitest';
import { can } from './ability.ts';
import type { Ability } from './ability.ts';
import { abilitiesUnder, narrowingsOf } from './customer-terms.ts';
import { masksFor } from './narrowing.ts';

const shut = { showPrices: false, allowRecordingDelete: false };
const open = { showPrices: true, allowRecordingDelete: true };
const HOLDS: readonly Ability[] = [
  { action: 'read', resource: 'recording' },
  { action: 'update', resource: 'recording' },
];

describe('limits for all users of a customer', () => {
  it.each([
    ['nobody deletes', shut, [{ action: 'delete', resource: 'recording' }], 'customer', false],
    ['nor who manages them', shut, [{ action: 'manage', resource: 'recording' }], 'customer', false],
    ['nor who manages everything', shut, [{ action: 'manage', resource: 'all' }], 'customer', false],
    ['who holds them deletes', open, HOLDS, 'customer', true],
    ['of a team nobody does', open, HOLDS, 'team', false],
    ['who reads them does not', open, HOLDS.slice(0, 1), 'customer', false],
    ['the platform’s staff do as their roles say', null, [{ action: 'manage', resource: 'all' }], 'platform', true],
  ] as const)('%s', (_, terms, abilities, reach, deletes) => {
    const left = abilitiesUnder(terms, abilities, reach);
    expect(can(left, 'delete', 'recording')).toBe(deletes);
    // Nothing else is removed.
    for (const action of ['read', 'update', 'export'] as const)
      expect(can(left, action, 'recording')).toBe(can(abilities, action, 'recording'));
    expect(can(left, 'delete', 'queue')).toBe(can(abilities, 'delete', 'queue'));
  });

  it('masks prices of calls but not the customer’s bill', () => {
    const narrowed = narrowingsOf(shut);
    expect(masksFor(narrowed, 'cdr')).toEqual(['price']);
    expect(masksFor(narrowed, 'report')).toEqual(['price']);
    expect(masksFor(narrowed, 'billing')).toEqual([]);
    expect(narrowingsOf(open)).toEqual([]);
    expect(narrowingsOf(null)).toEqual([]);
  });
});
