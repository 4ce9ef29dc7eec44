// A real PBX that reads its phones and queues from the console's PostgreSQL, prepared with the lines from the API. Phones register with the
// secrets from the API, and a queue rings them. Changes apply without a reload. The database login of a PBX sees only its own rows, and
// deleted objects leave nothing behind.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { IncludeLine, ProvisionedObject, Provisioning } from '@ringside/core/contract/pbx/provisioning.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningConsole } from '../lab/console.ts';
import { startConsole } from '../lab/console.ts';
import type { Lab, Pbx } from '../lab/lab.ts';
import { createLab } from '../lab/lab.ts';
import type { LiveAnswer } from '../lab/live.ts';
import { createCable } from '../lab/cut-proxy.ts';
import type { Cable } from '../lab/cut-proxy.ts';
import { originate } from '../lab/pbx-calls.ts';
import { startPostgres } from '../lab/postgres.ts';
import type { Postgres } from '../lab/postgres.ts';

const PATIENCE = { timeout: 40_000, interval: 200 };
const PASSWORD = 'password-of-a-pbx';
/** Without encoding, a column of Asterisk would read this name as two values. */
const NAME = 'Zoë; [x] ^3B 201';

interface Row {
  readonly id: string;
}
interface Line extends Row {
  readonly secret: string;
  readonly sipUsername: string;
}

let lab: Lab;
let pbx: Pbx;
let postgres: Postgres;
/** Between the PBX and its database. */
let cable: Cable;
let ringside: RunningConsole;
let conf: string;
let serverId: number;
let customerId: string;
let queueId: string;
let lines: Line[];

const api = <T>(method: string, path: string, body?: unknown): Promise<T> => ringside.api.call<T>(method, path, body);
const at = (path = ''): string => `/endpoints/${serverId}/provisioning${path}`;
const state = (): Promise<Provisioning> => api('GET', at());
const settled = async (): Promise<Provisioning> => {
  const runStatus = async () => {
    const { status, problem } = await state();
    return { status, problem };
  };
  await expect.poll(runStatus, PATIENCE).toEqual({ status: 'idle', problem: null });
  return state();
};
const login = () => ({ user: `ringside_pbx_${serverId}`, password: PASSWORD });
const queueShown = (): Promise<string> => pbx.cli('queue show newco-sales');
/** Size of the queue in the live view, and its members with their penalties. `null` when it is missing. */
const liveQueue = async () => {
  const { queues } = await api<LiveAnswer>('GET', '/live');
  const queue = queues.find(({ name }) => name === 'newco-sales');
  const members = queue?.members.map(({ interface: device, penalty }) => `${device} ${penalty}`).toSorted() ?? [];
  return queue === undefined ? null : { max: queue.max, members };
};
/** Shorter than the console's own comparison interval of 40 s. */
const SOON = { timeout: 5_000, interval: 100 };
const reloads = (): number =>
  readFileSync(join(pbx.folder, 'log/full'), 'utf8').match(/Reloading module/g)?.length ?? 0;

/** Copies the lines as an administrator would: some into the database, the others into the files of the PBX. */
const prepare = async (includes: readonly IncludeLine[]): Promise<void> => {
  const typed = (line: string): string => line.replace('…', PASSWORD).replace(/^(dbport *= *)\d+$/, `$1${cable.port}`);
  const files = new Map<string, string>();
  for (const { file, section, line } of includes) {
    if (file === 'PostgreSQL') {
      await postgres.sql(typed(line));
      continue;
    }
    // The lab's files with these names include a folder at their end. The PBX has no other files of these names.
    const name = /^(pjsip|queues|extensions)\.conf$/.test(file) ? file.replace('.conf', '.d/ringside.conf') : file;
    if (name === 'modules.conf') continue;
    const before = files.get(name) ?? '';
    const head = section === '' || before.includes(`[${section}]`) ? '' : `[${section}]\n`;
    files.set(name, `${before}${head}${typed(line)}\n`);
  }
  files.set(
    'manager.d/ringside.conf',
    '[ringside-provisioning]\nsecret = write-secret\npermit = 127.0.0.0/255.0.0.0\nread =\nwrite = config,system\n',
  );
  for (const [name, text] of files) {
    mkdirSync(dirname(join(conf, name)), { recursive: true });
    writeFileSync(join(conf, name), text);
  }
};

