// Attended transfers on a PBX with rendered configuration, started by each party that the console can command. An unresponsive carrier
// delays a call by at most 4 s.
import { createSocket } from 'node:dgram';
import type { Socket } from 'node:dgram';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderPbx } from '@ringside/core/pbx/render.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Block } from '../lab/blocks-of.ts';
import { createCallStage } from '../lab/call-stage.ts';
import type { CallStage } from '../lab/call-stage.ts';
import { forSipp } from '../lab/for-sipp.ts';
import type { Lab, Pbx } from '../lab/lab.ts';
import { createLab } from '../lab/lab.ts';
import { NUMBERS, wantedCallFlow } from '../lab/wanted-call-flow.ts';
import type { ConfiguredPbx } from '../lab/written-pbx.ts';
import { NOTHING, writePbx } from '../lab/written-pbx.ts';

let lab: Lab;
let pbx: Pbx;
let written: ConfiguredPbx;
let silentCarrier: Socket;
let { seen, answeredBy, says, hangUpAll, callIn, dialFrom } = {} as CallStage;
/** Messages sent to the unresponsive carrier. */
const received: string[] = [];
/** The carrier answers with 100 Trying and nothing else. */
let trying = false;

beforeAll(async () => {
  lab = createLab();
  pbx = lab.pbx(13);
  const net = pbx.host.replace(/\.1$/, '');
  await pbx.up({ fresh: true, set: { CARRIER_MATCH: `${net}.99` } });
  written = await writePbx(pbx, 'call,agent,dialplan');
  ({ seen, answeredBy, says, hangUpAll, callIn, dialFrom } = createCallStage(pbx, written));
  await pbx.carrier();
  // Receives everything and answers nothing.
  silentCarrier = createSocket('udp4');
  silentCarrier.on('message', (message, from) => {
    const text = message.toString();
    received.push(text);
    if (!trying || !text.startsWith('INVITE ')) return;
    const kept = text.split('\r\n').filter((line) => /^(Via|From|To|Call-ID|CSeq):/.test(line));
    silentCarrier.send(
      ['SIP/2.0 100 Trying', ...kept, 'Content-Length: 0', '', ''].join('\r\n'),
      from.port,
      from.address,
    );
  });
  await new Promise<void>((resolve) => silentCarrier.bind(5060, `${net}.40`, resolve));
  const wanted = wantedCallFlow(net);
  const trunks = (wanted.trunks ?? []).map((trunk) => ({ ...trunk, qualify: false }));
  const rendered = forSipp(renderPbx({ ...wanted, trunks }));
  expect(rendered.refused).toEqual([]);
  await written.apply(rendered, NOTHING);
  await says('dialplan show', (text) => text.includes(NUMBERS.line));
  const phones = join(pbx.folder, 'etc', 'our-phones.csv');
  writeFileSync(phones, ['newco-201', 'newco-202'].map((name) => `${name};Abcdefghij0123456789\n`).join(''));
  await pbx.agents(2, { csv: phones, ring: '300', talk: '60000' });
});
afterAll(async () => {
  silentCarrier?.close();
  written?.close();
  await lab?.close();
});
afterEach(() => hangUpAll());

/** Both are in one bridge, or in two bridges connected by a Local channel. */
const talking = (a: string, b: string): Promise<void> =>
  says('core show channels concise', (text) => {
    const channels = text.split('\n').map((line) => line.split('!'));
    const bridgeOf = (name: string): string => channels.find(([channel]) => channel === name)?.[12] ?? '';
    const joined = (bridge: string): readonly string[] => [
      bridge,
      ...channels.flatMap(([name = '', ...rest]) =>
        name.startsWith('Local/') && rest[11] === bridge
          ? [bridgeOf(name.replace(/[12]$/, (half) => (half === '1' ? '2' : '1')))]
          : [],
      ),
    ];
    const bridgesOf = (device: string): readonly string[] =>
      channels.flatMap(([name = '', ...rest]) => (name.startsWith(`${device}-`) && rest[11] ? [rest[11]] : []));
    const there = bridgesOf(b);
    return bridgesOf(a).some((bridge) => joined(bridge).some((each) => there.includes(each)));
  });
const consult = async (start: number, device: string, number: string): Promise<void> => {
  const { DestChannel, Channel } = await answeredBy(start, device).catch(() => ({ DestChannel: '', Channel: '' }));
  const channel = DestChannel?.startsWith(device) ? DestChannel : (Channel ?? '');
  const answer = await written.action('Atxfer', { Channel: channel, Context: 'newco-out', Exten: number });
  expect(answer).toContain('Success');
};

