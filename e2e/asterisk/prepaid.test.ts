// Prepaid calls on a real Asterisk: the balance limits their duration, also while the console is down. Concurrent calls share the balance.
// Calls without balance are refused until a payment. Emergency calls are neither refused nor cut off.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Call, CallPrice } from '@ringside/core/contract/calls/cdr.ts';
import type { Provisioning } from '@ringside/core/contract/pbx/provisioning.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createWitness } from '../lab/ami-witness.ts';
import type { Witness } from '../lab/ami-witness.ts';
import { LIVE_LOGIN, prepareForConsole, WRITING_LOGIN } from '../lab/configured.ts';
import type { RunningConsole } from '../lab/console.ts';
import { startConsole } from '../lab/console.ts';
import type { Lab, Pbx } from '../lab/lab.ts';
import { createLab, sleep } from '../lab/lab.ts';

const PATIENCE = { timeout: 40_000, interval: 200 };
/** 5.00 per minute, billed per second. */
const SATELLITE = '00881612345678';

let lab: Lab;
let pbx: Pbx;
let ringside: RunningConsole;
let witness: Witness;
let serverId: number;
let customerId: string;
let planId: string;

const api = <T>(method: string, path: string, body?: unknown): Promise<T> => ringside.api.call<T>(method, path, body);
const pay = (amount: string) =>
  api('POST', `/customers/${customerId}/ledger`, { kind: 'payment', amount, currency: 'GBP' });
const settled = () =>
  vi.waitUntil(async () => {
    const { status, problem } = await api<Provisioning>('GET', `/endpoints/${serverId}/provisioning`);
    return status === 'idle' && problem === null;
  }, PATIENCE);

const channels = async (): Promise<readonly Record<string, string>[]> => witness.list('CoreShowChannels');
/** Names of the trunk channels that are up. */
const talking = async (): Promise<readonly string[]> =>
  (await channels())
    .filter((c) => c['Channel']?.startsWith('PJSIP/trunk.') && c['ChannelStateDesc'] === 'Up')
    .map((c) => c['Channel'] ?? '');
const quiet = () => expect.poll(async () => (await channels()).length, PATIENCE).toBe(0);

/** Rings a phone of the lab, which answers and dials the number. */
const dial = async (line: string, number: string): Promise<void> => {
  const said = { Channel: `PJSIP/newco-${line}`, Context: 'newco-out', Exten: number, Priority: '1', Async: 'true' };
  expect((await witness.ask('Originate', { ...said, CallerID: line, Timeout: '20000' }))['Response']).toBe('Success');
};
const talks = async (count: number): Promise<readonly string[]> => {
  await expect.poll(async () => (await talking()).length, { timeout: 20_000, interval: 50 }).toBe(count);
  return talking();
};
/** Seconds until a channel that is up is gone. */
const lasts = async (channel: string): Promise<number> => {
  const start = Date.now();
  await expect
    .poll(async () => (await channels()).some((c) => c['Channel'] === channel), { timeout: 40_000, interval: 50 })
    .toBe(false);
  return (Date.now() - start) / 1000;
};
/** Expects the PBX to hang up the calling phone without any trunk channel. */
const isRefused = async (line: string, number: string, data: string[] = []): Promise<void> => {
  const seen = new Set<string>();
  await dial(line, number);
  await expect.poll(async () => (await channels()).length, PATIENCE).toBeGreaterThan(0);
  await expect
    .poll(async () => {
      const now = await channels();
      for (const { Channel = '', ApplicationData = '' } of now) {
        seen.add(Channel);
        data.push(ApplicationData);
      }
      return now.length;
    }, PATIENCE)
    .toBe(0);
  expect([...seen].filter((channel) => channel.includes('trunk.'))).toEqual([]);
};

beforeAll(async () => {
  lab = createLab();
  pbx = lab.pbx(13);
  const net = pbx.host.replace(/\.1$/, '');
  await Promise.all([
    pbx.up({ fresh: true, set: { CARRIER_MATCH: `${net}.99` } }),
    startConsole().then((started) => (ringside = started)),
  ]);
  await prepareForConsole(pbx);
  await pbx.carrier('120000');
  const server = { name: 'PBX', amiHost: pbx.host, amiPort: pbx.amiPort };
  ({ id: serverId } = await api<{ id: number }>('POST', '/endpoints', { ...server, ...LIVE_LOGIN }));
  await api('PATCH', `/endpoints/${serverId}/provisioning`, { enabled: true, ...WRITING_LOGIN });
  const customer = { code: 'newco', name: 'New Co', country: 'GB', currency: 'GBP' };
  ({ id: customerId } = await api<{ id: string }>('POST', '/customers', customer));
  await api('PATCH', `/customers/${customerId}/account`, { billingMethod: 'prepaid' });
  ({ id: planId } = await api<{ id: string }>('POST', '/plans', {
    name: 'Prepaid',
    status: 'active',
    currency: 'GBP',
  }));
  const rate = { direction: 'outbound', destinationName: 'Satellite', initialSeconds: 1, incrementSeconds: 1 };
  await api('POST', `/plans/${planId}/rates`, { ...rate, prefix: '8816', ratePerMinute: '5' });
  await api('POST', `/plans/${planId}/customers`, { customerId, validFrom: '2020-01-01T00:00:00Z' });
  const trunk = { serverId, code: 'voxline', name: 'Voxline', mode: 'address', host: `${net}.30`, qualify: false };
  const { id: trunkId } = await api<{ id: string }>('POST', '/trunks', trunk);
  await api('POST', '/outboundroutes', { serverId, name: 'Out', trunkIds: [trunkId] });
  const lines = [];
  for (const extension of ['201', '202'])
    lines.push(
      await api<{ sipUsername: string; secret: string }>('POST', '/subscribers', {
        ...{ customerId, serverId, extension, name: `Phone ${extension}` },
      }),
    );
  await settled();
  const csv = join(pbx.folder, 'etc', 'newco.csv');
  writeFileSync(csv, lines.map((line) => `${line.sipUsername};${line.secret}\n`).join(''));
  await pbx.agents(2, { ring: '100', talk: '120000', csv, samePort: true });
  witness = await createWitness(pbx.host, pbx.amiPort);
});
afterAll(async () => {
  witness?.close();
  await ringside?.close();
  await lab?.close();
});

