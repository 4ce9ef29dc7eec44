// Tests the drill-down of every report figure on generated days with a time change: each count equals the number of its rows, each time
// their sum, and figures inside and outside of business hours add up to all.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AgentReport } from '@ringside/core/contract/reports/agent-report.ts';
import type { QueueReport } from '@ringside/core/contract/reports/queue-report.ts';
import type { LiveEvent } from '@ringside/core/live/event.ts';
import { momentSetOf, PAUSE_SETS } from '@ringside/core/reports/agent-moments.ts';
import { type DrillFigure, setOf } from '@ringside/core/reports/call-sets.ts';
import { createEventStore } from '../live/event-store.ts';
import { readOwners } from '../live/owner-queries.ts';
import { createOwners } from '../live/owners.ts';
import type { TestConsole } from '../testing/test-console.ts';
import { startTwins } from '../testing/start-twins.ts';
import type { World } from '../testing/side.ts';
import { createMadeDays } from './testing/made-days.ts';

/** Figures that count the rows behind them. */
const COUNTED_FIGURES = [
  ...(['received', 'answered', 'unanswered', 'abandoned', 'abandonedShort', 'abandonedLong', 'timedOut'] as const),
  ...(['leftByKey', 'noAgent', 'full', 'withdrawn', 'completed', 'transferred', 'maximumCallers'] as const),
] as const satisfies readonly DrillFigure[];

/** Daylight saving time ends in the night to Sunday, the 25th. Monday is a holiday. */
const FROM = Date.parse('2026-10-22T22:00:00Z');
const HOUR = 3_600_000;
const DAYS = 5;
const PERIOD = `from=2026-10-22T22:00:00Z&to=2026-10-27T23:00:00Z&timeZone=Europe/Madrid`;

let running: TestConsole;
let world: World;
let events: readonly LiveEvent[];

