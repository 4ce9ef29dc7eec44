// Calls that a subscriber sends on to an external number: the subscriber's rules apply before the PBX dials, for each kind of transfer. The
// trunk shows the subscriber's number.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderPbx } from '@ringside/core/pbx/render.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { farCalls } from '../lab/far-end.ts';
import { forSipp } from '../lab/for-sipp.ts';
import type { Lab, Pbx } from '../lab/lab.ts';
import { createLab } from '../lab/lab.ts';
import type { PhoneBehavior, SipPhone } from '../lab/sip-phone.ts';
import { startSipPhone } from '../lab/sip-phone.ts';
import { NUMBERS, wantedCallFlow } from '../lab/wanted-call-flow.ts';
import type { ConfiguredPbx } from '../lab/written-pbx.ts';
import { NOTHING, writePbx } from '../lab/written-pbx.ts';

/** `newco-202` may not call numbers that begin with 1. */
const BARRED = '0013125550100';
const OPEN = '02079460777';

let lab: Lab;
let pbx: Pbx;
let written: ConfiguredPbx;
let net: string;
let nextPort = 5100;
const phones = new Map<string, SipPhone>();

const signIn = async (user: string, habits: PhoneBehavior = {}): Promise<SipPhone> => {
  await phones.get(user)?.close();
  const place = { host: pbx.host, address: `${net}.11`, port: ++nextPort };
  const phone = await startSipPhone({ ...place, user, password: 'Abcdefghij0123456789' }, habits);
  phones.set(user, phone);
  return phone;
};
const allGone = () =>
  vi.waitUntil(async () => (await pbx.cli('core show channels count')).includes('0 active channels'), {
    ...{ timeout: 20_000, interval: 200 },
  });
const hangUpAll = async (): Promise<void> => {
  await pbx.cli('channel request hangup all');
  await allGone();
};
const callIn = async (number: string): Promise<void> => {
  const csv = join(pbx.folder, 'etc', 'one-caller.csv');
  writeFileSync(csv, `+12125550123;Robert;+${number}\n`);
  await pbx.callers({ calls: 1, rate: 1, csv, patience: '60000', port: ++nextPort });
};
/** Numbers dialed through a trunk since `start`. */
const dialled = (start: number): readonly string[] =>
  written
    .blocksFrom(start)
    .filter(({ Event, DestChannel }) => Event === 'DialBegin' && DestChannel?.startsWith('PJSIP/trunk.') === true)
    .map(({ DialString }) => DialString?.split('@')[0] ?? '');
const refusedAs = (start: number, cause: string) =>
  vi.waitUntil(() => written.blocksFrom(start).some((b) => b['Event'] === 'Hangup' && b['Cause'] === cause), {
    ...{ timeout: 20_000, interval: 20 },
  });
/** Asterisk loses a transfer request from before the two channels are bridged. */
const bridged = (start: number) =>
  vi.waitUntil(() => written.blocksFrom(start).filter((b) => b['Event'] === 'BridgeEnter').length > 1, {
    ...{ timeout: 20_000, interval: 20 },
  });
const trunkChannel = async (): Promise<string> =>
  /PJSIP\/trunk[^!]*/.exec(await pbx.cli('core show channels concise'))?.[0] ?? '';

beforeAll(async () => {
  lab = createLab();
  pbx = lab.pbx(6);
  net = pbx.host.replace(/\.1$/, '');
  await pbx.up({ fresh: true, set: { CARRIER_MATCH: `${net}.99` } });
  written = await writePbx(pbx, 'call,agent,dialplan');
  await pbx.carrier('60000', '200');
  const wanted = wantedCallFlow(net);
  const routes = (wanted.routes ?? []).map((route) => ({ ...route, trunks: ['trunk-voxline'] }));
  const rendered = forSipp(renderPbx({ ...wanted, routes }));
  expect(rendered.refused).toEqual([]);
  await written.apply(rendered, NOTHING);
  await vi.waitUntil(async () => (await pbx.cli('dialplan show ringside-marks')).includes('cross'), {
    ...{ timeout: 20_000, interval: 200 },
  });
});
afterAll(async () => {
  await Promise.all([...phones.values()].map((phone) => phone.close()));
  written?.close();
  await lab?.close();
});

/** Creates a call of `newco-202` and sends it to the number. Resolves when the PBX has accepted the request. */
type SendOn = (number: string, start: number) => Promise<void>;

const KINDS: readonly (readonly [string, SendOn])[] = [
  [
    'a blind transfer of a call that the extension made',
    async (number, start) => {
      const call = await (await signIn('newco-202')).call(OPEN);
      await bridged(start);
      expect(await call.refer(number)).toBe(202);
    },
  ],
  [
    'a blind transfer of a call that the extension answered',
    async (number, start) => {
      const phone = await signIn('newco-202');
      await callIn(NUMBERS.openQueue);
      const call = await phone.incoming();
      await bridged(start);
      expect(await call.refer(number)).toBe(202);
    },
  ],
  [
    'a transfer from the dashboard',
    async (number, start) => {
      await (await signIn('newco-202')).call(OPEN);
      await bridged(start);
      const own = /PJSIP\/newco-202[^!]*/.exec(await pbx.cli('core show channels concise'))?.[0] ?? '';
      await written.action('BlindTransfer', { Channel: own, Context: 'newco-out', Exten: number });
    },
  ],
  [
    'a redirect of the far end of its call',
    async (number, start) => {
      await (await signIn('newco-202')).call(OPEN);
      await bridged(start);
      const fields = { Channel: await trunkChannel(), Context: 'newco-out', Exten: number, Priority: '1' };
      await written.action('Redirect', fields);
    },
  ],
  [
    'a redirect (302) by a phone that a queue rings',
    async (number) => {
      await signIn('newco-202', { redirectTo: number });
      await callIn(NUMBERS.openQueue);
    },
  ],
];

describe.each(KINDS)('%s', (_what, send) => {
  it('applies the extension’s rules before the PBX dials the number', async () => {
    const start = written.said().length;
    await send(BARRED, start);
    await refusedAs(start, '21');
    await hangUpAll();
    expect(dialled(start)).not.toContain('+13125550100');
  });

  it('reaches an allowed number and shows the extension’s number', async () => {
    const start = written.said().length;
    await send('02079460778', start);
    await vi.waitUntil(() => farCalls(pbx).some((call) => call.byeAt === null && call.number === '+442079460778'), {
      ...{ timeout: 20_000, interval: 50 },
    });
    const shown = written
      .blocksFrom(start)
      .findLast((b) => b['Event'] === 'DialBegin' && b['DialString']?.startsWith('+442079460778') === true);
    expect(shown?.['DestConnectedLineNum']).toBe(`+${NUMBERS.queue}`);
    await hangUpAll();
  });
});

it('a call to the number of another customer shows only the caller’s public number', async () => {
  const other = await signIn('other-301');
  const phone = await signIn('newco-201');
  const start = written.said().length;
  await phone.call(`+${NUMBERS.others}`);
  await other.incoming();
  const rung = written.blocksFrom(start).find((b) => b['DestChannel']?.startsWith('PJSIP/other-301') === true);
  expect([rung?.['CallerIDNum'], rung?.['CallerIDName']]).toEqual([`+${NUMBERS.line}`, '<unknown>']);
  // The call does not leave the PBX.
  expect(dialled(start)).toEqual([]);
  await hangUpAll();
});
