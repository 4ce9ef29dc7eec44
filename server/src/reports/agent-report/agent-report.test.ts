// The agent report on a real database: stored events give the hand-calculated day, within each caller's scope.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import type { AgentPage, listOwnMoments } from '@ringside/core/contract/desk/agent-page.ts';
import { AGENT_TABLES, LINE_COLUMNS, LINE_TABLES } from '@ringside/core/contract/reports/agent-report.ts';
import type { AgentReport, AgentTimelineAnswer } from '@ringside/core/contract/reports/agent-report.ts';
import type { LiveEvent, MemberCause } from '@ringside/core/live/event.ts';
import type { MemberRow } from '@ringside/core/live/state.ts';
import { createEventStore } from '../../live/event-store.ts';
import { readOwners } from '../../live/owner-queries.ts';
import { createOwners, type Owners } from '../../live/owners.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import { startTwins } from '../../testing/start-twins.ts';
import type { World } from '../../testing/side.ts';

type MomentsAnswer = z.output<(typeof listOwnMoments)['response']>;

const DAY = Date.parse('2026-10-14T00:00:00Z');
const MINUTE = 60_000;
const H = 60;
const ANA = 'PJSIP/twin-a-101';
const BEN = 'PJSIP/twin-a-102';
const EVA = 'PJSIP/twin-b-101';

let running: TestConsole;
let world: World;
let owners: Owners;
const events: LiveEvent[] = [];

interface Told {
  readonly queue?: string;
  readonly row?: Partial<MemberRow>;
  readonly ringMs?: number;
  readonly talkSeconds?: number;
  readonly call?: string;
}
const NAMES: Readonly<Record<string, string>> = { [ANA]: 'Ana', [BEN]: 'Ben', [EVA]: 'Eva' };
const tell = (serverId: number, who: string, minute: number, cause: MemberCause | 'removed', told: Told = {}): void => {
  const { queue = 'support', row = {}, ringMs = null, talkSeconds = null, call = null } = told;
  const owner = owners.ofQueue(serverId, queue);
  const at = DAY + minute * MINUTE;
  const name = NAMES[who] ?? '';
  if (cause === 'removed') {
    events.push({ kind: 'member-removed', serverId, at, owner, queue, interface: who, name });
    return;
  }
  const whole = {
    ...{ serverId, queue, owner, name, interface: who, stateInterface: who, membership: 'dynamic', penalty: 0 },
    ...{ callsTaken: 0, lastCall: null, status: 1, ringing: false, paused: false, pausedReason: '', pausedSince: null },
    ...{ loginAt: null, wrapupSeconds: 0, lastHoldtime: null, lastTalktime: null, incall: cause === 'AgentConnect' },
    ...{ incallSince: null, onHold: false, channel: null, linkedid: null, callerNumber: '+34600111222' },
    ...{ callerName: 'Ana Gil', callQueue: null, since: at },
    ...{ callOwner: null, busyElsewhere: false },
    ...row,
  } as MemberRow;
  events.push({
    ...{ kind: 'member', serverId, at, cause, row: whole, completes: cause === 'AgentComplete' },
    ...{ holdSeconds: null, talkSeconds, ringMs, reason: null, uniqueid: call },
  });
};

