// Tests call records with transcripts of a real Asterisk, and the rules for joining legs with handmade legs.
import { describe, expect, it } from 'vitest';
import { transcript } from '../../../lab/transcripts.ts';
import { decode } from '../asterisk/decode.ts';
import { createFramer } from '../asterisk/frame.ts';
import type { CallRecord } from './call-record.ts';
import type { QueueStay } from './call-terms.ts';
import { callRecordsOf } from './call-record.ts';
import { ownership } from './testing/ownership.ts';
import type { Leg } from '../asterisk/leg.ts';
import { readWallClock } from './wall-clock.ts';

const legsIn = (name: string): Leg[] => {
  const bytes = transcript(name);
  const legs: Leg[] = [];
  const take = (block: string): void => {
    const fact = decode(block);
    if (fact?.kind !== 'cdr') return;
    const { start, answer, end, ...rest } = fact.leg;
    const [startAt, endAt] = [readWallClock(start), readWallClock(end)];
    if (startAt === null || endAt === null) throw new Error(`No moment: ${start} ${end}`);
    legs.push({ ...rest, startAt, answerAt: readWallClock(answer), endAt });
  };
  createFramer({ greeting: () => undefined, block: take, overlong: () => undefined }).push(bytes.toString('latin1'));
  return legs;
};

const callRecordOf = (legs: readonly Leg[], stays: readonly QueueStay[] = []): CallRecord | null =>
  callRecordsOf(legs, stays, ownership)[0] ?? null;
const recordsOf = (legs: readonly Leg[], stays: readonly QueueStay[] = []): CallRecord[] =>
  [...Map.groupBy(legs, (leg) => leg.linkedid).values()].flatMap((of) => callRecordOf(of, stays) ?? []);

describe('calls of a real PBX server', () => {
  it('are one record with any number of rows, with queue and answering agent', () => {
    expect(recordsOf(legsIn('03-one-queue-call-agent-hangs-up'))).toEqual([
      expect.objectContaining({
        direction: 'inbound',
        status: 'answered',
        source: '+12125550123',
        sourceName: 'Ivy Irwin',
        destination: '+12025550101',
        extension: '101',
        queue: 'acme-sales',
        agentInterface: 'PJSIP/acme-101',
        duration: 14,
        billableSeconds: 14,
        recordingFile: expect.stringMatching(/^acme\/\d{4}\/.*acme-sales.*\.wav$/),
      }),
    ]);
  });

  it('leave through a trunk with the extension as caller and the carrier’s billable time', () => {
    expect(recordsOf(legsIn('10b-outbound-through-sipp-carrier')).at(-1)).toMatchObject({
      direction: 'outbound',
      status: 'answered',
      source: '+12025550100',
      destination: '+13125550100',
      extension: '101',
      billableSeconds: 6,
      queue: null,
    });
  });

  it('are unanswered for abandoned, refused and withdrawn callers', () => {
    const records = recordsOf(legsIn('04-abandon-timeout-full-withdraw'));
    expect(records.length).toBeGreaterThan(5);
    const unanswered = records.filter((r) => r.status === 'unanswered');
    expect(unanswered.length).toBeGreaterThan(3);
    for (const r of unanswered) expect(r).toMatchObject({ talkSeconds: 0, answerAt: null });
    // The PBX server answered before the queue, so the carrier bills the wait.
    for (const r of unanswered) expect(r.billableSeconds).toBe(r.connectedAt === null ? 0 : Math.max(1, r.duration));
  });

  it('are one transferred call after a transfer', () => {
    const records = recordsOf(legsIn('08-transfers-redirect-park-bridge'));
    const blind = records.find((r) => r.linkedid.endsWith('842.5'));
    expect(blind).toMatchObject({ status: 'transferred', extension: '101', queue: 'acme-sales', duration: 13 });
    expect(records.filter((r) => r.status === 'transferred').length).toBeGreaterThan(3);
  });

  it('follow a Local channel to the phone behind it', () => {
    const records = recordsOf(legsIn('09-local-channel-members')).filter((r) => r.status === 'answered');
    expect(records.length).toBeGreaterThan(0);
    for (const r of records) expect(r.extension).toMatch(/^\d{3}$/);
  });
});

