// Deleting a PBX server removes the console's configuration from a real Asterisk, with both drivers. Hand-written objects stay.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { PbxFootprint } from '@ringside/core/contract/pbx/pbx-footprint.ts';
import type { Provisioning } from '@ringside/core/contract/pbx/provisioning.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunningConsole } from '../lab/console.ts';
import { startConsole } from '../lab/console.ts';
import type { Lab, Pbx } from '../lab/lab.ts';
import { createLab } from '../lab/lab.ts';
import { startPostgres } from '../lab/postgres.ts';
import type { Postgres } from '../lab/postgres.ts';
import { SECOND_LOGIN, applyIncludeLines } from '../lab/apply-include-lines.ts';

const PATIENCE = { timeout: 40_000, interval: 200 };
const OWN = {
  'pjsip.d/own.conf': '[own-901]\ntype=endpoint\ncontext=own-out\ndisallow=all\nallow=ulaw\n',
  'queues.d/own.conf': '[own-queue]\nstrategy=ringall\n',
  'extensions.d/own.conf': '[own-out]\nexten => 999,1,NoOp()\n',
};

interface Row {
  readonly id: string;
}

let lab: Lab;
let postgres: Postgres;
let ringside: RunningConsole;
const folders: string[] = [];

const api = <T>(method: string, path: string, body?: unknown): Promise<T> => ringside.api.call<T>(method, path, body);

const shown = async (pbx: Pbx): Promise<string> => {
  const texts = ['pjsip show endpoints', 'queue show', 'dialplan show'].map((command) => pbx.cli(command));
  return (await Promise.all(texts)).join('\n');
};

const isUp = async (pbx: Pbx): Promise<void> => {
  const text = await shown(pbx);
  expect(text).toContain('own-901');
  expect(text).toMatch(/own-queue +has/);
  expect(text).toContain("'own-out'");
};

beforeAll(async () => {
  lab = createLab();
  postgres = await startPostgres();
  ringside = await startConsole({ DATABASE_URL: postgres.url });
});
afterAll(async () => {
  await ringside?.close();
  await lab?.close();
  await postgres?.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Configures a customer's subscriber, queue and dialplan on a PBX with the given driver. */
const configured = async (pbx: Pbx, driver: 'files' | 'database', code: string): Promise<number> => {
  const live = { amiUsername: 'console', amiSecret: 'console-secret' };
  const server = { name: driver, amiHost: pbx.host, amiPort: pbx.amiPort, ...live };
  const { id: serverId } = await api<{ id: number }>('POST', '/endpoints', server);
  const at = `/endpoints/${serverId}/provisioning`;
  const second = { ...SECOND_LOGIN, driver };
  const { includes } = await api<Provisioning>('PATCH', at, second);
  const conf = await applyIncludeLines(postgres, includes, OWN);
  folders.push(conf);
  await pbx.up({ fresh: true, more: conf });
  await api('PATCH', at, { enabled: true });
  const { id: customerId } = await api<Row>('POST', '/customers', { code, name: code });
  const callcenter = await api<Row>('POST', '/callcenters', { customerId, name: 'Sales', code: 'sales' });
  const line = { customerId, serverId, extension: '201', name: 'Ann' };
  const { id: subscriberId } = await api<Row>('POST', '/subscribers', line);
  const queue = { customerId, callcenterId: callcenter.id, serverId, name: `${code}-sales`, extension: '700' };
  const { id: queueId } = await api<Row>('POST', '/queues', queue);
  await api('POST', `/queues/${queueId}/members`, { subscriberId });
  await expect
    .poll(() => api<Provisioning>('GET', at).then(({ status, counts }) => [status, counts.failed]), PATIENCE)
    .toEqual(['idle', 0]);
  const text = await shown(pbx);
  expect(text).toContain(`${code}-201`);
  expect(text).toContain(`'${code}-out'`);
  await expect.poll(() => pbx.cli(`queue show ${code}-sales`), PATIENCE).toContain('PJSIP');
  // From here on, the PBX keeps objects that the console has deleted.
  await api('PATCH', at, { enabled: false });
  await api('DELETE', `/queues/${queueId}`);
  await api('DELETE', `/subscribers/${subscriberId}`);
  return serverId;
};

it.each([
  [7, 'files', 'filco'],
  [8, 'database', 'tabco'],
] as const)('leaves nothing of the console on PBX %i with driver %s', async (number, driver, code) => {
  const pbx = lab.pbx(number);
  const serverId = await configured(pbx, driver, code);
  const ownName = `${code}-`;
  expect(await shown(pbx)).toContain(ownName);
  await isUp(pbx);

  const found = await api<PbxFootprint>('GET', `/endpoints/${serverId}/provisioning/footprint`);
  expect(found).toMatchObject({
    configured: true,
    driver,
    problem: null,
    foreign: 0,
    rows: driver === 'files' ? 0 : 4,
  });
  expect(found.files.map(({ name }) => name)).toContain('ringside_extensions.conf');

  await api('DELETE', `/endpoints/${serverId}?removeConfiguration=true`);
  expect((await ringside.api.raw('GET', `/endpoints/${serverId}`)).status).toBe(404);
  // `queue show` removes a realtime queue that has no row.
  await expect.poll(() => shown(pbx), PATIENCE).not.toContain(ownName);
  expect(await postgres.sql(`select count(*) from realtime_sections where server_id = ${serverId}`)).toBe('0');
  const folder = join(pbx.folder, 'etc');
  for (const name of readdirSync(folder).filter((each) => each.startsWith('ringside_'))) {
    expect(readFileSync(join(folder, name), 'utf8'), name).not.toMatch(/^[^;\s]/m);
  }
  await isUp(pbx);
  // A reload restores nothing.
  await pbx.cli('core reload');
  await expect.poll(() => shown(pbx), PATIENCE).not.toContain(ownName);
  await isUp(pbx);
});

it('keeps the server while Asterisk cannot be reached, and deletes it without its configuration on request', async () => {
  const pbx = lab.pbx(9);
  const serverId = await configured(pbx, 'files', 'awayco');
  await pbx.cli('core stop now').catch(() => undefined);
  const refused = await ringside.api.raw('DELETE', `/endpoints/${serverId}?removeConfiguration=true`);
  expect(refused).toMatchObject({ status: 503, body: { errors: [{ code: 'removal-unreachable' }] } });
  const found = await api<PbxFootprint>('GET', `/endpoints/${serverId}/provisioning/footprint`);
  expect(found).toMatchObject({ configured: true, problem: { kind: 'link' } });
  await api('DELETE', `/endpoints/${serverId}`);
  expect(readFileSync(join(pbx.folder, 'etc/ringside_endpoints.conf'), 'utf8')).toContain('[awayco-201]');
});
