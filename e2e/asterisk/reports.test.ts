// Every figure of the queue and agent reports equals an independent calculation from queue_log, after a load test on a real Asterisk in
// which agents log in and out, pause and transfer callers. The same holds after the console was down for part of a second load test and
// imported the log.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AgentReport, AgentReportRow, AgentTimelineAnswer } from '@ringside/core/contract/reports/agent-report.ts';
import type { HistoryImport } from '@ringside/core/contract/calls/import.ts';
import type { QueueReport } from '@ringside/core/contract/reports/queue-report.ts';
import type { Witness } from '../lab/ami-witness.ts';
import { createWitness } from '../lab/ami-witness.ts';
import type { RunningConsole } from '../lab/console.ts';
import { startConsole } from '../lab/console.ts';
import type { Lab, Pbx } from '../lab/lab.ts';
import { createLab, sleep } from '../lab/lab.ts';
import type { LiveAnswer } from '../lab/live.ts';
import type { AgentLogFigures, Span } from '../lab/log-figures.ts';
import { logFigures } from '../lab/log-figures.ts';
import { seeded } from '../lab/random-actions.ts';
import { disturbCallers, workShift } from '../lab/shift.ts';
import type { ShiftAgent } from '../lab/shift.ts';
import type { LabSetup } from '../lab/tenants.ts';
import { setUpTenants, isUp, SERVICE_LEVEL, waitForLink } from '../lab/tenants.ts';
import { seedOfRun } from '../lab/seed.ts';

const seed = seedOfRun();
const random = seeded(seed);
const PATIENCE = { timeout: 60_000, interval: 250 };
const STORM_CONF = join(import.meta.dirname, '../../lab/conf/pbx-storm');

const AGENTS: readonly ShiftAgent[] = [
  { name: 'Ann Archer', interface: 'PJSIP/acme-101', queues: ['acme-sales', 'acme-support'] },
  { name: 'Bob Baker', interface: 'PJSIP/acme-102', queues: ['acme-sales'] },
  { name: 'Cleo Cruz', interface: 'PJSIP/acme-103', queues: ['acme-support', 'acme-sales'] },
  { name: 'Dan Díaz', interface: 'PJSIP/acme-104', queues: ['acme-support'] },
  { name: 'Eve Évrard', interface: 'PJSIP/globex-201', queues: ['globex-orders'] },
  { name: 'Frank "Fab" Fox', interface: 'PJSIP/globex-202', queues: ['globex-orders', 'globex-billing'] },
  { name: 'Gil גיל', interface: 'PJSIP/globex-203', queues: ['globex-billing', 'globex-orders'] },
];
/** As in `lab/conf/pbx-storm/queues.conf`. AMI does not report wrap-up times. */
const WRAPUP = { 'acme-sales': 3, 'acme-support': 5, 'globex-orders': 0, 'globex-billing': 0 };

let lab: Lab;
let pbx: Pbx;
let witness: Witness;
let console_: RunningConsole;
let setup: LabSetup;
let from: string;

const figuresOfLog = () =>
  logFigures(pbx.queueLog(), {
    threshold: SERVICE_LEVEL.slaTargetSeconds,
    short: SERVICE_LEVEL.shortAbandonSeconds,
    wrapup: WRAPUP,
    names: Object.fromEntries(AGENTS.flatMap((a) => [[a.name, a.name] as const, [a.interface, a.name] as const])),
  });

const ask = <T>(path: string, more = ''): Promise<T> =>
  console_.api.call<T>('GET', `${path}?from=${from}&to=${new Date(Date.now() + 60_000).toISOString()}${more}`);

/** Waits until all calls are over, all agents are gone, and the console shows it. */
const quiet = async (): Promise<void> => {
  await expect.poll(() => pbx.cli('core show channels count'), PATIENCE).toContain('0 active channels');
  await expect
    .poll(async () => {
      const live = await console_.api.call<LiveAnswer>('GET', '/live');
      return live.queues.flatMap((q) => [...q.members, ...q.callers]);
    }, PATIENCE)
    .toEqual([]);
};

const storm = async (calls: number, meanwhile: () => Promise<void>): Promise<void> => {
  let over = false;
  const shifts = AGENTS.map((agent) => workShift(witness, agent, random, () => over));
  const callers = pbx.callers({ calls, rate: 4, patience: '1500,4000,7000,12000', wait: true }).finally(() => {
    over = true;
  });
  const disturbances = (async () => {
    while (!over) {
      await sleep(700);
      await disturbCallers(witness, random);
    }
  })();
  await Promise.all([callers, disturbances, meanwhile(), ...shifts]);
  await quiet();
};

