// Tests gaps on a real database: lost links, killed consoles and notifications.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import type { ServerRow } from '@ringside/core/live/state.ts';
import { drawnOn } from '../../billing/pdf/testing/read-pdf.ts';
import { createInProcessBus } from '../../platform/bus/in-process.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { LIVE_TOPIC } from '../../live/live-batch.ts';
import { insertFacts } from '../../reports/testing/change-facts.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import { startTwins } from '../../testing/start-twins.ts';
import type { World } from '../../testing/side.ts';
import { beginGap, catchUpCalls, catchUpQueues, endGap, noteSeen } from './gap-queries.ts';
import { watchGaps } from './watch-gaps.ts';
import type { GapWatch } from './watch-gaps.ts';

let running: TestConsole;
let world: World;
let bus: Bus;
const T = Date.parse('2026-11-20T10:00:00Z');
const MINUTE = 60_000;

beforeAll(async () => {
  ({ server: running, world } = await startTwins());
});
afterAll(() => running.close());
beforeEach(async () => {
  await sql`delete from pbx_gaps`.execute(running.deps.db);
  await sql`delete from pbx_seen`.execute(running.deps.db);
  bus = createInProcessBus();
});

const watch = (now = T): GapWatch => {
  const { db } = running.deps;
  const notes = {
    seen: (ids: readonly number[], at: number) => noteSeen(db, ids, at),
    begin: (id: number, from: number | null, cause: 'link' | 'console' | 'off') => beginGap(db, id, from, cause),
    end: (id: number, at: number) => endGap(db, id, at),
  };
  const watching = watchGaps({ bus, notes, now: () => now }, (error) => {
    throw error;
  });
  // The bus delivers asynchronously.
  return { close: () => new Promise(setImmediate).then(() => watching.close()) };
};
const server = (connected: boolean, since: number, change: Partial<ServerRow> = {}): void => {
  const row: ServerRow = {
    ...{ id: world.a.endpointId, name: 'PBX', connected, stale: !connected, since, lastEventAt: null, version: null },
    ...{ startedAt: null, problem: null, maintenance: null },
    ...change,
  };
  bus.publish(LIVE_TOPIC, {
    ...{ serverId: row.id, epoch: 1, at: since, seq: 1 },
    events: [{ kind: 'server', serverId: row.id, at: since, server: row }],
  });
};
const removed = (at: number): void => {
  const serverId = world.a.endpointId;
  bus.publish(LIVE_TOPIC, { serverId, epoch: 1, at, seq: 2, events: [{ kind: 'server-removed', serverId, at }] });
};
const gaps = async (): Promise<{ cause: string; from: number; to: number | null }[]> => {
  const { rows } = await sql<{ cause: string; fromAt: Date; toAt: Date | null }>`
    select cause, from_at, to_at from pbx_gaps order by from_at`.execute(running.deps.db);
  return rows.map((row) => ({ cause: row.cause, from: row.fromAt.getTime() - T, to: (row.toAt?.getTime() ?? T) - T }));
};

