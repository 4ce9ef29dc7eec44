// Real calls through the rendered dialplan: numbers, ring groups, business hours, IVR menus, trunks and outbound routes. Inbound calls
// reach the number's destination, outbound calls fail over to the next trunk, and customers reach no numbers of other customers.
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PBX_FILES, renderPbx } from '@ringside/core/pbx/render.ts';
import type { RenderedPbx } from '@ringside/core/pbx/render.ts';
import type { WantedPbx } from '@ringside/core/pbx/wanted.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Block } from '../lab/blocks-of.ts';
import { forSipp } from '../lab/for-sipp.ts';
import { createCallStage } from '../lab/call-stage.ts';
import type { CallStage } from '../lab/call-stage.ts';
import type { Lab, Pbx } from '../lab/lab.ts';
import { createLab } from '../lab/lab.ts';
import { NUMBERS, wantedCallFlow } from '../lab/wanted-call-flow.ts';
import type { ConfiguredPbx } from '../lab/written-pbx.ts';
import { NOTHING, writePbx } from '../lab/written-pbx.ts';

const PATIENCE = { timeout: 20_000, interval: 100 };

let lab: Lab;
let pbx: Pbx;
let written: ConfiguredPbx;

let { seen, answeredBy, says, allGone, hangUpAll, callIn, dialFrom } = {} as CallStage;
let wanted: WantedPbx;
let rendered: RenderedPbx;

beforeAll(async () => {
  lab = createLab();
  pbx = lab.pbx(6);
  const net = pbx.host.replace(/\.1$/, '');
  // The lab's own carrier endpoint must not match the rendered trunk's addresses.
  await pbx.up({ fresh: true, set: { CARRIER_MATCH: `${net}.99` } });
  written = await writePbx(pbx, 'call,agent,dialplan');
  ({ seen, answeredBy, says, allGone, hangUpAll, callIn, dialFrom } = createCallStage(pbx, written));
  await pbx.carrier();
  wanted = wantedCallFlow(net);
  rendered = forSipp(renderPbx(wanted));
  expect(rendered.refused).toEqual([]);
  await written.apply(rendered, NOTHING);
  await says('dialplan show', (text) => text.includes(NUMBERS.line));
  const phones = join(pbx.folder, 'etc', 'our-phones.csv');
  writeFileSync(
    phones,
    ['newco-201', 'newco-202', 'newco-205', 'newco-208', 'other-301', 'tight-401', 'shut-501']
      .map((name) => `${name};Abcdefghij0123456789\n`)
      .join(''),
  );
  await pbx.agents(7, { csv: phones, ring: '300', talk: '60000' });
  // Asterisk qualifies a contact only within its first minute.
  await pbx.cli('pjsip qualify trunk.silent', 'pjsip qualify trunk.voxline');
  await says('pjsip show contacts', (text) => /trunk\.silent\/\S+ +\S+ +Unavail/.test(text));
  await says('pjsip show contacts', (text) => /trunk\.voxline\/\S+ +\S+ +Avail/.test(text));
});
afterAll(async () => {
  written?.close();
  await lab?.close();
});

