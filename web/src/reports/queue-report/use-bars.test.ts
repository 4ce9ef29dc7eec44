import { expect, it } from 'vitest';
import { timeKeys } from './use-bars.ts';

const days = { from: '2025-10-25', to: '2025-11-02' };

it.each([
  ['day', false, ['2025-10-25', '2025-10-26'], '2025-11-02', 9],
  ['month', false, ['2025-10', '2025-11'], '2025-11', 2],
  ['weekday', false, ['1', '2'], '7', 7],
  ['weekday', true, ['7', '1'], '6', 7],
  ['hour', false, ['00', '01'], '23', 24],
] as const)('returns every %s (%s)', (time, sundayFirst, first, last, count) => {
  const keys = timeKeys(time, days, sundayFirst);
  expect([keys.slice(0, 2), keys.at(-1), keys.length]).toEqual([first, last, count]);
});
