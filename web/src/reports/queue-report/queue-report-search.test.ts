import { describe, expect, it } from 'vitest';
import { daysOf } from '../../ui/report/report-days.ts';
import { queryOf, readQueueReportSearch } from './queue-report-search.ts';

const NOW = Date.parse('2026-11-21T23:30:00Z');

describe('queue report address', () => {
  it.each([
    [{ group: 'moon', formula: '9', metric: 'x', from: 'yesterday', callcenter: '1', queue: '' }, {}],
    [{ group: 'queue', metric: 'received' }, {}],
    [
      { group: 'day', formula: 3, metric: 'serviceLevel', from: '2026-11-01', queue: 'sales', other: 1 },
      { group: 'day', formula: 3, metric: 'serviceLevel', from: '2026-11-01', queue: 'sales' },
    ],
  ])('%j is read as %j', (raw, expected) => expect(readQueueReportSearch(raw)).toEqual(expected));

  it.each([
    ['nothing: the last seven days of the zone', {}, { from: '2026-11-16', to: '2026-11-22' }],
    ['a start', { from: '2026-11-10' }, { from: '2026-11-10', to: '2026-11-22' }],
    ['an end', { to: '2026-11-10' }, { from: '2026-11-04', to: '2026-11-10' }],
    ['the wrong way round', { from: '2026-11-10', to: '2026-11-09' }, { from: '2026-11-09', to: '2026-11-10' }],
    ['too long', { from: '2020-01-01', to: '2026-11-10' }, { from: '2025-10-07', to: '2026-11-10' }],
  ])('%s', (_name, search, expected) => expect(daysOf(search, 'Asia/Jerusalem', NOW)).toEqual(expected));

  it('requests whole days of the time zone', () => {
    const query = queryOf({ group: 'hour' }, { from: '2026-10-25', to: '2026-10-25' }, 'Europe/Madrid');
    expect(query).toEqual({
      from: '2026-10-24T22:00:00.000Z',
      to: '2026-10-25T23:00:00.000Z',
      timeZone: 'Europe/Madrid',
      groupBy: 'hour',
    });
  });
});