describe('an inbound call', () => {
  it.each([
    ['an extension', NUMBERS.line, 'PJSIP/newco-201'],
    ['the second member of a ring group whose first is unregistered', NUMBERS.group, 'PJSIP/newco-202'],
    ['its destination during business hours', NUMBERS.open, 'PJSIP/newco-201'],
    ['the closed destination on a holiday', NUMBERS.closed, 'PJSIP/newco-202'],
    ['the fallback of an IVR menu without input', NUMBERS.silentMenu, 'PJSIP/newco-201'],
    ['an external number through the second trunk', NUMBERS.external, 'PJSIP/trunk.voxline'],
    ['the forwarding target of an unregistered extension', NUMBERS.forwarded, 'PJSIP/newco-201'],
    ['the external forwarding target of an extension', NUMBERS.sentOutside, 'PJSIP/trunk.voxline'],
    ['the full destination of a queue without members', NUMBERS.emptyQueue, 'PJSIP/newco-202'],
    ['the timeout destination of a queue', NUMBERS.slowQueue, 'PJSIP/newco-201'],
    ['the closed destination of a queue outside business hours', NUMBERS.closedQueue, 'PJSIP/newco-201'],
    ['a queue during business hours', NUMBERS.openQueue, 'PJSIP/newco-202'],
  ])('reaches %s', async (_what, number, channel) => {
    await answeredBy(await callIn(`+${number}`), channel);
    await hangUpAll();
  });

  it('reaches a queue and its agent', async () => {
    // Some carriers send the number without plus or zeros.
    const start = await callIn(NUMBERS.queue);
    await seen(start, { Event: 'QueueCallerJoin', Queue: 'newco-sales' });
    await seen(start, { Event: 'AgentConnect', Queue: 'newco-sales', Interface: 'PJSIP/newco-202' });
    await hangUpAll();
  });

  it('follows the key pressed in an IVR menu', async () => {
    const start = await callIn(`+${NUMBERS.menu}`);
    const { Channel } = await seen(start, {
      Event: 'Newexten',
      Application: 'WaitExten',
      Channel: 'PJSIP/trunk.voxline-*',
    });
    await written.action('PlayDTMF', { Channel: Channel ?? '', Digit: '2', Receive: 'true' });
    await answeredBy(start, 'PJSIP/newco-202');
    await hangUpAll();
  });

  it('leaves a queue by its exit key', async () => {
    const start = await callIn(`+${NUMBERS.exitQueue}`);
    const { Channel } = await seen(start, { Event: 'QueueCallerJoin', Queue: 'newco-exit' });
    await written.action('PlayDTMF', { Channel: Channel ?? '', Digit: '7', Receive: 'true' });
    await answeredBy(start, 'PJSIP/newco-202');
    await hangUpAll();
  });

  it('to a recorded queue plays the announcement and is recorded', async () => {
    const start = await callIn(`+${NUMBERS.recordedQueue}`);
    await seen(start, { Event: 'Newexten', Application: 'Playback', AppData: 'beep' });
    await seen(start, { Event: 'Newexten', Application: 'MixMonitor' });
    await seen(start, { Event: 'AgentConnect', Queue: 'newco-recorded' });
    await hangUpAll();
    const folder = join(pbx.folder, 'spool', 'monitor', 'newco');
    await expect
      .poll(() => readdirSync(folder, { recursive: true }).some((name) => String(name).endsWith('.wav')), PATIENCE)
      .toBe(true);
  });

  it('of a recorded subscriber is recorded in both directions', async () => {
    const begun = async (start: number, channel: string): Promise<string> => {
      const { AppData } = await seen(start, { Event: 'Newexten', Application: 'MixMonitor', AppData: 'newco/*' });
      await answeredBy(start, channel);
      await hangUpAll();
      return AppData?.split(',')[0] ?? '';
    };
    const files = [
      await begun(await callIn(`+${NUMBERS.recordedLine}`), 'PJSIP/newco-205'),
      await begun(await dialFrom('newco-205', '02079460777'), 'PJSIP/trunk.voxline'),
    ];
    expect(new Set(files).size).toBe(2);
    for (const file of files) {
      await expect.poll(() => existsSync(join(pbx.folder, 'spool', 'monitor', file)), PATIENCE).toBe(true);
    }
  });

  it('between extensions is recorded when either subscriber records internal calls, unlike external calls', async () => {
    const begins = (start: number) =>
      written.blocksFrom(start).some(({ Event, Application }) => Event === 'Newexten' && Application === 'MixMonitor');
    for (const [from, to, kept] of [
      ['newco-208', '202', true],
      ['newco-202', '208', true],
      ['newco-201', '202', false],
      ['other-301', `+${NUMBERS.localLine}`, false],
    ] as const) {
      const start = await dialFrom(from, to);
      await answeredBy(start, to.startsWith('+') ? 'PJSIP/newco-208' : `PJSIP/newco-${to}`);
      expect([from, to, begins(start)]).toEqual([from, to, kept]);
      await hangUpAll();
    }
  });

  it('leaves a message for an unregistered extension, which the voicemail box counts', async () => {
    const count = () => written.action('MailboxCount', { Mailbox: '203@newco' });
    expect(await count()).toContain('NewMessages: 0');
    const start = await callIn(`+${NUMBERS.away}`);
    // The owner's greeting, then only the tone.
    await seen(start, { Event: 'Newexten', Application: 'Playback', AppData: 'beep' });
    await seen(start, { Event: 'Newexten', Application: 'VoiceMail', AppData: '203@newco,s' });
    const box = join(pbx.folder, 'spool', 'voicemail', 'newco', '203');
    const recorded = (): number =>
      existsSync(join(box, 'tmp'))
        ? Math.max(0, ...readdirSync(join(box, 'tmp')).map((name) => statSync(join(box, 'tmp', name)).size))
        : 0;
    // One second of speech.
    await expect.poll(recorded, PATIENCE).toBeGreaterThan(16_000);
    await hangUpAll();
    await expect.poll(count, PATIENCE).toContain('NewMessages: 1');
  });

  it('to an unassigned number is refused', async () => {
    const start = await callIn('+442079460999');
    await seen(start, { Event: 'Hangup', Cause: '1' });
    await allGone();
  });
});

