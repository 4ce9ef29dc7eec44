// Changes that Asterisk makes without an event appear in the live view: within a minute after commands on the Asterisk CLI, within seconds
// after a provisioning run.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Provisioning } from '@ringside/core/contract/pbx/provisioning.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWitness } from '../lab/ami-witness.ts';
import type { Witness } from '../lab/ami-witness.ts';
import { prepareForConsole, WRITING_LOGIN } from '../lab/configured.ts';
import type { RunningConsole } from '../lab/console.ts';
import { startConsole } from '../lab/console.ts';
import type { Lab, Pbx } from '../lab/lab.ts';
import { createLab } from '../lab/lab.ts';
import type { LiveAnswer } from '../lab/live.ts';
import { setUpTenants, isUp, waitForLink } from '../lab/tenants.ts';
import type { LabSetup } from '../lab/tenants.ts';

/** The console compares every 40 s. */
const MINUTE = { timeout: 60_000, interval: 250 };
const SOON = { timeout: 5_000, interval: 100 };
const PATIENCE = { timeout: 40_000, interval: 200 };
const LATE = '\n[acme-late]\nstrategy=ringall\nmember => PJSIP/acme-102,3,Bob\n';

let lab: Lab;
let pbx: Pbx;
let ringside: RunningConsole;
let witness: Witness;
let setup: LabSetup;
let serverId: number;

const api = <T>(method: string, path: string, body?: unknown): Promise<T> => ringside.api.call<T>(method, path, body);
const live = async (name: string) =>
  (await api<LiveAnswer>('GET', '/live')).queues.find((queue) => queue.name === name);
const edit = (from: RegExp | string, to: string): void => {
  const file = join(pbx.folder, 'etc/queues.conf');
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
};

beforeAll(async () => {
  lab = createLab();
  pbx = lab.pbx(15);
  await Promise.all([
    pbx.up({ fresh: true }).then(() => pbx.agents(3, { ring: '200', talk: '500' })),
    startConsole().then((started) => (ringside = started)),
  ]);
  await prepareForConsole(pbx);
  setup = await setUpTenants(ringside.api, [
    { name: 'PBX', host: pbx.host, port: pbx.amiPort, username: 'console', secret: 'console-secret' },
  ]);
  serverId = setup.serverIds[0] ?? 0;
  await waitForLink(ringside, serverId, isUp);
  witness = await createWitness(pbx.host, pbx.amiPort);
});
afterAll(async () => {
  witness?.close();
  await ringside?.close();
  await lab?.close();
});

it('shows changes by Asterisk commands within a minute: counters, queues, members, parameters, the order of callers', async () => {
  await pbx.callers({ calls: 2, rate: 1, patience: '20000', wait: true });
  await expect.poll(async () => (await live('acme-sales'))?.completed, PATIENCE).toBeGreaterThan(0);
  for (const iface of ['PJSIP/acme-101', 'PJSIP/acme-102', 'PJSIP/acme-103'])
    await witness.ask('QueuePause', { Queue: 'acme-sales', Interface: iface, Paused: 'true' });
  const csv = join(pbx.folder, 'waiting.csv');
  writeFileSync(csv, '+12125550123;First;+12025550101\n+12125550124;Second;+12025550101\n');
  await pbx.callers({ calls: 2, rate: 1, patience: '120000', csv });
  const order = async () => {
    const callers = (await live('acme-sales'))?.callers ?? [];
    return callers.toSorted((a, b) => a.position - b.position).map(({ callerIdName }) => callerIdName);
  };
  await expect.poll(order, PATIENCE).toEqual(['First', 'Second']);

  const second = (await live('acme-sales'))?.callers.find(({ callerIdName }) => callerIdName === 'Second');
  const moved = { Queue: 'acme-sales', Caller: second?.channel ?? '', Priority: '5', Immediate: 'yes' };
  expect((await witness.ask('QueueChangePriorityCaller', moved))['Response']).toBe('Success');
  appendFileSync(join(pbx.folder, 'etc/queues.conf'), LATE);
  edit(/(?<head>\[acme-support\][^[]*maxlen *= *)10/, '$<head>17');
  await pbx.cli('queue reset stats acme-sales', 'queue reload all');
  const late = async () => (await live('acme-late'))?.members.map(({ interface: device }) => device);
  await expect.poll(late, MINUTE).toEqual(['PJSIP/acme-102']);
  await expect.poll(order, SOON).toEqual(['Second', 'First']);
  await expect.poll(async () => (await live('acme-sales'))?.completed, SOON).toBe(0);
  await expect.poll(async () => (await live('acme-support'))?.max, SOON).toBe(17);

  edit(LATE, '');
  await pbx.cli('queue reload all');
  await expect.poll(() => live('acme-late'), MINUTE).toBeUndefined();
  await pbx.killSipp('callers');
});

describe('a provisioning run', () => {
  it('shows its changes of the files as soon as it is over', async () => {
    const at = `/endpoints/${serverId}/provisioning`;
    const settled = () =>
      expect
        .poll(async () => {
          const { status, problem } = await api<Provisioning>('GET', at);
          return { status, problem };
        }, PATIENCE)
        .toEqual({ status: 'idle', problem: null });
    await api('PATCH', at, { enabled: true, ...WRITING_LOGIN });
    const customer = { code: 'newco', name: 'New Co' };
    const { id: customerId } = await api<{ id: string }>('POST', '/customers', customer);
    const center = { customerId, name: 'Sales', code: 'sales' };
    const { id: callcenterId } = await api<{ id: string }>('POST', '/callcenters', center);
    const queue = { callcenterId, serverId, name: 'newco-sales', maxCallers: 9 };
    const { id } = await api<{ id: string }>('POST', '/queues', queue);
    await settled();
    await expect.poll(async () => (await live('newco-sales'))?.max, SOON).toBe(9);
    await api('PATCH', `/queues/${id}`, { maxCallers: 4 });
    await settled();
    await expect.poll(async () => (await live('newco-sales'))?.max, SOON).toBe(4);
    await api('DELETE', `/queues/${id}`);
    await settled();
    await expect.poll(() => live('newco-sales'), SOON).toBeUndefined();
  });
});
