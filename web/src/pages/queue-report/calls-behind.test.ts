import { expect, it } from 'vitest';
import { callsOf, callsOfRow } from './calls-behind.ts';

const DAYS = { from: '2026-10-20', to: '2026-11-05' };

it.each([
  ['queue', { key: '1/sales/x', queue: 'sales' }, {}, { ...DAYS, queue: 'sales' }],
  [
    'hour',
    { key: '09', queue: null },
    { queue: 'sales' },
    { ...DAYS, queue: 'sales', timeFrom: '09:00', timeTo: '10:00' },
  ],
  ['hour', { key: '23', queue: null }, {}, { ...DAYS, timeFrom: '23:00' }],
  ['day', { key: '2026-11-01', queue: null }, {}, { from: '2026-11-01', to: '2026-11-01' }],
  ['month', { key: '2026-10', queue: null }, {}, { from: '2026-10-20', to: '2026-10-31' }],
  ['month', { key: '2026-11', queue: null }, {}, { from: '2026-11-01', to: '2026-11-05' }],
  ['weekday', { key: '1', queue: null }, {}, null],
  ['callcenter', { key: 'x', queue: null }, {}, null],
  ['hour', { key: '09', queue: null }, { callcenter: 'x' }, null],
  ['queue', { key: '1/sales/x', queue: 'sales' }, { callcenter: 'x' }, { ...DAYS, queue: 'sales' }],
] as const)('calls of a %s %j', (group, row, search, expected) => {
  expect(callsOfRow(search, DAYS, group, row)).toEqual(expected);
});

it('has none for a call center as a whole', () => {
  expect(callsOf({ callcenter: 'x' }, DAYS)).toBeNull();
  expect(callsOf({}, DAYS)).toEqual(DAYS);
});
