// Call records: one call each, newest first, read on by a cursor; and one call with all that Asterisk wrote of it.
import { z } from 'zod';
import { CALL_DIRECTIONS, CALL_STATUSES } from '../calls/call-record.ts';
import { EXPORT_FORMATS, EXPORT_FILES, FILE_WORDS, Id, Instant } from './resource.ts';
import { route } from './route.ts';
import { PATTERNS } from './text.ts';

/** A number as it was dialled, in international form, and its country. */
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
  /** The line of the house that called or spoke. */
  extension: text,
  queue: text.nullable(),
  /** As people call the queue; null for one that nobody registered. */
  queueLabel: text.nullable(),
  agent: text.nullable(),
  agentInterface: text.nullable(),
  startAt: Instant,
  answerAt: Instant.nullable(),
  endAt: Instant,
  /** From the first ring to the end. */
  duration: seconds,
  waitSeconds: seconds,
  talkSeconds: seconds,
  /** As the carrier counts it. */
  billableSeconds: seconds,
  /** Whether the PBX named a recording of it, and there was something to record. */
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

/** What became of the call in a queue, as it was seen live. */
export const CallStay = z.object({
  queue: text,
  outcome: text,
  joinedAt: Instant,
  waitSeconds: seconds,
  agent: text.nullable(),
});
export type CallStay = z.infer<typeof CallStay>;

/** What the call costs and how that comes about; a step is worded by whoever shows it, its amounts are decimal texts. */
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

/** What the carrier asks for it, the same way, and what is left of the price: null when that is in another currency, or none. */
export const CallCost = z.object({
  status: z.enum(['rated', 'unrated', 'blocked']),
  planName: text.nullable(),
  versionNumber: z.number().int().nullable(),
  /** The trunk it went through, `PJSIP/trunk.acme`. */
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

/** What of a call from outside left the house again: a call out of its own, with its own price and cost. */
export const OnwardCall = z.object({
  destination: Call.shape.destination,
  answerAt: Instant,
  seconds,
  price: CallPrice.nullable(),
  cost: CallCost.nullable(),
});
export type OnwardCall = z.infer<typeof OnwardCall>;

export const CallRecording = z.object({
  /** The call's own id, or that of a recording begun by hand. */
  id: Id,
  kind: z.enum(['call', 'hand']),
  /** `unreachable`: where it is kept there is no answer. */
  status: z.enum(['available', 'missing', 'deleted', 'unreachable']),
  bytes: z.number().int().nullable(),
  startAt: Instant,
  /** User name of who began it by hand. */
  begunBy: text,
});
export type CallRecording = z.infer<typeof CallRecording>;

const word = z.string().trim().max(100).regex(PATTERNS.characters);
const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;

export const CallFilters = z.object({
  from: Instant.optional(),
  to: Instant.optional(),
  /** Hours of the day, `09:00`, in `timeZone`; from later than to goes over midnight. */
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
  /** Numbers by their digits, names and unique ids. */
  q: word.optional(),
});
export type CallFilters = z.output<typeof CallFilters>;

/** Columns of a file, in order. */
export const CALL_COLUMNS = [
  ...['startAt', 'direction', 'status', 'source', 'sourceName', 'destination', 'extension', 'queue', 'agent'],
  ...['duration', 'waitSeconds', 'talkSeconds', 'billableSeconds', 'uniqueid', 'serverName', 'customerName'],
] as const;
/** After them, for who may read billing. */
export const CALL_PRICE_COLUMNS = ['price', 'currency'] as const;
/** After those, for who may see what carriers ask. */
export const CALL_COST_COLUMNS = ['cost', 'costCurrency', 'margin'] as const;

/** There is no count: it would read every row. A file needs the ability to export; a workbook of more than 200,000 calls is 413 `too-large`. */
export const listCalls = route({
  method: 'GET',
  path: '/reports/cdr',
  summary: 'Call records, newest first; as a file with `format`',
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
  summary: 'One call with its legs and its stays in queues',
  tag: 'cdr',
  access: ['read', 'cdr'],
  params: z.object({ id: Id }),
  response: Call.extend({
    steps: z.array(CallLeg),
    stays: z.array(CallStay),
    /** Null while it waits for its price, and for who may not read billing. */
    price: CallPrice.nullable(),
    /** Null where no carrier's price is known, and for everybody but the platform's staff who see plans and billing. */
    cost: CallCost.nullable(),
    /** Legs that are paid for beside the call itself; in order, mostly none. */
    onward: z.array(OnwardCall),
    /** The PBX's own first, then those begun by hand; empty for who may not hear any. */
    recordings: z.array(CallRecording),
    /** On legal hold: this call, or all of its customer's. */
    recordingHold: z.enum(['call', 'customer']).nullable(),
    /** Whether the console may delete where the recordings are. */
    recordingDeletable: z.boolean(),
  }),
  errors: ['not-found'],
});
