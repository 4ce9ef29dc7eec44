// Attended transfers to external numbers, from the dashboard and from the phone, on a PBX that the console configures. The subscriber's
// rules apply before the PBX dials the number. Each leg through the trunk is priced for the duration that the carrier counts, and counts
// towards the limit of concurrent calls.
import type { Call, CallPrice, OnwardCall } from '@ringside/core/contract/calls/cdr.ts';
import type { Provisioning } from '@ringside/core/contract/pbx/provisioning.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createWitness } from '../lab/ami-witness.ts';
import type { Witness } from '../lab/ami-witness.ts';
import { LIVE_LOGIN, prepareForConsole, WRITING_LOGIN } from '../lab/configured.ts';
import type { RunningConsole } from '../lab/console.ts';
import { startConsole } from '../lab/console.ts';
import { farCalls, farSeconds } from '../lab/far-end.ts';
import type { Lab, Pbx } from '../lab/lab.ts';
import { createLab, sleep } from '../lab/lab.ts';
import type { SipPhone } from '../lab/sip-phone.ts';
import { startSipPhone } from '../lab/sip-phone.ts';

const PATIENCE = { timeout: 40_000, interval: 100 };
const FIRST = '02079460777';
const SATELLITE = '00881612345678';

interface CallView extends Call {
  readonly price: CallPrice | null;
  readonly onward: readonly OnwardCall[];
}
interface Line {
  readonly sipUsername: string;
  readonly secret: string;
}

let lab: Lab;
let pbx: Pbx;
let net: string;
let ringside: RunningConsole;
let witness: Witness;
let serverId: number;
let customerId: string;
const lines = new Map<string, Line>();
const phones: SipPhone[] = [];
let nextPort = 5200;

const api = <T>(method: string, path: string, body?: unknown): Promise<T> => ringside.api.call<T>(method, path, body);
const settled = () =>
  vi.waitUntil(async () => {
    const { status, problem } = await api<Provisioning>('GET', `/endpoints/${serverId}/provisioning`);
    return status === 'idle' && problem === null;
  }, PATIENCE);
const channels = async (): Promise<readonly Record<string, string>[]> => witness.list('CoreShowChannels');
const onTrunk = async (): Promise<number> =>
  (await channels()).filter((c) => c['Channel']?.startsWith('PJSIP/trunk.') && c['ChannelStateDesc'] === 'Up').length;
const connected = (count: number) => expect.poll(onTrunk, PATIENCE).toBe(count);
const quiet = () => expect.poll(async () => (await channels()).length, PATIENCE).toBe(0);
const ownChannel = async (line: string): Promise<string> =>
  (await channels()).find((c) => c['Channel']?.startsWith(`PJSIP/newco-${line}-`))?.['Channel'] ?? '';
const reached = (number: string): number => farCalls(pbx).filter((call) => call.number === number).length;

const phoneOf = async (line: string): Promise<SipPhone> => {
  const { sipUsername = '', secret = '' } = lines.get(line) ?? {};
  const place = { host: pbx.host, address: `${net}.11`, port: ++nextPort };
  const phone = await startSipPhone({ ...place, user: sipUsername, password: secret });
  phones.push(phone);
  return phone;
};

/** The subscriber calls out and consults the number. Returns the function that completes the transfer. */
type Consult = (line: string, number: string) => Promise<() => Promise<unknown>>;

const callAndWait = async (line: string): Promise<string> => {
  await (await phoneOf(line)).call(FIRST);
  await connected(1);
  return ownChannel(line);
};
const byHangingUp = (channel: string) => () => witness.ask('Hangup', { Channel: channel });

const CONSULTATIONS: readonly (readonly [string, Consult])[] = [
  [
    'the dashboard',
    async (line, number) => {
      const own = await callAndWait(line);
      const live = () => api<{ calls: { channel: string }[] }>('GET', '/live');
      await expect.poll(async () => (await live()).calls.length, PATIENCE).toBe(1);
      const [call] = (await live()).calls;
      const answer = await ringside.api.raw('POST', '/live/commands', {
        ...{ serverId, action: 'Atxfer', Channel: call?.channel, Exten: number },
      });
      expect(answer).toMatchObject({ status: 200, body: { confirmed: true } });
      return byHangingUp(own);
    },
  ],
  [
    'the phone itself (REFER with Replaces)',
    async (line, number) => {
      const phone = await phoneOf(line);
      const first = await phone.call(FIRST);
      await connected(1);
      await first.hold();
      const second = await phone.call(number);
      return async () => expect(await first.referTo(second)).toBe(202);
    },
  ],
];

