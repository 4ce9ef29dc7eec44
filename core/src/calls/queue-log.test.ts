import { describe, expect, it } from 'vitest';
import { transcript, truthOf } from '../../../lab/transcripts.ts';
import { decode } from '../asterisk/decode.ts';
import { createFramer } from '../asterisk/frame.ts';
import type { LiveEvent } from '../live/event.ts';
import { NOBODY } from '../live/state.ts';
import { createTracker } from '../live/tracker/tracker.ts';
import { createQueueLogFold } from './queue-log-fold.ts';
import type { QueueLogRow } from './queue-log-line.ts';
import { queueLogRowOf } from './queue-log-line.ts';

const rowOf = (line: string, timeZone = 'UTC'): QueueLogRow => {
  const row = queueLogRowOf(line, timeZone);
  if (row === null || typeof row === 'string') throw new Error(row ?? 'empty');
  return row;
};

describe('a line of a queue_log', () => {
  it.each([
    ['1.8', '1366720340|1366720340.303267|sales|SIP/8007|RINGNOANSWER|1000', ['1000']],
    ['22', '1795232606|pbx1-1795232606.0|sales|NONE|ENTERQUEUE||+12125550123|1', ['', '+12125550123', '1']],
    ['commas', '1366720340|1.2|sales|SIP/8007|COMPLETEAGENT|3,25,1', ['3', '25', '1']],
    ['a reason with a comma', '1366720340|NONE|sales|Ann|PAUSE|lunch, long', ['lunch, long']],
    ['a place', '1366720340|1.2|NONE|Agent/7|AGENTCALLBACKLOGIN|1004@agents', ['1004@agents']],
    ['a line end of DOS', '1366720340|1.2|sales|Ann|CONNECT|3|1.3|2\r', ['3', '1.3', '2']],
  ])('is parsed: %s', (_, line, data) => expect(rowOf(line).data).toEqual(data));

  it.each([
    ['1366720340|1.2|sales|Ann|CONNECT', Date.parse('2013-04-23T12:32:20Z')],
    ['1366720340.5|1.2|sales|Ann|CONNECT', Date.parse('2013-04-23T12:32:20.5Z')],
    ['2013-04-23 14:32:20.250000|1.2|sales|Ann|CONNECT', Date.parse('2013-04-23T12:32:20.25Z')],
  ])('has its time: %s', (line, at) => expect(rowOf(line, 'Europe/Madrid').at).toBe(at));

  it.each([
    ['1366720340|1.2|sales', 'no queue, agent and event'],
    ['yesterday|1.2|sales|Ann|CONNECT|1', 'no moment: yesterday'],
    ['1366720340|1.2|sales|Ann||', 'no event'],
  ])('is rejected: %s', (line, reason) => expect(queueLogRowOf(line, 'UTC')).toContain(reason));

  it('is rejected when it is too long', () =>
    expect(queueLogRowOf('1'.repeat(5000), 'UTC')).toContain('5000 characters'));

  it('is ignored when it is empty', () => expect(queueLogRowOf('  \r', 'UTC')).toBeNull());
});

const fold = (log: string, queuesOf: readonly string[] = []): LiveEvent[] => {
  const folding = createQueueLogFold({
    serverId: 1,
    ownerOf: () => NOBODY,
    wrapupOf: () => 0,
    agentOf: (text) => ({ interface: text, name: text }),
    queuesOf: () => queuesOf,
  });
  return log.split('\n').flatMap((line) => {
    const row = queueLogRowOf(line.trim(), 'UTC');
    return row === null || typeof row === 'string' ? [] : folding.take(row);
  });
};

/** Returns a short text for each event. */
const told = (events: readonly LiveEvent[]): string[] =>
  events.map((e) => {
    if (e.kind === 'outcome') return `${e.queue} ${e.outcome} after ${e.waitSeconds}`;
    if (e.kind === 'member-removed') return `${e.queue} ${e.interface} out`;
    if (e.kind !== 'member') return e.kind;
    const { row } = e;
    const more = [e.talkSeconds === null ? '' : `talked ${e.talkSeconds}`, e.reason ?? '', row.paused ? 'paused' : ''];
    return [row.queue, row.interface, e.cause, ...more.filter((word) => word !== '')].join(' ');
  });

