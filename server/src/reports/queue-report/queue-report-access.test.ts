// Tests access to the queue report: scope, refusals, exports and the history of a deleted queue.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { QUEUE_REPORT_COLUMNS, QUEUE_TABLES } from '@ringside/core/contract/reports/queue-report.ts';
import { DAYS, startMorning } from './testing/morning-of-calls.ts';
import type { Morning } from './testing/morning-of-calls.ts';

let morning: Morning;
beforeAll(async () => {
  morning = await startMorning();
});
afterAll(() => morning?.running.close());

const report: Morning['report'] = (who, query) => morning.report(who, query);

describe('the caller of the queue report', () => {
  it('sees only calls of their own customer', async () => {
    const { world } = morning;
    const [all, a, b] = [await report('admin', DAYS), await report('a', DAYS), await report('b', DAYS)];
    const unowned = all.data.filter((row) => row.customerId === null);
    expect(unowned.map((row) => row.queue)).toEqual(['nobody-registered-it']);
    expect(a.data.map((row) => row.customerId)).toEqual([world.a.customerId, world.a.customerId]);
    expect(new Set(b.data.map((row) => row.customerId))).toEqual(new Set([world.b.customerId]));
    expect(a.totals.received + b.totals.received + (unowned[0]?.received ?? 0)).toBe(all.totals.received);
    for (const narrowed of [
      `customerId=${world.b.customerId}`,
      `serverId=${world.b.endpointId}`,
      `callcenterId=${world.b.callcenterId}`,
    ]) {
      expect((await report('a', `${DAYS}&${narrowed}`)).totals.received, narrowed).toBe(0);
    }
    expect(new Set(a.choices.map((c) => c.customerName))).toEqual(new Set(['Twin a']));
    expect(a.choices.map((c) => c.queue).toSorted()).toEqual(['sales', 'support']);
  });

  it('sees only assigned call centers with team scope', async () => {
    const { deskId, world } = morning;
    const { data, choices } = await report('supervisor', DAYS);
    expect(data.map((row) => row.callcenterId)).toEqual([world.a.callcenterId]);
    expect(choices.map((c) => c.queue)).toEqual(['support']);
    expect((await report('supervisor', `${DAYS}&callcenterId=${deskId}`)).totals.received).toBe(0);
    const narrowed = await report('a', `${DAYS}&callcenterId=${deskId}`);
    expect(narrowed.data.map((row) => row.label)).toEqual(['Sales line']);
  });

  it.each([
    ['a period that ends before it begins', 'from=2026-11-02T00:00:00Z&to=2026-11-01T00:00:00Z', 'to'],
    ['more than 400 days', 'from=2025-01-01T00:00:00Z&to=2026-11-01T00:00:00Z', 'to'],
    ['no such zone', 'timeZone=Europe/Nowhere', 'timeZone'],
    ['no such formula', 'formula=8', 'formula'],
    ['no such group', 'groupBy=moon', 'groupBy'],
    ['no moment', 'from=yesterday', 'from'],
  ])('gets an error for %s', async (_name, query, path) => {
    const { running, token } = morning;
    const { status, body } = await running.call(token('a'), 'GET', `/reports/queues?${query}`);
    expect([status, body.errors.map((e: { path: string }) => e.path)]).toEqual([422, [path]]);
  });

  it('gets a file only with permission to export, with an audit entry', async () => {
    const { running, token } = morning;
    expect((await running.call(token('auditor'), 'GET', `/reports/queues?${DAYS}&format=csv`)).status).toBe(403);
    const file = await running.call(token('a'), 'GET', `/reports/queues?${DAYS}&format=csv`);
    const lines = file.text.trim().split('\r\n');
    expect(lines[0]).toContain('label,received,answered,answeredPercent');
    expect(lines).toHaveLength(3);
    const { data } = await report('a', DAYS);
    const support = data.find((row) => row.queue === 'support');
    const line = lines.find((text) => text.startsWith('Support line'))?.split(',');
    expect(line?.slice(1, 3).map(Number)).toEqual([support?.received, support?.answered]);
    expect(Number(line?.at(-2))).toBe(Math.round((support?.serviceLevel ?? 0) / 10) / 100);
    expect(file.headers['content-disposition']).toContain('queue-report-2026-11-18-2026-11-18.csv');
    const excel = await running.call(token('a'), 'GET', `/reports/queues?${DAYS}&format=xlsx&groupBy=hour`);
    expect([excel.status, excel.text.slice(0, 2)]).toEqual([200, 'PK']);
    const paper = await running.call(token('a'), 'GET', `/reports/queues?${DAYS}&format=pdf`);
    expect([paper.status, paper.text.slice(0, 5)]).toEqual([200, '%PDF-']);
    const trail = await running.call(token('a'), 'GET', '/audit?action=export&resource=report');
    expect(trail.body.data.map((entry: { after: { format: string } }) => entry.after.format).toSorted()).toEqual([
      ...['csv', 'pdf', 'xlsx'],
    ]);
  });

  it('gets each table as a separate file', async () => {
    const { running, token } = morning;
    const tableOf = (table: string, format: string) =>
      running.call(token('a'), 'GET', `/reports/queues?${DAYS}&format=${format}&table=${table}`);
    const { totals, hours } = await report('a', DAYS);
    const outcomes = (await tableOf('outcomes', 'csv')).text.trim().split('\r\n');
    expect(outcomes[1]?.split(',').slice(0, 2)).toEqual(['Answered', String(totals.answered)]);
    expect((await tableOf('hours', 'csv')).text.trim().split('\r\n')).toHaveLength(1 + hours.length);
    const lost = await tableOf('lost', 'csv');
    expect(lost.headers['content-disposition']).toContain('queue-report-lost-2026-11-18-2026-11-18.csv');
    expect(lost.text.trim().split('\r\n')).toHaveLength(1 + totals.unanswered);
    const waits = (await tableOf('waits', 'csv')).text.trim().split('\r\n');
    expect(waits[0]).toContain('Wait,Answered,Abandoned,Left in another way,Calls,');
    // The rows grouped by day are the chart of days, with all columns.
    const days = await running.call(token('a'), 'GET', `/reports/queues?${DAYS}&groupBy=day&format=csv&table=rows`);
    const [, day] = days.text.trim().split('\r\n');
    expect([day?.split(',').length, day?.split(',').slice(0, 2)]).toEqual([
      QUEUE_REPORT_COLUMNS.length,
      ['2026-11-18', String(totals.received)],
    ]);
    for (const table of QUEUE_TABLES) {
      expect([table, (await tableOf(table, 'csv')).text.split('\r\n').length > 1]).toEqual([table, true]);
      expect([table, (await tableOf(table, 'xlsx')).text.slice(0, 2)]).toEqual([table, 'PK']);
      expect([table, (await tableOf(table, 'pdf')).text.slice(0, 5)]).toEqual([table, '%PDF-']);
    }
  });

  it('keeps the history of a deleted queue with its former call center', async () => {
    const { deskId, running, salesId, token } = morning;
    const before = await report('a', DAYS);
    expect((await running.call(token('admin'), 'DELETE', `/queues/${salesId}`)).status).toBe(204);
    const after = await report('a', DAYS);
    expect(after.totals).toEqual(before.totals);
    expect(after.data.find((row) => row.queue === 'sales')).toMatchObject({
      label: 'Sales line',
      callcenterId: deskId,
    });
  });
});
