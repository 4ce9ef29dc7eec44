import { describe, expect, it } from 'vitest';
import { queryOf, readCdrSearch } from './cdr-search.ts';

describe('call record address', () => {
  it('keeps valid values and drops the rest', () => {
    const good = {
      from: '2026-11-01',
      to: '2026-11-21',
      q: '0101',
      status: 'transferred',
      perPage: 50,
      timeFrom: '09:00',
    };
    expect(readCdrSearch({ ...good, direction: 'sideways', timeTo: '25:00', perPages: 3, cursor: '' })).toEqual(good);
    expect(readCdrSearch({ perPage: 25, call: 'x', recorded: true, q: 972 })).toEqual({ recorded: 'true', q: '972' });
  });

  // Independent of the browser's time zone, so that a supervisor abroad sees the same calls as the report.
  it.each([
    ['UTC', '2026-11-20T00:00:00.000Z', '2026-11-22T00:00:00.000Z'],
    ['Asia/Jerusalem', '2026-11-19T22:00:00.000Z', '2026-11-21T22:00:00.000Z'],
  ])('requests whole days of %s, including the last one', (timeZone, from, to) => {
    expect(queryOf({ from: '2026-11-20', to: '2026-11-21' }, timeZone)).toEqual({ from, to });
  });

  it('sends a time zone only with times of day', () => {
    expect(queryOf({ timeFrom: '09:00' }, 'Asia/Jerusalem')).toEqual({ timeFrom: '09:00', timeZone: 'Asia/Jerusalem' });
    expect(queryOf({ q: '7' }, 'Asia/Jerusalem')).toEqual({ q: '7' });
  });

  it('filters by a customer id and ignores other values', () => {
    const customer = '0190d3a4-0000-7000-8000-000000000001';
    expect(queryOf(readCdrSearch({ customer }), 'UTC')).toEqual({ customerId: customer });
    expect(readCdrSearch({ customer: 'acme' })).toEqual({});
  });
});