describe('events of a queue_log', () => {
  it.each([
    [
      'an answered call of 1.8',
      `1366720300|1.1|sales|NONE|ENTERQUEUE||555|1
       1366720310|1.1|sales|SIP/7|CONNECT|10|1.2|4
       1366720340|1.1|sales|SIP/7|COMPLETECALLER|10|30|1`,
      ['sales answered after 10', 'sales SIP/7 AgentConnect', 'sales SIP/7 AgentComplete talked 30 caller'],
    ],
    [
      'transfers, with and without times',
      `1366720310|1.1|sales|SIP/7|CONNECT|10|1.2|4
       1366720340|1.1|sales|SIP/7|TRANSFER|102|internal
       1366720410|1.2|sales|SIP/7|CONNECT|10|1.2|4
       1366720440|1.2|sales|SIP/7|BLINDTRANSFER|102|internal|10|29|1
       1366720510|1.3|sales|SIP/7|CONNECT|10|1.2|4
       1366720540|1.3|sales|SIP/7|ATTENDEDTRANSFER|BRIDGE|2edcf55f|10|28|1`,
      [
        ...['sales answered after 10', 'sales SIP/7 AgentConnect', 'sales SIP/7 AgentComplete talked 30 transfer'],
        ...['sales answered after 10', 'sales SIP/7 AgentConnect', 'sales SIP/7 AgentComplete talked 29 transfer'],
        ...['sales answered after 10', 'sales SIP/7 AgentConnect', 'sales SIP/7 AgentComplete talked 28 transfer'],
      ],
    ],
    [
      'ways to leave, of new versions and of old ones that write no wait',
      `1366720300|1.1|sales|NONE|ENTERQUEUE||555|1
       1366720307|1.1|sales|NONE|EXITWITHTIMEOUT|1
       1366720300|1.2|sales|NONE|ENTERQUEUE||555|1
       1366720309|1.2|sales|NONE|EXITWITHTIMEOUT|1|1|9
       1366720309|1.3|sales|NONE|ABANDON|1|2|14
       1366720300|1.4|sales|NONE|ENTERQUEUE||555|1
       1366720304|1.4|sales|NONE|EXITWITHKEY|3|1
       1366720304|1.5|sales|NONE|EXITWITHKEY|3|1|1|5
       1366720304|1.6|sales|NONE|EXITEMPTY|1|1|6
       1366720304|1.7|sales|NONE|WITHDRAW|3|2|12|called back`,
      [
        ...['sales timed-out after 7', 'sales timed-out after 9', 'sales abandoned after 14'],
        ...['sales left-by-key after 4', 'sales left-by-key after 5', 'sales no-agent after 6'],
        'sales withdrawn after 12',
      ],
    ],
    [
      'refused callers, where the dialplan writes them',
      `1366720300|1.1|sales|NONE|LEFT|FULL
       1366720300|1.2|sales|NONE|LEFT|JOINEMPTY
       1366720300|1.3|sales|NONE|LEFT|CONTINUE`,
      ['sales full after 0', 'sales no-agent after 0'],
    ],
    [
      'who logs in to all of his queues, by phone or by being called back',
      `1366720300|1.1|NONE|Agent/7|AGENTCALLBACKLOGIN|1004@agents
       1366720400|NONE|NONE|Agent/7|AGENTCALLBACKLOGOFF|1004@agents|100|Autologoff
       1366720500|1.2|NONE|Agent/7|AGENTLOGIN|SIP/1004-0001
       1366720600|1.2|NONE|Agent/7|AGENTLOGOFF|SIP/1004-0001|100`,
      [
        ...['a Agent/7 QueueMemberAdded', 'b Agent/7 QueueMemberAdded', 'a Agent/7 out', 'b Agent/7 out'],
        ...['a Agent/7 QueueMemberAdded', 'b Agent/7 QueueMemberAdded', 'a Agent/7 out', 'b Agent/7 out'],
      ],
    ],
    [
      'pauses, and one whose end was never written',
      `1366720300|MANAGER|a|SIP/7|ADDMEMBER|PAUSED
       1366720301|NONE|NONE|SIP/7|UNPAUSEALL|
       1366720301|NONE|a|SIP/7|UNPAUSE|
       1366720310|NONE|a|SIP/7|PAUSE|Lunch
       1366720400|1.1|a|SIP/7|CONNECT|10|1.2|4
       1366720410|1.1|a|SIP/7|RINGNOANSWER|8000
       1366720500|MANAGER|a|SIP/7|REMOVEMEMBER|`,
      [
        ...['a SIP/7 QueueMemberAdded paused', 'a SIP/7 QueueMemberPause', 'a SIP/7 QueueMemberPause paused'],
        ...['a answered after 10', 'a SIP/7 AgentConnect', 'a SIP/7 AgentRingNoAnswer', 'a SIP/7 out'],
      ],
    ],
    [
      'what is of no use',
      '1|NONE|NONE|NONE|CONFIGRELOAD|\n1366720300|1.1|a|SIP/7|MYEVENT|x\n1366720300|1.1|a|SIP/7|PENALTY|3',
      [],
    ],
  ])('%s', (_, log, expected) => expect(told(fold(log, ['a', 'b']))).toEqual(expected));

  it('contain the caller’s number and join time', () => {
    const [outcome] = fold('1366720300|1.1|sales|NONE|ENTERQUEUE||+1555|1\n1366720304|1.1|sales|NONE|ABANDON|1|1|4');
    expect(outcome).toMatchObject({ callerNumber: '+1555', joinedAt: 1_366_720_300_000, at: 1_366_720_304_000 });
  });

  it('drop calls without a logged end', () => {
    const folding = createQueueLogFold({
      ...{ serverId: 1, ownerOf: () => NOBODY, wrapupOf: () => 0, queuesOf: () => [] },
      agentOf: (text) => ({ interface: text, name: text }),
    });
    for (let i = 0; i < 60_000; i++) {
      folding.take({ at: i * 60_000, call: `${i}`, queue: 'a', agent: 'NONE', event: 'ENTERQUEUE', data: ['', '5'] });
    }
    // Calls of one day, and those since the last cleanup.
    expect(folding.held()).toBeLessThan(25_000);
  });
});