beforeAll(async () => {
  lab = createLab();
  pbx = lab.pbx(14);
  net = pbx.host.replace(/\.1$/, '');
  await Promise.all([
    pbx.up({ fresh: true, set: { CARRIER_MATCH: `${net}.99` } }),
    startConsole().then((started) => (ringside = started)),
  ]);
  await prepareForConsole(pbx);
  await pbx.carrier('120000', '100');
  const server = { name: 'PBX', amiHost: pbx.host, amiPort: pbx.amiPort };
  ({ id: serverId } = await api<{ id: number }>('POST', '/endpoints', { ...server, ...LIVE_LOGIN }));
  await api('PATCH', `/endpoints/${serverId}/provisioning`, { enabled: true, ...WRITING_LOGIN });
  const customer = { code: 'newco', name: 'New Co', country: 'GB', currency: 'GBP' };
  ({ id: customerId } = await api<{ id: string }>('POST', '/customers', customer));
  const plan = { name: 'By the second', status: 'active', currency: 'GBP' };
  const { id: planId } = await api<{ id: string }>('POST', '/plans', plan);
  const rate = { direction: 'outbound', initialSeconds: 1, incrementSeconds: 1 };
  for (const [prefix, destinationName, ratePerMinute] of [
    ['44', 'United Kingdom', '0.6'],
    ['8816', 'Satellite', '6'],
  ])
    await api('POST', `/plans/${planId}/rates`, { ...rate, prefix, destinationName, ratePerMinute });
  await api('POST', `/plans/${planId}/customers`, { customerId, validFrom: '2020-01-01T00:00:00Z' });
  const trunk = { serverId, code: 'voxline', name: 'Voxline', mode: 'address', host: `${net}.30`, qualify: false };
  const { id: trunkId } = await api<{ id: string }>('POST', '/trunks', trunk);
  await api('POST', '/outboundroutes', { serverId, name: 'Out', trunkIds: [trunkId] });
  for (const [extension, barring] of [
    ['201', 'none'],
    ['202', 'foreign'],
  ] as const) {
    const line = { customerId, serverId, extension, name: `Phone ${extension}`, barring };
    lines.set(extension, await api<Line>('POST', '/subscribers', line));
  }
  await settled();
  witness = await createWitness(pbx.host, pbx.amiPort);
});
afterAll(async () => {
  await Promise.all(phones.map((phone) => phone.close()));
  witness?.close();
  await ringside?.close();
  await lab?.close();
});
afterEach(async () => {
  await pbx.cli('channel request hangup all');
  await quiet();
});

describe.each(CONSULTATIONS)('an attended transfer by %s', (_way, consult) => {
  it('prices both legs to the subscriber, each for the duration that the carrier counts', async () => {
    const since = Date.now() - 1_000;
    const complete = await consult('201', SATELLITE);
    await connected(2);
    await sleep(1_000);
    await complete();
    await expect.poll(() => ownChannel('201'), PATIENCE).toBe('');
    await sleep(2_000);
    await connected(2);
    await pbx.cli('channel request hangup all');
    await quiet();
    const [satellite, first] = ['+881612345678', '+442079460777'].map((number) =>
      farCalls(pbx).findLast((call) => call.number === number && call.connectAt > since),
    );
    const path = `/reports/cdr?from=${new Date(since).toISOString()}`;
    const legs = async () => {
      const { data } = await api<{ data: Call[] }>('GET', path);
      const views = await Promise.all(data.map((call) => api<CallView>('GET', `/reports/cdr/${call.id}`)));
      return views.flatMap((view) => [
        { number: view.destination.raw, extension: view.extension, price: view.price },
        ...view.onward.map((leg) => ({ number: leg.destination.raw, extension: leg.extension, price: leg.price })),
      ]);
    };
    await expect
      .poll(async () => (await legs()).map(({ number, price }) => [number, price?.status]).toSorted(), PATIENCE)
      .toEqual([
        ['+442079460777', 'rated'],
        ['+881612345678', 'rated'],
      ]);
    const wrong = async () =>
      (await legs()).flatMap(({ number, extension, price }) => {
        const [far, perSecond] = number.startsWith('+44') ? [first, 0.01] : [satellite, 0.1];
        const seconds = price?.rawSeconds ?? 0;
        const isRight =
          Math.abs(seconds - farSeconds(far!)) <= 1 && Math.abs(Number(price?.amount) - seconds * perSecond) < 1e-6;
        return isRight && extension === '201' ? [] : [{ number, extension, seconds, far, amount: price?.amount }];
      });
    // The second call changes the record of the first.
    await expect.poll(wrong, PATIENCE).toEqual([]);
  });

  it('is refused by the subscriber’s rules before the PBX dials the number', async () => {
    const before = reached('+881612345678');
    // The PBX or the phone rejects it, depending on the transfer.
    await consult('202', SATELLITE).catch(() => undefined);
    await sleep(1_000);
    expect(await onTrunk()).toBe(1);
    expect(reached('+881612345678')).toBe(before);
  });

  it('is refused when it would exceed the limit of concurrent calls', async () => {
    await api('PATCH', `/customers/${customerId}`, { maxConcurrentCalls: 1 });
    await settled();
    const before = reached('+881612345678');
    await consult('201', SATELLITE).catch(() => undefined);
    await sleep(1_000);
    expect(await onTrunk()).toBe(1);
    expect(reached('+881612345678')).toBe(before);
    await api('PATCH', `/customers/${customerId}`, { maxConcurrentCalls: null });
    await settled();
  });
});
