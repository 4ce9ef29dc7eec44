import { describe, expect, it } from 'vitest';
import { daysOf, queryOf, readBillingSearch } from './billing-search.ts';

describe('billing report address', () => {
  it('drops invalid values', () => {
    expect(readBillingSearch({ from: '2026-11-01', to: 'x', customer: '1', direction: 'sideways', more: 'y' })).toEqual(
      {
        from: '2026-11-01',
      },
    );
  });

  it.each([
    [{}, { from: '2026-11-01', to: '2026-11-21' }],
    [{ from: '2026-10-05' }, { from: '2026-10-05', to: '2026-11-21' }],
    [{ to: '2026-10-31' }, { from: '2026-10-01', to: '2026-10-31' }],
    [
      { from: '2026-10-31', to: '2026-10-01' },
      { from: '2026-10-01', to: '2026-10-31' },
    ],
  ])('%o selects the days %o', (search, days) => {
    expect(daysOf(search, '2026-11-21')).toEqual(days);
  });

  it('requests up to the day after the last one', () => {
    expect(queryOf({ direction: 'inbound' }, { from: '2026-10-01', to: '2026-10-31' })).toEqual({
      from: '2026-10-01',
      to: '2026-11-01',
      direction: 'inbound',
    });
  });
});
