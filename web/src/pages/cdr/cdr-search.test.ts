import { describe, expect, it } from 'vitest';
import { queryOf, readCdrSearch } from './cdr-search.ts';

describe('the address of the call records', () => {
  it('keeps what makes sense and drops the rest', () => {
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

  // Not those of the browser: a supervisor abroad follows a figure of the report to the same calls.
  it.each([
    ['UTC', '2026-11-20T00:00:00.000Z', '2026-11-22T00:00:00.000Z'],
    ['Asia/Jerusalem', '2026-11-19T22:00:00.000Z', '2026-11-21T22:00:00.000Z'],
  ])('asks for whole days of %s, the last one included', (timeZone, from, to) => {
    expect(queryOf({ from: '2026-11-20', to: '2026-11-21' }, timeZone)).toEqual({ from, to });
  });

  it('names the zone of the hours only with hours', () => {
    expect(queryOf({ timeFrom: '09:00' }, 'Asia/Jerusalem')).toEqual({ timeFrom: '09:00', timeZone: 'Asia/Jerusalem' });
    expect(queryOf({ q: '7' }, 'Asia/Jerusalem')).toEqual({ q: '7' });
  });

  it('asks for the calls of one customer, when it names one', () => {
    const customer = '0190d3a4-0000-7000-8000-000000000001';
    expect(queryOf(readCdrSearch({ customer }), 'UTC')).toEqual({ customerId: customer });
    expect(readCdrSearch({ customer: 'acme' })).toEqual({});
  });
});