const heard = (name: string): LiveEvent[] => {
  const tracker = createTracker({ id: 1, name: 'PBX' }, { ofQueue: () => NOBODY, ofChannel: () => NOBODY });
  const events: LiveEvent[] = [];
  let at = 0;
  const block = (text: string): void => {
    const fact = decode(text);
    at += 1;
    if (fact !== null) events.push(...tracker.fact(fact, at));
  };
  createFramer({ greeting: () => undefined, block, overlong: () => undefined }).push(
    transcript(name).toString('latin1'),
  );
  return [...events, ...tracker.settle(at + 600_000)];
};
/** Starts at the first event, because some sessions start during a call. */
const written = (name: string): string => {
  const ami = transcript(name).toString('latin1');
  const since = Number(/^Timestamp: (\d+)/m.exec(ami)?.[1] ?? 0);
  return truthOf(name, 'queue_log')
    .split('\n')
    .filter((line) => Number(line.split('|')[0]) >= since)
    .join('\n');
};

/** Returns the outcomes that both sources must report. */
const outcomes = (events: readonly LiveEvent[]): string[] =>
  events.flatMap((e) => (e.kind === 'outcome' ? [`${e.queue} ${e.uniqueid} ${e.outcome}`] : [])).toSorted();

describe('log and AMI events of the same calls', () => {
  it.each([
    '03-one-queue-call-agent-hangs-up',
    '05-ringnoanswer-busy-autopause-ringall',
    '08-transfers-redirect-park-bridge',
    '09-local-channel-members',
  ])('report the same outcomes for %s', (name) => {
    const fromLog = outcomes(fold(written(name)));
    expect(fromLog.length).toBeGreaterThan(0);
    expect(fromLog).toEqual(outcomes(heard(name)));
  });

  it('report the same outcomes for abandoned, timed-out and withdrawn callers', () => {
    // Only AMI reports refused callers.
    const refused = / (full|no-agent)$/;
    const name = '04-abandon-timeout-full-withdraw';
    const fromLog = outcomes(fold(written(name)));
    expect(fromLog.length).toBeGreaterThan(5);
    expect(fromLog).toEqual(outcomes(heard(name)).filter((text) => !refused.test(text)));
  });
});
