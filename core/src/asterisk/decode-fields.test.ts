import { describe, expect, it } from 'vitest';
import { decode } from './decode.ts';
import { durationSeconds } from './decode-channel.ts';

const block = (...lines: string[]): string => Buffer.from(lines.join('\r\n'), 'utf8').toString('latin1');

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
  ])('parses the duration %s', (text, seconds) => expect(durationSeconds(text)).toBe(seconds));
});