const call = (number: string): void => originate(pbx, `Local/${number}@newco-out`);

beforeAll(async () => {
  lab = createLab();
  pbx = lab.pbx(10);
  conf = mkdtempSync(join(tmpdir(), 'ringside-conf-'));
  postgres = await startPostgres();
  cable = await createCable(postgres.host, postgres.port);
  ringside = await startConsole({ DATABASE_URL: postgres.url });
  const server = { name: 'PBX', amiHost: pbx.host, amiPort: pbx.amiPort };
  const live = { amiUsername: 'console', amiSecret: 'console-secret' };
  ({ id: serverId } = await api<{ id: number }>('POST', '/endpoints', { ...server, ...live }));
  const second = { username: 'ringside-provisioning', secret: 'write-secret', driver: 'database' };
  const includes = await api<Provisioning>('PATCH', at(), second);
  expect(includes).toMatchObject({ driver: 'database', databaseOffered: true });
  expect(includes.includes.every((line) => line.state === 'unknown')).toBe(true);
  await prepare(includes.includes);
  await pbx.up({ fresh: true, more: conf });
});
afterAll(async () => {
  await ringside?.close();
  await lab?.close();
  await cable?.close();
  await postgres?.close();
  rmSync(conf, { recursive: true, force: true });
});

describe('a PBX with the database driver', () => {
  it('has every entered object at once, and every required line is found', async () => {
    await api('PATCH', at(), { enabled: true });
    ({ id: customerId } = await api<Row>('POST', '/customers', { code: 'newco', name: 'New Co' }));
    const callcenter = await api<Row>('POST', '/callcenters', { customerId, name: 'Sales', code: 'sales' });
    lines = [];
    for (const extension of ['201', '202']) {
      const line = { customerId, serverId, extension, name: extension === '201' ? NAME : 'Phone 202' };
      lines.push(await api<Line>('POST', '/subscribers', { ...line, addresses: ['127.0.0.0/8', '::1/128'] }));
    }
    const queue = { customerId, callcenterId: callcenter.id, serverId, name: 'newco-sales', extension: '700' };
    ({ id: queueId } = await api<Row>('POST', '/queues', { ...queue, maxCallers: 9 }));
    for (const { id } of lines) await api('POST', `/queues/${queueId}/members`, { subscriberId: id, penalty: 1 });
    const done = await settled();
    expect(done.counts).toMatchObject({ pending: 0, failed: 0, drift: 0 });
    expect(done.counts.applied).toBeGreaterThanOrEqual(4);
    // Include lines of files that are still empty have no known state.
    const others = done.includes.filter((line) => line.state !== 'present');
    expect(others.filter((line) => line.state !== 'unknown' || !line.line.startsWith('#'))).toEqual([]);
    const phone = await pbx.cli('pjsip show endpoint newco-201');
    expect(phone).toContain(`"${NAME}" <201>`);
    expect(phone).toMatch(/allow +: \(alaw\|ulaw|allow +: \(ulaw\|alaw/);
    expect(await queueShown()).toMatch(/max 9\) in/);
    expect(await queueShown()).toContain(`${NAME} (PJSIP/newco-201) with penalty 1`);
    expect(existsSync(join(pbx.folder, 'etc/ringside_endpoints.conf'))).toBe(false);
  });

  it('shows queues and members in the live view soon after a write, although Asterisk sends no events', async () => {
    const both = ['PJSIP/newco-201 1', 'PJSIP/newco-202 1'];
    await expect.poll(liveQueue, SOON).toEqual({ max: 9, members: both });
    await api('PATCH', `/queues/${queueId}`, { maxCallers: 8 });
    await settled();
    await expect.poll(liveQueue, SOON).toEqual({ max: 8, members: both });
    const { data } = await api<{ data: (Row & { extension: string })[] }>('GET', `/queues/${queueId}/members`);
    const member = data.find(({ extension }) => extension === '202');
    await api('DELETE', `/queues/${queueId}/members/${member?.id}`);
    await settled();
    await expect.poll(liveQueue, SOON).toEqual({ max: 8, members: ['PJSIP/newco-201 1'] });
    await api('POST', `/queues/${queueId}/members`, { subscriberId: lines[1]?.id, penalty: 1 });
    await settled();
    await expect.poll(liveQueue, SOON).toEqual({ max: 8, members: both });
  });

  it('lets phones register with the secrets from the API, and a call of the queue reaches them', async () => {
    const csv = join(conf, 'phones.csv');
    writeFileSync(csv, lines.map((line) => `${line.sipUsername};${line.secret}\n`).join(''));
    await pbx.agents(2, { ring: '300', talk: '2000', csv, samePort: true });
    await expect
      .poll(async () => ((await pbx.cli('pjsip show contacts')).match(/newco-20[12]/g) ?? []).length, PATIENCE)
      .toBeGreaterThanOrEqual(2);
    await pbx.cli(...lines.map((line) => `pjsip qualify ${line.sipUsername}`));
    await expect.poll(queueShown, PATIENCE).toMatch(/\(Not in use\)/);
    call('700');
    await expect.poll(queueShown, PATIENCE).toMatch(/has taken 1 call/);
    // The rows that the PBX reads contain no password.
    expect(await postgres.sql('select lines::text || options::text from realtime_sections')).not.toContain(
      lines[0]?.secret ?? '',
    );
  });

  it('applies a change at commit, and keeps paused members paused', async () => {
    await pbx.cli('queue pause member PJSIP/newco-202 queue newco-sales reason lunch');
    await expect.poll(queueShown, PATIENCE).toMatch(/newco-202\).*paused/);
    const before = reloads();
    await api('PATCH', `/queues/${queueId}`, { maxCallers: 3 });
    // This login cannot run commands, so the console reads the transports from pjsip.conf.
    await api('PATCH', `/subscribers/${lines[1]?.id}`, { name: 'Renamed', transport: 'udp' });
    await settled();
    expect(await queueShown()).toMatch(/max 3\) in/);
    // Asterisk keeps the member's name for the duration of the membership.
    expect(await queueShown()).toMatch(/newco-202\).*paused/);
    const renamed = await pbx.cli('pjsip show endpoint newco-202');
    expect(renamed).toContain('"Renamed" <202>');
    expect(renamed).toMatch(/transport +: udp/);
    await expect(api('PATCH', `/subscribers/${lines[1]?.id}`, { transport: 'tls' })).rejects.toThrow(/no-transport/);
    expect(reloads()).toBe(before);
    // Asterisk accepts this strategy only at its start, and reports that only in its log.
    await api('PATCH', `/queues/${queueId}`, { strategy: 'linear' });
    const queue = async () => {
      const { data } = await api<{ data: ProvisionedObject[] }>('GET', at('/objects?kind=queue'));
      return data.map(({ state: now, reason, params }) => ({ now, reason, params }));
    };
    const differs = { option: 'strategy', wanted: 'linear', found: 'rrmemory' };
    await expect.poll(queue, PATIENCE).toEqual([{ now: 'failed', reason: 'differs', params: differs }]);
    await api('PATCH', `/queues/${queueId}`, { strategy: 'rrmemory' });
    await expect.poll(queue, PATIENCE).toEqual([{ now: 'applied', reason: null, params: {} }]);
  });

  it('keeps changes pending while the PBX has lost its database, and completes them afterwards', async () => {
    cable.cut();
    const { id } = await api<Row>('POST', '/subscribers', { customerId, serverId, extension: '203', name: 'Late' });
    const seen = async () => {
      const { data } = await api<{ data: ProvisionedObject[] }>('GET', at('/objects?q=newco-203'));
      return data.map(({ state: now, reason }) => ({ now, reason }));
    };
    await expect.poll(seen, PATIENCE).toEqual([{ now: 'pending', reason: 'not-seen' }]);
    const { status, counts } = await state();
    expect(['pending', 'waiting', 'applying']).toContain(status);
    expect(counts).toMatchObject({ failed: 0, drift: 0 });
    cable.mend();
    await expect.poll(seen, { timeout: 90_000, interval: 300 }).toEqual([{ now: 'applied', reason: null }]);
    expect((await settled()).counts).toMatchObject({ pending: 0, failed: 0, drift: 0 });
    expect(await pbx.cli('pjsip show endpoint newco-203')).toContain('"Late" <203>');
    await api('DELETE', `/subscribers/${id}`);
    await settled();
  });

  it('continues after the database crashed during a write', async () => {
    const made: string[] = [];
    for (let extension = 301; extension <= 310; extension++) {
      const line = { customerId, serverId, extension: String(extension), name: `Desk ${extension}` };
      made.push((await api<Row>('POST', '/subscribers', line)).id);
    }
    // The console loses the database during its work, and the PBX loses its phones.
    await postgres.stop();
    await postgres.start();
    const patience = { timeout: 90_000, interval: 300 };
    await expect.poll(() => state().then((now) => now.counts.pending, String), patience).toBe(0);
    expect((await settled()).counts).toMatchObject({ pending: 0, failed: 0, drift: 0 });
    const endpoints = await pbx.cli('pjsip show endpoints');
    expect(endpoints.match(/(?<=Endpoint: +)newco-3\d\d/g)?.toSorted()).toEqual(made.map((_, n) => `newco-${301 + n}`));
    for (const id of made) await api('DELETE', `/subscribers/${id}`);
    await settled();
  });

  it('shows a PBX only its own rows, and lets it change only the pause state of its members', async () => {
    expect(await postgres.sql('select id from pbx_endpoints order by id', login())).toBe('newco-201\nnewco-202');
    await postgres.sql(
      "create role ringside_pbx_999 login password 'other'; grant select on pbx_endpoints, pbx_auths, pbx_queue_members to ringside_pbx_999; " +
        'grant update (penalty, paused, reason_paused) on pbx_queue_members to ringside_pbx_999',
    );
    const other = { user: 'ringside_pbx_999', password: 'other' };
    expect(await postgres.sql('select count(*) from pbx_auths', other)).toBe('0');
    expect(await postgres.sql('update pbx_queue_members set paused = 1 returning 1', other)).toBe('');
    for (const text of [
      'select * from realtime_sections',
      'select * from subscribers',
      'select * from users',
      "update pbx_queue_members set queue_name = 'x'",
      "update pbx_endpoints set context = 'x'",
    ])
      await expect(postgres.sql(text, login()), text).rejects.toThrow(/permission denied|cannot update column/);
  });

  it('switches to files and back, and is complete each time', async () => {
    await api('PATCH', at(), { driver: 'files' });
    await settled();
    expect(await postgres.sql('select count(*) from realtime_sections')).toBe('0');
    expect(readFileSync(join(pbx.folder, 'etc/ringside_endpoints.conf'), 'utf8')).toContain('[newco-201]');
    expect(await pbx.cli('pjsip show endpoint newco-201')).toContain(`"${NAME}" <201>`);
    await api('PATCH', at(), { driver: 'database' });
    expect((await settled()).counts).toMatchObject({ pending: 0, failed: 0, drift: 0 });
    expect(await postgres.sql('select count(*) from realtime_sections')).toBe('7');
    await expect.poll(queueShown, PATIENCE).toContain(`${NAME} (PJSIP/newco-201)`);
    expect(await pbx.cli('pjsip show endpoint newco-201')).toContain(`"${NAME}" <201>`);
  });

  it('has nothing left of a deleted customer', async () => {
    for (const { id } of lines) await api('DELETE', `/subscribers/${id}`);
    await api('DELETE', `/queues/${queueId}`);
    const { data } = await api<{ data: Row[] }>('GET', '/callcenters');
    for (const { id } of data) await api('DELETE', `/callcenters/${id}`);
    await api('DELETE', `/customers/${customerId}`);
    await expect
      .poll(async () => (await state()).counts, PATIENCE)
      .toEqual({ applied: 0, pending: 0, failed: 0, drift: 0 });
    expect(await postgres.sql('select count(*) from realtime_sections')).toBe('0');
    expect(await postgres.sql('select count(*) from realtime_members')).toBe('0');
    expect(await pbx.cli('pjsip show endpoints')).not.toContain('newco-');
    await expect.poll(queueShown, PATIENCE).toContain('No such queue');
    await expect
      .poll(() => pbx.cli('dialplan show newco-out').catch((error: unknown) => String(error)), PATIENCE)
      .toContain('There is no existence');
  });
});
