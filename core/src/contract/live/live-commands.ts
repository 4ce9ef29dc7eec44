// Commands for live calls and agents, over HTTP and the socket, with AMI's names.
import { z } from 'zod';
import { route } from '../route.ts';
import { PATTERNS, rule } from '../text.ts';

/** Fits into one line of an AMI message. */
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
    .refine((text) => TRUE.includes(text) || FALSE.includes(text), rule('yes-no'))
    .transform((text) => TRUE.includes(text)),
]);

/** Accepts common number formats: removes blanks, hyphens, dots, slashes and brackets. */
const dialled = z
  .union([z.string().max(64), z.number().transform(String)])
  .transform((typed) => typed.replace(/[\s()./\-\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, ''))
  .pipe(z.string().regex(PATTERNS['dialled-number']));

/** `Channel`: any channel of the call in the live state. `Context`: one that the call's own phones dial in. */
const transfer = { Channel: name, Exten: dialled, Context: name.optional() };
/** Rings one of the user's own phones. Selects it if they have several. */
const ownPhone = { Exten: name.optional(), Interface: name.optional() };
const listen = { Channel: name, ...ownPhone };
/** Maximum number of agents in one move. */
export const MOST_MOVED = 50;

/** Field names are AMI's. `QueueMove` is our own. Without `Queue`, a pause or penalty applies to all queues of the agent in scope. */
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
    Interface: name.optional(),
    /** Several agents instead of `Interface`: all or none are moved. */
    Interfaces: z.array(name).min(1).max(MOST_MOVED).optional(),
    FromQueue: name,
    ToQueue: name,
    /** Absent: the agent's penalty in `FromQueue`. */
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
  /** Rings the user's own phone and connects it with the parked call. */
  z.object({ action: z.literal('PickUp'), ...listen }),
  z.object({ action: z.literal('Record'), Channel: name }),
  /** Stops a recording started by `Record`, never one of the dialplan. */
  z.object({ action: z.literal('StopRecord'), Channel: name }),
  /** Rings the user's own phone first, then the number. */
  z.object({ action: z.literal('Call'), Number: dialled, ...ownPhone }),
]);
export type LiveCommand = z.output<typeof LiveCommand>;
export type LiveAction = LiveCommand['action'];

export const LIVE_ACTIONS = LiveCommand.options.map((option) => option.shape.action.value);

const SPELLINGS = new Map(
  LiveCommand.options.flatMap((option) => Object.keys(option.shape)).map((key) => [key.toLowerCase(), key]),
);
const ACTION_SPELLINGS = new Map<string, LiveAction>(LIVE_ACTIONS.map((action) => [action.toLowerCase(), action]));

/** Accepts field names and actions in any case, as AMI does. Ignores unknown fields. */
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

/** Returns the command of a body or socket message, or zod's issues. `error` words them. */
export const readLiveCommand = (value: Readonly<Record<string, unknown>>, error?: z.core.$ZodErrorMap) =>
  LiveCommand.safeParse(spellOut(value), { ...(error === undefined ? {} : { error }), reportInput: true });

const text = z.string().max(255).optional();
const textOrNumber = z.union([z.string().max(255), z.number()]).optional();

/** All fields of a body. `LiveCommand` defines the required fields of each action. */
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
  Interfaces: z.array(z.string().max(255)).max(MOST_MOVED).optional(),
  Exten: textOrNumber,
  Context: text,
  Number: textOrNumber,
  Channel: text,
  Caller: text,
  Priority: textOrNumber,
});

/** A rejection by the PBX server is the error `pbx-refused` with its message in `detail`. */
export const LiveCommandResult = z.object({
  response: z.literal('Success'),
  /** Message of the PBX server. */
  message: z.string(),
  /** Confirmed by events of the PBX server. False: accepted but not confirmed yet. */
  confirmed: z.boolean(),
  /** Parking space of the call. */
  space: z.string().nullable(),
});
export type LiveCommandResult = z.output<typeof LiveCommandResult>;

export const runLiveCommand = route({
  method: 'POST',
  path: '/live/commands',
  summary: 'Send a live command: pause, add, remove or move agents; transfer, park, record, listen to or end a call',
  tag: 'live',
  access: ['operate', 'live'],
  body: LiveCommandBody,
  response: LiveCommandResult,
  errors: ['not-found', 'conflict', 'pbx-refused', 'pbx-not-connected'],
});
