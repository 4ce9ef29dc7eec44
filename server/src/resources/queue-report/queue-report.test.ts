// The queue report on a real database: it agrees with today's figures to the last call, shows each caller what is his,
// and cuts hours and days as the clock on the wall does.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { QueueFigures, QueueReport } from '@ringside/core/contract/queue-report.ts';
import type { LiveEvent, Outcome } from '@ringside/core/live/event.ts';
import type { MemberRow, Owner } from '@ringside/core/live/state.ts';
import { createEventStore } from '../../live/event-store.ts';
import { readOwners } from '../../live/owner-queries.ts';
import { createOwners, type Owners } from '../../live/owners.ts';
import { createToday, type Today } from '../../live/today.ts';
import { startTestConsole } from '../../testing/test-console.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import { makeTwoCustomers } from '../../testing/two-customers.ts';
import type { World } from '../../testing/two-customers.ts';

const DAY = '2026-11-18';
const NOON = Date.parse(`${DAY}T12:00:00Z`);
const HOUR = 3_600_000;
const OUTCOMES: readonly Outcome[] = [
  ...(['answered', 'answered', 'answered', 'abandoned', 'abandoned'] as const),
  ...(['timed-out', 'left-by-key', 'no-agent', 'full', 'withdrawn'] as const),
];

let running: TestConsole;
let world: World;
let owners: Owners;
let salesId: string;
let deskId: string;
const events: LiveEvent[] = [];

let serial = 0;
const stay = (serverId: number, queue: string, outcome: Outcome, at: number, waitSeconds: number, owner?: Owner) => {
  const event: LiveEvent = {
    ...{ kind: 'outcome', serverId, queue, outcome, at, waitSeconds, owner: owner ?? owners.ofQueue(serverId, queue) },
    ...{ uniqueid: `u${serial++}`, linkedid: `l${serial}`, callerNumber: '1', callerName: '' },
    ...{ joinedAt: at - waitSeconds * 1000, agentInterface: null, agentName: null },
  };
  events.push(event);
};
const talk = (
  serverId: number,
  queue: string,
  at: number,
  talkSeconds: number | null,
  reason: string,
  completes = true,
) =>
  events.push({
    ...{ kind: 'member', cause: 'AgentComplete', serverId, at, completes, talkSeconds, reason, holdSeconds: 1 },
    ...{ ringMs: null, uniqueid: null, row: { queue, owner: owners.ofQueue(serverId, queue) } as MemberRow },
  });

/** The same numbers on every machine. */
const createDice = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
};

const morning = (): void => {
  const dice = createDice(7);
  for (const [serverId, queue] of [
    [world.a.endpointId, 'support'],
    [world.a.endpointId, 'sales'],
    [world.b.endpointId, 'support'],
    [world.b.endpointId, 'nobody-registered-it'],
  ] as const) {
    for (let i = 0; i < 150; i++) {
      const at = NOON - 6 * HOUR + dice(11 * HOUR);
      stay(serverId, queue, OUTCOMES[dice(OUTCOMES.length)] ?? 'answered', at, dice(5) === 0 ? dice(400) : dice(30));
      if (dice(2) === 0) talk(serverId, queue, at + 60_000, dice(10) === 0 ? null : dice(900), OUTCOMES[dice(3)] ?? '');
      if (dice(8) === 0) talk(serverId, queue, at + 61_000, dice(900), 'transfer', dice(4) > 0);
    }
  }
};

