// Decodes queues, queue members and waiting callers from list replies and events.
import type { EntryFact, MemberFact, PbxFact, QueueFact, SummaryFact } from './fact.ts';
import { flagOf, needle, numberOf } from './block.ts';
import type { BlockReader, Layout } from './block.ts';
import { CHANNEL, readChannel, readParty } from './channel.ts';
import { clean } from './clean.ts';
import { layoutOf } from './layout.ts';

const QUEUE = needle('Queue');
const MAX = needle('Max');
const STRATEGY = needle('Strategy');
const CALLS = needle('Calls');
const TALK_TIME = needle('TalkTime');
const COMPLETED = needle('Completed');
const ABANDONED = needle('Abandoned');
const SERVICE_LEVEL = needle('ServiceLevel');
const PERF = needle('ServicelevelPerf');
const PERF2 = needle('ServicelevelPerf2');
const WEIGHT = needle('Weight');
/** The same figure is spelled differently in QueueParams and in QueueSummary and the Agent and Caller events. */
const HOLDTIME = needle('Holdtime');
const HOLD_TIME = needle('HoldTime');

/** Converts percent (`92.9`) to thousandths of a percent. */
const thousandths = (percent: number): number => Math.round(percent * 1000);

export const readQueue = (b: BlockReader): QueueFact => ({
  queue: b.text(QUEUE),
  max: b.number(MAX),
  strategy: b.text(STRATEGY),
  calls: b.number(CALLS),
  holdtime: b.number(HOLDTIME),
  talktime: b.number(TALK_TIME),
  completed: b.number(COMPLETED),
  abandoned: b.number(ABANDONED),
  serviceLevel: b.number(SERVICE_LEVEL),
  serviceLevelPerf: thousandths(b.number(PERF)),
  serviceLevelPerf2: thousandths(b.number(PERF2)),
  weight: b.number(WEIGHT),
});

const LOGGED_IN = needle('LoggedIn');
const AVAILABLE = needle('Available');
const CALLERS = needle('Callers');
const LONGEST = needle('LongestHoldTime');

export const readSummary = (b: BlockReader): SummaryFact => ({
  queue: b.text(QUEUE),
  loggedIn: b.number(LOGGED_IN),
  available: b.number(AVAILABLE),
  callers: b.number(CALLERS),
  holdtime: b.number(HOLD_TIME),
  talktime: b.number(TALK_TIME),
  longestHoldtime: b.number(LONGEST),
});

/** Lists use Name and Location. Events use MemberName and Interface, and add Ringinuse. */
const memberLayout = (name: string, location: string, ...more: readonly string[]): Layout =>
  layoutOf([
    ['Queue', 'bytes'],
    [name, 'bytes'],
    [location, 'text'],
    ['StateInterface', 'text'],
    ['Membership', 'text'],
    ['Penalty', 'text'],
    ['CallsTaken', 'text'],
    ['LastCall', 'text'],
    ['LastPause', 'text'],
    ['LoginTime', 'text'],
    ['InCall', 'text'],
    ['Status', 'text'],
    ['Paused', 'text'],
    ['PausedReason', 'bytes'],
    ...more.map((header) => [header, 'text'] as const),
    ['Wrapuptime', 'text'],
  ]);

const IN_LIST = memberLayout('Name', 'Location');
const IN_EVENT = memberLayout('MemberName', 'Interface', 'Ringinuse');

const membershipOf = (text: string): MemberFact['membership'] =>
  text === 'dynamic' || text === 'realtime' ? text : 'static';

const readMemberBy = (b: BlockReader, layout: Layout): MemberFact => {
  const v = b.values(layout);
  return {
    queue: clean(v[1] ?? ''),
    name: clean(v[2] ?? ''),
    interface: v[3] ?? '',
    stateInterface: v[4] ?? '',
    membership: membershipOf(v[5] ?? ''),
    penalty: numberOf(v[6] ?? ''),
    callsTaken: numberOf(v[7] ?? ''),
    lastCall: numberOf(v[8] ?? ''),
    lastPause: numberOf(v[9] ?? ''),
    loginTime: numberOf(v[10] ?? ''),
    inCall: flagOf(v[11] ?? ''),
    status: numberOf(v[12] ?? ''),
    paused: flagOf(v[13] ?? ''),
    pausedReason: clean(v[14] ?? ''),
    ...(layout === IN_EVENT ? { ringInUse: flagOf(v[15] ?? '') } : {}),
    wrapupSeconds: numberOf(v[layout === IN_EVENT ? 16 : 15] ?? ''),
  };
};