describe('a PBX that was not connected', () => {
  it('has no gap before its first connection', async () => {
    const watching = watch();
    server(false, T);
    server(true, T + MINUTE);
    await watching.close();
    expect(await gaps()).toEqual([]);
  });

  it('has one gap for each time its link was down', async () => {
    const watching = watch(T + 20 * MINUTE);
    server(true, T);
    server(false, T + 2 * MINUTE);
    server(false, T + 3 * MINUTE);
    server(true, T + 5 * MINUTE);
    server(false, T + 10 * MINUTE);
    await watching.close();
    expect(await gaps()).toEqual([
      { cause: 'link', from: 2 * MINUTE, to: 5 * MINUTE },
      { cause: 'link', from: 10 * MINUTE, to: 0 },
    ]);
  });

  it('has a gap since its last event when it stopped answering', async () => {
    const watching = watch(T + 3 * MINUTE);
    server(true, T);
    server(false, T + 2 * MINUTE, { problem: 'no-answer', lastEventAt: T + 2 * MINUTE - 35_000 });
    await watching.close();
    expect(await gaps()).toEqual([{ cause: 'link', from: 2 * MINUTE - 35_000, to: 0 }]);
  });

  it('has a gap from the last note of a killed console to the next link', async () => {
    await noteSeen(running.deps.db, [world.a.endpointId], T);
    const next = watch(T + 4 * MINUTE);
    server(false, T + 3 * MINUTE);
    server(true, T + 3 * MINUTE + 400);
    await next.close();
    expect(await gaps()).toEqual([{ cause: 'console', from: 0, to: 3 * MINUTE + 400 }]);
    const { rows } = await sql<{ seenAt: Date }>`select seen_at from pbx_seen`.execute(running.deps.db);
    expect(rows[0]?.seenAt.getTime()).toBe(T + 4 * MINUTE);
  });

  it('keeps its gap open when the console restarts while the link is down', async () => {
    const first = watch(T + MINUTE);
    server(true, T);
    server(false, T + MINUTE);
    await first.close();
    const second = watch(T + 9 * MINUTE);
    server(false, T + 5 * MINUTE);
    server(true, T + 8 * MINUTE);
    await second.close();
    expect(await gaps()).toEqual([{ cause: 'link', from: MINUTE, to: 8 * MINUTE }]);
  });

  it('has a gap while it is disabled, which first ends its link', async () => {
    const watching = watch(T + 9 * MINUTE);
    server(true, T);
    server(false, T + MINUTE);
    removed(T + MINUTE + 50);
    server(false, T + 2 * MINUTE);
    server(true, T + 3 * MINUTE);
    await watching.close();
    expect(await gaps()).toEqual([{ cause: 'off', from: MINUTE, to: 3 * MINUTE }]);
  });

  it('keeps the cause of its gap when it is disabled while the link is down', async () => {
    const watching = watch(T + 9 * MINUTE);
    server(true, T);
    server(false, T + MINUTE);
    removed(T + 3 * MINUTE);
    await watching.close();
    expect(await gaps()).toEqual([{ cause: 'link', from: MINUTE, to: 0 }]);
  });

  it('has no gap of less than a second', async () => {
    const watching = watch(T + MINUTE);
    server(true, T);
    server(false, T + 1000);
    server(true, T + 1900);
    await watching.close();
    expect(await gaps()).toEqual([]);
  });
});

