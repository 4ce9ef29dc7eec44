// The live state over HTTP, and the commands that both HTTP and the socket take.
import { z } from 'zod';
import { Instant } from './resource.ts';
import { route } from './route.ts';
import { PATTERNS } from './text.ts';

const count = z.number().int();
const moment = Instant.nullable();

export const LiveNumber = z.object({
  /** As the PBX gave it. */
  raw: z.string(),
  /** International form, or the raw text where it is no telephone number. */
  number: z.string(),
  /** ISO 3166-1 alpha-2, or null. */
  country: z.string().nullable(),
});

export const LiveServer = z.object({
  id: count,
  name: z.string(),
  connected: z.boolean(),
  /** The link is away and what is shown is the last that was known. */
  stale: z.boolean(),
  since: moment,
  lastEventAt: moment,
  version: z.string().nullable(),
  calls: count,
  /** Packets lost here and at the far side (sums); round trip and jitter (averages, seconds), null without a report. */
  quality: z.object({
    lp: z.number(),
    rlp: z.number(),
    rtt: z.number().nullable(),
    rxjitter: z.number().nullable(),
    txjitter: z.number().nullable(),
  }),
});

export const LiveMember = z.object({
  name: z.string(),
  interface: z.string(),
  membership: z.enum(['static', 'dynamic', 'realtime']),
  penalty: count,
  callsTaken: count,
  lastCall: moment,
  /** Asterisk's device state: 1 not in use, 2 in use, 3 busy, 4 invalid, 5 unavailable, 6 ringing, 7 ringing and in use, 8 on hold. */
  status: count,
  ringing: z.boolean(),
  paused: z.boolean(),
  pausedReason: z.string(),
  lastHoldtime: z.number().nullable(),
  lastTalktime: z.number().nullable(),
  incall: z.boolean(),
  incallSince: moment,
  channel: z.string().nullable(),
  callerNumber: z.string().nullable(),
  callerName: z.string().nullable(),
  since: moment,
});

export const LiveCaller = z.object({
  position: count,
  /** 1 waiting, 2 answered, 3 abandoned; 0 unknown. */
  status: count,
  channel: z.string(),
  uniqueid: z.string(),
  callerIdNum: z.string(),
  callerIdName: z.string(),
  connectedLineNum: z.string(),
  connectedLineName: z.string(),
  /** Whole seconds. */
  wait: count,
  joinedAt: moment,
  answeredAt: moment,
});

/** The console's own figures of the call center's day. */
export const LiveToday = z.object({
  day: z.string(),
  received: count,
  answered: count,
  answeredInTime: count,
  abandonedShort: count,
  abandonedLong: count,
  abandonedInTime: count,
  timedOut: count,
  leftByKey: count,
  noAgent: count,
  full: count,
  withdrawn: count,
  waitSeconds: z.number(),
  longestWaitSeconds: z.number(),
  talkSeconds: z.number(),
  completed: count,
  formula: count,
  thresholdSeconds: count,
  /** Thousandths of a percent; null without a call to judge. */
  serviceLevel: z.number().nullable(),
});

export const LiveQueue = z.object({
  serverId: count,
  name: z.string(),
  max: count,
  strategy: z.string(),
  holdtime: z.number(),
  talktime: z.number(),
  completed: count,
  abandoned: count,
  serviceLevel: z.number(),
  /** Asterisk's own, thousandths of a percent. */
  serviceLevelPerf: z.number(),
  weight: count,
  members: z.array(LiveMember),
  callers: z.array(LiveCaller),
  today: LiveToday.nullable(),
});

export const LiveCall = z.object({
  serverId: count,
  serverName: z.string(),
  linkedid: z.string(),
  uniqueid: z.string(),
  channel: z.string(),
  state: count,
  stateDesc: z.string(),
  startedAt: moment,
  /** Whole seconds. */
  duration: count,
  source: LiveNumber,
  destination: LiveNumber,
  queue: z.string().nullable(),
  agent: z.string().nullable(),
});

export const Live = z.object({
  servers: z.array(LiveServer),
  queues: z.array(LiveQueue),
  calls: z.array(LiveCall),
});
export type Live = z.infer<typeof Live>;

export const getLive = route({
  method: 'GET',
  path: '/live',
  summary: 'The whole live state in the scope of the caller',
  tag: 'live',
  access: ['read', 'live'],
  response: Live,
  errors: [],
});

/** Fits one line of an AMI message. */
const line = (max: number) => z.string().trim().max(max).regex(PATTERNS['one-line']);
const name = line(255).min(1);
const whole = (min: number, max: number) =>
  z
    .union([z.number(), z.string().trim().min(1)])
    .transform(Number)
    .pipe(z.number().int().min(min).max(max));