const leg = (part: Partial<Leg>): Leg => ({
  uniqueid: '1.1',
  linkedid: '1.1',
  sequence: 1,
  accountCode: 'acme',
  peerAccount: '',
  tenantId: '',
  source: '+12125550123',
  destination: '+12025550101',
  context: 'did',
  callerId: '"Ivy" <+12125550123>',
  channel: 'PJSIP/carrier-00000001',
  destinationChannel: '',
  lastApplication: 'Dial',
  lastData: '',
  startAt: 0,
  answerAt: null,
  endAt: 30_000,
  duration: 30,
  billableSeconds: 0,
  disposition: 'NO ANSWER',
  userField: '',
  recordingFile: '',
  ...part,
});
const phone = { destinationChannel: 'PJSIP/acme-101-00000002' };
const outbound = { channel: 'PJSIP/acme-101-00000001', destinationChannel: 'PJSIP/carrier-00000002', source: '101' };
const spoken = { disposition: 'ANSWERED', answerAt: 10_000, billableSeconds: 20 } as const;

describe('status of a call', () => {
  it.each<[string, Partial<Leg>[], Partial<CallRecord>]>([
    ['rang in vain', [phone], { status: 'unanswered', direction: 'inbound', waitSeconds: 30 }],
    ['was answered', [{ ...phone, ...spoken }], { status: 'answered', waitSeconds: 10, talkSeconds: 20 }],
    ['was busy', [{ ...phone, disposition: 'BUSY' }], { status: 'rejected' }],
    ['could not be put through', [{ ...phone, disposition: 'CONGESTION' }], { status: 'failed' }],
    [
      'was refused by the carrier',
      [{ ...outbound, disposition: 'FAILED' }],
      { status: 'failed-out', extension: '101' },
    ],
    [
      'was answered by the far end for less than a second',
      [{ ...outbound, disposition: 'ANSWERED', answerAt: 29_000, endAt: 29_900 }],
      { status: 'answered', billableSeconds: 1, answerAt: 29_000 },
    ],
    [
      'failed on its way to a number in international form',
      [{ ...outbound, disposition: 'BUSY', context: 'acme-outside', destination: '12125550100' }],
      { status: 'rejected', destination: '+12125550100' },
    ],
    [
      'called a short number',
      [{ ...outbound, ...spoken, context: 'acme-outside', destination: '112' }],
      { status: 'answered', destination: '112' },
    ],
    [
      'goes from phone to phone',
      [{ ...phone, ...spoken, channel: 'PJSIP/acme-102-00000001', destination: '101' }],
      { direction: 'internal', extension: '102' },
    ],
    [
      'rang at a colleague whose line sent it outside',
      [
        { ...outbound, destinationChannel: 'PJSIP/acme-102-00000002', destination: '102' },
        { ...outbound, ...spoken, sequence: 2, destination: '442079460000' },
      ],
      { direction: 'outbound', destination: '442079460000', billableSeconds: 20 },
    ],
    [
      'is answered by the PBX alone',
      [{ lastApplication: 'VoiceMail', ...spoken }],
      { status: 'voicemail', extension: '', billableSeconds: 20, talkSeconds: 0 },
    ],
    [
      'waited in a queue without a phone',
      [{ lastApplication: 'Queue', lastData: 'acme-sales,t', ...spoken }],
      { status: 'unanswered', queue: 'acme-sales', billableSeconds: 20, connectedAt: 10_000 },
    ],
    [
      'ended with a step of the dialplan that Asterisk calls answered',
      [phone, { sequence: 2, disposition: 'ANSWERED', answerAt: 30_000, startAt: 30_000, lastApplication: 'Hangup' }],
      { status: 'unanswered' },
    ],
    [
      'rang at two phones at once: overlapping attempts count once',
      [
        { ...phone, ...spoken },
        { sequence: 2, destinationChannel: 'PJSIP/acme-102-00000003', answerAt: 10_000, billableSeconds: 20 },
      ],
      { status: 'answered', billableSeconds: 20, extension: '101' },
    ],
  ])('%s', (_, legs, expected) => {
    expect(callRecordOf(legs.map(leg))).toMatchObject(expected);
  });

  it('takes the wait in a queue from live data, because Asterisk counts it as answered', () => {
    const stay: QueueStay = {
      queue: 'acme-sales',
      answered: true,
      joinedAt: 2_000,
      waitSeconds: 13,
      agentName: 'Ann Archer',
      agentInterface: 'PJSIP/acme-101',
    };
    const legs = [leg({ ...phone, ...spoken, lastApplication: 'Queue', lastData: 'acme-sales' })];
    expect(callRecordOf(legs, [stay])).toMatchObject({
      answerAt: 15_000,
      waitSeconds: 15,
      talkSeconds: 15,
      billableSeconds: 20,
      agentName: 'Ann Archer',
    });
  });

  // ASTPP #182 did not bill answered calls with another disposition than a hangup. What counts here is the answer.
  it.each(['FAILED', 'CONGESTION', 'BUSY', 'NO ANSWER'] as const)(
    'counts the talk when another leg ended as %s (ASTPP #182)',
    (disposition) => {
      const other = leg({ ...phone, answerAt: null, billableSeconds: 0, disposition, sequence: 9 });
      expect(callRecordOf([leg({ ...phone, ...spoken }), other])).toMatchObject({
        status: 'answered',
        billableSeconds: 20,
      });
    },
  );

  it.each([
    ['a PBX whose clock is a minute behind the console’s', 62_000],
    ['one that is a minute ahead', -58_000],
  ])('separates talk from wait on %s', (_, joinedAt) => {
    const stay: QueueStay = {
      ...{ queue: 'acme-sales', answered: true, joinedAt, waitSeconds: 13 },
      ...{ agentName: 'Ann Archer', agentInterface: 'PJSIP/acme-101' },
    };
    const legs = [leg({ ...phone, ...spoken, lastApplication: 'Queue', lastData: 'acme-sales' })];
    const [{ startAt }] = legs as [Leg];
    expect(callRecordOf(legs, [stay])).toMatchObject({
      ...{ status: 'answered', answerAt: startAt + 13_000, waitSeconds: 13 },
      talkSeconds: (legs[0]!.endAt - startAt) / 1000 - 13,
    });
  });

  it.each<[string, Partial<Leg>[], CallRecord['onward']]>([
    [
      'went out again, by the second trunk that was tried',
      [
        { ...phone, disposition: 'NO ANSWER' },
        { ...spoken, sequence: 2, destination: '442079460000', destinationChannel: 'PJSIP/trunk.two-00000004' },
      ],
      [{ number: '442079460000', device: 'PJSIP/trunk.two', answerAt: 10_000, seconds: 20 }],
    ],
    [
      'is known by what was dialled where its row names a step of the dialplan',
      [
        {
          ...spoken,
          destination: 's',
          lastData: 'PJSIP/+4477@carrier,90',
          destinationChannel: 'PJSIP/carrier-00000004',
        },
      ],
      [{ number: '+4477', device: 'PJSIP/carrier', answerAt: 10_000, seconds: 20 }],
    ],
    ['rang there in vain', [{ destinationChannel: 'PJSIP/carrier-00000004' }], []],
    ['is a call out', [{ ...outbound, ...spoken }], []],
    ['stayed in the house', [{ ...phone, ...spoken }], []],
  ])('a call that %s', (_, legs, onward) => {
    expect(callRecordOf(legs.map(leg))?.onward).toEqual(onward);
  });

  it.each<[string, Partial<Leg>, string, string[]]>([
    ['to a number of ours', { userField: 'did:+442079460100' }, '+442079460100', ['+447700900123']],
    ['whose other party says something, too', { userField: 'did:+442079460100;x' }, '+442079460100', ['+447700900123']],
    ['without the mark', { userField: 'undid:+442079460100' }, '+447700900123', ['+447700900123']],
    ['out of the house', { ...outbound, userField: 'did:+442079460100' }, '+447700900123', []],
  ])('a call %s that was sent outside is one to the number that was called', (_, row, destination, onward) => {
    const sent = { ...spoken, destination: '+447700900123', destinationChannel: 'PJSIP/carrier-00000004', ...row };
    const record = callRecordOf([leg(sent)]);
    expect([record?.destination, record?.onward.map(({ number }) => number)]).toEqual([destination, onward]);
  });

  it('returns null without legs', () => expect(callRecordOf([])).toBeNull());
});
