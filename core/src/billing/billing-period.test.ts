import { describe, expect, it } from 'vitest';
import { billingPeriodAt } from './billing-period.ts';
import { invoicePeriodAt } from './invoice-period.ts';
import { planFees } from './plan-fees.ts';
import type { FeeTerms, HeldPlan } from './plan-fees.ts';

describe('periods of a plan', () => {
  it.each([
    ['2026-11-22T12:00:00Z', 'month', 1, 'UTC', '2026-11-01', '2026-12-01'],
    ['2026-11-22T12:00:00Z', 'month', 3, 'UTC', '2026-10-01', '2027-01-01'],
    // The new quarter has already begun in Jerusalem.
    ['2026-12-31T23:00:00Z', 'month', 3, 'Asia/Jerusalem', '2027-01-01', '2027-04-01'],
    ['2026-11-22T12:00:00Z', 'month', 12, 'UTC', '2026-01-01', '2027-01-01'],
    ['2026-11-22T12:00:00Z', 'month', 24, 'UTC', '2026-01-01', '2028-01-01'],
    ['1999-12-31T12:00:00Z', 'month', 3, 'UTC', '1999-10-01', '2000-01-01'],
    ['2026-11-22T12:00:00Z', 'week', 1, 'UTC', '2026-11-16', '2026-11-23'],
    ['2026-11-22T12:00:00Z', 'week', 4, 'UTC', '2026-11-02', '2026-11-30'],
  ] as const)('of %s by %s × %i in %s', (at, interval, count, zone, firstDay, endDay) => {
    const period = billingPeriodAt(Date.parse(at), interval, zone, count);
    expect(period).toMatchObject({ firstDay, endDay });
    expect(billingPeriodAt(period.to - 1, interval, zone, count)).toEqual(period);
    expect(billingPeriodAt(period.to, interval, zone, count).firstDay).toBe(endDay);
    expect(invoicePeriodAt(Date.parse(at), interval, 1, zone, count)).toEqual(period);
  });
});

describe('fees of several months', () => {
  const terms: FeeTerms = {
    ...{ versionNumber: 1, interval: 'month', intervalCount: 3 },
    ...{ fixedFeeMicros: 92_000_000, setupFeeMicros: 0, proration: 'both' },
  };
  const at = (day: string): number => Date.parse(`${day}T00:00:00Z`);
  const held = (from: string, termsAt: HeldPlan['termsAt'] = () => terms): HeldPlan => ({
    ...{ from: at(from), to: Infinity, firstTime: true, timeZone: 'UTC', coinMicros: 10_000, termsAt },
  });
  const told = (plan: HeldPlan, from: string, to: string) =>
    planFees(plan, { from: at(from), to: at(to) }).map((fee) => [
      new Date(fee.at).toISOString().slice(0, 10),
      fee.micros / 1e6,
    ]);

  it('are charged once per period, the first by its days, for any query window', () => {
    const whole = [
      ['2026-11-15', 47],
      ['2027-01-01', 92],
      ['2027-04-01', 92],
    ];
    expect(told(held('2026-11-15'), '2026-01-01', '2027-06-01')).toEqual(whole);
    const months = ['2026-11-01', '2026-12-01', '2027-01-01', '2027-02-01', '2027-03-01', '2027-04-01', '2027-05-01'];
    expect(months.slice(1).flatMap((month, n) => told(held('2026-11-15'), months[n] ?? '', month))).toEqual(whole);
  });

  it('are prorated when months become quarters, and never charge a month twice', () => {
    const turned = held('2026-01-01', (moment) =>
      moment < at('2026-02-01')
        ? { ...terms, intervalCount: 1, fixedFeeMicros: 31_000_000 }
        : { ...terms, fixedFeeMicros: 90_000_000 },
    );
    expect(told(turned, '2026-01-01', '2026-05-01')).toEqual([
      ['2026-01-01', 31],
      // 59 of 90 days.
      ['2026-02-01', 59],
      ['2026-04-01', 90],
    ]);
  });
});
