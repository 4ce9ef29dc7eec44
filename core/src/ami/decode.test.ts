import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { PbxFact } from '../live/fact.ts';
import { eventOf } from './block.ts';
import { decode, isKnownEvent } from './decode.ts';
import { durationSeconds } from './decode-channel.ts';
import { createFramer } from './frame.ts';

const FOLDER = new URL('../../../lab/transcripts/', import.meta.url);

const blocksOf = (name: string): string[] => {
  const blocks: string[] = [];
  createFramer({
    greeting: () => undefined,
    block: (block) => void blocks.push(block),
    overlong: () => undefined,
  }).push(readFileSync(new URL(name, FOLDER), 'latin1'));
  return blocks;
};

const factsOf = (name: string): PbxFact[] => blocksOf(`${name}.ami`).flatMap((b) => decode(b) ?? []);
type FactOf<K extends PbxFact['kind']> = Extract<PbxFact, { kind: K }>;
const ofKind = <K extends PbxFact['kind']>(facts: readonly PbxFact[], kind: K): FactOf<K>[] =>
  facts.filter((f): f is FactOf<K> => f.kind === kind);

const block = (...lines: string[]): string => Buffer.from(lines.join('\r\n'), 'utf8').toString('latin1');

describe('recorded sessions', () => {
  it('every event of every session is decoded or known to be useless, but for lists that the console never asks for', () => {
    const strange = new Set<string>();
    for (const file of readdirSync(FOLDER).filter((f) => f.endsWith('.ami'))) {
      for (const text of blocksOf(file)) {
        const name = eventOf(text);
        decode(text);
        if (name !== '' && !isKnownEvent(name) && !text.includes('\r\nActionID: ')) strange.add(name);
      }
    }
    expect([...strange]).toEqual([]);
  });

  it('counts of the mixed run agree with its queue log', () => {
    const facts = factsOf('17-mixed-pbx1');
    const log = readFileSync(new URL('17-mixed-pbx1.truth.txt', FOLDER), 'utf8');
    const logged = (event: string) => log.split('\n').filter((line) => line.split('|')[4] === event).length;
    expect(ofKind(facts, 'caller-joined')).toHaveLength(logged('ENTERQUEUE'));
    expect(ofKind(facts, 'agent-connect')).toHaveLength(logged('CONNECT'));
    expect(ofKind(facts, 'agent-ring-no-answer')).toHaveLength(logged('RINGNOANSWER'));
    expect(logged('ENTERQUEUE')).toBeGreaterThan(50);
  });

  it('names are whole: escaped in channel events, raw in list entries', () => {
    const facts = factsOf('02-busy-snapshots');
    const joined = new Set(ofKind(facts, 'caller-joined').map((f) => f.caller.callerIdName));
    expect(joined).toContain("O'Neil & Sons");
    expect(joined).toContain('שרה כהן');
    const listed = ofKind(facts, 'queue-entry').map((f) => f.callerIdName);
    expect(listed).toContain('Acme <Retail>');
    expect(new Set([...joined, ...listed].filter((n) => n.includes('unknown')))).toEqual(new Set());
    expect(ofKind(facts, 'member').map((m) => m.name)).toContain('Gil גיל');
  });

  it('overrides and controls in hostile names do not come through', () => {
    const names = factsOf('19-corner-cases').flatMap((f) => ('callerIdName' in f ? [f.callerIdName] : []));
    expect(names.some((n) => n.length >= 79)).toBe(true);
    expect(names.filter((n) => /[\p{Cc}\u202a-\u202e]/u.test(n))).toEqual([]);
  });

  it('quality with loss: packets, seconds', () => {
    const reports = ofKind(factsOf('13-quality-loss-jitter-delay'), 'rtp-quality');
    const bad = reports.find((r) => r.lp > 0 && r.rtt > 0);
    expect(bad?.rtt).toBeGreaterThan(0.05);
    expect(bad?.rtt).toBeLessThan(1);
    expect(bad?.rxjitter).toBeLessThan(0.1);
    expect(reports.some((r) => r.rxcount === 0)).toBe(true);
  });

  it('tells the tenant where the PBX does', () => {
    expect(ofKind(factsOf('20-tenantid-channelvars'), 'caller-joined').map((f) => f.caller.tenantId)).toContain('acme');
    expect(ofKind(factsOf('03-one-queue-call-agent-hangs-up'), 'caller-joined')[0]?.caller.tenantId).toBe('');
  });

  it('a completion after a redirect of the caller has no agent channel', () => {
    const done = ofKind(factsOf('08-transfers-redirect-park-bridge'), 'agent-complete');
    expect(done.some((f) => f.agent === null)).toBe(true);
    expect(done.some((f) => f.agent !== null && f.reason === 'transfer')).toBe(true);
  });

  it('reads transfers and parking', () => {
    const facts = factsOf('08-transfers-redirect-park-bridge');
    expect(ofKind(facts, 'blind-transfer')[0]).toMatchObject({
      context: 'acme-internal',
      exten: '102',
      transferer: { callerIdName: 'Ann Archer' },
      transferee: { callerIdNum: '+12125550123' },
    });
    expect(ofKind(facts, 'attended-transfer')[0]).toMatchObject({
      result: 'Success',
      transferee: { callerIdName: 'Ivy Irwin' },
    });
    expect(ofKind(facts, 'parked').map((f) => f.callerIdName)).toContain('Ivy Irwin');
    expect(ofKind(facts, 'unparked').map((f) => f.callerIdName)).toContain('Ivy Irwin');
  });

  it('a clean shutdown is told from a restart', () => {
    expect(ofKind(factsOf('14-reload-restart-shutdown'), 'shutdown')).toEqual([{ kind: 'shutdown', restart: false }]);
    expect(decode(block('Event: Shutdown', 'Shutdown: Cleanly', 'Restart: True'))).toEqual({
      kind: 'shutdown',
      restart: true,
    });
  });
});

