// Subscribers bound to a transport on a real Asterisk. The console reads the transports and refuses a missing one. A phone that registers
// over TCP is called over its connection. A subscriber without a transport is called over UDP.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Endpoint } from '@ringside/core/contract/pbx/endpoint.ts';
import type { ProvisionedObject, Provisioning } from '@ringside/core/contract/pbx/provisioning.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LIVE_LOGIN, prepareForConsole, WRITING_LOGIN } from '../lab/configured.ts';
import type { RunningConsole } from '../lab/console.ts';
import { startConsole } from '../lab/console.ts';
import type { Lab, Pbx } from '../lab/lab.ts';
import { createLab } from '../lab/lab.ts';
import { startTcpPhone } from '../lab/tcp-phone.ts';
import type { TcpPhone } from '../lab/tcp-phone.ts';

const PATIENCE = { timeout: 40_000, interval: 200 };

interface Line {
  readonly id: string;
  readonly secret: string;
  readonly sipUsername: string;
}

let lab: Lab;
let pbx: Pbx;
let ringside: RunningConsole;
let more: string;
let serverId: number;
let phone: TcpPhone | undefined;
const lines: Record<string, Line> = {};

const api = <T>(method: string, path: string, body?: unknown): Promise<T> => ringside.api.call<T>(method, path, body);
const at = (path = ''): string => `/endpoints/${serverId}/provisioning${path}`;
const line = (extension: string): Line => {
  const found = lines[extension];
  if (found === undefined) throw new Error(`No extension ${extension}`);
  return found;
};
const settled = async (): Promise<void> => {
  const runStatus = async () => {
    const { status, problem, counts } = await api<Provisioning>('GET', at());
    return { status, problem, pending: counts.pending };
  };
  await expect.poll(runStatus, PATIENCE).toEqual({ status: 'idle', problem: null, pending: 0 });
};
const shown = (extension: string): Promise<string> => pbx.cli(`pjsip show endpoint ${line(extension).sipUsername}`);
/** An internal call without a calling phone. It lasts until the answering phone hangs up, or a few seconds. */
const call = (number: string): void => {
  const socket = connect(pbx.amiPort, pbx.host, () =>
    socket.write(
      'Action: Login\r\nUsername: console\r\nSecret: console-secret\r\nEvents: off\r\n\r\n' +
        `Action: Originate\r\nChannel: Local/${number}@newco-out\r\nApplication: Wait\r\nData: 4\r\nAsync: true\r\n\r\n` +
        'Action: Logoff\r\n\r\n',
    ),
  );
  socket.on('error', () => undefined).resume();
};

beforeAll(async () => {
  lab = createLab();
  pbx = lab.pbx(3);
  more = mkdtempSync(join(tmpdir(), 'ringside-conf-'));
  mkdirSync(join(more, 'pjsip.d'));
  writeFileSync(
    join(more, 'pjsip.d/tcp.conf'),
    '[of-tcp](!)\ntype=transport\nprotocol=tcp\n[net-tcp](of-tcp)\nbind=@IP@:@SIP_PORT@\n',
  );
  await pbx.up({ fresh: true, more });
  await prepareForConsole(pbx);
  ringside = await startConsole();
  const server = { name: 'PBX', amiHost: pbx.host, amiPort: pbx.amiPort };
  ({ id: serverId } = await api<{ id: number }>('POST', '/endpoints', { ...server, ...LIVE_LOGIN }));
  await api('PATCH', at(), { ...WRITING_LOGIN, enabled: true });
  const { id: customerId } = await api<{ id: string }>('POST', '/customers', { code: 'newco', name: 'New Co' });
  for (const extension of ['201', '202']) {
    const values = { customerId, serverId, extension, name: `Phone ${extension}` };
    lines[extension] = await api<Line>('POST', '/subscribers', values);
  }
});
afterAll(async () => {
  phone?.close();
  await ringside?.close();
  await lab?.close();
  rmSync(more, { recursive: true, force: true });
});

it('lists the transports of the PBX and refuses others', async () => {
  await settled();
  const { data } = await api<{ data: { id: number; transports: string[] }[] }>('GET', '/subscribers/servers');
  expect(data).toMatchObject([{ id: serverId, transports: ['tcp', 'udp'] }]);
  const tls = api('PATCH', `/subscribers/${line('202').id}`, { transport: 'tls' });
  await expect(tls).rejects.toThrow(/no-transport/);
  expect(await shown('202')).toMatch(/transport +: *$/m);
});