const ask = async (method: 'POST' | 'PATCH', path: string, body: unknown) => {
  const answer = await running.call(world.platform['administrator'] ?? '', method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
  return answer.body;
};

beforeAll(async () => {
  ({ server: running, world } = await startTwins());
  const { customerId, endpointId: serverId, callcenterId } = world.a;
  const hours = await ask('POST', '/hours', {
    ...{ customerId, name: 'Shop', timezone: 'Europe/Madrid', holidays: [{ date: '10-26', name: '' }] },
    intervals: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sun'], from: '09:00', until: '14:30' }],
  });
  const pauseReasons = [{ code: 'lunch', label: 'Lunch break', maxMinutes: 20 }];
  await ask('PATCH', `/callcenters/${callcenterId}`, { hoursId: hours.id, pauseReasons, slaFormula: 5 });
  const settings = { slaFormula: 6, slaTargetSeconds: 10, shortAbandonSeconds: 3, timezone: 'UTC' };
  const desk = await ask('POST', '/callcenters', { customerId, name: 'Desk', code: 'desk', ...settings });
  await ask('POST', '/queues', { callcenterId: desk.id, serverId, name: 'sales', label: 'Sales line' });
  const owners = createOwners();
  owners.replace(await readOwners(running.deps.db));
  const { stays, shifts, ...made } = createMadeDays(owners, FROM, DAYS);
  events = made.events;
  stays(serverId, 'support');
  stays(serverId, 'sales');
  stays(world.b.endpointId, 'support');
  shifts(serverId, ['support', 'sales'], 'PJSIP/twin-a-101');
  shifts(serverId, ['support'], 'PJSIP/twin-a-102');
  shifts(world.b.endpointId, ['support'], 'PJSIP/twin-b-101');
  const store = createEventStore(running.deps.db, (error) => {
    throw error;
  });
  store.append(events.toSorted((a, b) => a.at - b.at));
  await store.close();
});
afterAll(() => running?.close());

const token = (who: 'admin' | 'a' | 'supervisor'): string =>
  (who === 'admin' ? world.platform['administrator'] : world.a.tokens[who === 'a' ? 'customer-admin' : 'supervisor']) ??
  '';
const get = async (who: Parameters<typeof token>[0], path: string) => {
  const answer = await running.call(token(who), 'GET', path);
  expect([path, answer.status, answer.body?.errors ?? '']).toEqual([path, 200, '']);
  return answer.body;
};

type Told = readonly [string, number];
/** Compares figures with the number of rows behind them. */
const compare = async (told: readonly Told[], behind: (query: string) => Promise<number>): Promise<void> => {
  const found: Told[] = [];
  for (const [query] of told) found.push([query, await behind(query)]);
  expect(found).toEqual(told);
};
const keyed = (group: string, key: string): string => `groupBy=${group}&key=${encodeURIComponent(key)}`;

describe('the drill-down of every queue report figure', () => {
  const report = (who: Parameters<typeof token>[0], query: string): Promise<QueueReport> =>
    get(who, `/reports/queues?${PERIOD}&${query}`);
  const behind = async (who: Parameters<typeof token>[0], query: string): Promise<number> => {
    const { data, meta } = await get(who, `/reports/queues/behind?${PERIOD}&perPage=500&${query}`);
    expect(data).toHaveLength(meta.total);
    return meta.total;
  };
  const figures = (row: QueueReport['totals'], query: string): Told[] =>
    COUNTED_FIGURES.map((figure) => [`${query}&set=${setOf(figure)}`, row[figure]]);

  it.each([
    ['admin', 'queue', ''],
    ['admin', 'customer', ''],
    ['a', 'callcenter', 'hours=inside'],
    ['a', 'hour', 'hours=outside'],
    ['supervisor', 'weekday', 'queue=support'],
    ['a', 'day', ''],
    ['admin', 'month', ''],
  ] as const)('as %s, by %s, %s, lists as many calls', async (who, group, narrowed) => {
    const { data, totals } = await report(who, `groupBy=${group}&${narrowed}`);
    expect(totals.received).toBeGreaterThan(10);
    const rows = data.slice(0, 5).flatMap((row) => figures(row, keyed(group, row.key)));
    await compare([...figures(totals, ''), ...rows], (query) => behind(who, `${narrowed}&${query}`));
  });

  it('of a cell of the week and of a bar lists as many calls', async () => {
    const { week, waits, talks } = await report('a', 'hours=inside');
    const cells = week
      .slice(0, 5)
      .flatMap((cell) => figures(cell, `cell=${encodeURIComponent(`${cell.weekday} ${cell.hour}`)}`));
    const bars = waits.flatMap((bar, i): Told[] => [
      [`waitBar=${i}&set=answered`, bar.answered],
      [`waitBar=${i}&set=abandoned`, bar.abandoned],
      [`waitBar=${i}&set=other`, bar.other],
    ]);
    const long = talks.map((bar, i): Told => [`talkBar=${i}&set=completed`, bar.completed]);
    await compare([...cells, ...bars, ...long], (query) => behind('a', `hours=inside&${query}`));
  });

  it('of a service level lists the calls that it considers and whether they were in time', async () => {
    for (const formula of [1, 2, 3, 4, 5, 6, 7]) {
      const { totals } = await report('a', `formula=${formula}`);
      const { data } = await get(
        'a',
        `/reports/queues/behind?${PERIOD}&set=serviceLevel&perPage=500&formula=${formula}`,
      );
      const kept = data.filter((row: { inTime: boolean | null }) => row.inTime === true).length;
      expect([formula, Math.round((kept / data.length) * 100_000)]).toEqual([formula, totals.serviceLevel]);
    }
  });

  it('of an average lists the rows that it is calculated from', async () => {
    const { totals } = await report('a', '');
    const { data } = await get('a', `/reports/queues/behind?${PERIOD}&set=completed&order=talk&perPage=500`);
    const talks = data.map((row: { talkSeconds: number }) => row.talkSeconds);
    expect(Math.round(talks.reduce((n: number, one: number) => n + one, 0) / talks.length)).toBe(
      totals.averageTalkSeconds,
    );
    expect(talks).toEqual(talks.toSorted((a: number, b: number) => b - a));
    const { data: first } = await get('a', `/reports/queues/behind?${PERIOD}&order=wait&perPage=1`);
    expect(first[0].waitSeconds).toBe(totals.longestWaitSeconds);
  });

  it('is exported with as many lines by users who may export', async () => {
    const path = `/reports/queues/behind?${PERIOD}&set=unanswered`;
    const { totals } = await report('a', '');
    const headings = ['Ended', 'Caller'].join('%0A');
    const file = await running.call(
      world.a.tokens['customer-admin'] ?? '',
      'GET',
      `${path}&format=csv&headings=${headings}`,
    );
    expect(file.status).toBe(200);
    const lines = file.text.replace('\ufeff', '').trimEnd().split('\r\n');
    expect(lines[0]).toBe('Ended,Caller,callerName,queue,outcome,waitSeconds,talkSeconds,transferred,inTime,agent');
    expect(lines.length).toBe(totals.unanswered + 1);
    const book = await running.call(world.a.tokens['customer-admin'] ?? '', 'GET', `${path}&format=xlsx`);
    expect([book.status, book.text.slice(0, 2)]).toEqual([200, 'PK']);
  });

  it('contains no rows of other customers or teams', async () => {
    expect(await behind('a', `customerId=${world.b.customerId}`)).toBe(0);
    expect(await behind('supervisor', 'queue=sales')).toBe(0);
    const agent = await running.call(world.a.tokens['agent'] ?? '', 'GET', `/reports/queues/behind?${PERIOD}`);
    expect(agent.status).toBe(403);
  });
});

describe('business hours', () => {
  it('split every count into inside and outside', async () => {
    const [all, inside, outside] = await Promise.all(
      ['', 'hours=inside', 'hours=outside'].map(async (hours): Promise<QueueReport> =>
        get('a', `/reports/queues?${PERIOD}&${hours}`),
      ),
    );
    for (const figure of COUNTED_FIGURES) {
      if (figure === 'maximumCallers') continue;
      expect([figure, (inside?.totals[figure] ?? 0) + (outside?.totals[figure] ?? 0)]).toEqual([
        figure,
        all?.totals[figure],
      ]);
    }
    // The call center without hours is always open.
    expect(outside?.data.map((row) => row.queue)).toEqual(['support']);
    const wall = (at: number): string =>
      new Date(at + (at < Date.parse('2026-10-25T01:00Z') ? 2 : 1) * HOUR).toISOString();
    const open = events.filter((e) => {
      if (e.kind !== 'outcome' || e.queue !== 'support' || e.serverId !== world.a.endpointId) return false;
      const [day, clock] = [wall(e.at).slice(0, 10), wall(e.at).slice(11, 16)];
      // Friday, Sunday and Tuesday. Saturday is closed, Monday is a holiday.
      return ['2026-10-23', '2026-10-25', '2026-10-27'].includes(day) && clock >= '09:00' && clock < '14:30';
    });
    expect(inside?.data.find((row) => row.queue === 'support')?.received).toBe(open.length);
    expect(open.length).toBeGreaterThan(5);
  });

  it('split the time of agents in the same way', async () => {
    const [all, inside, outside] = await Promise.all(
      ['', 'hours=inside', 'hours=outside'].map(async (hours): Promise<AgentReport> =>
        get('supervisor', `/reports/agents?${PERIOD}&${hours}`),
      ),
    );
    const figures = [
      'sessions',
      'sessionSeconds',
      'talkSeconds',
      'pauseSeconds',
      'idleSeconds',
      'taken',
      'missed',
    ] as const;
    for (const figure of figures) {
      const [a, b] = [inside?.totals[figure] ?? 0, outside?.totals[figure] ?? 0];
      expect([figure, a + b, a > 0, b > 0]).toEqual([figure, all?.totals[figure], true, true]);
    }
  });

  it('apply to exported files', async () => {
    const file = await running.call(token('a'), 'GET', `/reports/queues?${PERIOD}&hours=inside&format=csv`);
    const [, row] = file.text.split('\r\n');
    const { data } = await get('a', `/reports/queues?${PERIOD}&hours=inside`);
    expect(row).toContain(`${data[0].label},${data[0].received},`);
  });
});

describe('the drill-down of every agent report figure', () => {
  const COUNTS = ['sessions', 'taken', 'missed', 'completed', 'repairs'] as const;
  const TIMES = ['sessionSeconds', 'talkSeconds', 'pauseSeconds', 'idleSeconds', 'wrapupSeconds'] as const;
  it.each([
    ['admin', 'agent', ''],
    ['a', 'queue', 'hours=inside'],
    ['a', 'callcenter', 'hours=outside'],
    ['supervisor', 'day', ''],
    ['a', 'day', 'hours=inside'],
  ] as const)('as %s, by %s, %s, has the same count and duration', async (who, group, narrowed) => {
    const report: AgentReport = await get(who, `/reports/agents?${PERIOD}&groupBy=${group}&${narrowed}`);
    expect(report.totals.taken).toBeGreaterThan(5);
    const behind = async (query: string) => {
      const { data, meta } = await get(who, `/reports/agents/behind?${PERIOD}&perPage=500&${narrowed}&${query}`);
      expect(data).toHaveLength(meta.total);
      return meta;
    };
    const rows = [{ query: '', row: report.totals }].concat(
      report.data.map((row) => ({ query: keyed(group, row.key), row })),
    );
    const told = <F extends keyof AgentReport['totals'] & Parameters<typeof momentSetOf>[0]>(figures: readonly F[]) =>
      rows.flatMap(({ query, row }) => figures.map((f): Told => [`${query}&set=${momentSetOf(f)}`, Number(row[f])]));
    await compare(told(COUNTS), async (query) => (await behind(query)).total);
    await compare(told(TIMES), async (query) => (await behind(query)).seconds);
    const pauses = report.pauses.flatMap((p): Told[] => [
      [`reason=${p.reason}&set=${PAUSE_SETS.count}`, p.count],
      [`reason=${p.reason}&set=${PAUSE_SETS.over}`, p.over],
    ]);
    await compare(pauses, async (query) => (await behind(query)).total);
    const paused = report.pauses.map((p): Told => [`reason=${p.reason}&set=${PAUSE_SETS.seconds}`, p.seconds]);
    await compare(paused, async (query) => (await behind(query)).seconds);
  });

  it('shows callers to users who may read call records', async () => {
    const { data } = await get('a', `/reports/agents/behind?${PERIOD}&set=taken&perPage=5`);
    expect(data[0]).toMatchObject({ kind: 'call', caller: { number: '+34 600 11 12 22', country: 'ES' } });
  });
});