describe('a phone', () => {
  it('calls out through the second trunk when the first is silent, with a caller ID of its customer', async () => {
    const start = await dialFrom('newco-201', '02079460777');
    await seen(start, { Event: 'Newexten', Application: 'Dial', AppData: 'PJSIP/+442079460777@trunk.silent*' });
    await answeredBy(start, 'PJSIP/trunk.voxline');
    const begun = await seen(start, { Event: 'DialBegin', DestChannel: 'PJSIP/trunk.voxline-*' });
    const shown = { CallerIDNum: '201', DestConnectedLineNum: `+${NUMBERS.line}` };
    expect(begun).toMatchObject({ DialString: '+442079460777@trunk.voxline', ...shown });
    await hangUpAll();
  });

  it.each([
    ['a number that the dial rules deny', 'newco-201', '08701234567'],
    ['a number that the dial rules deny for this extension', 'newco-202', '0013125550100'],
    ['the forwarding target of an extension that may not call it', 'newco-201', '207'],
    ['an extension of another customer', 'newco-201', '301'],
  ])('does not reach %s', async (_what, line, number) => {
    const start = await dialFrom(line, number);
    // The PBX refuses a number outside the context at once, and other numbers after ringing the phone.
    await vi.waitUntil(
      () => written.blocksFrom(start).some(({ Event, Response }) => Event === 'Hangup' || Response === 'Error'),
      { timeout: 20_000, interval: 20 },
    );
    await allGone();
    const dialled = written
      .blocksFrom(start)
      .filter(({ Event, DestChannel }) => Event === 'DialBegin' && DestChannel !== '');
    expect(dialled.filter(({ DestChannel }) => /trunk|other/.test(DestChannel ?? ''))).toEqual([]);
  });

  it('hears the messages of its own voicemail box by a code', async () => {
    const start = await dialFrom('newco-202', '*97');
    await seen(start, { Event: 'Newexten', Application: 'VoiceMailMain', AppData: '202@newco' });
    await hangUpAll();
  });

  it('logs in to its queue, pauses with a reason, unpauses and logs out', async () => {
    const agent = { Queue: 'newco-flexible', Interface: 'PJSIP/newco-201' };
    const dial = async (code: string, wanted: Readonly<Record<string, string>>): Promise<Block> => {
      const start = await dialFrom('newco-201', code);
      const event = await seen(start, { ...agent, ...wanted });
      await allGone();
      return event;
    };
    const added = await dial('*50', { Event: 'QueueMemberAdded' });
    expect(added).toMatchObject({ MemberName: 'Zoë ${EXTEN} &', Penalty: '3', Membership: 'dynamic' });
    // The call center defines pause reasons: a pause without a reason plays an error sound.
    const start = await dialFrom('newco-201', '*52');
    await seen(start, { Event: 'Newexten', Application: 'Playback', AppData: 'pbx-invalid' });
    await allGone();
    const paused = written.blocksFrom(start).filter(({ Event }) => Event === 'QueueMemberPause');
    expect(paused).toEqual([]);
    await dial('*522', { Event: 'QueueMemberPause', Paused: '1', PausedReason: 'הדרכה, קצרה' });
    await dial('*53', { Event: 'QueueMemberPause', Paused: '0' });
    await dial('*521', { Event: 'QueueMemberPause', Paused: '1', PausedReason: 'lunch' });
    await dial('*51', { Event: 'QueueMemberRemoved' });
  });

  it('is limited to its customer’s concurrent external calls, except for emergency calls', async () => {
    const goesOut = { Event: 'DialBegin', DestChannel: 'PJSIP/trunk.voxline-*' };
    const full = { Event: 'Hangup', Channel: 'PJSIP/*', Cause: '42' };
    // Without its area code.
    const start = await dialFrom('tight-401', '79460777');
    expect((await seen(start, goesOut))['DialString']).toBe('+442079460777@trunk.voxline');
    await answeredBy(start, 'PJSIP/trunk.voxline');
    await seen(await dialFrom('tight-401', '02079460778'), full);
    await seen(await callIn(`+${NUMBERS.tight}`), full);
    await seen(await dialFrom('tight-401', '112'), goesOut);
    await hangUpAll();
    await answeredBy(await callIn(`+${NUMBERS.tight}`), 'PJSIP/tight-401');
    await hangUpAll();
  });

  it('calls an emergency number although it is barred and its customer is suspended, with its own caller ID', async () => {
    const start = await dialFrom('shut-501', '999');
    await answeredBy(start, 'PJSIP/trunk.voxline');
    const begun = await seen(start, { Event: 'DialBegin', DestChannel: 'PJSIP/trunk.voxline-*' });
    expect(begun).toMatchObject({
      DialString: '999@trunk.voxline',
      CallerIDNum: '501',
      DestConnectedLineNum: '+442079460501',
    });
    await hangUpAll();
    await seen(await dialFrom('shut-501', '02079460777'), { Event: 'Hangup', Cause: '21' });
    await allGone();
  });

  it('tests an emergency number: the PBX announces the call and does not place it', async () => {
    const start = await dialFrom('shut-501', '*99999');
    await seen(start, { Event: 'Newexten', Application: 'SayDigits', AppData: '999' });
    await seen(start, { Event: 'Newexten', Application: 'SayDigits', AppData: '442079460501' });
    await hangUpAll();
    expect(written.blocksFrom(start).some(({ DestChannel }) => DestChannel?.startsWith('PJSIP/trunk'))).toBe(false);
  });

  it('starts no more calls per second than its customer’s limit', async () => {
    const call = { Channel: 'Local/out@swift-room', Application: 'NoOp', Async: 'true' };
    const isOver = ({ Event, Channel = '' }: Block) => Event === 'Hangup' && /out@swift-room-.*;2$/.test(Channel);
    const start = written.said().length;
    await Promise.all(Array.from({ length: 12 }, () => written.action('Originate', call)));
    const ended = () => written.blocksFrom(start).filter(isOver);
    await vi.waitUntil(() => ended().length === 12, { timeout: 20_000, interval: 20 });
    const { length } = ended().filter(({ Cause }) => Cause === '42');
    expect(length > 0 && length <= 10).toBe(true);
  });

  it('cannot dial another device by appending it to a number', async () => {
    const start = await dialFrom('newco-201', '00442079460777&PJSIP/other-301');
    const begun = await seen(start, { Event: 'DialBegin', DestChannel: 'PJSIP/trunk.voxline-*' });
    expect(begun['DialString']).toBe('+442079460777301@trunk.voxline');
    await hangUpAll();
    expect(written.blocksFrom(start).some(({ DestChannel }) => DestChannel?.startsWith('PJSIP/other'))).toBe(false);
  });
});

it('removes all contexts and trunks again', async () => {
  await written.apply(NOTHING, rendered);
  const contexts = rendered.files.find(({ name }) => name === PBX_FILES.dialplan)?.sections ?? [];
  expect(contexts.length).toBeGreaterThan(10);
  await says('dialplan show', (text) => contexts.every(({ name }) => !text.includes(`'${name}'`)));
  await says('pjsip show endpoints', (text) => !text.includes('trunk.'));
});
