// Tests the queue report on a real database: it equals today's figures and groups by local hours and days.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { QueueFigures, QueueReport } from '@ringside/core/contract/reports/queue-report.ts';
import type { LiveEvent } from '@ringside/core/live/event.ts';
import { createEventStore } from '../../live/event-store.ts';
import { createToday, type Today } from '../../live/today.ts';
import { DAYS, fail, HOUR, inDay, NOON, startMorning } from './testing/morning-of-calls.ts';
import type { Morning } from './testing/morning-of-calls.ts';

let morning: Morning;
beforeAll(async () => {
  morning = await startMorning();
});
afterAll(() => morning?.running.close());

const report: Morning['report'] = (who, query) => morning.report(who, query);

const todayOf = async (serverId: number): Promise<Today> => {
  const { running, owners } = morning;
  const store = createEventStore(running.deps.db, fail);
  const today = createToday(serverId, owners, store, () => undefined, fail);
  await today.load(NOON + 6 * HOUR);
  await store.close();
  return today;
};

describe('the queue report', () => {
  it("agrees exactly with today's figures", async () => {
    const { world, owners } = morning;
    const { data } = await report('admin', DAYS);
    expect(data).toHaveLength(5);
    for (const serverId of [world.a.endpointId, world.b.endpointId]) {
      const today = await todayOf(serverId);
      for (const queue of ['support', 'sales', 'nobody-registered-it']) {
        const { waitSeconds, day: _d, formula: _f, thresholdSeconds: _t, ...figures } = today.figuresOf(queue, NOON);
        if (figures.received === 0) continue;
        const owner = owners.ofQueue(serverId, queue).customerId;
        const row = data.find((r) => r.serverId === serverId && r.queue === queue && r.customerId === owner);
        expect(row, queue).toMatchObject(figures);
        expect(row?.averageWaitSeconds).toBe(Math.round(waitSeconds / figures.answered));
        expect(figures.received).toBeGreaterThan(100);
      }
    }
  });

  it('has consistent sums of outcomes, groups, hours of the day and of the week, and distributions', async () => {
    const by = async (group: string): Promise<QueueReport> => report('admin', `${DAYS}&groupBy=${group}`);
    const { totals, waits, talks, week, hours } = await by('queue');
    const sum = (rows: readonly QueueFigures[], key: 'received' | 'answered' | 'completed' | 'transferred'): number =>
      rows.reduce((n, row) => n + row[key], 0);
    for (const group of ['queue', 'callcenter', 'customer', 'hour', 'day', 'weekday', 'month']) {
      const { data } = await by(group);
      for (const key of ['received', 'answered', 'completed', 'transferred'] as const) {
        expect([group, sum(data, key)]).toEqual([group, totals[key]]);
      }
    }
    for (const rows of [week, hours]) expect(sum(rows, 'received')).toBe(totals.received);
    const { answered, abandonedShort, abandonedLong, timedOut, leftByKey, noAgent, full, withdrawn } = totals;
    const other = timedOut + leftByKey + noAgent + full + withdrawn;
    expect(totals.received).toBe(answered + abandonedShort + abandonedLong + other);
    expect(waits.reduce((n, bar) => n + bar.answered, 0)).toBe(answered);
    expect(waits.reduce((n, bar) => n + bar.abandoned, 0)).toBe(abandonedShort + abandonedLong);
    expect(waits.reduce((n, bar) => n + bar.other, 0)).toBe(other);
    expect(waits.map((bar) => bar.upTo)).toEqual([5, 10, 20, 30, 60, 120, 300, 600, null]);
    const upToTen = morning.events.filter(
      (e) => e.kind === 'outcome' && inDay(e) && e.waitSeconds > 5 && e.waitSeconds <= 10,
    );
    expect(waits[1]).toMatchObject({
      answered: upToTen.filter((e) => 'outcome' in e && e.outcome === 'answered').length,
    });
    expect(talks.reduce((n, bar) => n + bar.completed, 0)).toBe(totals.completed);
    expect(totals.transferred).toBeGreaterThan(0);
  });

  it('has the peak of waiting callers', async () => {
    type Stay = Extract<LiveEvent, { kind: 'outcome' }>;
    const waited = morning.events.filter(
      (e): e is Stay =>
        e.kind === 'outcome' && inDay(e) && e.outcome !== 'full' && !(e.outcome === 'no-agent' && e.waitSeconds === 0),
    );
    const end = (e: Stay): number => Math.max(e.at, e.joinedAt + 1);
    const most = (stays: readonly Stay[]): number =>
      Math.max(0, ...stays.map((e) => stays.filter((o) => o.joinedAt <= e.joinedAt && end(o) > e.joinedAt).length));
    const { totals, data } = await report('admin', DAYS);
    expect(totals.maximumCallers).toBe(most(waited));
    expect(totals.maximumCallers).toBeGreaterThan(1);
    for (const row of data) {
      const own = waited.filter(
        (e) => e.serverId === row.serverId && e.queue === row.queue && e.owner.customerId === row.customerId,
      );
      expect(row.maximumCallers, row.key).toBe(most(own));
    }
    // An hour includes callers who waited at its start.
    const { data: hours } = await report('admin', `${DAYS}&groupBy=hour`);
    const from = NOON;
    const during = waited.filter((e) => e.joinedAt < from + HOUR && end(e) > from);
    const clipped = during.map((e) => Math.max(e.joinedAt, from));
    const expected = Math.max(...clipped.map((at) => during.filter((e) => e.joinedAt <= at && end(e) > at).length));
    expect(hours.find((row) => row.key === '12')?.maximumCallers).toBe(expected);
  });

  it('applies the requested formula and limits, and reports which ones apply', async () => {
    const own = await report('a', DAYS);
    expect(own.settings).toHaveLength(2);
    expect(own.settings).toContainEqual({ formula: 6, thresholdSeconds: 10, shortAbandonSeconds: 3 });
    const asked = await report('a', `${DAYS}&formula=1&thresholdSeconds=12&shortAbandonSeconds=4&queue=sales`);
    expect(asked.settings).toEqual([{ formula: 1, thresholdSeconds: 12, shortAbandonSeconds: 4 }]);
    const mine = morning.events.filter((e) => e.kind === 'outcome' && inDay(e) && e.queue === 'sales');
    const answered = mine.filter(
      (e) => 'outcome' in e && e.outcome === 'answered' && e.owner.customerId === morning.world.a.customerId,
    );
    const inTime = answered.filter((e) => 'waitSeconds' in e && e.waitSeconds <= 12);
    expect(asked.totals).toMatchObject({ answered: answered.length, answeredInTime: inTime.length });
    expect(asked.totals.serviceLevel).toBe(Math.round((inTime.length / answered.length) * 100_000));
  });

  it('compares with the same number of days before', async () => {
    const { previous } = await report('a', DAYS);
    expect(previous).toMatchObject({ from: '2026-11-17T00:00:00.000Z', to: '2026-11-18T00:00:00.000Z' });
    expect(previous.totals).toMatchObject({ received: 4, answered: 4, maximumCallers: 4, averageWaitSeconds: 10 });
  });
});