describe('a prepaid customer', () => {
  it('is cut off when the balance is used up, refused from then on, and accepted after a payment', async () => {
    await pay('0.5');
    await dial('201', SATELLITE);
    const [channel = ''] = await talks(1);
    const seconds = await lasts(channel);
    // The balance pays for 6 s.
    expect(seconds).toBeGreaterThan(3);
    expect(seconds).toBeLessThan(6.5);
    await isRefused('201', SATELLITE);
    const told = async () => {
      const { data } = await api<{ data: Call[] }>('GET', '/reports/cdr?status=answered');
      return data.map(({ destination, billableSeconds }) => [destination.raw, billableSeconds]);
    };
    await expect.poll(told, PATIENCE).toEqual([['+881612345678', expect.any(Number)]]);
    const account = () => api<{ available: string | null }>('GET', `/customers/${customerId}/account`);
    await expect.poll(async () => Number((await account()).available), PATIENCE).toBeLessThan(0.2);
    expect(Number((await account()).available)).toBeGreaterThanOrEqual(0);
    await pay('0.5');
    await dial('201', SATELLITE);
    await talks(1);
    await quiet();
  });

  it('can make emergency calls of any length without a balance', async () => {
    await isRefused('201', SATELLITE);
    await dial('201', '112');
    const [channel = ''] = await talks(1);
    await sleep(8_000);
    expect(await talking()).toEqual([channel]);
    await pbx.cli('channel request hangup all');
    await quiet();
    // The plan refuses numbers without a rate, and has no rate for this number.
    const price = async () => {
      const { data } = await api<{ data: Call[] }>('GET', '/reports/cdr?status=answered');
      const call = data.find(({ destination }) => destination.raw === '112');
      if (call === undefined) return null;
      const { price: found } = await api<{ price: CallPrice | null }>('GET', `/reports/cdr/${call.id}`);
      return found && [found.status, Number(found.amount), found.steps.map(({ kind }) => kind)];
    };
    await expect.poll(price, PATIENCE).toEqual(['rated', 0, ['emergency-free']]);
  });

  it('shares the balance among concurrent calls', async () => {
    await pay('1');
    await dial('201', SATELLITE);
    await talks(1);
    await sleep(1_000);
    await dial('202', SATELLITE);
    const both = await talks(2);
    const seconds = await Promise.all(both.map(lasts));
    // About 11 s of one call remain, shared by both calls.
    expect(Math.max(...seconds)).toBeLessThan(7);
    expect(Math.min(...seconds)).toBeGreaterThan(2);
    await quiet();
  });

  it('is cut off while the console is down, and can then start no further calls', async () => {
    await pay('1');
    await dial('201', SATELLITE);
    const [channel = ''] = await talks(1);
    await ringside.kill();
    const seconds = await lasts(channel);
    expect(seconds).toBeGreaterThan(6);
    expect(seconds).toBeLessThan(13);
    await isRefused('202', SATELLITE);
    await dial('202', '999');
    await talks(1);
    await pbx.cli('channel request hangup all');
    await ringside.start();
    await pay('50');
    // The PBX keeps a minute at the highest rate for calls while the console is down.
    await expect.poll(() => pbx.cli('dialplan show globals'), PATIENCE).toMatch(/RINGSIDE_LEFT_newco=\d{10}[1-9]/);
    await ringside.kill();
    await dial('202', SATELLITE);
    await talks(1);
    await pbx.cli('channel request hangup all');
    await quiet();
    await ringside.start();
  });

  it('is refused blocked and unrated numbers by the PBX, within seconds of a change', async () => {
    await pay('50');
    const blocked = {
      direction: 'outbound',
      prefix: '88161',
      destinationName: 'Blocked',
      ratePerMinute: '5',
      blocked: true,
    };
    const { id } = await api<{ id: string }>('POST', `/plans/${planId}/rates`, blocked);
    const refused = () => pbx.cli('database show');
    await expect.poll(refused, PATIENCE).toMatch(/\/88161 +: refuse/);
    const said: string[] = [];
    await isRefused('201', SATELLITE, said);
    expect(said.join()).toContain('cannot-complete-as-dialed');
    // No rate, and the plan refuses numbers without a rate.
    await isRefused('201', '0033123456789');
    await api('DELETE', `/plans/${planId}/rates/${id}`);
    await expect.poll(refused, PATIENCE).not.toMatch(/\/88161 +: refuse/);
    await dial('201', SATELLITE);
    await talks(1);
    await pbx.cli('channel request hangup all');
    await quiet();
  });
});