/** Differences, one line each. */
const differencesOf = (
  what: string,
  said: Readonly<Record<string, unknown>>,
  counted: Readonly<Record<string, number | null>>,
  slack = 0,
): string[] =>
  Object.entries(counted).flatMap(([name, value]) => {
    const is = said[name];
    const same = is === value || (typeof is === 'number' && value !== null && Math.abs(is - value) <= slack);
    return same ? [] : [`${what}, ${name}: report ${String(is)}, log ${value}`];
  });

/** @param atOnce allowed difference of the maximum number of callers, because callers who join and leave in the same second have no order
 */
const compareQueues = async (atOnce: number): Promise<string[]> => {
  const counted = figuresOfLog().queues;
  const reports = await Promise.all(
    [1, 2, 3, 4, 5, 6, 7].map((n) => ask<QueueReport>('/reports/queues', `&formula=${n}`)),
  );
  const rows = reports.map(({ data }) => new Map(data.map((row) => [row.queue ?? '', row])));
  const found = rows[0]?.size === counted.size ? [] : [`queues: report ${rows[0]?.size}, log ${counted.size}`];
  for (const [queue, { counts, serviceLevels }] of counted) {
    const { maximumCallers, talkSeconds, averageTalkSeconds, ...exact } = counts;
    found.push(
      ...differencesOf(queue, { ...rows[0]?.get(queue) }, exact),
      // The console ends a call two seconds after both channels are gone without an end event.
      ...differencesOf(queue, { ...rows[0]?.get(queue) }, { talkSeconds, averageTalkSeconds }, 2),
      // The log has whole seconds, so callers who join and leave within one second have no order.
      ...differencesOf(queue, { ...rows[0]?.get(queue) }, { maximumCallers }, atOnce),
    );
    for (const [i, level] of serviceLevels.entries())
      found.push(
        ...differencesOf(`${queue}, formula ${i + 1}`, { level: rows[i]?.get(queue)?.serviceLevel }, { level }),
      );
  }
  return found;
};

const isClose = (said: readonly Span[], counted: readonly Span[]): boolean =>
  said.length === counted.length &&
  counted.every((span, i) => {
    const is = said[i];
    return is?.what === span.what && Math.abs(is.from - span.from) <= 2 && Math.abs(is.to - span.to) <= 2;
  });

/** Compares the spans of the timeline. Two clocks with whole seconds determine each end. */
const compareTimeline = async (row: AgentReportRow, counted: AgentLogFigures): Promise<string[]> => {
  const of = `&serverId=${row.serverId}&interface=${encodeURIComponent(row.interface ?? '')}`;
  const answer = await ask<AgentTimelineAnswer>('/reports/agents/timeline', of);
  const spanOf = (span: { from: string; to: string }, what: string): Span => ({
    ...{ from: Date.parse(span.from) / 1000, to: Date.parse(span.to) / 1000, what },
  });
  const sessions = answer.sessions.map((s) => spanOf(s, 'session'));
  const pauses = answer.pauses.map((p) => spanOf(p, p.reason));
  const words = (spans: readonly Span[]): string =>
    spans.map((s) => `${s.from % 1000}-${s.to % 1000} ${s.what}`).join(', ');
  return [
    ...(isClose(sessions, counted.sessions)
      ? []
      : [`${row.label}, sessions: report ${words(sessions)}; log ${words(counted.sessions)}`]),
    ...(isClose(pauses, counted.pauses)
      ? []
      : [`${row.label}, pauses: report ${words(pauses)}; log ${words(counted.pauses)}`]),
  ];
};

const comparePauses = (report: AgentReport, agents: readonly AgentLogFigures[]): string[] => {
  const counted = agents.flatMap((a) => [...a.pausesByReason]);
  const reasons = Map.groupBy(counted, ([reason]) => reason);
  return [...reasons].flatMap(([reason, own]) => {
    const spans = own.flatMap(([, list]) => list);
    const row = report.pauses.find((p) => p.reason === reason);
    const longest = Math.max(...spans.map((p) => p.to - p.from));
    return [
      ...differencesOf(`pause ${reason}`, { ...row }, { count: spans.length }),
      ...differencesOf(`pause ${reason}`, { ...row }, { longestSeconds: longest }, 1),
    ];
  });
};

