// Call records: a list, newest first, with cursor pagination, and a single call with all its Asterisk data.
import { z } from 'zod';
import { CALL_DIRECTIONS, CALL_STATUSES } from '../../calls/call-terms.ts';
import { EXPORT_FORMATS, EXPORT_FILES, FILE_WORDS, Id, Instant } from '../resource.ts';
import { route } from '../route.ts';
import { PATTERNS } from '../text.ts';

/** A number as dialed, in international form, and its country. */
export const CallParty = z.object({ raw: z.string(), number: z.string(), country: z.string().nullable() });

const text = z.string();
const seconds = z.number().int();

export const Call = z.object({
  id: Id,
  serverId: z.number().int(),
  serverName: text,
  linkedid: text,
  uniqueid: text,
  customerId: Id.nullable(),
  customerName: text.nullable(),
  callcenterId: Id.nullable(),
  direction: z.enum(CALL_DIRECTIONS),
  status: z.enum(CALL_STATUSES),
  source: CallParty,
  sourceName: text,
  destination: CallParty,
  /** The internal line that placed or took the call. */
  extension: text,
  queue: text.nullable(),
  /** Label of the queue. `null` for a queue that is not registered in the console. */
  queueLabel: text.nullable(),
  agent: text.nullable(),
  agentInterface: text.nullable(),
  startAt: Instant,
  /** When a person answered. */
  answerAt: Instant.nullable(),
  /** Start of the billed time: a person, menu or queue answered the trunk channel. */
  connectedAt: Instant.nullable(),
  endAt: Instant,
  /** From the first ring to the end. */
  duration: seconds,
  waitSeconds: seconds,
  talkSeconds: seconds,
  /** Billable time of the carrier: from `connectedAt` until the trunk channel hung up. */
  billableSeconds: seconds,
  /** Whether the PBX server named a recording and there was audio to record. */
  recorded: z.boolean(),
  legs: z.number().int(),
});
export type Call = z.infer<typeof Call>;

export const CallLeg = z.object({
  uniqueid: text,
  sequence: z.number().int(),
  channel: text,
  destinationChannel: text,
  source: text,
  destination: text,
  context: text,
  lastApplication: text,
  lastData: text,
  startAt: Instant,
  answerAt: Instant.nullable(),
  endAt: Instant,
  duration: seconds,
  billableSeconds: seconds,
  disposition: text,
});
export type CallLeg = z.infer<typeof CallLeg>;

/** A queue visit of the call, as seen live. */
export const CallStay = z.object({
  queue: text,
  outcome: text,
  joinedAt: Instant,
  waitSeconds: seconds,
  agent: text.nullable(),
});
export type CallStay = z.infer<typeof CallStay>;

/** Price of a call with its rating steps. Each view formats the steps. Amounts are decimal texts. */
export const CallPrice = z.object({
  status: z.enum(['rated', 'unrated', 'excluded', 'blocked']),
  planName: text.nullable(),
  versionNumber: z.number().int().nullable(),
  currency: text.nullable(),
  prefix: text.nullable(),
  destinationName: text,
  rawSeconds: seconds,
  billedSeconds: seconds,
  allowanceSeconds: seconds,
  connectFee: text,
  amount: text,
  steps: z.array(z.object({ kind: text }).catchall(z.union([z.string(), z.number(), z.boolean(), z.null()]))),
  ratedAt: Instant,
});
export type CallPrice = z.infer<typeof CallPrice>;

/** Carrier cost with its rating steps, and the margin. The margin is `null` without a price or in another currency. */
export const CallCost = z.object({
  status: z.enum(['rated', 'unrated', 'blocked']),
  planName: text.nullable(),
  versionNumber: z.number().int().nullable(),
  /** The trunk of the call, such as `PJSIP/trunk.acme`. */
  device: text,
  currency: text,
  prefix: text.nullable(),
  destinationName: text,
  rawSeconds: seconds,
  billedSeconds: seconds,
  connectFee: text,
  amount: text,
  steps: CallPrice.shape.steps,
  ratedAt: Instant,
  margin: text.nullable(),
});
export type CallCost = z.infer<typeof CallCost>;