const penalty = whole(0, 1_000_000);
const TRUE = ['true', '1', 'yes', 'on'];
const FALSE = ['false', '0', 'no', 'off'];
const yesNo = z.union([
  z.boolean(),
  z.literal([0, 1]).transform((n) => n === 1),
  z
    .string()
    .trim()
    .toLowerCase()
    .refine((text) => TRUE.includes(text) || FALSE.includes(text))
    .transform((text) => TRUE.includes(text)),
]);

const transfer = { Channel: name, Exten: name, Context: name.optional() };
const listen = { Channel: name, Exten: name.optional(), Interface: name.optional() };

/** Field names are AMI's, and `QueueMove`'s our own in the same manner. Without `Queue` a pause or penalty is for every queue of the agent in scope. */
export const LiveCommand = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('QueuePause'),
    Interface: name,
    Paused: yesNo,
    Reason: line(80).optional(),
    Queue: name.optional(),
  }),
  z.object({
    action: z.literal('QueueAdd'),
    Queue: name,
    Interface: name,
    MemberName: line(79).optional(),
    Penalty: penalty.optional(),
    Paused: yesNo.optional(),
    Reason: line(80).optional(),
    StateInterface: line(255).optional(),
  }),
  z.object({ action: z.literal('QueueRemove'), Queue: name, Interface: name }),
  z.object({ action: z.literal('QueuePenalty'), Interface: name, Penalty: penalty, Queue: name.optional() }),
  z.object({
    action: z.literal('QueueMove'),
    Interface: name,
    FromQueue: name,
    ToQueue: name,
    /** Absent: the one that the agent has in `FromQueue`. */
    Penalty: penalty.optional(),
  }),
  z.object({
    action: z.literal('QueueChangePriorityCaller'),
    Queue: name,
    Caller: name,
    Priority: whole(0, 1_000_000),
    Immediate: yesNo.optional(),
  }),
  z.object({
    action: z.literal('QueueWithdrawCaller'),
    Queue: name,
    Caller: name,
    WithdrawInfo: line(255).optional(),
  }),
  z.object({ action: z.literal('Hangup'), Channel: name, Cause: whole(1, 127).optional() }),
  z.object({ action: z.literal('BlindTransfer'), ...transfer }),
  z.object({ action: z.literal('Atxfer'), ...transfer }),
  z.object({ action: z.literal('Park'), Channel: name }),
  z.object({ action: z.literal('Listen'), ...listen }),
  z.object({ action: z.literal('Whisper'), ...listen }),
  z.object({ action: z.literal('Barge'), ...listen }),
]);
export type LiveCommand = z.output<typeof LiveCommand>;
export type LiveAction = LiveCommand['action'];

export const LIVE_ACTIONS = LiveCommand.options.map((option) => option.shape.action.value);

const SPELLINGS = new Map(
  LiveCommand.options.flatMap((option) => Object.keys(option.shape)).map((key) => [key.toLowerCase(), key]),
);
const ACTION_SPELLINGS = new Map<string, LiveAction>(LIVE_ACTIONS.map((action) => [action.toLowerCase(), action]));

/** AMI reads its header names in any case, so field names and the action come in any case; unknown fields are passed over. */
const spellOut = (value: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const fields: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(value)) {
    const known = SPELLINGS.get(key.toLowerCase());
    if (known !== undefined && field !== null) fields[known] = field;
  }
  const action = fields['action'];
  return typeof action === 'string'
    ? { ...fields, action: ACTION_SPELLINGS.get(action.toLowerCase()) ?? action }
    : fields;
};

/** The command in a body or a message of the socket, with zod's findings where it is none. `error` words them. */
export const readLiveCommand = (value: Readonly<Record<string, unknown>>, error?: z.core.$ZodErrorMap) =>
  LiveCommand.safeParse(spellOut(value), { ...(error === undefined ? {} : { error }), reportInput: true });

const text = z.string().max(255).optional();
const textOrNumber = z.union([z.string().max(255), z.number()]).optional();

/** What a body may hold; `LiveCommand` says which fields an action needs. */
export const LiveCommandBody = z.looseObject({
  serverId: z.number().int().min(1).max(2_147_483_647),
  action: z.string().min(1).max(40).describe(LIVE_ACTIONS.join(', ')),
  Queue: text,
  Interface: text,
  MemberName: text,
  Penalty: textOrNumber,
  Paused: z.union([z.boolean(), z.string().max(10), z.number()]).optional(),
  Reason: text,
  FromQueue: text,
  ToQueue: text,
  Channel: text,
  Caller: text,
  Priority: textOrNumber,
});

/** A refusal of the PBX is the error `pbx-refused` with its words in `detail`. */
export const LiveCommandResult = z.object({
  response: z.literal('Success'),
  /** The PBX's own words. */
  message: z.string(),
});

export const runLiveCommand = route({
  method: 'POST',
  path: '/live/commands',
  summary: 'Pause, add, remove or move an agent, end a call: the actions of the socket',
  tag: 'live',
  access: ['operate', 'live'],
  body: LiveCommandBody,
  response: LiveCommandResult,
  errors: ['not-found', 'pbx-refused', 'pbx-not-connected'],
});
