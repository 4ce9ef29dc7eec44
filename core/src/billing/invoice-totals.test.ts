import { describe, expect, it } from 'vitest';
import { accountState } from './account-state.ts';
import type { AccountFigures } from './account-state.ts';
import { invoiceTotals } from './invoice-totals.ts';
import type { TaxRate, TotalledLine } from './invoice-totals.ts';
import { peakConcurrency } from './peak-usage.ts';

const tax = (percent: number, appliesTo: TaxRate['appliesTo'] = 'all'): TaxRate => ({
  ...{ label: `${percent}`, percent: percent * 10_000, appliesTo },
});
const fees = (netMicros: number): TotalledLine => ({ netMicros, of: 'fees' });
const usage = (netMicros: number): TotalledLine => ({ netMicros, of: 'usage' });
const EURO = 10_000;

describe('invoice totals', () => {
  it.each<[string, TotalledLine[], TaxRate[], number, boolean, number, number, number]>([
    ['T1 17 %', [fees(100_050_000)], [tax(17)], EURO, false, 100_050_000, 17_010_000, 117_060_000],
    ['T1 18 %', [fees(100_050_000)], [tax(18)], EURO, false, 100_050_000, 18_010_000, 118_060_000],
    ['on the sum, not on each line', [fees(30_000), fees(30_000), usage(30_000)], [tax(17)], EURO, false, 90_000, 20_000, 110_000], // prettier-ignore
    ['on usage alone', [fees(10_000_000), usage(1_000_000)], [tax(10, 'usage')], EURO, false, 11_000_000, 100_000, 11_100_000], // prettier-ignore
    ['two taxes, each rounded', [fees(100_050_000)], [tax(5), tax(9.975)], EURO, false, 100_050_000, 14_980_000, 115_030_000], // prettier-ignore
    ['inclusive', [fees(119_000_000)], [tax(19)], EURO, true, 100_000_000, 19_000_000, 119_000_000],
    ['inclusive, two that differ', [fees(112_000_000), usage(110_000_000)], [tax(10), tax(2, 'fees')], EURO, true, 200_000_000, 22_000_000, 222_000_000], // prettier-ignore
    ['yen have no coins', [fees(1_050_000_000)], [tax(10)], 1_000_000, false, 1_050_000_000, 105_000_000, 1_155_000_000], // prettier-ignore
    ['a credit as its charge', [fees(-100_050_000)], [tax(17)], EURO, false, -100_050_000, -17_010_000, -117_060_000],
    ['without taxes', [fees(5_000_000)], [], EURO, false, 5_000_000, 0, 5_000_000],
    ['of nothing', [], [tax(17)], EURO, false, 0, 0, 0],
  ])('%s', (_, lines, rates, coin, inclusive, netMicros, taxMicros, totalMicros) => {
    expect(invoiceTotals(lines, rates, coin, inclusive)).toMatchObject({ netMicros, taxMicros, totalMicros });
  });
});

describe('peak quantity', () => {
  const all = { from: 0, to: 100 };
  it.each([
    ['none', [], 0],
    ['one after another', [{ from: 0, to: 10 }, { from: 10, to: 20 }], 1],
    ['beside each other', [{ from: 0, to: 11 }, { from: 10, to: 20 }], 2],
    ['before and after the window', [{ from: -5, to: 0 }, { from: 100, to: 200 }], 0],
    ['without an end', [{ from: -5, to: Infinity }, { from: 99, to: Infinity }], 2],
  ])('%s', (_, stays, most) => expect(peakConcurrency(stays, all)).toBe(most)); // prettier-ignore
});

describe('state of an account', () => {
  const M = 1_000_000n;
  const figures: AccountFigures = {
    ...{ balanceMicros: -50n * M, unbilledMicros: 30n * M, todayMicros: 10n * M, monthMicros: 40n * M },
    ...{ creditLimitMicros: null, dailyLimitMicros: null, monthlyLimitMicros: null, action: 'block_outbound' },
    ...{ method: 'postpaid', lowBalanceMicros: null },
  };
  it.each<[string, Partial<AccountFigures>, string, number[], boolean]>([
    ['without limits', {}, 'fine', [], false],
    ['has to pay 80 of 101', { creditLimitMicros: 101n * M }, 'fine', [79], false],
    ['has to pay 80 of 100', { creditLimitMicros: 100n * M }, 'warning', [80], false],
    ['has to pay 80 of 80', { creditLimitMicros: 80n * M }, 'reached', [100], true],
    ['is told only', { creditLimitMicros: 70n * M, action: 'notify' }, 'reached', [114], false],
    ['prepaid, nothing left', { balanceMicros: 30n * M, creditLimitMicros: 0n }, 'reached', [100], true],
    ['prepaid, a coin left', { balanceMicros: 30n * M + 10_000n, creditLimitMicros: 10_000n }, 'fine', [0], false],
    ['has paid ahead', { balanceMicros: 500n * M, creditLimitMicros: 10n * M }, 'fine', [0], false],
    ['of who is not asked', { method: 'none', creditLimitMicros: 1n }, 'fine', [], false],
    ['is suspended', { creditLimitMicros: 70n * M, action: 'suspend' }, 'reached', [114], true],
    ['prepaid method, used up', { method: 'prepaid', action: 'notify' }, 'reached', [], true],
    ['prepaid method, a coin left', { method: 'prepaid', balanceMicros: 30n * M + 1n }, 'fine', [], false],
    ['prepaid method, on credit', { method: 'prepaid', creditLimitMicros: 81n * M }, 'fine', [], false],
    [
      'prepaid method, low',
      { method: 'prepaid', balanceMicros: 39n * M, lowBalanceMicros: 10n * M },
      'warning',
      [],
      false,
    ],
    ['a day’s', { dailyLimitMicros: 10n * M, monthlyLimitMicros: 50n * M }, 'reached', [100, 80], true],
  ])('%s', (_, over, level, percents, outboundBlocked) => {
    const state = accountState({ ...figures, ...over });
    expect(state).toMatchObject({ level, outboundBlocked });
    expect(state.limits.map((limit) => limit.percent)).toEqual(percents);
  });
});
