// Compares every socket message with its AMI event: same names, values and units as Asterisk sent.
import { describe, expect, it } from 'vitest';
import { TRANSCRIPTS, transcript } from '../../../lab/transcripts.ts';
import { cleanEscaped } from '../asterisk/clean.ts';
import { createFramer } from '../asterisk/frame.ts';
import { decode } from '../asterisk/decode.ts';
import { NOBODY } from './state.ts';
import { createTracker } from './tracker/tracker.ts';
import { toWire } from './wire.ts';
import type { WireMessage } from './wire-rows.ts';

const CHANNEL = [
  ...['Channel', 'ChannelState', 'ChannelStateDesc', 'CallerIDNum', 'CallerIDName'],
  ...['ConnectedLineNum', 'ConnectedLineName', 'Uniqueid', 'Linkedid'],
];
const MEMBER = [
  ...['Queue', 'MemberName', 'Interface', 'StateInterface', 'Membership', 'Penalty', 'CallsTaken', 'LastCall'],
  ...['LastPause', 'LoginTime', 'Status', 'Paused', 'PausedReason', 'Ringinuse'],
];
const AGENT = [...CHANNEL, ...CHANNEL.map((field) => `Dest${field}`), 'Queue', 'Interface', 'MemberName'];

/** Fields that each message has under AMI's names and units. */
const PROMISED: Readonly<Record<string, readonly string[]>> = {
  QueueCallerJoin: [...CHANNEL, 'Queue', 'Position', 'Count'],
  QueueCallerLeave: [...CHANNEL, 'Queue', 'Position', 'Count'],
  QueueCallerAbandon: [...CHANNEL, 'Queue', 'Position', 'OriginalPosition', 'HoldTime'],
  AgentCalled: AGENT,
  AgentConnect: [...AGENT, 'HoldTime', 'RingTime'],
  AgentComplete: [...AGENT, 'HoldTime', 'TalkTime', 'Reason'],
  AgentRingNoAnswer: [...AGENT, 'RingTime'],
  QueueMemberAdded: MEMBER,
  QueueMemberRemoved: MEMBER,
  QueueMemberStatus: MEMBER,
  QueueMemberPause: MEMBER,
  QueueMemberPenalty: MEMBER,
};

/** Returns the fields of an AMI event. Names are C-escaped only in channel fields. */
const fieldsOf = (block: string): ReadonlyMap<string, string> =>
  new Map(
    block.split(/\r?\n/).flatMap((line) => {
      const [, name = '', value = ''] = /^([^:]+): ?(.*)$/.exec(line) ?? [];
      // Control characters and direction marks never leave the console.
      const isName = /(CallerID|ConnectedLine)Name$/.test(name);
      const plain = isName ? cleanEscaped(value) : Buffer.from(value, 'latin1').toString('utf8');
      return name === '' ? [] : [[name, plain === '<unknown>' ? '' : plain]];
    }),
  );

const replay = (name: string) => {
  const tracker = createTracker({ id: 1, name }, { ofQueue: () => NOBODY, ofChannel: () => NOBODY });
  const pairs: { readonly event: string; readonly ami: ReadonlyMap<string, string>; readonly sent: WireMessage[] }[] =
    [];
  let at = 1_795_000_000_000;
  const framer = createFramer({
    greeting: () => undefined,
    overlong: () => expect.fail('no message is that long'),
    block: (text) => {
      const fact = decode(text);
      at = Math.max(at, Number(/^Timestamp: ([\d.]+)/m.exec(text)?.[1] ?? 0) * 1000);
      if (fact === null) return;
      const event = /^Event: (\w+)/m.exec(text)?.[1] ?? '';
      const sent = tracker.fact(fact, at).flatMap(toWire);
      pairs.push({ event, ami: fieldsOf(text), sent });
    },
  });
  framer.push(transcript(name).toString('latin1'));
  return pairs.filter((pair) => PROMISED[pair.event] !== undefined);
};

describe.each(TRANSCRIPTS)('%s', (name) => {
  it('sends AMI fields with the values that Asterisk sent', () => {
    const differences: string[] = [];
    for (const { event, ami, sent } of replay(name)) {
      // The console sends nothing for events that change nothing, and nothing twice.
      const message = sent.find(
        (m) =>
          m.Event === event &&
          m.Queue === ami.get('Queue') &&
          [undefined, ami.get('Interface')].includes(m.Interface as string),
      );
      if (message === undefined) continue;
      for (const field of PROMISED[event] ?? []) {
        const theirs = ami.get(field);
        if (theirs !== undefined && String(message[field]) !== theirs)
          differences.push(`${event} ${field}: AMI ${theirs}, console ${String(message[field])}`);
      }
    }
    expect(differences).toEqual([]);
  });
});

it('finds each promised event in the transcripts', () => {
  const seen = new Set(
    TRANSCRIPTS.flatMap((name) => replay(name).filter((p) => p.sent.length > 0)).map((p) => p.event),
  );
  expect([...seen].sort()).toEqual(Object.keys(PROMISED).sort());
});