describe('a message in another shape says the same', () => {
  const files = readdirSync(FOLDER).filter((f) => f.endsWith('.ami'));

  it.each(files)('%s: with a header of a newer version after each one', (file) => {
    for (const text of blocksOf(file)) {
      const fact = decode(text);
      if (fact !== null) expect(decode(text.replaceAll('\r\n', '\r\nNewer: 1\r\n')), text).toEqual(fact);
    }
  });

  it.each([
    ['a name in another script', 'CallerIDName', 'שרה כהן', { callerIdName: 'שרה כהן' }],
    ['an escaped name', 'CallerIDName', String.raw`Ann \"A\" \\ B`, { callerIdName: String.raw`Ann "A" \ B` }],
    ['a context in another script', 'Context', 'ventas-ñ', { context: 'ventas-ñ' }],
    ['a control character', 'Exten', '10\x001', { exten: '101' }],
    ['a bare LF', 'AccountCode', 'a\nb', { accountCode: 'ab' }],
    ['a value of blanks', 'Exten', ' ', { exten: ' ' }],
    ['no value', 'ChannelState', '', { state: 0 }],
    ['a number that is unknown', 'CallerIDNum', '<unknown>', { callerIdNum: '' }],
  ])('%s', (_, header, value, expected) => {
    const whole = blocksOf('02-busy-snapshots.ami').find((text) => eventOf(text) === 'Newstate') ?? '';
    const bytes = Buffer.from(value, 'utf8').toString('latin1');
    const text = whole.replace(new RegExp(`\r\n${header}: [^\r]*`), () => `\r\n${header}: ${bytes}`);
    expect(decode(text)).toEqual({ ...decode(whole), ...expected });
  });
});

