// Calls on a real Asterisk as call records: each call has one record. After the console was killed during calls, importing the PBX's CDR
// file closes the gap to the row. So does the table that the PBX writes with cdr_pgsql.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AgentReport } from '@ringside/core/contract/reports/agent-report.ts';
import type { Call } from '@ringside/core/contract/calls/cdr.ts';
import type { Gap } from '@ringside/core/contract/calls/gap.ts';
import type { QueueReport } from '@ringside/core/contract/reports/queue-report.ts';
import type { RunningConsole } from '../lab/console.ts';
import { startConsole } from '../lab/console.ts';
import type { Lab, Pbx } from '../lab/lab.ts';
import { createLab, sleep } from '../lab/lab.ts';
import { figuresOfLog } from '../lab/queue-log.ts';
import { startPostgres } from '../lab/postgres.ts';
import type { Postgres } from '../lab/postgres.ts';
import type { LabSetup } from '../lab/tenants.ts';
import { setUpTenants, isUp, waitForLink } from '../lab/tenants.ts';

const RINGSIDE = join(import.meta.dirname, '../../server/bin/ringside.mjs');
const PATIENCE = { timeout: 60_000, interval: 250 };

let lab: Lab;
let pbx: Pbx;
let console_: RunningConsole;
let setup: LabSetup;
let data: string;
let postgres: Postgres;

const calls = async (): Promise<readonly Call[]> => {
  const { data: rows } = await console_.api.call<{ data: Call[] }>('GET', '/reports/cdr?perPage=500');
  return rows;
};

const FIELD = /(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g;

/** Rows that Asterisk wrote to its CDR file. */
const master = (): readonly (readonly string[])[] =>
  readFileSync(join(pbx.folder, 'log/cdr-csv/Master.csv'), 'utf8')
    .trim()
    .split('\n')
    .map((row) => [...row.matchAll(FIELD)].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? ''));

/** Runs an operator command of the console. Returns its output. */
const ringside = async (...args: readonly string[]): Promise<string> => {
  const env = { ...process.env, RINGSIDE_DATA: data, DATABASE_URL: postgres.url };
  const child = spawn(process.execPath, [RINGSIDE, ...args], { env });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect(err).toBe('');
  return out;
};

const fileRows = (): string[] =>
  master()
    .map((row) => `${row[19]} ${row[16]} ${row[20]} ${row[14]} ${row[13]} ${row[6]}`)
    .toSorted();

interface Step {
  readonly uniqueid: string;
  readonly sequence: number;
  readonly disposition: string;
  readonly billableSeconds: number;
  readonly destinationChannel: string;
}
const ourRows = async (): Promise<string[]> => {
  const ours: string[] = [];
  for (const { id, linkedid } of await calls()) {
    const { steps } = await console_.api.call<{ steps: Step[] }>('GET', `/reports/cdr/${id}`);
    for (const { uniqueid, sequence, disposition, billableSeconds, destinationChannel } of steps)
      ours.push([linkedid, uniqueid, sequence, disposition, billableSeconds, destinationChannel].join(' '));
  }
  return ours.toSorted();
};

/** Gaps of the last hour, latest first. */
const gaps = async (): Promise<readonly Gap[]> => {
  const [from, to] = [Date.now() - 3_600_000, Date.now() + 60_000].map((at) => new Date(at).toISOString());
  return (await console_.api.call<{ gaps: Gap[] }>('GET', `/reports/gaps?from=${from}&to=${to}`)).gaps;
};

const quiet = () => expect.poll(() => pbx.cli('core show channels count'), PATIENCE).toContain('0 active channels');

