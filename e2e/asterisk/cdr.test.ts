// Calls on a real Asterisk as the call records tell them: one call each; and after the console was killed while calls went
// on, the PBX's own file closes the gap, to the row.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '@ringside/core/contract/cdr.ts';
import type { RunningConsole } from '../lab/console.ts';
import { startConsole } from '../lab/console.ts';
import type { Lab, Pbx } from '../lab/lab.ts';
import { createLab, sleep } from '../lab/lab.ts';
import type { House } from '../lab/tenants.ts';
import { furnish, isUp, waitForLink } from '../lab/tenants.ts';

const RINGSIDE = join(import.meta.dirname, '../../server/bin/ringside.mjs');
const PATIENCE = { timeout: 60_000, interval: 250 };

let lab: Lab;
let pbx: Pbx;
let console_: RunningConsole;
let house: House;
let data: string;

const calls = async (): Promise<readonly Call[]> => {
  const { data: rows } = await console_.api.call<{ data: Call[] }>('GET', '/reports/cdr?perPage=500');
  return rows;
};

const FIELD = /(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g;

/** Each row that Asterisk wrote itself. */
const master = (): readonly (readonly string[])[] =>
  readFileSync(join(pbx.folder, 'log/cdr-csv/Master.csv'), 'utf8')
    .trim()
    .split('\n')
    .map((row) => [...row.matchAll(FIELD)].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? ''));

const quiet = () => expect.poll(() => pbx.cli('core show channels count'), PATIENCE).toContain('0 active channels');

beforeAll(async () => {
  lab = createLab();
  pbx = lab.pbx(4);
  data = join(mkdtempSync(join(tmpdir(), 'ringside-cdr-lab-')), 'data');
  await Promise.all([
    pbx.up({ fresh: true }).then(() => pbx.agents(6, { ring: '500', talk: '3000' })),
    startConsole({ RINGSIDE_DATA: data }).then((started) => (console_ = started)),
  ]);
  const link = { name: 'PBX 4', host: pbx.host, port: pbx.amiPort, username: 'console', secret: 'console-secret' };
  house = await furnish(console_.api, [link]);
  await waitForLink(console_, house.serverIds[0] ?? 0, isUp);
});
afterAll(async () => {
  await console_?.close();
  await lab?.close();
  if (data) rmSync(join(data, '..'), { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

describe('call records of a real Asterisk', () => {
  it('tell each call once, who spoke, and for how long', async () => {
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
      // The phones talk for three seconds, and Asterisk cuts moments to whole ones.
      expect(call.talkSeconds).toBeGreaterThanOrEqual(2);
      expect(call.talkSeconds).toBeLessThanOrEqual(6);
      expect(call.source.raw).toMatch(/^\+\d+$/);
      expect(call.destination.raw).toMatch(/^\+(1202555010|44207946010)\d$/);
    }
  });

  it('tell who gave up', async () => {
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

  it('agree with the file of the PBX to the row, although the console was killed while calls went on', async () => {
    const going = pbx.callers({ calls: 12, rate: 2, patience: '20000', wait: true });
    await sleep(2500);
    await console_.kill();
    await sleep(4000);
    await console_.start();
    await going;
    await quiet();
    await sleep(500);
    const file = join(pbx.folder, 'log/cdr-csv/Master.csv');
    const child = spawn(process.execPath, [RINGSIDE, 'import', 'cdr', file, '--server', 'PBX 4'], {
      env: { ...process.env, RINGSIDE_DATA: data },
    });
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
    expect(err).toBe('');
    const rows = master();
    const newLegs = Number(/(\d+) new/.exec(out)?.[1]);
    expect(out).toContain(`${rows.length} lines`);
    expect(newLegs).toBeGreaterThan(0);
    const wanted = rows.map((row) => `${row[19]} ${row[16]} ${row[20]} ${row[14]} ${row[13]} ${row[6]}`).toSorted();
    const ours: string[] = [];
    for (const { id, linkedid } of await calls()) {
      const { steps } = await console_.api.call<{
        steps: {
          uniqueid: string;
          sequence: number;
          disposition: string;
          billableSeconds: number;
          destinationChannel: string;
        }[];
      }>('GET', `/reports/cdr/${id}`);
      for (const s of steps) {
        ours.push(
          `${linkedid} ${s.uniqueid} ${s.sequence} ${s.disposition} ${s.billableSeconds} ${s.destinationChannel}`,
        );
      }
    }
    expect(ours.toSorted()).toEqual(wanted);
  });
});
