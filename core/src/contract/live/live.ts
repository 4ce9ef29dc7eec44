// The live state over HTTP. Its commands are in `live-commands.ts`.
import { z } from 'zod';
import { Instant } from '../resource.ts';
import { route } from '../route.ts';

const count = z.number().int();
const moment = Instant.nullable();

export const LiveNumber = z.object({
  /** As sent by the PBX server. */
  raw: z.string(),
  /** International form, or the raw text if it is not a phone number. */
  number: z.string(),
  /** ISO 3166-1 alpha-2, or null. */
  country: z.string().nullable(),
});

export const LiveServer = z.object({
  id: count,
  name: z.string(),
  connected: z.boolean(),
  /** The link is down. The data is the last known state. */
  stale: z.boolean(),
  since: moment,
  lastEventAt: moment,
  version: z.string().nullable(),
  /** `null` without planned maintenance. */
  maintenance: z.object({ until: moment, reason: z.string() }).nullable(),
  calls: count,
  /** Packets lost locally and remotely (sums), round-trip time and jitter (averages, seconds). `null` without a report. */
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
  /** The device rings for, or is in, a call that the viewer may not see. The call fields are then `null`. */
  busyElsewhere: z.boolean(),
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
  /** Thousandths of a percent. `null` without calls. */
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
  /** Asterisk's own figure, thousandths of a percent. */
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
  summary: 'Get the complete live state in the caller’s scope',
  tag: 'live',
  access: ['read', 'live'],
  response: Live,
  errors: [],
});

/** Lets a page show figures while its socket opens. The socket then sends the same messages again. */
export const getLiveMessages = route({
  method: 'GET',
  path: '/live/messages',
  summary: 'Get the live state in the caller’s scope as messages of the live socket. Empty above 5,000 rows',
  tag: 'live',
  access: ['read', 'live'],
  response: z.object({ data: z.array(z.unknown()) }),
  errors: [],
});

/** Small, and available to agents and wallboards, who may not read the queue configuration. */
export const getLiveQueueNames = route({
  method: 'GET',
  path: '/live/queue-names',
  summary: 'Get the display names of the queues in the caller’s scope',
  tag: 'live',
  access: ['read', 'live'],
  response: z.object({ data: z.array(z.object({ serverId: count, name: z.string(), label: z.string() })) }),
  errors: [],
});
