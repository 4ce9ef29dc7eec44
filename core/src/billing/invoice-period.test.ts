import { describe, expect, it } from 'vitest';
import { billingPeriodAt } from './billing-period.ts';
import { INVOICE_INTERVALS, invoicePeriodAt } from './invoice-period.ts';

describe('invoice periods', () => {
  it.each([
    ['2026-11-22T12:00:00Z', 'month', 1, 'UTC', '2026-11-01', '2026-12-01'],
    ['2026-11-22T12:00:00Z', 'month', 28, 'UTC', '2026-10-28', '2026-11-28'],
    ['2026-01-05T12:00:00Z', 'month', 15, 'UTC', '2025-12-15', '2026-01-15'],
    // Already past midnight in Jerusalem.
    ['2026-11-14T23:00:00Z', 'month', 15, 'Asia/Jerusalem', '2026-11-15', '2026-12-15'],
    ['2026-11-22T12:00:00Z', 'quarter', 1, 'UTC', '2026-10-01', '2027-01-01'],
    ['2026-10-09T12:00:00Z', 'quarter', 10, 'UTC', '2026-07-10', '2026-10-10'],
    ['2026-01-03T12:00:00Z', 'year', 5, 'UTC', '2025-01-05', '2026-01-05'],
    ['2026-11-22T12:00:00Z', 'week', 9, 'UTC', '2026-11-16', '2026-11-23'],
  ] as const)('%s by %s on the %i in %s', (at, interval, day, zone, firstDay, endDay) => {
    expect(invoicePeriodAt(Date.parse(at), interval, day, zone)).toMatchObject({ firstDay, endDay });
  });

  it('are adjacent, and months from the 1st match those of plans', () => {
    for (const interval of INVOICE_INTERVALS)
      for (let day = 1; day <= 28; day += 9) {
        let period = invoicePeriodAt(Date.parse('2026-03-29T00:30:00Z'), interval, day, 'Europe/Madrid');
        for (let n = 0; n < 6; n += 1) {
          const next = invoicePeriodAt(period.to, interval, day, 'Europe/Madrid');
          expect([next.from, next.firstDay]).toEqual([period.to, period.endDay]);
          expect(invoicePeriodAt(period.to - 1, interval, day, 'Europe/Madrid')).toEqual(period);
          period = next;
        }
      }
    const at = Date.parse('2026-11-22T12:00:00Z');
    expect(invoicePeriodAt(at, 'month', 1, 'Asia/Tokyo')).toEqual(billingPeriodAt(at, 'month', 'Asia/Tokyo'));
  });
});
