import { callcenters } from '@ringside/core/contract/queues/call-center.ts';
import { dids } from '@ringside/core/contract/routing/did.ts';
import { ivrs } from '@ringside/core/contract/routing/ivr.ts';
import { prompts } from '@ringside/core/contract/routing/prompt.ts';
import { queues } from '@ringside/core/contract/queues/queue.ts';
import { ringGroups } from '@ringside/core/contract/routing/ring-group.ts';
import { describe, expect, it } from 'vitest';
import { copyOf, isCopyable } from './copy-of.ts';

const ID = '0190a8c0-0000-7000-8000-000000000001';
const copyName = (name: string): string => `Copy of ${name}`;

describe('copyOf', () => {
  it('copies all fields except unique ones, under a new name', () => {
    const row = {
      ...{ id: ID, version: 7, createdAt: '2026-01-01T00:00:00Z', customerId: ID, customerName: 'Acme' },
      ...{ name: 'Sales', extension: '600', strategy: 'hunt', ringSeconds: 25, memberIds: [ID], memberNames: ['Ann'] },
      ...{ serverId: 1, fallback: { kind: 'hangup', id: null, number: '', name: '' }, fallbackName: '' },
    };
    const { initial, fixed } = copyOf(ringGroups, row, copyName);
    expect(initial).toMatchObject({ name: 'Copy of Sales', strategy: 'hunt', ringSeconds: 25, memberIds: [ID] });
    expect(initial['fallback']).toEqual({ kind: 'hangup', id: null, number: '' });
    for (const field of ['extension', 'id', 'version', 'customerName'])
      expect({ ...initial, ...fixed }).not.toHaveProperty(field);
    expect(copyOf(ringGroups, row, copyName, ['customerId']).fixed).toEqual({ ...fixed, customerId: ID });
  });

  it('sends fields that the form does not show, and leaves the name to the user if "Copy of" does not fit its rules', () => {
    const row = { name: 'acme-sales', label: 'Sales', strategy: 'linear', extension: '700', joinEmpty: ['paused'] };
    const { initial, fixed } = copyOf(queues, row, copyName);
    expect(initial).toEqual({ label: 'Sales' });
    expect(fixed).toEqual({ strategy: 'linear', joinEmpty: ['paused'] });
  });

  it.each([
    [callcenters, true],
    [dids, true],
    [ivrs, true],
    [prompts, false],
  ])('%#: is copyable if the row contains all required fields', (resource, copyable) =>
    expect(isCopyable(resource)).toBe(copyable),
  );
});