describe('the gaps of a period', () => {
  const list = (token: string, query = ''): Promise<{ gaps: { serverId: number; calls: unknown }[] }> =>
    running
      .call(token, 'GET', `/reports/gaps?from=2026-11-20T09:00:00Z&to=2026-11-20T11:00:00Z${query}`)
      .then((answer) => answer.body);

  it('are visible only to staff and to customers with queues or lines on the server', async () => {
    const { db } = running.deps;
    const far = await running.call(world.platform['administrator'] ?? '', 'POST', '/endpoints', {
      ...{ name: 'Far', amiHost: '127.0.0.1', amiPort: 9, amiUsername: 'x', amiSecret: 'y', enabled: false },
    });
    expect(far.status).toBe(201);
    for (const id of [world.a.endpointId, far.body.id as number]) {
      await noteSeen(db, [id], T);
      await beginGap(db, id, T, 'link');
      await endGap(db, id, T + MINUTE);
    }
    const all = await list(world.platform['administrator'] ?? '');
    expect(all.gaps.map((g) => g.serverId).toSorted()).toEqual([world.a.endpointId, far.body.id].toSorted());
    expect(all.gaps[0]).toMatchObject({
      from: '2026-11-20T10:00:00.000Z',
      to: '2026-11-20T10:01:00.000Z',
      calls: null,
    });
    const own = await list(world.a.tokens['customer-admin'] ?? '');
    expect(own.gaps.map((g) => g.serverId)).toEqual([world.a.endpointId]);
    expect((await list(world.a.tokens['customer-admin'] ?? '', `&customerId=${world.b.customerId}`)).gaps).toEqual([]);
    const other = await running.call(
      world.platform['administrator'] ?? '',
      'GET',
      '/reports/gaps?from=2026-11-20T10:01:00Z&to=2026-11-20T11:00:00Z',
    );
    expect(other.body.gaps).toEqual([]);
  });

  it('show how many calls were missing once that time was imported', async () => {
    const { db } = running.deps;
    const id = world.a.endpointId;
    await noteSeen(db, [id], T);
    await beginGap(db, id, T, 'link');
    await endGap(db, id, T + 5 * MINUTE);
    await catchUpCalls(db, { serverId: id, from: T + MINUTE, to: T + 9 * MINUTE }, T + 10 * MINUTE);
    expect((await list(world.a.tokens['customer-admin'] ?? '')).gaps[0]?.calls).toBeNull();
    await catchUpCalls(db, { serverId: id, from: T, to: T + 5 * MINUTE }, T + 10 * MINUTE);
    expect((await list(world.a.tokens['customer-admin'] ?? '')).gaps[0]?.calls).toEqual({
      at: '2026-11-20T10:10:00.000Z',
      recovered: 0,
    });
  });

  it('appear in report files: tables mark the affected rows in a column, PDFs list the gaps', async () => {
    const { app, deps } = running;
    const { db } = deps;
    const { endpointId, customerId, callcenterId } = world.a;
    for (const [place, hour] of ['09', '10'].entries()) {
      const fact = {
        ...{ server_id: endpointId, id: place + 1, at: `2026-11-20T${hour}:30:00Z`, queue: 'support' },
        ...{ customer_id: customerId, callcenter_id: callcenterId },
      };
      await insertFacts(db, 'queue', [{ ...fact, outcome: 'answered', wait: 5, sent_on: false }]);
      const member = { interface: 'PJSIP/twin-a-101', name: 'Ana', paused: false, reason: '', incall: false };
      const kind = place === 0 ? 'added' : 'removed';
      await insertFacts(db, 'agent', [{ ...fact, ...member, kind, wrapup: 0, ring: 0 }]);
    }
    const file = async (report: string, format: string): Promise<Buffer> => {
      const url = `/api/reports/${report}&format=${format}&from=2026-11-20T09:00:00Z&to=2026-11-20T12:00:00Z&timeZone=UTC`;
      const headers = { authorization: `Bearer ${world.a.tokens['customer-admin'] ?? ''}` };
      const answer = await app.inject({ method: 'GET', url, headers });
      expect(answer.statusCode).toBe(200);
      return answer.rawPayload;
    };
    const marks = async (report: string, format: 'csv' | 'xlsx'): Promise<unknown[]> => {
      const bytes = await file(report, format);
      const [sheet] = format === 'xlsx' ? (await readXlsx(bytes)).sheets : [];
      const rows = sheet?.rows ?? (parse(bytes, { bom: true }) as string[][]);
      return rows
        .slice(1)
        .map((row) => [String(row[0]), String(row.at(-1) ?? '').replaceAll(/[\u2009\u202f\u2066\u2069]/g, ' ')]);
    };
    const reports = ['queues?groupBy=hour', 'agents?groupBy=agent'];
    const whole = await Promise.all(reports.map((report) => file(report, 'pdf')));
    await noteSeen(db, [endpointId], T);
    await beginGap(db, endpointId, T + 2 * MINUTE, 'link');
    await endGap(db, endpointId, T + 5 * MINUTE);
    const gap = expect.stringMatching(/10:02.*10:05/);
    for (const format of ['csv', 'xlsx'] as const) {
      expect(await marks('queues?groupBy=hour', format)).toEqual([
        ['09', ''],
        ['10', gap],
      ]);
      expect(await marks('queues?groupBy=queue', format)).toEqual([[expect.any(String), gap]]);
      expect(await marks('agents?groupBy=agent', format)).toEqual([['Ana', gap]]);
    }
    for (const [place, report] of reports.entries())
      expect(drawnOn(await file(report, 'pdf'))).toBeGreaterThan(drawnOn(whole[place]!) + 20);
    // Caught up: no data is missing anymore.
    await catchUpQueues(db, { serverId: endpointId, from: T, to: T + 9 * MINUTE }, T + 10 * MINUTE);
    expect(await marks('queues?groupBy=queue', 'csv')).toEqual([[expect.any(String), '']]);
  });
});
