import { describe, expect, it } from 'vitest';
import { truthOf } from '../../lab/transcripts.ts';
import { foldQueueLog } from './queue-log.ts';

describe('foldQueueLog', () => {
  it('counts each queue call of a five-minute load test exactly once', () => {
    const days = foldQueueLog(truthOf('17-mixed-pbx1', 'queue_log'));
    const total = [...days.values()].reduce((sum, d) => sum + d.received, 0);
    expect(total).toBe(96);
    for (const d of days.values())
      expect(d.answered + d.abandoned + d.timedOut + d.leftByKey + d.noAgent + d.withdrawn).toBe(d.received);
  });

  it('separates abandons, timeouts and withdrawals', () => {
    const days = [...foldQueueLog(truthOf('04-abandon-timeout-full-withdraw', 'queue_log')).values()];
    const sum = (field: 'abandoned' | 'timedOut' | 'withdrawn') => days.reduce((n, d) => n + d[field], 0);
    expect(sum('abandoned')).toBeGreaterThan(0);
    expect(sum('timedOut')).toBeGreaterThan(0);
    expect(sum('withdrawn')).toBeGreaterThan(0);
  });

  it('ignores lines from before the start time', () => {
    const log = '100|c1|sales|NONE|ENTERQUEUE||1|1\n200|c2|sales|NONE|ENTERQUEUE||1|1\n';
    expect(foldQueueLog(log, 150).get('sales')?.received).toBe(1);
  });
});