/** A further leg through a trunk, such as a forwarding or a transfer: a call out with its own price and cost. */
export const OnwardCall = z.object({
  destination: Call.shape.destination,
  /** The line that caused it, or ''. */
  extension: text,
  answerAt: Instant,
  seconds,
  price: CallPrice.nullable(),
  cost: CallCost.nullable(),
});
export type OnwardCall = z.infer<typeof OnwardCall>;

export const CallRecording = z.object({
  /** The call's ID, or the ID of a manual recording. */
  id: Id,
  kind: z.enum(['call', 'hand']),
  /** `unreachable`: the storage does not answer. */
  status: z.enum(['available', 'missing', 'deleted', 'unreachable']),
  bytes: z.number().int().nullable(),
  startAt: Instant,
  /** User name of the user who started the recording. */
  begunBy: text,
});
export type CallRecording = z.infer<typeof CallRecording>;

const word = z.string().trim().max(100).regex(PATTERNS.characters);
const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;

export const CallFilters = z.object({
  from: Instant.optional(),
  to: Instant.optional(),
  /** Hours of the day such as `09:00`, in `timeZone`. A start after the end crosses midnight. */
  timeFrom: z.string().regex(CLOCK).optional(),
  timeTo: z.string().regex(CLOCK).optional(),
  timeZone: z.string().max(64).regex(PATTERNS.characters).optional(),
  direction: z.enum(CALL_DIRECTIONS).optional(),
  status: z.enum(CALL_STATUSES).optional(),
  serverId: z.coerce.number().int().min(1).optional(),
  customerId: Id.optional(),
  queue: word.optional(),
  agent: word.optional(),
  extension: word.optional(),
  recorded: z.enum(['true', 'false']).optional(),
  /** Digits of numbers, names and unique IDs. */
  q: word.optional(),
});
export type CallFilters = z.output<typeof CallFilters>;

/** Columns of a file, in order. */
export const CALL_COLUMNS = [
  ...['startAt', 'direction', 'status', 'source', 'sourceName', 'destination', 'extension', 'queue', 'agent'],
  ...['duration', 'waitSeconds', 'talkSeconds', 'billableSeconds', 'uniqueid', 'serverName', 'customerName'],
] as const;
/** Additional columns for users who may read billing. */
export const CALL_PRICE_COLUMNS = ['price', 'currency'] as const;
/** Additional columns for users who may see carrier costs. */
export const CALL_COST_COLUMNS = ['cost', 'costCurrency', 'margin'] as const;

/**
 * Returns no total count, which would read every row. A file needs the export permission. A workbook above 200,000 calls is 413
 * `too-large`.
 */
export const listCalls = route({
  method: 'GET',
  path: '/reports/cdr',
  summary: 'List call records, newest first. With `format`: a file',
  tag: 'cdr',
  access: ['read', 'cdr'],
  query: CallFilters.extend({
    cursor: z.string().max(200).optional(),
    perPage: z.coerce.number().int().min(1).max(500).default(25),
    format: z.enum(['json', ...EXPORT_FORMATS]).optional(),
    headings: FILE_WORDS.headings,
    title: FILE_WORDS.title,
  }),
  file: EXPORT_FILES,
  response: z.object({
    data: z.array(Call),
    meta: z.object({ perPage: z.number().int(), next: z.string().nullable() }),
  }),
  errors: ['too-large'],
});

export const getCall = route({
  method: 'GET',
  path: '/reports/cdr/:id',
  summary: 'Get a call with its legs and queue visits',
  tag: 'cdr',
  access: ['read', 'cdr'],
  params: z.object({ id: Id }),
  response: Call.extend({
    steps: z.array(CallLeg),
    stays: z.array(CallStay),
    /** `null` before rating, and for users who may not read billing. */
    price: CallPrice.nullable(),
    /** `null` without a carrier rate, and for everyone but platform staff who see plans and billing. */
    cost: CallCost.nullable(),
    /** Legs that are billed in addition to the call itself, in order. Usually empty. */
    onward: z.array(OnwardCall),
    /** Automatic recordings first, then manual ones; empty for users who may not play recordings. */
    recordings: z.array(CallRecording),
    /** Legal hold of this call or of all calls of its customer. */
    recordingHold: z.enum(['call', 'customer']).nullable(),
    /** Whether the console may delete files in the recording storage. */
    recordingDeletable: z.boolean(),
  }),
  errors: ['not-found'],
});