beforeAll(async () => {
  lab = createLab();
  pbx = lab.pbx(4);
  data = join(mkdtempSync(join(tmpdir(), 'ringside-cdr-lab-')), 'data');
  await Promise.all([
    pbx.up({ fresh: true }).then(() => pbx.agents(6, { ring: '500', talk: '3000' })),
    startPostgres().then(async (started) => {
      postgres = started;
      console_ = await startConsole({ RINGSIDE_DATA: data, DATABASE_URL: postgres.url });
    }),
  ]);
  const link = { name: 'PBX 4', host: pbx.host, port: pbx.amiPort, username: 'console', secret: 'console-secret' };
  setup = await setUpTenants(console_.api, [link]);
  await waitForLink(console_, setup.serverIds[0] ?? 0, isUp);
});
afterAll(async () => {
  await console_?.close();
  await postgres?.close();
  await lab?.close();
  if (data) rmSync(join(data, '..'), { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

describe('call records of a real Asterisk', () => {
  it('contain each call once, with the parties and the talk time', async () => {
    await pbx.callers({ calls: 4, rate: 1, patience: '20000', wait: true });
    await quiet();
    const uniqueids = new Set(master().map((row) => row[19]));
    await expect.poll(async () => (await calls()).length, PATIENCE).toBe(uniqueids.size);
    const found = await calls();
    expect(new Set(found.map((call) => call.linkedid))).toEqual(uniqueids);
    const answered = found.filter((call) => call.status === 'answered');
    expect(answered.length).toBeGreaterThan(0);
    for (const call of answered) {
      expect(call).toMatchObject({ direction: 'inbound', recorded: true });
      expect(call.queue).toMatch(/^(acme|globex)-/);
      expect(call.customerName).toBe(`${call.queue?.split('-')[0]} Ltd.`);
      expect(call.agent).not.toBeNull();
      expect(call.extension).toMatch(/^[12]0\d$/);
      // The phones talk for three seconds. Asterisk truncates times to whole seconds.
      expect(call.talkSeconds).toBeGreaterThanOrEqual(2);
      expect(call.talkSeconds).toBeLessThanOrEqual(6);
      expect(call.source.raw).toMatch(/^\+\d+$/);
      expect(call.destination.raw).toMatch(/^\+(1202555010|44207946010)\d$/);
    }
  });

  it('contain an abandoned call', async () => {
    const before = new Set((await calls()).map((call) => call.linkedid));
    await pbx.killSipp('agents');
    await pbx.callers({ calls: 1, rate: 1, patience: '1500', wait: true });
    await quiet();
    await expect.poll(async () => (await calls()).length, PATIENCE).toBe(before.size + 1);
    const [gaveUp] = (await calls()).filter((call) => !before.has(call.linkedid));
    expect(gaveUp).toMatchObject({ direction: 'inbound', status: 'unanswered', talkSeconds: 0, agent: null });
    expect(gaveUp?.waitSeconds).toBeGreaterThanOrEqual(1);
    await pbx.agents(6, { ring: '500', talk: '3000' });
  });

  it('survive a kill of the console at the moment that it receives them', async () => {
    for (let i = 0; i < 3; i++) {
      const before = master().length;
      await pbx.callers({ calls: 1, rate: 1, patience: '20000' });
      await expect.poll(() => master().length, { timeout: 60_000, interval: 5 }).toBeGreaterThan(before);
      await quiet();
      await console_.kill();
      await console_.start();
    }
    await expect.poll(ourRows, PATIENCE).toEqual(fileRows());
  });

  it('match the PBX’s file to the row after the console was killed during calls', async () => {
    const going = pbx.callers({ calls: 12, rate: 2, patience: '20000', wait: true });
    await sleep(2500);
    await console_.kill();
    await sleep(4000);
    await console_.start();
    await going;
    // One call after the gap, so that the file covers the whole gap however long the console took to restart.
    await expect.poll(async () => (await gaps())[0]?.to ?? null, PATIENCE).not.toBeNull();
    await pbx.callers({ calls: 1, rate: 1, patience: '20000', wait: true });
    await quiet();
    await sleep(500);
    const out = await ringside('import', 'cdr', join(pbx.folder, 'log/cdr-csv/Master.csv'), '--server', 'PBX 4');
    const rows = master();
    const newLegs = Number(/(\d+) new/.exec(out)?.[1]);
    expect(out).toContain(`${rows.length} lines`);
    expect(newLegs).toBeGreaterThan(0);
    expect(await ourRows()).toEqual(fileRows());
    // The gap is reported with the number of missing calls.
    const gap = (await gaps())[0];
    expect(gap).toMatchObject({ cause: 'console', queues: null });
    expect(gap?.calls?.recovered).toBeGreaterThan(0);
  });

  it('are complete without an import when the PBX writes them into the console’s database', async () => {
    const lines = await ringside('cdr-login', '--server', 'PBX 4');
    writeFileSync(join(pbx.folder, 'etc/cdr_pgsql.conf'), lines);
    await pbx.cli('module load cdr_pgsql.so');
    // One call that every source records, then calls that the console misses, then a call that ends the gap.
    await pbx.callers({ calls: 1, rate: 1, patience: '20000', wait: true });
    await quiet();
    await expect.poll(async () => (await ourRows()).length, PATIENCE).toBe(master().length);
    const going = pbx.callers({ calls: 6, rate: 2, patience: '20000', wait: true });
    await sleep(1500);
    await console_.kill();
    await sleep(4000);
    await console_.start();
    await going;
    await quiet();
    await pbx.callers({ calls: 1, rate: 1, patience: '20000', wait: true });
    await quiet();
    await expect.poll(async () => (await ourRows()).length, PATIENCE).toBe(master().length);
    expect(await ourRows()).toEqual(fileRows());
    expect(await ringside('import', 'cdr', join(pbx.folder, 'log/cdr-csv/Master.csv'), '--server', 'PBX 4')).toContain(
      ' 0 new',
    );
    expect(await ourRows()).toEqual(fileRows());
    expect((await gaps())[0]?.calls?.recovered).toBeGreaterThan(0);
    // The login can insert only.
    const password = /^password = (.*)$/m.exec(lines)?.[1] ?? '';
    const user = /^user = (.*)$/m.exec(lines)?.[1] ?? '';
    await expect(postgres.sql('select * from asterisk_cdr', { user, password })).rejects.toThrow('permission denied');
    await expect(postgres.sql('select * from users', { user, password })).rejects.toThrow('permission denied');
  });

  it('match every figure of the queue log in the queue and agent reports, including times that the console missed', async () => {
    const log = join(pbx.folder, 'log/queue_log');
    await ringside('import', 'queue-log', log, '--server', 'PBX 4');
    expect(await ringside('import', 'queue-log', log, '--server', 'PBX 4')).toContain(', 0 new,');
    for (const gap of await gaps()) expect(gap.queues).not.toBeNull();
    const logged = figuresOfLog(pbx.queueLog());
    const [from, to] = [Date.now() - 3_600_000, Date.now() + 60_000].map((at) => new Date(at).toISOString());
    const report = <T>(which: string) => console_.api.call<T>('GET', `/reports/${which}?from=${from}&to=${to}`);
    const queues = (await report<QueueReport>('queues')).data;
    const agents = (await report<AgentReport>('agents')).data;
    expect(queues.map((row) => row.queue).toSorted()).toEqual([...logged.queues.keys()].toSorted());
    for (const [queue, figures] of logged.queues)
      expect(
        queues.find((row) => row.queue === queue),
        queue,
      ).toMatchObject(figures);
    expect([...logged.agents].length).toBeGreaterThan(2);
    for (const [agent, figures] of logged.agents)
      expect(
        agents.find((row) => row.label === agent),
        agent,
      ).toMatchObject(figures);
  });
});