describe('an attended transfer', () => {
  it('transfers a queue’s caller to a colleague after a consultation', async () => {
    const start = await callIn(`+${NUMBERS.queue}`);
    const { DestChannel = '' } = await answeredBy(start, 'PJSIP/newco-202');
    await consult(start, 'PJSIP/newco-202', '201');
    await answeredBy(start, 'PJSIP/newco-201');
    await written.action('Hangup', { Channel: DestChannel });
    await talking('PJSIP/trunk.voxline', 'PJSIP/newco-201');
  });

  it('transfers an extension’s outbound call to a colleague, and an inbound call to an external number', async () => {
    const start = await dialFrom('newco-201', '02079460777');
    const { Channel = '' } = await answeredBy(start, 'PJSIP/trunk.voxline');
    const answer = await written.action('Atxfer', { Channel, Context: 'newco-out', Exten: '202' });
    expect(answer).toContain('Success');
    await answeredBy(start, 'PJSIP/newco-202');
    await written.action('Hangup', { Channel });
    await talking('PJSIP/trunk.voxline', 'PJSIP/newco-202');
    await hangUpAll();

    const inward = await callIn(`+${NUMBERS.line}`);
    const { DestChannel = '' } = await answeredBy(inward, 'PJSIP/newco-201');
    await written.action('Atxfer', { Channel: DestChannel, Context: 'newco-out', Exten: '02079460777' });
    await seen(inward, { Event: 'DialBegin', DestChannel: 'PJSIP/trunk.voxline-*' });
  });

  it('cannot be started by an external caller, nor can a blind transfer by key', async () => {
    const start = await callIn(`+${NUMBERS.line}`);
    const { Channel = '', DestChannel = '' } = await answeredBy(start, 'PJSIP/newco-201');
    await written.action('Atxfer', { Channel, Context: 'newco-out', Exten: '202' });
    for (const digit of ['#', '2', '0', '2'])
      await written.action('PlayDTMF', { Channel: DestChannel, Digit: digit, Receive: 'true' });
    await new Promise((resolve) => setTimeout(resolve, 4000));
    expect(written.blocksFrom(start).some(({ DestChannel: to }) => to?.startsWith('PJSIP/newco-202'))).toBe(false);
    await talking('PJSIP/trunk.voxline', 'PJSIP/newco-201');
  });
});

/** Seconds: `1795390000.12` after the name of the PBX. */
const begunAt = ({ DestUniqueid = '' }: Block): number => Number(DestUniqueid.split('-').at(-1));

describe('an unresponsive carrier without qualify', () => {
  it('fails over to the next carrier within 4 s', async () => {
    received.length = 0;
    const start = await dialFrom('newco-201', '02079460778');
    await answeredBy(start, 'PJSIP/trunk.voxline');
    const began = await seen(start, { Event: 'DialBegin', DestChannel: 'PJSIP/trunk.silent-*' });
    const next = await seen(start, { Event: 'DialBegin', DestChannel: 'PJSIP/trunk.voxline-*' });
    const waited = begunAt(next) - begunAt(began);
    expect(received.some((message) => message.startsWith('INVITE sip:+442079460778@'))).toBe(true);
    expect(waited).toBeGreaterThan(2);
    expect(waited).toBeLessThan(4);
  });

  it('also delays an emergency call by at most 4 s', async () => {
    const start = await dialFrom('newco-201', '999');
    await answeredBy(start, 'PJSIP/trunk.voxline');
    const began = await seen(start, { Event: 'DialBegin', DestChannel: 'PJSIP/trunk.silent-*' });
    const next = await seen(start, { Event: 'DialBegin', DestChannel: 'PJSIP/trunk.voxline-*' });
    expect(begunAt(next) - begunAt(began)).toBeLessThan(4);
  });

  it('is not confused with a carrier that answers 100 Trying and needs time', async () => {
    trying = true;
    const start = await dialFrom('newco-201', '02079460779');
    const { DestChannel = '' } = await seen(start, { Event: 'DialBegin', DestChannel: 'PJSIP/trunk.silent-*' });
    await seen(start, { Event: 'Hangup', Channel: 'Local/s@ringside-watch-*' });
    await new Promise((resolve) => setTimeout(resolve, 5000));
    trying = false;
    expect(await pbx.cli('core show channels concise')).toContain(DestChannel);
    expect(written.blocksFrom(start).some(({ DestChannel: to }) => to?.startsWith('PJSIP/trunk.voxline'))).toBe(false);
  });
});
