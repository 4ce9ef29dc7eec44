import { describe, expect, it } from 'vitest';
import { daysOf } from '../../ui/report/report-days.ts';
import { queryOf, readAgentReportSearch } from './agent-report-search.ts';

describe('agent report address', () => {
  it('keeps valid values and drops the rest', () => {
    expect(
      readAgentReportSearch({
        from: '2026-11-01',
        to: 'x',
        group: 'day',
        server: '2',
        agent: 'PJSIP/a',
        callcenter: 1,
      }),
    ).toEqual({ from: '2026-11-01', group: 'day', server: 2, agent: 'PJSIP/a' });
    expect(readAgentReportSearch({ group: 'agent', server: '0', queue: '' })).toEqual({});
  });
  it('requests whole days of the time zone, by default the last seven', () => {
    const now = Date.parse('2026-11-20T23:30:00Z');
    const days = daysOf({}, 'Europe/Madrid', now);
    expect(days).toEqual({ from: '2026-11-15', to: '2026-11-21' });
    expect(queryOf({ queue: 'sales' }, days, 'Europe/Madrid')).toEqual({
      ...{ from: '2026-11-14T23:00:00.000Z', to: '2026-11-21T23:00:00.000Z' },
      ...{ timeZone: 'Europe/Madrid', queue: 'sales' },
    });
  });
});
