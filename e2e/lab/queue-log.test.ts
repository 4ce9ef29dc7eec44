import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { foldQueueLog } from './queue-log.ts';

const truth = (name: string): string => {
  const text = readFileSync(new URL(`../../lab/transcripts/${name}.truth.txt`, import.meta.url), 'utf8');
  return text.slice(text.indexOf('===== queue_log'), text.indexOf('===== cdr-csv'));
};

describe('foldQueueLog', () => {
  it('accounts for every stay of a five-minute storm exactly once', () => {
    const days = foldQueueLog(truth('17-mixed-pbx1'));
    const total = [...days.values()].reduce((sum, d) => sum + d.received, 0);
    expect(total).toBe(96);
    for (const d of days.values())
      expect(d.answered + d.abandoned + d.timedOut + d.leftByKey + d.noAgent + d.withdrawn).toBe(d.received);
  });

  it('tells abandons, time-outs and withdrawals apart', () => {
    const days = [...foldQueueLog(truth('04-abandon-timeout-full-withdraw')).values()];
    const sum = (field: 'abandoned' | 'timedOut' | 'withdrawn') => days.reduce((n, d) => n + d[field], 0);
    expect(sum('abandoned')).toBeGreaterThan(0);
    expect(sum('timedOut')).toBeGreaterThan(0);
    expect(sum('withdrawn')).toBeGreaterThan(0);
  });

  it('leaves out what came before the moment it is asked for', () => {
    const log = '100|c1|sales|NONE|ENTERQUEUE||1|1\n200|c2|sales|NONE|ENTERQUEUE||1|1\n';
    expect(foldQueueLog(log, 150).get('sales')?.received).toBe(1);
  });
});
