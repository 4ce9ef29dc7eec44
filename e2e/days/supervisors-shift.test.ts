// A supervisor's shift on two real Asterisk servers with equal queue names. Two customers share phones. Heavy load with forwarded calls,
// transfers, agents who log in and out, a lost and a stalled link, a restarted PBX and a killed console. At the end, live view, today's
// figures, reports, wallboard, exports and e-mails equal the queue_log and each other. No data sent to one customer names a caller of the
// other.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AgentReport } from '@ringside/core/contract/reports/agent-report.ts';
import type { QueueReport } from '@ringside/core/contract/reports/queue-report.ts';
import { textOf } from '../../server/src/billing/pdf/testing/read-pdf.ts';
import { entriesOf } from '../../server/src/platform/documents/testing/read-files.ts';
import { isAverage } from '../lab/facts.ts';
import { sleep } from '../lab/lab.ts';
import { runOwnRandomAction, seeded } from '../lab/random-actions.ts';
import { figuresOfLog, foldQueueLog } from '../lab/queue-log.ts';
import { isStale, isUp, QUEUES } from '../lab/tenants.ts';
import { explain } from './shift/explain.ts';
import type { ReportName } from './shift/files.ts';
import { attachmentsOf, missingOnPaper, tableOf, tableOfCsv, tableOfWorkbook } from './shift/files.ts';
import type { Code, Shift } from './shift/shift-setup.ts';
import { CALLERS, CODES, openShift } from './shift/shift-setup.ts';
import { wallFigures } from './shift/wall.ts';
import { seedOfRun } from '../lab/seed.ts';

const isWhole = process.env['RINGSIDE_DAYS'] !== 'short';
const CALLS = isWhole ? 150 : 24;
const seed = seedOfRun();
const random = seeded(seed);
const PATIENCE = { timeout: 90_000, interval: 1_000 };

let shift: Shift;
/** Everything that each customer's administrator received: by socket, HTTP, e-mail, export and wallboard. */
const sent: Record<Code, string[]> = { acme: [], globex: [] };
const sockets: WebSocket[] = [];
/** Waits that run beside other tests: a restart of the second PBX, and counters of the first PBX that were reset without an event. */
let [restarted, reset]: [Promise<void>?, Promise<unknown>?] = [];

const other = (code: Code): Code => (code === 'acme' ? 'globex' : 'acme');
const isExact = (key: string): boolean => !isAverage(key);

const listen = async (): Promise<void> => {
  for (const code of CODES) {
    const { token } = await shift.apiOf(code);
    const socket = new WebSocket(`${shift.console_.url.replace('http', 'ws')}/realtime?token=${token}`);
    socket.addEventListener('message', ({ data }) => sent[code].push(String(data)));
    await new Promise((done) => socket.addEventListener('open', done));
    for (const action of ['CoreStatus', 'QueueStatus']) socket.send(JSON.stringify({ method: 'cmd', action }));
    sockets.push(socket);
  }
};

const collectResponses = async (): Promise<void> => {
  for (const code of CODES) {
    const api = await shift.apiOf(code);
    for (const path of ['/live', '/reports/queues', '/reports/agents', '/reports/agents?format=csv', '/reports/cdr'])
      sent[code].push(JSON.stringify(await api.raw('GET', path).catch((error: unknown) => String(error))));
  }
};

const during = async (work: Promise<unknown>, each: () => Promise<void>): Promise<void> => {
  let isOver = false;
  const end = work.finally(() => {
    isOver = true;
  });
  while (!isOver) await each();
  await end;
};

const report = <T>(name: ReportName, api = shift.console_.api, period = ''): Promise<T> =>
  api.call<T>('GET', `/reports/${name}?${period}`);

const fileOf = async (token: string, name: ReportName, format: string, period: string): Promise<Buffer> => {
  const url = `${shift.console_.url}/api/reports/${name}?format=${format}&${period}`;
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return Buffer.from(await answer.arrayBuffer());
};

/** Values from the logs of both PBX servers, by `server queue`. */
const logged = <T>(of: (log: string) => ReadonlyMap<string, T>): Record<string, T> =>
  Object.fromEntries(
    shift.sites.flatMap((site) =>
      [...of(site.pbx.queueLog())].map(([queue, figures]) => [`${shift.idOf(site)} ${queue}`, figures]),
    ),
  );

beforeAll(async () => {
  globalThis.console.log(`seed ${seed} (RINGSIDE_SEED repeats the choices)`);
  shift = await openShift();
  await listen();
});

afterAll(async () => {
  for (const socket of sockets) socket.close();
  await shift?.close();
});