describe('days and hours of a time zone', () => {
  const madrid = (first: string, end: string, group: string): Promise<QueueReport> =>
    report('a', `from=${first}&to=${end}&timeZone=Europe/Madrid&groupBy=${group}`);
  const keys = ({ data }: QueueReport): [string, number][] => data.map((row) => [row.key, row.received]);

  it('a repeated hour is one row, and its day has 25 hours', async () => {
    const days = ['2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'] as const;
    expect(keys(await madrid(...days, 'hour'))).toEqual([
      ['02', 2],
      ['23', 1],
    ]);
    const later = ['2026-10-24T22:00:00Z', '2026-10-26T23:00:00Z'] as const;
    expect(keys(await madrid(...later, 'day'))).toEqual([
      ['2026-10-25', 3],
      ['2026-10-26', 1],
    ]);
    expect((await madrid(...later, 'weekday')).data.map((row) => row.key)).toEqual(['1', '7']);
    expect((await madrid(...later, 'hour')).week.map((cell) => [cell.weekday, cell.hour])).toEqual([
      [1, '00'],
      [7, '02'],
      [7, '23'],
    ]);
    expect((await madrid(...days, 'day')).previous).toMatchObject({ from: '2026-10-23T22:00:00.000Z' });
  });

  it('a skipped hour has no row', async () => {
    const month = await madrid('2026-03-27T23:00:00Z', '2026-03-30T22:00:00Z', 'hour');
    expect(keys(month)).toEqual([
      ['00', 1],
      ['01', 1],
      ['03', 1],
      ['23', 1],
    ]);
    expect(keys(await madrid('2026-03-27T23:00:00Z', '2026-03-30T22:00:00Z', 'day'))).toEqual([
      ['2026-03-28', 1],
      ['2026-03-29', 2],
      ['2026-03-30', 1],
    ]);
  });

  it("the default period is today in the customer's time zone", async () => {
    const { timeZone, from, to } = await report('a', '');
    const { running, token, world } = morning;
    const customer = await running.call(token('admin'), 'GET', `/customers/${world.a.customerId}`);
    expect(timeZone).toBe(customer.body.timezone);
    expect(Date.parse(from)).toBeLessThanOrEqual(Date.now());
    expect(Date.parse(to)).toBeGreaterThan(Date.now());
  });
});
