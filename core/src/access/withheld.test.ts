import { describe, expect, it } from 'vitest';
import { MASKS, maskedFields, maskingOf } from './masks.ts';
import type { Resource } from './ability.ts';
import { masksFor } from './narrowing.ts';
import { grantFaults } from './grant-faults.ts';
import { inWindow } from './time-window.ts';

describe('masked fields', () => {
  it.each<[string, (typeof MASKS)[number][], unknown, unknown]>([
    ['nothing', [], { source: '+442079460958' }, { source: '+442079460958' }],
    ['a number', ['caller-number'], { source: '+44 20 7946 0958' }, { source: '***958' }],
    ['an extension stays', ['caller-number'], { source: '10234' }, { source: '10234' }],
    [
      'a party, not its country',
      ['caller-number'],
      { destination: { raw: '0501234567', number: '+972501234567', country: 'IL' } },
      { destination: { raw: '***567', number: '***567', country: 'IL' } },
    ],
    ['a number of an invoice stays', ['caller-number'], { number: '2026-000123' }, { number: '2026-000123' }],
    [
      'a channel',
      ['caller-number'],
      { channel: 'Local/+442079460958@out-00000003;1', uniqueid: '1795000000.12' },
      { channel: 'Local/***958@out-00000003;1', uniqueid: '1795000000.12' },
    ],
    [
      'numbers in the name of a recording',
      ['caller-number'],
      { file: 'q-sales-+442079460958-0501234567-100.wav', resourceName: 'in/442079460958-100.wav' },
      { file: 'q-sales-***958-***567-100.wav', resourceName: 'in/***958-100.wav' },
    ],
    [
      'dialed numbers of commands',
      ['caller-number'],
      { action: 'Call', Number: '+442079460958', Exten: '100' },
      { action: 'Call', Number: '***958', Exten: '100' },
    ],
    ['a name', ['caller-name'], [{ callerName: 'Ivy', name: 'Sales' }], [{ callerName: '***', name: 'Sales' }]],
    ['an empty name', ['caller-name'], { callerName: '' }, { callerName: '' }],
    ['an e-mail', ['contact'], { email: 'a@b.example', id: 'x' }, { email: '***', id: 'x' }],
    ['an amount', ['price'], { total: '12.50', meta: { total: 3 } }, { total: '***', meta: { total: 3 } }],
    [
      'how an amount comes about',
      ['price'],
      { price: { connectFee: '0.1', amount: '1', steps: [{ kind: 'x', price: '1' }] } },
      { price: { connectFee: '***', amount: '***', steps: [] } },
    ],
    [
      'hits of past calls',
      ['caller-number', 'caller-name'],
      { kind: 'cdr', hits: [{ title: '100 → +442079460958', detail: 'Ivy · Sales' }] },
      { kind: 'cdr', hits: [{ title: '100 → ***958', detail: '***' }] },
    ],
  ])('%s', (_what, masks, value, expected) => {
    const masking = maskingOf(masks);
    expect(masking(value)).toEqual(expected);
    // Masking twice changes nothing more.
    expect(masking(masking(value))).toEqual(expected);
  });

  it('names the masked fields', () => {
    expect(maskedFields(['contact']).has('email')).toBe(true);
    expect(maskedFields(['price']).has('email')).toBe(false);
  });
});

describe('a mask of one resource', () => {
  const masksOf = (mask: (typeof MASKS)[number], from: Resource, to: Resource) =>
    masksFor([{ resource: from, reach: null, masks: [mask] }], to);

  it('applies to all resources that show calls if it hides callers, and otherwise to that resource only', () => {
    const calls = ['dashboard', 'live', 'cdr', 'recording', 'report', 'wallboard', 'billing', 'audit'] as const;
    for (const mask of ['caller-number', 'caller-name'] as const)
      for (const from of calls)
        for (const to of calls) expect([from, to, ...masksOf(mask, from, to)]).toEqual([from, to, mask]);
    expect(masksOf('caller-number', 'cdr', 'subscriber')).toEqual([]);
    expect(masksOf('caller-number', 'subscriber', 'cdr')).toEqual([]);
    expect(masksOf('price', 'cdr', 'billing')).toEqual([]);
  });
});

describe('hours of the week', () => {
  const week = { timezone: 'Asia/Jerusalem', days: ['mon'] as const, from: '09:00', until: '17:00' };
  const night = { ...week, from: '22:00', until: '06:00' };
  it.each([
    // Jerusalem is two hours ahead of UTC in January. The 12th is a Monday.
    [week, '2026-01-12T07:00:00Z', true],
    [week, '2026-01-12T06:59:00Z', false],
    [week, '2026-01-12T15:00:00Z', false],
    [week, '2026-01-13T08:00:00Z', false],
    [night, '2026-01-12T20:00:00Z', true],
    [night, '2026-01-13T03:59:00Z', true],
    [night, '2026-01-13T04:00:00Z', false],
    [night, '2026-01-12T03:00:00Z', false],
  ])('%o at %s', (window, at, expected) => expect(inWindow(window, Date.parse(at))).toBe(expected));
});

describe('a granting user with narrowed rights', () => {
  const abilities = [{ action: 'read', resource: 'cdr' }] as const;
  const mine = {
    level: 40,
    reach: 'customer',
    abilities: [...abilities, { action: 'read', resource: 'queue' }],
    narrowed: [{ resource: 'cdr', reach: 'team', masks: ['price'] }],
  } as const;
  it.each([
    ['gives the same', mine, []],
    [
      'gives no wider reach and no further fields',
      { level: 40, reach: 'customer', abilities } as const,
      ['reach', 'narrowed'],
    ],
    ['gives no further fields', { level: 40, reach: 'team', abilities } as const, ['narrowed']],
    [
      'gives other resources',
      { level: 40, reach: 'customer', abilities: [{ action: 'read', resource: 'queue' }] } as const,
      [],
    ],
  ])('%s', (_what, wanted, expected) => {
    expect(grantFaults(mine, wanted).map((f) => f.field)).toEqual(expected);
  });
});