it('shows the identity, clock, response time, capabilities and modules of the PBX', async () => {
  const told = () => api<Endpoint>('GET', `/endpoints/${serverId}`);
  await expect.poll(async () => (await told()).entityId, PATIENCE).toMatch(/^([0-9a-f]{2}:){5}[0-9a-f]{2}$/);
  const row = await told();
  expect(await pbx.cli('core show settings')).toContain(`Entity ID:                   ${row.entityId}`);
  expect(row.systemName).toBe(pbx.name);
  expect(row.reloadedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
  // Both run on one machine with one clock.
  expect(Math.abs(row.clockSkewMs ?? Number.NaN)).toBeLessThan(1_000);
  expect(row.lagMs).toBeGreaterThanOrEqual(0);
  expect(row.problems.filter(({ code }) => code.startsWith('clock-'))).toEqual([]);
  expect(row.capabilities).toEqual(expect.arrayContaining(['members', 'callers', 'transfer', 'record', 'listen']));
  const modules = { app_queue: true, res_pjsip: true, pbx_config: true, app_mixmonitor: true };
  expect(row.modules).toMatchObject(modules);
  const found = await pbx.cli('module show like .so');
  for (const [name, isLoaded] of Object.entries(row.modules ?? {})) {
    expect([name, new RegExp(`^${name}\\.so .* Running `, 'm').test(found)]).toEqual([name, isLoaded]);
  }
});

it('calls a subscriber bound to TCP over the connection of their phone', async () => {
  await api('PATCH', `/subscribers/${line('202').id}`, { transport: 'tcp' });
  await expect.poll(() => shown('202'), PATIENCE).toMatch(/transport +: net-tcp/);
  await settled();
  const { data } = await api<{ data: ProvisionedObject[] }>('GET', at('/objects?q=newco-202'));
  expect(data).toMatchObject([{ state: 'applied', reason: null }]);
  phone = startTcpPhone(pbx.host, 5060, line('202').sipUsername, line('202').secret);
  await phone.registered;
  // Asterisk truncates the columns of the list: `;transport=TCP`.
  expect(await pbx.cli('pjsip show contacts')).toMatch(/newco-202\/sip:newco-202@[^ ]*;transp/);
  call('202');
  await expect.poll(() => phone?.asked.map((text) => text.split(' ')[0]), PATIENCE).toContain('INVITE');
  await expect.poll(() => phone?.asked.map((text) => text.split(' ')[0]), PATIENCE).toContain('ACK');
});

it('leaves the transport of an unbound subscriber to the PBX, which registers and calls the phone over UDP', async () => {
  const csv = join(more, 'phones.csv');
  writeFileSync(csv, `${line('201').sipUsername};${line('201').secret}\n`);
  await pbx.agents(1, { ring: '300', talk: '20000', csv, samePort: true });
  expect(await shown('201')).toMatch(/transport +: *$/m);
  const contacts = await pbx.cli('pjsip show contacts');
  expect(contacts).toMatch(/newco-201\/sip:newco-201@/);
  expect(contacts).not.toMatch(/newco-201\/sip:newco-201@[^ ]*;transp/);
  call('201');
  await expect.poll(() => pbx.cli('core show channels concise'), PATIENCE).toMatch(/PJSIP\/newco-201-[^!]*!.*!Up!/);
});

it('unbinds a subscriber with a reason when their transport is missing after a restart, and they can still be called', async () => {
  phone?.close();
  await pbx.stop();
  writeFileSync(join(more, 'pjsip.d/tcp.conf'), '');
  await pbx.up({ more });
  await prepareForConsole(pbx);
  await api('POST', at('/apply'));
  const told = async () => (await api<{ data: ProvisionedObject[] }>('GET', at('/objects?q=newco-202'))).data[0];
  const reason = { state: 'failed', reason: 'no-transport', params: { transport: 'tcp' } };
  await expect.poll(told, PATIENCE).toMatchObject(reason);
  await expect.poll(() => shown('202'), PATIENCE).toMatch(/transport +: *$/m);
  await api('PATCH', `/subscribers/${line('202').id}`, { transport: 'auto' });
  await settled();
  expect(await told()).toMatchObject({ state: 'applied', reason: null });
});