describe('fields', () => {
  it.each<[string, string, object | null]>([
    [
      'QueueParams: percent in thousandths',
      block(
        'Event: QueueParams',
        'Queue: תמיכה',
        'Max: 5',
        'Strategy: ringall',
        'Calls: 2',
        'Holdtime: 7',
        'TalkTime: 90',
        'Completed: 14',
        'Abandoned: 1',
        'ServiceLevel: 20',
        'ServicelevelPerf: 92.9',
        'ServicelevelPerf2: 86.7',
        'Weight: 3',
      ),
      {
        kind: 'queue-params',
        queue: 'תמיכה',
        max: 5,
        calls: 2,
        holdtime: 7,
        talktime: 90,
        completed: 14,
        serviceLevelPerf: 92_900,
        serviceLevelPerf2: 86_700,
        weight: 3,
      },
    ],
    [
      'QueueSummary writes HoldTime',
      block(
        'Event: QueueSummary',
        'Queue: q',
        'LoggedIn: 3',
        'Available: 2',
        'Callers: 1',
        'HoldTime: 4',
        'TalkTime: 5',
        'LongestHoldTime: 6',
      ),
      { kind: 'queue-summary', loggedIn: 3, available: 2, callers: 1, holdtime: 4, talktime: 5, longestHoldtime: 6 },
    ],
    [
      'QueueMember of a list: Name and Location',
      block(
        'Event: QueueMember',
        'Queue: q',
        'Name: Dan Díaz',
        'Location: PJSIP/1',
        'StateInterface: PJSIP/1',
        'Membership: realtime',
        'Penalty: 2',
        'CallsTaken: 9',
        'LastCall: 1795232500',
        'LastPause: 0',
        'LoginTime: 1795232400',
        'InCall: 1',
        'Status: 6',
        'Paused: 1',
        'PausedReason: Tea: now',
        'Wrapuptime: 30',
      ),
      {
        kind: 'member',
        cause: 'QueueMember',
        name: 'Dan Díaz',
        interface: 'PJSIP/1',
        membership: 'realtime',
        callsTaken: 9,
        lastCall: 1_795_232_500,
        inCall: true,
        status: 6,
        paused: true,
        pausedReason: 'Tea: now',
        wrapupSeconds: 30,
      },
    ],
    [
      'QueueMemberPause: MemberName and Interface; version 16 without PausedReason',
      block(
        'Event: QueueMemberPause',
        'Queue: q',
        'MemberName: Ann',
        'Interface: SIP/1',
        'Membership: dynamic',
        'Paused: 0',
      ),
      {
        kind: 'member',
        cause: 'QueueMemberPause',
        name: 'Ann',
        interface: 'SIP/1',
        membership: 'dynamic',
        paused: false,
        pausedReason: '',
        loginTime: 0,
      },
    ],
    [
      'ring time of no answer is in milliseconds',
      block('Event: AgentRingNoAnswer', 'Channel: c', 'Queue: q', 'Interface: i', 'RingTime: 8000'),
      { ringMs: 8000, agent: null },
    ],
    [
      'ring time of an answer is in seconds',
      block('Event: AgentConnect', 'Channel: c', 'DestChannel: d', 'Queue: q', 'HoldTime: 9', 'RingTime: 8'),
      { ringSeconds: 8, holdSeconds: 9, agent: { channel: 'd' } },
    ],
    [
      'a dial without a caller',
      block('Event: DialEnd', 'DestChannel: d', 'DestUniqueid: u', 'DialStatus: ANSWER'),
      { hasCaller: false, callee: { channel: 'd', uniqueid: 'u' } },
    ],
    [
      'headers in another order',
      block('Event: Hangup', 'Cause-txt: Normal Clearing', 'Cause: 16', 'Uniqueid: u', 'Channel: c'),
      { cause: 16, causeText: 'Normal Clearing', channel: 'c', uniqueid: 'u' },
    ],
    [
      'rename',
      block('Event: Rename', 'Channel: a', 'Newname: b', 'Oldname: a', 'Uniqueid: u'),
      { kind: 'rename', oldName: 'a', newName: 'b', uniqueid: 'u' },
    ],
    [
      'the dialplan variables that count',
      block('Event: VarSet', 'Channel: c', 'Variable: QUEUESTATUS', 'Value: TIMEOUT'),
      { kind: 'queue-status', value: 'TIMEOUT', channel: 'c' },
    ],
    [
      'and those that only look so',
      block('Event: VarSet', 'Channel: c', 'Variable: RTPAUDIOQOSJITTER', 'Value: minrtt=1;'),
      null,
    ],
    [
      'QUEUESTATUS cleared says nothing',
      block('Event: VarSet', 'Channel: c', 'Variable: QUEUESTATUS', 'Value: '),
      null,
    ],
    ['a test event with two States', block('Event: TestEvent', 'Type: StateChange', 'State: A', 'State: B'), null],
    [
      'numbers that are none',
      block('Event: QueueCallerJoin', 'Queue: q', 'Position: x', 'Count: '),
      { position: 0, count: 0 },
    ],
    ['an event without headers', 'Event: QueueMemberStatus', { kind: 'member', queue: '', status: 0 }],
    ['a response', block('Response: Success', 'Event: Hangup'), null],
    ['an event nobody knows', block('Event: Brandnew', 'Channel: c'), null],
    ['an event named as a property of objects', block('Event: constructor', 'Channel: c'), null],
  ])('%s', (_, text, expected) => {
    const fact = decode(text);
    if (expected === null) expect(fact).toBeNull();
    else expect(fact).toMatchObject(expected);
  });

  it.each([
    ['00:00:06', 6],
    ['01:02:03', 3723],
    ['101:00:00', 363_600],
    ['42', 42],
    ['', 0],
    ['soon', 0],
  ])('duration %s', (text, seconds) => expect(durationSeconds(text)).toBe(seconds));
});