describe('a shift', () => {
  it('matches the live view at random moments under load on shared phones', async () => {
    const { north, south, agree } = shift;
    let moments = 0;
    await during(Promise.all([north.storm(CALLS), south.storm(isWhole ? 40 : 6)]), async () => {
      await sleep(300 + random() * 900);
      await runOwnRandomAction(north.witness, random);
      await agree(north, isExact);
      if (moments++ % 5 === 0) await collectResponses();
    });
    expect(moments).toBeGreaterThan(5);
    await agree(north, undefined, 30_000);
    await agree(south, undefined, 30_000);
  });

  it('is marked as stale within 5 s when the open link carries no data, and matches the live view again afterwards', async () => {
    const { north, agree, wait } = shift;
    restarted = shift.restartUnderLoad(shift.south, isWhole ? 10 : 8);
    restarted.catch(() => undefined);
    const running = north.storm(12);
    await sleep(2_000);
    north.cable.stall();
    await wait(north, (s) => s.connected && s.stale, 5_500);
    expect(await shift.console_.api.call('GET', `/endpoints/${shift.idOf(north)}`)).toMatchObject({
      linkState: 'stalled',
    });
    await sleep(1_000);
    north.cable.resume();
    await wait(north, isUp, 10_000);
    await agree(north, isExact);
    await north.pbx.cli('queue reset stats acme-sales');
    reset = agree(north, isExact, 60_000);
    reset.catch(() => undefined);
    await running;
  });

  it('shows silently reset counters, and matches the live view after a PBX restart under load', async () => {
    await restarted;
    await reset;
  });

  it('matches the live view again after the link was lost and the console killed under load', async () => {
    const { north, console_, agree, wait, sites } = shift;
    const running = north.storm(isWhole ? 16 : 10);
    await sleep(2_500);
    north.cable.cut();
    await wait(north, isStale);
    await sleep(3_000);
    north.cable.mend();
    await wait(north, isUp);
    await sleep(2_000);
    await console_.kill();
    await sleep(1_000);
    await console_.start();
    for (const site of sites) await wait(site, isUp);
    await listen();
    await running;
    await agree(north, undefined, 60_000);
  });

  it('has the figures of the queue_log today and in the reports, including gaps and forwarded callers', async () => {
    const { console_, apiOf, readLive } = shift;
    // The next line of the log shows that the log covers the end of the gap.
    await Promise.all(shift.sites.map((site) => site.storm(2)));
    const log = logged(foldQueueLog);
    const wanted = Object.fromEntries(
      Object.entries(log).map(([key, d]) => [key, [d.received, d.answered, d.abandoned]]),
    );
    const today = async () => {
      const { queues } = await readLive();
      return Object.fromEntries(
        queues.flatMap(({ serverId, name, today: t }) =>
          t && log[`${serverId} ${name}`]
            ? [[`${serverId} ${name}`, [t.received, t.answered, t.abandonedShort + t.abandonedLong]]]
            : [],
        ),
      );
    };
    await expect.poll(today, PATIENCE).toEqual(wanted).catch(explain(shift));
    const queues = await report<QueueReport>('queues');
    const told = Object.fromEntries(queues.data.map((r) => [`${r.serverId} ${r.queue}`, r]));
    const ends = logged((text) => figuresOfLog(text).queues);
    const counted = Object.keys(log).map((key) => {
      const row = told[key];
      return [key, row?.received, row?.answered, row?.completed];
    });
    const inLog = Object.entries(log).map(([key, d]) => [key, d.received, d.answered, ends[key]?.['completed']]);
    await expect(Promise.resolve(counted)).resolves.toEqual(inLog).catch(explain(shift));
    for (const api of [console_.api, await apiOf('acme'), await apiOf('globex')]) {
      const labels = (await report<QueueReport>('queues', api)).data.map((row) => row.label);
      expect(new Set(labels).size, labels.join(', ')).toBe(labels.length);
    }
  });

  it('has the same calls of each agent as the queue_log', async () => {
    const { data } = await report<AgentReport>('agents');
    const counts = (serverId: number | null, name: string) => {
      const own = data.filter((row) => row.serverId === serverId && (row.interface === name || row.label === name));
      const sum = (of: (row: (typeof own)[number]) => number) => own.reduce((n, row) => n + of(row), 0);
      return [sum((r) => r.taken), sum((r) => r.missed), sum((r) => r.completed)];
    };
    const log = logged((text) => figuresOfLog(text).agents);
    expect(Object.keys(log).length).toBeGreaterThan(8);
    const counted = Object.keys(log).map((key) => {
      const [serverId, ...name] = key.split(' ');
      return [key, ...counts(Number(serverId), name.join(' '))];
    });
    const inLog = Object.entries(log).map(([key, d]) => [key, d['taken'], d['missed'], d['completed']]);
    await expect(Promise.resolve(counted)).resolves.toEqual(inLog).catch(explain(shift));
  });

  it('shows the live figures on the wallboard, which was opened by its link before the shift', async () => {
    const { wall, readLive } = shift;
    const wanted = wallFigures(await readLive(), QUEUES.acme);
    expect(Object.keys(wanted)).toHaveLength(4);
    await expect.poll(() => wall.figures(), PATIENCE).toEqual(wanted);
    sent.acme.push(await wall.page.content());
  });

  it('exports the figures of the reports as CSV, workbook and PDF', async () => {
    const { console_, apiOf } = shift;
    const day = new Date().toISOString().slice(0, 10);
    // Until now, because sessions continue.
    const period = `from=${day}T00:00:00Z&to=${new Date().toISOString()}`;
    for (const api of [console_.api, await apiOf('acme'), ...(isWhole ? [await apiOf('globex')] : [])]) {
      const queues = await report<QueueReport>('queues', api, period);
      const agents = await report<AgentReport>('agents', api, period);
      const paper = await fileOf(api.token, 'queues', 'pdf', period);
      expect(missingOnPaper(queues, paper)).toEqual([]);
      for (const [name, made] of [
        ['queues', queues],
        ['agents', agents],
      ] as const) {
        const csv = await fileOf(api.token, name, 'csv', period);
        const workbook = await fileOf(api.token, name, 'xlsx', period);
        expect.soft(tableOfCsv(name, csv), `${name}.csv`).toEqual(tableOf(name, made));
        expect.soft(tableOfWorkbook(name, workbook), `${name}.xlsx`).toEqual(tableOf(name, made));
      }
    }
    for (const code of CODES) {
      const { token } = await apiOf(code);
      for (const name of ['queues', 'agents'] as const) {
        sent[code].push(textOf(await fileOf(token, name, 'pdf', period)));
        sent[code].push(Object.values(entriesOf(await fileOf(token, name, 'xlsx', period))).join('\n'));
      }
    }
  });

  it('sends the figures of the shift by e-mail on the next morning', async () => {
    const { console_, mail, apiOf } = shift;
    const day = new Date().toISOString().slice(0, 10);
    const period = `from=${day}T00:00:00Z&to=${new Date(Date.parse(day) + 86_400_000).toISOString()}`;
    const kinds = [
      ['queues', 'csv'],
      ['queues', 'xlsx'],
      ['queues', 'pdf'],
      ['agents', 'csv'],
    ] as const;
    for (const code of CODES) {
      const api = await apiOf(code);
      for (const [name, format] of kinds)
        await api.call('POST', '/reports/schedules', {
          ...{ name: `${name} ${format}`, report: name, format, every: 'day', clock: '00:01', language: 'en' },
          recipients: [`${name}-${format}@${code}.example`],
        });
    }
    await console_.kill();
    const preload = `--import=${join(import.meta.dirname, '../lab/tomorrow.mjs')}`;
    await console_.start({ NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} ${preload}`.trim() });
    await expect.poll(() => mail.letters.length, PATIENCE).toBe(CODES.length * kinds.length);
    for (const code of CODES) {
      const api = await apiOf(code);
      const queues = await report<QueueReport>('queues', api, period);
      const agents = await report<AgentReport>('agents', api, period);
      expect(queues.totals.received).toBeGreaterThan(10);
      for (const [name, format] of kinds) {
        const letter = mail.letters.find(({ to }) => to === `${name}-${format}@${code}.example`);
        const [file = Buffer.alloc(0)] = letter ? attachmentsOf(letter).values() : [];
        const made = name === 'queues' ? queues : agents;
        sent[code].push(letter?.subject ?? '', format === 'csv' ? String(file) : format === 'pdf' ? textOf(file) : '');
        if (format === 'pdf') expect.soft(missingOnPaper(queues, file), `${code} pdf`).toEqual([]);
        else {
          const table = format === 'csv' ? tableOfCsv(name, file) : tableOfWorkbook(name, file);
          expect.soft(table, `${code} ${name} ${format}`).toEqual(tableOf(name, made));
        }
      }
    }
  });

  it.each(CODES)('sent %s no data of the other customer, including member rows', async (code) => {
    await collectResponses();
    const foreign = other(code);
    const { number, name, dids } = CALLERS[foreign];
    const secrets = [number, name, ...dids, ...QUEUES[foreign], shift.house.customerIds[foreign]];
    expect(sent[code].length).toBeGreaterThan(200);
    expect(sent[code].some((text) => /"BusyElsewhere":1|"busyElsewhere":true/.test(text))).toBe(true);
    for (const secret of secrets)
      expect.soft(sent[code].find((text) => text.includes(secret))?.slice(0, 600), secret).toBeUndefined();
  });
});