const must = async (path: string, body: unknown) => {
  const answer = await running.call(world.platform['administrator'] ?? '', 'POST', path, body);
  if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.text}`);
  return answer.body;
};

beforeAll(async () => {
  ({ server: running, world } = await startTwins());
  const reasons = [{ code: 'lunch', label: 'Lunch break', maxMinutes: 20 }];
  const desk = await must('/callcenters', { customerId: world.a.customerId, name: 'Desk', code: 'desk' });
  await must('/queues', { callcenterId: desk.id, serverId: world.a.endpointId, name: 'sales', label: 'Sales line' });
  const admin = world.platform['administrator'] ?? '';
  const changed = await running.call(admin, 'PATCH', `/callcenters/${world.a.callcenterId}`, { pauseReasons: reasons });
  expect(changed.status).toBe(200);
  owners = createOwners();
  owners.replace(await readOwners(running.deps.db));
  const a = world.a.endpointId;
  // Ana: 09:00 to 17:00 in support, in sales until noon; a call of 10 minutes and a lunch break of 30 minutes.
  tell(a, ANA, 9 * H, 'QueueMemberAdded');
  tell(a, ANA, 9 * H, 'QueueMemberAdded', { queue: 'sales' });
  tell(a, ANA, 10 * H, 'AgentConnect', { call: 'c1', ringMs: 12_000 });
  tell(a, ANA, 10 * H + 10, 'AgentComplete', { call: 'c1', talkSeconds: 600, row: { wrapupSeconds: 30 } });
  tell(a, ANA, 11 * H, 'AgentRingNoAnswer', { queue: 'sales', ringMs: 15_000, call: 'c2' });
  tell(a, ANA, 12 * H, 'removed', { queue: 'sales' });
  tell(a, ANA, 13 * H, 'QueueMemberPause', { row: { paused: true, pausedReason: 'lunch' } });
  tell(a, ANA, 13 * H + 30, 'QueueMemberPause');
  tell(a, ANA, 17 * H, 'removed');
  // Ben stays past midnight, and no log-off event arrives.
  tell(a, BEN, 22 * H, 'QueueMemberAdded', { queue: 'sales' });
  tell(a, BEN, 26 * H, 'AgentRingNoAnswer', { queue: 'sales', ringMs: 10_000 });
  // The other customer's agent, in a queue of the same name.
  tell(world.b.endpointId, EVA, 9 * H, 'QueueMemberAdded');
  tell(world.b.endpointId, EVA, 10 * H, 'removed');
  const store = createEventStore(running.deps.db, (error) => {
    throw error;
  });
  store.append(events);
  await store.close();
});
afterAll(() => running?.close());

const DAYS = 'from=2026-10-14T00:00:00Z&to=2026-10-16T00:00:00Z&timeZone=UTC';
const token = (who: 'admin' | 'a' | 'b' | 'supervisor'): string =>
  (who === 'admin'
    ? world.platform['administrator']
    : who === 'supervisor'
      ? world.a.tokens['supervisor']
      : world[who].tokens['customer-admin']) ?? '';
const report = async (who: Parameters<typeof token>[0], query = DAYS): Promise<AgentReport> => {
  const answer = await running.call(token(who), 'GET', `/reports/agents?${query}`);
  expect([answer.status, answer.body?.errors ?? '']).toEqual([200, '']);
  return answer.body;
};

describe('the agent report', () => {
  it('has the figures of a day calculated by hand', async () => {
    const { data, totals, pauses } = await report('a');
    expect(data.map((row) => [row.label, row.team])).toEqual([
      ['Ana', 'Desk, Support'],
      ['Ben', 'Desk'],
    ]);
    expect(data[0]).toMatchObject({
      ...{ sessions: 1, sessionSeconds: 8 * 3600, averageSessionSeconds: 8 * 3600, talkSeconds: 600 },
      ...{ pauseSeconds: 1800, wrapupSeconds: 30, idleSeconds: 8 * 3600 - 600 - 1800 - 30, ringSeconds: 27 },
      ...{ pausedPercent: 6250, sessionPercent: 66_667, taken: 1, missed: 1, completed: 1, averageTalkSeconds: 600 },
      ...{ handleSeconds: 630, repairs: 0 },
    });
    expect(data[1]).toMatchObject({ sessions: 1, sessionSeconds: 4 * 3600, missed: 1, repairs: 1 });
    expect(totals).toMatchObject({ sessions: 2, sessionSeconds: 12 * 3600, shortestSessionSeconds: 4 * 3600 });
    expect(pauses).toEqual([
      {
        ...{ reason: 'lunch', label: 'Lunch break', count: 1, seconds: 1800, longestSeconds: 1800 },
        ...{ allowanceSeconds: 1200, over: 1, overSeconds: 600 },
      },
    ]);
  });

  it('splits a night shift by days and counts it once', async () => {
    const { data, days } = await report('a', `${DAYS}&groupBy=day&agent=${BEN}`);
    expect(data.map((row) => [row.key, row.sessions, row.sessionSeconds])).toEqual([
      ['2026-10-14', 1, 7200],
      ['2026-10-15', 0, 7200],
    ]);
    expect(days.map((row) => row.day)).toEqual(['2026-10-14', '2026-10-15']);
    // A period that starts during the shift knows its earlier events.
    const later = await report('a', 'from=2026-10-15T00:00:00Z&to=2026-10-16T00:00:00Z&timeZone=UTC');
    expect(later.data).toHaveLength(1);
    expect(later.totals).toMatchObject({ sessions: 1, sessionSeconds: 7200 });
  });

  it('shows separate figures by queue and call center, and counts shared time once in the total', async () => {
    const by = async (group: string) =>
      (await report('a', `${DAYS}&groupBy=${group}`)).data.map((r) => [r.label, r.sessionSeconds / 3600, r.taken, r.missed]);
    expect(await by('queue')).toEqual([['Sales line', 7, 0, 2], ['Support line', 8, 1, 0]]);
    expect(await by('callcenter')).toEqual([['Desk', 7, 0, 2], ['Support', 8, 1, 0]]);
    const sales = await report('a', `${DAYS}&queue=sales`);
    // Talk time in the other queue counts as talk time here, but its calls do not count.
    expect(sales.data[0]).toMatchObject({ sessionSeconds: 3 * 3600, talkSeconds: 600, taken: 0, missed: 1 });
  }); // prettier-ignore

  it('shows each caller only the agents in scope', async () => {
    expect((await report('b')).data.map((r) => r.label)).toEqual(['Eva']);
    expect((await report('admin')).data.map((r) => r.label)).toEqual(['Ana', 'Ben', 'Eva']);
    // A supervisor of one team sees neither agents of the other team nor its part of Ana's day.
    const team = await report('supervisor');
    expect(team.data.map((r) => [r.label, r.missed])).toEqual([['Ana', 0]]);
    expect((await report('a', `${DAYS}&customerId=${world.b.customerId}`)).data).toEqual([]);
  });

  it('exports the figures that it shows', async () => {
    const answer = await running.call(token('a'), 'GET', `/reports/agents?${DAYS}&format=csv`);
    expect(answer.status).toBe(200);
    const [headings, ana] = answer.text.split('\r\n');
    expect(headings).toContain('label,team,sessions');
    expect(ana).toContain('Ana,"Desk, Support",1,28800');
    expect(ana).toContain(',6.25,66.67,');
  });

  it('exports each of its tables as a separate file', async () => {
    const tableOf = (table: string, format: string) =>
      running.call(token('a'), 'GET', `/reports/agents?${DAYS}&format=${format}&table=${table}`);
    const [heads, ana] = (await tableOf('time', 'csv')).text.trim().split('\r\n');
    expect(heads).toBe('Agent,Total Session Time,Talk Time,Pause Time,Wrap-up Time,Idle Time');
    const [whole = 0, ...parts] = (ana ?? '').split(',').slice(1).map(Number);
    expect([whole, parts.reduce((n, part) => n + part, 0)]).toEqual([28_800, 28_800]);
    expect((await tableOf('rows', 'csv')).text.split('\r\n')[1]).toContain('Ana,"Desk, Support",1,28800');
    for (const table of AGENT_TABLES) {
      expect([table, (await tableOf(table, 'csv')).text.split('\r\n').length > 1]).toEqual([table, true]);
      expect([table, (await tableOf(table, 'xlsx')).text.slice(0, 2)]).toEqual([table, 'PK']);
      expect([table, (await tableOf(table, 'pdf')).text.slice(0, 5)]).toEqual([table, '%PDF-']);
    }
  });

  it('refuses an invalid period', async () => {
    const bad = await running.call(token('a'), 'GET', '/reports/agents?from=2026-10-16T00:00:00Z&to=2026-10-14T00:00:00Z');
    expect([bad.status, bad.body.errors[0].path]).toEqual([422, 'to']);
  }); // prettier-ignore
});

describe('the timeline of an agent', () => {
  const lineOf = async (who: Parameters<typeof token>[0], serverId: number, agent: string) =>
    running.call(token(who), 'GET', `/reports/agents/timeline?${DAYS}&serverId=${serverId}&interface=${agent}`);

  it('has the sessions, pauses and calls behind the figures, with equal totals', async () => {
    const answer = await lineOf('a', world.a.endpointId, ANA);
    expect(answer.status).toBe(200);
    const line: AgentTimelineAnswer = answer.body;
    expect(line.sessions).toMatchObject([{ from: '2026-10-14T09:00:00.000Z', to: '2026-10-14T17:00:00.000Z' }]);
    expect(line.pauses).toMatchObject([{ label: 'Lunch break', repairs: [] }]);
    expect(line.calls).toMatchObject([
      { missed: true, queueLabel: 'Sales line', ringSeconds: 15 },
      { missed: false, talkSeconds: 600, caller: { raw: '+34600111222' }, callerName: 'Ana Gil', uniqueid: 'c1' },
    ]);
    const told = line.states.reduce((n, s) => n + (Date.parse(s.to) - Date.parse(s.from)) / 1000, 0);
    expect(told).toBe(line.figures.sessionSeconds);
  });
  it('marks repaired sessions', async () => {
    const { sessions } = (await lineOf('a', world.a.endpointId, BEN)).body as AgentTimelineAnswer;
    expect(sessions).toMatchObject([{ to: '2026-10-15T02:00:00.000Z', repairs: ['log-off'] }]);
  });
  it('exports each of its tables as a file', async () => {
    const path = `/reports/agents/timeline?${DAYS}&serverId=${world.a.endpointId}&interface=${ANA}`;
    const line = (await lineOf('a', world.a.endpointId, ANA)).body as AgentTimelineAnswer;
    for (const table of LINE_TABLES) {
      const file = await running.call(token('a'), 'GET', `${path}&format=csv&table=${table}`);
      const [heads, ...rows] = file.text.trim().split('\r\n');
      expect([table, heads]).toEqual([table, LINE_COLUMNS[table].join(',')]);
      expect([table, rows.length]).toEqual([table, line[table].length]);
      const paper = await running.call(token('a'), 'GET', `${path}&format=pdf&table=${table}&title=Ana`);
      expect([table, paper.text.slice(0, 5)]).toEqual([table, '%PDF-']);
    }
    expect((await running.call(world.a.tokens['agent'] ?? '', 'GET', `${path}&format=csv`)).status).toBe(403);
  });
  it('is not found for agents out of scope', async () => {
    expect((await lineOf('b', world.a.endpointId, ANA)).status).toBe(404);
    expect((await lineOf('supervisor', world.a.endpointId, BEN)).status).toBe(404);
    expect((await lineOf('admin', world.b.endpointId, EVA)).status).toBe(200);
  });
});

describe("an agent's own day", () => {
  it("links each figure to the rows that it counts, only the agent's own, with the caller's name", async () => {
    const mine = world.a.tokens['agent'] ?? '';
    const { body: user } = await running.call(mine, 'GET', '/user');
    const { a } = world;
    await must('/subscribers', {
      ...{ customerId: a.customerId, serverId: a.endpointId, extension: '101', name: 'Ana', userId: user.id },
    });
    const now = vi.spyOn(running.deps, 'now').mockReturnValue(DAY + 20 * H * MINUTE);
    try {
      const { today } = (await running.call(mine, 'GET', '/agent/me')).body as AgentPage;
      expect([today.taken, today.talkSeconds, today.pauseSeconds]).toEqual([1, 600, 1800]);
      const behind = async (set: string, who = mine) =>
        (await running.call(who, 'GET', `/agent/behind?set=${set}`)).body as MomentsAnswer;
      for (const [set, seconds] of [
        ['presence', today.sessionSeconds],
        ['talk', today.talkSeconds],
        ['pause', today.pauseSeconds],
        ['idle', today.idleSeconds],
      ] as const) {
        expect([set, (await behind(set)).meta.seconds]).toEqual([set, seconds]);
      }
      const { data, meta } = await behind('taken');
      expect([meta.total, data[0]?.caller?.raw, data[0]?.callerName, data[0]?.callId]).toEqual([
        ...[today.taken, '+34600111222', 'Ana Gil', null],
      ]);
      expect((await behind('missed')).meta.total).toBe(today.missed);
      expect((await behind('presence')).data.every((one) => one.interface === ANA)).toBe(true);
      // A user without a phone has no own day, whatever else they may see.
      expect((await behind('presence', token('a'))).meta.total).toBe(0);
      expect((await running.call(mine, 'GET', '/agent/behind?set=talk&format=csv')).status).toBe(403);
    } finally {
      now.mockRestore();
    }
  });
});

it("lists an agent of two customers' queues once", async () => {
  const a = world.a.endpointId;
  await must('/queues', { callcenterId: world.b.callcenterId, serverId: a, name: 'b-desk' });
  owners.replace(await readOwners(running.deps.db));
  events.length = 0;
  tell(a, ANA, 9 * H, 'QueueMemberAdded', { queue: 'b-desk' });
  tell(a, ANA, 10 * H, 'removed', { queue: 'b-desk' });
  const store = createEventStore(running.deps.db, (error) => {
    throw error;
  });
  store.append(events);
  await store.close();
  const { agents, data } = await report('admin');
  expect(data.filter((row) => row.interface === ANA && row.serverId === a)).toHaveLength(2);
  expect(agents.filter((one) => one.interface === ANA && one.serverId === a)).toHaveLength(1);
});
