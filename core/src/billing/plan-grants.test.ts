import { expect, it } from 'vitest';
import { billingPeriodAt } from './billing-period.ts';
import { grantedIn } from './plan-grants.ts';

const ZONE = 'Asia/Jerusalem';
const at = (day: string) => Date.parse(`${day}T12:00:00Z`);
const NOVEMBER = billingPeriodAt(at('2026-11-10'), 'month', ZONE);

it.each([
  ['the whole month', 600, 'both', [['2026-10-01', null]], 600],
  ['600 s from the 16th of a 30-day month', 600, 'both', [['2026-11-16', null]], 300],
  ['rounded down to the second', 1000, 'both', [['2026-11-17', null]], 466],
  ['until the 16th, which is not held', 600, 'both', [['2026-10-01', '2026-11-16']], 300],
  ['the end alone, where additions are prorated', 600, 'additions', [['2026-10-01', '2026-11-16']], 600],
  ['the beginning, where additions are prorated', 600, 'additions', [['2026-11-16', '2026-11-20']], 300],
  ['a plan that is not prorated', 600, 'none', [['2026-11-16', '2026-11-20']], 600],
  [
    'two parts of a month',
    600,
    'both',
    [
      ['2026-10-01', '2026-11-11'],
      ['2026-11-21', null],
    ],
    400,
  ],
  [
    'a part that ended before',
    600,
    'both',
    [
      ['2026-09-01', '2026-10-11'],
      ['2026-11-16', null],
    ],
    300,
  ],
  ['the last day', 60_000, 'both', [['2026-11-30', null]], 2000],
] as const)('grants the share of %s', (_what, whole, proration, parts, granted) => {
  const held = parts.map(([from, to]) => ({ from: at(from), to: to === null ? Infinity : at(to) }));
  expect(grantedIn(whole, held, NOVEMBER, { proration, timeZone: ZONE })).toBe(granted);
});