const compareAgents = async (): Promise<string[]> => {
  const counted = figuresOfLog().agents;
  const report = await ask<AgentReport>('/reports/agents');
  const found =
    report.data.length === counted.size ? [] : [`agents: report ${report.data.length}, log ${counted.size}`];
  const everybody = [...counted.values()].reduce((all, a) => all + a.seconds.sessionSeconds, 0);
  for (const [agent, figures] of counted) {
    const row = report.data.find((r) => r.label === agent);
    if (row === undefined) {
      found.push(`${agent}: not in the report`);
      continue;
    }
    const { averageTalkSeconds, ...exact } = figures.counts;
    found.push(
      ...differencesOf(agent, { ...row }, exact),
      ...differencesOf(agent, { ...row }, { averageTalkSeconds }, 1),
      ...differencesOf(agent, { ...row }, figures.seconds, figures.spans),
    );
    found.push(...(await compareTimeline(row, figures)));
    // Derived figures, from the seconds in the report.
    const busy = row.talkSeconds + row.wrapupSeconds;
    const shareOf = (part: number, whole: number) => (whole === 0 ? null : Math.round((100_000 * part) / whole));
    const derived = {
      sessionSeconds: busy + row.pauseSeconds + row.idleSeconds,
      occupancy: shareOf(busy, busy + row.idleSeconds),
      utilisation: shareOf(busy, row.sessionSeconds),
      pausedPercent: shareOf(row.pauseSeconds, row.sessionSeconds),
      sessionPercent: shareOf(row.sessionSeconds, report.totals.sessionSeconds),
      averageSessionSeconds: Math.round(row.sessionSeconds / row.sessions),
    };
    found.push(...differencesOf(agent, { ...row }, derived));
  }
  const spans = [...counted.values()].reduce((all, a) => all + a.spans, 0);
  return [
    ...found,
    ...differencesOf('everybody', { ...report.totals }, { sessionSeconds: everybody }, spans),
    ...comparePauses(report, [...counted.values()]),
  ];
};

const compare = async (atOnce: number): Promise<string[]> => [
  ...(await compareQueues(atOnce)),
  ...(await compareAgents()),
];

const importLog = async (): Promise<HistoryImport> => {
  const path = `/imports?serverId=${setup.serverIds[0]}&kind=queue-log&fileName=queue_log`;
  const response = await fetch(`${console_.url}/api${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${console_.api.token}`, 'content-type': 'application/octet-stream' },
    body: pbx.queueLog(),
  });
  const { id } = (await response.json()) as HistoryImport;
  const state = () => console_.api.call<HistoryImport>('GET', `/imports/${id}`);
  await expect.poll(async () => (await state()).state, PATIENCE).toBe('done');
  return state();
};

beforeAll(async () => {
  globalThis.console.log(`seed ${seed} (RINGSIDE_SEED repeats the choices)`);
  lab = createLab();
  pbx = lab.pbx(13);
  await Promise.all([
    pbx
      .up({ fresh: true, more: STORM_CONF })
      .then(() => pbx.agents(8, { ring: '300,900,1800', talk: '1500,3000,6000', noAnswer: 15, busy: 5 })),
    startConsole().then((started) => (console_ = started)),
  ]);
  witness = await createWitness(pbx.host, pbx.amiPort);
  const link = { name: 'Storm', host: pbx.host, port: pbx.amiPort, username: 'slim', secret: 'slim-secret' };
  setup = await setUpTenants(console_.api, [link]);
  const { data: queues } = await console_.api.call<{ data: { id: string; name: keyof typeof WRAPUP }[] }>(
    'GET',
    '/queues',
  );
  for (const { id, name } of queues) await console_.api.call('PATCH', `/queues/${id}`, { wrapupSeconds: WRAPUP[name] });
  await waitForLink(console_, setup.serverIds[0] ?? 0, isUp);
  from = new Date(Date.now() - 60_000).toISOString();
});
afterAll(async () => {
  witness?.close();
  await console_?.close();
  await lab?.close();
});

describe('after a load test on a real Asterisk', () => {
  it('the reports have every figure of its queue_log', async () => {
    await storm(40, async () => undefined);
    await expect.poll(() => compare(1), PATIENCE).toEqual([]);
  });

  it('the reports have every figure after the console was down during a load test and imported the log', async () => {
    await storm(26, async () => {
      await sleep(5_000);
      await console_.kill();
      await sleep(3_000);
      await console_.start();
    });
    expect((await importLog()).newEvents).toBeGreaterThan(0);
    // Events from the log have whole seconds.
    await expect.poll(() => compare(2), PATIENCE).toEqual([]);
    expect((await importLog()).newEvents).toBe(0);
  });
});
