// Queue, member and waiting caller, from list replies and from events.
import type { EntryFact, MemberFact, PbxFact, QueueFact, SummaryFact } from '../live/fact.ts';
import { needle } from './block.ts';
import type { BlockReader } from './block.ts';
import { CHANNEL, readChannel } from './channel.ts';
import { clean } from './clean.ts';

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
/** The same figure, written one way in QueueParams and another in QueueSummary and the Agent and Caller events. */
const HOLDTIME = needle('Holdtime');
const HOLD_TIME = needle('HoldTime');

/** Asterisk says `92.9`; the house counts thousandths of a percent. */
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

const MEMBERSHIP = needle('Membership');
const STATE_INTERFACE = needle('StateInterface');
const PENALTY = needle('Penalty');
const CALLS_TAKEN = needle('CallsTaken');
const LAST_CALL = needle('LastCall');
const LAST_PAUSE = needle('LastPause');
const LOGIN_TIME = needle('LoginTime');
const IN_CALL = needle('InCall');
const STATUS = needle('Status');
const PAUSED = needle('Paused');
const PAUSED_REASON = needle('PausedReason');
const WRAPUP = needle('Wrapuptime');

/** A list says Name and Location, events say MemberName and Interface. */
const LIST_NAMES = { name: needle('Name'), interface: needle('Location') };
const EVENT_NAMES = { name: needle('MemberName'), interface: needle('Interface') };

const membershipOf = (text: string): MemberFact['membership'] =>
  text === 'dynamic' || text === 'realtime' ? text : 'static';

const readMemberBy = (b: BlockReader, names: typeof LIST_NAMES | typeof EVENT_NAMES): MemberFact => ({
  queue: b.text(QUEUE),
  name: b.text(names.name),
  interface: b.text(names.interface),
  stateInterface: b.text(STATE_INTERFACE),
  membership: membershipOf(b.text(MEMBERSHIP)),
  penalty: b.number(PENALTY),
  callsTaken: b.number(CALLS_TAKEN),
  lastCall: b.number(LAST_CALL),
  lastPause: b.number(LAST_PAUSE),
  loginTime: b.number(LOGIN_TIME),
  inCall: b.flag(IN_CALL),
  status: b.number(STATUS),
  paused: b.flag(PAUSED),
  pausedReason: b.text(PAUSED_REASON),
  wrapupSeconds: b.number(WRAPUP),
});

export const readMember = (b: BlockReader): MemberFact => readMemberBy(b, LIST_NAMES);

const POSITION = needle('Position');
const WAIT = needle('Wait');
const PRIORITY = needle('Priority');

/** QueueEntry says `unknown` without brackets, and escapes nothing. */
const known = (raw: string | null): string => (raw === null || raw === 'unknown' ? '' : clean(raw));

export const readEntry = (b: BlockReader): EntryFact => ({
  queue: b.text(QUEUE),
  position: b.number(POSITION),
  channel: b.text(CHANNEL.channel),
  uniqueid: b.text(CHANNEL.uniqueid),
  callerIdNum: known(b.raw(CHANNEL.callerIdNum)),
  callerIdName: known(b.raw(CHANNEL.callerIdName)),
  connectedLineNum: known(b.raw(CHANNEL.connectedLineNum)),
  connectedLineName: known(b.raw(CHANNEL.connectedLineName)),
  waitSeconds: b.number(WAIT),
  priority: b.number(PRIORITY),
});

type MemberCause = Extract<PbxFact, { kind: 'member' }>['cause'];

const memberEvent =
  (cause: MemberCause) =>
  (b: BlockReader): PbxFact => ({
    kind: 'member',
    cause,
    ...readMemberBy(b, EVENT_NAMES),
  });

const COUNT = needle('Count');
const ORIGINAL_POSITION = needle('OriginalPosition');

const callerMoved =
  (kind: 'caller-joined' | 'caller-left') =>
  (b: BlockReader): PbxFact => ({
    kind,
    caller: readChannel(b, CHANNEL),
    queue: b.text(QUEUE),
    position: b.number(POSITION),
    count: b.number(COUNT),
  });

export const QUEUE_DECODERS: Readonly<Record<string, (b: BlockReader) => PbxFact>> = {
  QueueParams: (b) => ({ kind: 'queue-params', ...readQueue(b) }),
  QueueSummary: (b) => ({ kind: 'queue-summary', ...readSummary(b) }),
  QueueEntry: (b) => ({ kind: 'queue-entry', ...readEntry(b) }),
  QueueMember: (b) => ({ kind: 'member', cause: 'QueueMember', ...readMember(b) }),
  QueueMemberAdded: memberEvent('QueueMemberAdded'),
  QueueMemberStatus: memberEvent('QueueMemberStatus'),
  QueueMemberPause: memberEvent('QueueMemberPause'),
  QueueMemberPenalty: memberEvent('QueueMemberPenalty'),
  QueueMemberRinginuse: memberEvent('QueueMemberRinginuse'),
  QueueMemberRemoved: (b) => ({
    kind: 'member-removed',
    queue: b.text(QUEUE),
    name: b.text(EVENT_NAMES.name),
    interface: b.text(EVENT_NAMES.interface),
  }),
  QueueCallerJoin: callerMoved('caller-joined'),
  QueueCallerLeave: callerMoved('caller-left'),
  QueueCallerAbandon: (b) => ({
    kind: 'caller-abandoned',
    caller: readChannel(b, CHANNEL),
    queue: b.text(QUEUE),
    position: b.number(POSITION),
    originalPosition: b.number(ORIGINAL_POSITION),
    holdSeconds: b.number(HOLD_TIME),
  }),
};