export const readMember = (b: BlockReader): MemberFact => readMemberBy(b, IN_LIST);

const CHANNEL_NAME = needle('Channel');
const UNIQUEID = needle('Uniqueid');
const CALLER_ID_NUM = needle('CallerIDNum');
const CALLER_ID_NAME = needle('CallerIDName');
const CONNECTED_LINE_NUM = needle('ConnectedLineNum');
const CONNECTED_LINE_NAME = needle('ConnectedLineName');
const POSITION = needle('Position');
const WAIT = needle('Wait');
const PRIORITY = needle('Priority');

/** QueueEntry writes `unknown` without brackets and escapes nothing. */
const known = (raw: string | null): string => (raw === null || raw === 'unknown' ? '' : clean(raw));

export const readEntry = (b: BlockReader): EntryFact => ({
  queue: b.text(QUEUE),
  position: b.number(POSITION),
  channel: b.text(CHANNEL_NAME),
  uniqueid: b.text(UNIQUEID),
  callerIdNum: known(b.raw(CALLER_ID_NUM)),
  callerIdName: known(b.raw(CALLER_ID_NAME)),
  connectedLineNum: known(b.raw(CONNECTED_LINE_NUM)),
  connectedLineName: known(b.raw(CONNECTED_LINE_NAME)),
  waitSeconds: b.number(WAIT),
  priority: b.number(PRIORITY),
});

type MemberCause = Extract<PbxFact, { kind: 'member' }>['cause'];

const memberEvent =
  (cause: MemberCause) =>
  (b: BlockReader): PbxFact => ({
    ...readMemberBy(b, IN_EVENT),
    kind: 'member',
    cause,
  });

const COUNT = needle('Count');
const ORIGINAL_POSITION = needle('OriginalPosition');

export const QUEUE_DECODERS: Readonly<Record<string, (b: BlockReader) => PbxFact>> = {
  QueueParams: (b) => ({ kind: 'queue-params', ...readQueue(b) }),
  QueueSummary: (b) => ({ kind: 'queue-summary', ...readSummary(b) }),
  QueueEntry: (b) => ({ kind: 'queue-entry', ...readEntry(b) }),
  QueueMember: (b) => ({ ...readMember(b), kind: 'member', cause: 'QueueMember' }),
  QueueMemberAdded: memberEvent('QueueMemberAdded'),
  QueueMemberStatus: memberEvent('QueueMemberStatus'),
  QueueMemberPause: memberEvent('QueueMemberPause'),
  QueueMemberPenalty: memberEvent('QueueMemberPenalty'),
  QueueMemberRinginuse: memberEvent('QueueMemberRinginuse'),
  QueueMemberRemoved: (b) => {
    const member = readMemberBy(b, IN_EVENT);
    return { kind: 'member-removed', queue: member.queue, name: member.name, interface: member.interface, member };
  },
  QueueCallerJoin: (b) => ({
    kind: 'caller-joined',
    caller: readChannel(b, CHANNEL),
    queue: b.text(QUEUE),
    position: b.number(POSITION),
    count: b.number(COUNT),
  }),
  QueueCallerLeave: (b) => ({
    kind: 'caller-left',
    caller: readParty(b, CHANNEL),
    queue: b.text(QUEUE),
    position: b.number(POSITION),
    count: b.number(COUNT),
  }),
  QueueCallerAbandon: (b) => ({
    kind: 'caller-abandoned',
    caller: readParty(b, CHANNEL),
    queue: b.text(QUEUE),
    position: b.number(POSITION),
    originalPosition: b.number(ORIGINAL_POSITION),
    holdSeconds: b.number(HOLD_TIME),
  }),
};