const must = async (path: string, body: unknown) => {
  const answer = await running.call(world.platform['administrator'] ?? '', 'POST', path, body);
  if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.text}`);
  return answer.body;
};

beforeAll(async () => {
  running = await startTestConsole();
  world = await makeTwoCustomers(running);
  const judged = { slaFormula: 6, slaTargetSeconds: 10, shortAbandonSeconds: 3, timezone: 'UTC' };
  const desk = { customerId: world.a.customerId, name: 'Sales desk', code: 'sales', ...judged };
  deskId = (await must('/callcenters', desk)).id;
  const sales = { callcenterId: deskId, serverId: world.a.endpointId, name: 'sales', label: 'Sales line' };
  salesId = (await must('/queues', sales)).id;
  owners = createOwners();
  owners.replace(await readOwners(running.deps.db));
  morning();
  // A queue with a name that was another customer's before: neither sees what is not his.
  stay(world.a.endpointId, 'sales', 'answered', NOON, 3, { customerId: world.b.customerId, callcenterId: null });
  // The day before, for comparison; a clock that is moved, and a year ago.
  for (let i = 0; i < 4; i++) stay(world.a.endpointId, 'support', 'answered', NOON - 24 * HOUR + i * 1000, 10);
  // Madrid: 02:30 comes twice on 25 October, and never on 29 March.
  for (const at of ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2026-10-25T22:59:59Z', '2026-10-25T23:00:00Z']) {
    stay(world.a.endpointId, 'support', 'answered', Date.parse(at), 1);
  }
  for (const at of ['2026-03-28T22:59:59Z', '2026-03-29T00:59:00Z', '2026-03-29T01:01:00Z', '2026-03-29T22:00:00Z']) {
    stay(world.a.endpointId, 'support', 'answered', Date.parse(at), 1);
  }
  const store = createEventStore(running.deps.db, fail);
  store.append(events);
  await store.close();
});
afterAll(() => running?.close());

const fail = (error: unknown): void => {
  throw error;
};
const token = (role: 'admin' | 'a' | 'b' | 'supervisor' | 'auditor'): string =>
  (role === 'admin'
    ? world.platform['administrator']
    : role === 'a' || role === 'b'
      ? world[role].tokens['customer-admin']
      : world.a.tokens[role]) ?? '';

const DAYS = `from=${DAY}T00:00:00Z&to=2026-11-19T00:00:00Z&timeZone=UTC`;
const report = async (who: Parameters<typeof token>[0], query: string): Promise<QueueReport> => {
  const answer = await running.call(token(who), 'GET', `/reports/queues?${query}`);
  expect([answer.status, answer.body?.errors ?? '']).toEqual([200, '']);
  return answer.body;
};

const todayOf = async (serverId: number): Promise<Today> => {
  const store = createEventStore(running.deps.db, fail);
  const today = createToday(serverId, owners, store, () => undefined, fail);
  await today.load(NOON + 6 * HOUR);
  await store.close();
  return today;
};

describe('the queue report', () => {
  it('agrees with the figures of today to the last call', async () => {
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

  it('adds up: outcomes, groups, hours of the day and of the week, distributions', async () => {
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
    const upToTen = events.filter((e) => e.kind === 'outcome' && inDay(e) && e.waitSeconds > 5 && e.waitSeconds <= 10);
    expect(waits[1]).toMatchObject({
      answered: upToTen.filter((e) => 'outcome' in e && e.outcome === 'answered').length,
    });
    expect(talks.reduce((n, bar) => n + bar.completed, 0)).toBe(totals.completed);
    expect(totals.transferred).toBeGreaterThan(0);
  });

  const inDay = ({ at }: LiveEvent): boolean => new Date(at).toISOString().startsWith(DAY);

  it('knows how many waited at one time', async () => {
    type Stay = Extract<LiveEvent, { kind: 'outcome' }>;
    const waited = events.filter(
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
    // An hour begins with those who wait already.
    const { data: hours } = await report('admin', `${DAYS}&groupBy=hour`);
    const from = NOON;
    const during = waited.filter((e) => e.joinedAt < from + HOUR && end(e) > from);
    const clipped = during.map((e) => Math.max(e.joinedAt, from));
    const expected = Math.max(...clipped.map((at) => during.filter((e) => e.joinedAt <= at && end(e) > at).length));
    expect(hours.find((row) => row.key === '12')?.maximumCallers).toBe(expected);
  });

  it('judges by the asked formula and limits, and says by which', async () => {
    const own = await report('a', DAYS);
    expect(own.judged).toHaveLength(2);
    expect(own.judged).toContainEqual({ formula: 6, thresholdSeconds: 10, shortAbandonSeconds: 3 });
    const asked = await report('a', `${DAYS}&formula=1&thresholdSeconds=12&shortAbandonSeconds=4&queue=sales`);
    expect(asked.judged).toEqual([{ formula: 1, thresholdSeconds: 12, shortAbandonSeconds: 4 }]);
    const mine = events.filter((e) => e.kind === 'outcome' && inDay(e) && e.queue === 'sales');
    const answered = mine.filter(
      (e) => 'outcome' in e && e.outcome === 'answered' && e.owner.customerId === world.a.customerId,
    );
    const inTime = answered.filter((e) => 'waitSeconds' in e && e.waitSeconds <= 12);
    expect(asked.totals).toMatchObject({ answered: answered.length, answeredInTime: inTime.length });
    expect(asked.totals.serviceLevel).toBe(Math.round((inTime.length / answered.length) * 100_000));
  });

  it('compares with as many days before', async () => {
    const { previous } = await report('a', DAYS);
    expect(previous).toMatchObject({ from: '2026-11-17T00:00:00.000Z', to: '2026-11-18T00:00:00.000Z' });
    expect(previous.totals).toMatchObject({ received: 4, answered: 4, maximumCallers: 4, averageWaitSeconds: 10 });
  });
});

describe('days and hours of a time zone', () => {
  const madrid = (first: string, end: string, group: string): Promise<QueueReport> =>
    report('a', `from=${first}&to=${end}&timeZone=Europe/Madrid&groupBy=${group}`);
  const keys = ({ data }: QueueReport): [string, number][] => data.map((row) => [row.key, row.received]);

  it('an hour that comes twice is one, and the day has 25', async () => {
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

  it('an hour that never comes is not there', async () => {
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

  it('is of today, in the zone of the customer, when nothing is asked', async () => {
    const { timeZone, from, to } = await report('a', '');
    const customer = await running.call(token('admin'), 'GET', `/customers/${world.a.customerId}`);
    expect(timeZone).toBe(customer.body.timezone);
    expect(Date.parse(from)).toBeLessThanOrEqual(Date.now());
    expect(Date.parse(to)).toBeGreaterThan(Date.now());
  });
});

describe('who asks', () => {
  it('sees his own customer’s calls alone', async () => {
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

  it('sees the call centers assigned to him alone, when he leads a team', async () => {
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
  ])('is told of %s', async (_name, query, path) => {
    const { status, body } = await running.call(token('a'), 'GET', `/reports/queues?${query}`);
    expect([status, body.errors.map((e: { path: string }) => e.path)]).toEqual([422, [path]]);
  });

  it('gets a file only with the ability to export, and it is noted', async () => {
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

  it('keeps the history of a queue that is gone, with the call center that had it', async () => {
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
