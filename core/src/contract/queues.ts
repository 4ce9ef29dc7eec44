// A queue as the console knows it: which customer and call center own the queue `name` on a PBX.
// The platform's staff claim queues for customers; a customer may rename the label and move it between its call centers.
import { z } from 'zod';
import {
  ANNOUNCED_HOLDTIMES,
  ANNOUNCED_POSITIONS,
  AUTOPAUSES,
  EMPTY_STATES,
  MOST_PENALTY_STEPS,
  QUEUE_DEFAULTS,
  QUEUE_RECORDINGS,
  ROUNDED_SECONDS,
  TIMEOUT_PRIORITIES,
} from '../base/queue-options.ts';
import { Destination, ShownDestination } from './destination.ts';
import { MENU_KEYS } from './ivrs.ts';
import { Id, Instant, resource } from './resource.ts';
import { pattern, text } from './text.ts';

/** As Asterisk names them. */
export const QUEUE_STRATEGIES = [
  'ringall',
  'leastrecent',
  'fewestcalls',
  'random',
  'rrmemory',
  'linear',
  'wrandom',
  'rrordered',
] as const;

/** Of a queue that the console makes on the PBX; of others they say nothing. */
const options = {
  /** The number that reaches it inside the customer; empty: none. */
  extension: pattern('extension-or-none', 10),
  strategy: z.enum(QUEUE_STRATEGIES),
  ringSeconds: z.number().int().min(1).max(300),
  retrySeconds: z.number().int().min(0).max(60),
  wrapupSeconds: z.number().int().min(0).max(3600),
  /** 0: no limit. */
  maxCallers: z.number().int().min(0).max(9999),
  weight: z.number().int().min(0).max(100),
  serviceLevelSeconds: z.number().int().min(0).max(3600),
  ringInUse: z.boolean(),
  /** 0: no limit. */
  maxWaitSeconds: z.number().int().min(0).max(86_400),
};

/** What a waiting caller presses to leave. */
export const EXIT_KEYS = ['none', ...MENU_KEYS] as const;

const seconds = (most: number) => z.number().int().min(0).max(most);
const Sound = pattern('sound', 100);
const Penalty = z.number().int().min(0).max(1000);
const PenaltySteps = z
  .array(
    z
      .object({ afterSeconds: seconds(3600), minPenalty: Penalty, maxPenalty: Penalty })
      .refine(({ minPenalty, maxPenalty }) => minPenalty <= maxPenalty, {
        path: ['maxPenalty'],
        params: { rule: 'penalty-order' },
      }),
  )
  .max(MOST_PENALTY_STEPS)
  .refine((steps) => steps.every((step, i) => i === 0 || step.afterSeconds > (steps[i - 1]?.afterSeconds ?? 0)), {
    params: { rule: 'penalty-times' },
  });
const States = z.array(z.enum(EMPTY_STATES)).max(EMPTY_STATES.length);

/** As `base/queue-options.ts` explains them. */
const waiting = {
  autofill: z.boolean(),
  joinEmpty: States,
  leaveEmpty: States,
  autopause: z.enum(AUTOPAUSES),
  autopauseDelaySeconds: seconds(3600),
  autopauseBusy: z.boolean(),
  autopauseUnavailable: z.boolean(),
  memberDelaySeconds: seconds(30),
  reportHoldTime: z.boolean(),
  timeoutRestart: z.boolean(),
  timeoutPriority: z.enum(TIMEOUT_PRIORITIES),
  penaltyMembersLimit: z.number().int().min(0).max(1000),
  penaltySteps: PenaltySteps,
  musicClass: pattern('music-class', 45),
  agentAnnouncement: Sound,
  periodicAnnouncement: Sound,
  periodicSeconds: seconds(3600),
  announceSeconds: seconds(3600),
  announceMinimumSeconds: seconds(3600),
  announcePosition: z.enum(ANNOUNCED_POSITIONS),
  announcePositionLimit: z.number().int().min(1).max(1000),
  announceHoldTime: z.enum(ANNOUNCED_HOLDTIMES),
  announceToFirst: z.boolean(),
  announceRoundSeconds: z.literal([...ROUNDED_SECONDS]),
  logHiddenNumbers: z.boolean(),
  exitKey: z.enum(EXIT_KEYS),
  recording: z.enum(QUEUE_RECORDINGS),
  recordingAnnouncement: Sound,
};

/** Where a caller goes instead; null: the call ends. */
const elsewhere = {
  /** After the longest wait. */
  timeoutDestination: Destination.nullable(),
  /** Of a queue that is full, or that nobody is there for. */
  fullDestination: Destination.nullable(),
  /** Of who pressed the exit key. */
  exitDestination: Destination.nullable(),
  /** Outside the hours of its call center, and while that is paused. */
  closedDestination: Destination.nullable(),
};
/** Left out: as nobody chose. */
const defaults = Object.fromEntries(
  Object.entries(waiting).map(([name, schema]) => [
    name,
    (schema as z.ZodType).default(QUEUE_DEFAULTS[name as keyof typeof QUEUE_DEFAULTS]),
  ]),
) as { [Name in keyof typeof waiting]: z.ZodDefault<(typeof waiting)[Name]> };

const editable = {
  callcenterId: Id,
  label: text(0, 128),
  /** The console makes it on the PBX, with its options and members; else the PBX's own files do. */
  managed: z.boolean(),
  ...options,
  ...waiting,
  ...elsewhere,
};

export const Queue = z.object({
  id: Id,
  customerId: Id,
  customerName: z.string(),
  callcenterId: Id,
  callcenterName: z.string(),
  serverId: z.number().int(),
  serverName: z.string(),
  /** As on the PBX; with the server it is unique and never changes. */
  name: z.string(),
  /** What people read; the name when empty. */
  label: z.string(),
  managed: editable.managed,
  ...options,
  ...waiting,
  timeoutDestination: ShownDestination.nullable(),
  fullDestination: ShownDestination.nullable(),
  exitDestination: ShownDestination.nullable(),
  closedDestination: ShownDestination.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  version: z.number().int(),
});
export type Queue = z.infer<typeof Queue>;

export const CreateQueue = z.object({
  /** The call center's customer when left out; when given it must be that one. */
  customerId: Id.optional(),
  callcenterId: editable.callcenterId,
  /** Left out: the call center's, else the customer's first or only one. */
  serverId: z.number().int().min(1).max(2147483647).optional(),
  name: pattern('queue-name', 80).min(1),
  label: editable.label.default(''),
  /** Left out: where the console configures the server and it has no such queue, it is made. */
  managed: editable.managed.optional(),
  extension: options.extension.default(''),
  strategy: options.strategy.default('rrmemory'),
  ringSeconds: options.ringSeconds.default(15),
  retrySeconds: options.retrySeconds.default(5),
  /** The call center's when left out. */
  wrapupSeconds: options.wrapupSeconds.optional(),
  maxCallers: options.maxCallers.default(0),
  weight: options.weight.default(0),
  serviceLevelSeconds: options.serviceLevelSeconds.default(20),
  ringInUse: options.ringInUse.default(false),
  maxWaitSeconds: options.maxWaitSeconds.default(300),
  ...defaults,
  timeoutDestination: elsewhere.timeoutDestination.default(null),
  fullDestination: elsewhere.fullDestination.default(null),
  exitDestination: elsewhere.exitDestination.default(null),
  closedDestination: elsewhere.closedDestination.default(null),
});
export type CreateQueue = z.infer<typeof CreateQueue>;

export const UpdateQueue = z.object(editable).partial();

export const queues = resource({
  name: 'queue',
  path: '/queues',
  row: Queue,
  create: CreateQueue,
  update: UpdateQueue,
  sortable: ['name', 'label', 'customerName', 'callcenterName', 'serverName', 'serverId', 'createdAt', 'updatedAt'],
  defaultSort: 'name',
  searchable: ['name', 'label', 'callcenterName', 'customerName'],
  filters: ['customerId', 'callcenterId', 'serverId', 'name'],
  fields: {
    name: { kind: 'text', in: ['list', 'create'], section: 'pbx' },
    serverId: { kind: 'ref', resource: 'endpoints', in: ['create'], section: 'pbx' },
    serverName: { kind: 'text', in: ['list'] },
    label: { kind: 'text', in: ['list', 'create', 'edit'], section: 'owner' },
    callcenterId: { kind: 'ref', resource: 'callcenters', in: ['create', 'edit'], section: 'owner' },
    callcenterName: { kind: 'text', in: ['list'] },
    customerName: { kind: 'text', in: ['list'] },
    managed: { kind: 'boolean', in: ['list', 'edit'], section: 'calls' },
    extension: { kind: 'text', in: ['list', 'edit'], section: 'calls' },
    strategy: { kind: 'select', options: QUEUE_STRATEGIES, in: ['edit'], section: 'calls' },
    ringSeconds: { kind: 'number', in: ['edit'], section: 'calls' },
    retrySeconds: { kind: 'number', in: ['edit'], section: 'calls' },
    wrapupSeconds: { kind: 'number', in: ['edit'], section: 'calls' },
    weight: { kind: 'number', in: ['edit'], section: 'calls' },
    serviceLevelSeconds: { kind: 'number', in: ['edit'], section: 'calls' },
    recording: { kind: 'select', options: QUEUE_RECORDINGS, in: ['edit'], section: 'calls' },
    recordingAnnouncement: { kind: 'text', in: ['edit'], section: 'calls' },
    maxCallers: { kind: 'number', in: ['edit'], section: 'waiting' },
    maxWaitSeconds: { kind: 'number', in: ['edit'], section: 'waiting' },
    timeoutDestination: { kind: 'destination', in: ['edit'], section: 'waiting' },
    fullDestination: { kind: 'destination', in: ['edit'], section: 'waiting' },
    exitKey: { kind: 'select', options: EXIT_KEYS, in: ['edit'], section: 'waiting' },
    exitDestination: { kind: 'destination', in: ['edit'], section: 'waiting' },
    closedDestination: { kind: 'destination', in: ['edit'], section: 'waiting' },
    joinEmpty: { kind: 'text', in: ['edit'], section: 'waiting' },
    leaveEmpty: { kind: 'text', in: ['edit'], section: 'waiting' },
    musicClass: { kind: 'text', in: ['edit'], section: 'waiting' },
    timeoutPriority: { kind: 'select', options: TIMEOUT_PRIORITIES, in: ['edit'], section: 'waiting' },
    ringInUse: { kind: 'boolean', in: ['edit'], section: 'agents' },
    autofill: { kind: 'boolean', in: ['edit'], section: 'agents' },
    autopause: { kind: 'select', options: AUTOPAUSES, in: ['edit'], section: 'agents' },
    autopauseDelaySeconds: { kind: 'number', in: ['edit'], section: 'agents' },
    autopauseBusy: { kind: 'boolean', in: ['edit'], section: 'agents' },
    autopauseUnavailable: { kind: 'boolean', in: ['edit'], section: 'agents' },
    timeoutRestart: { kind: 'boolean', in: ['edit'], section: 'agents' },
    penaltyMembersLimit: { kind: 'number', in: ['edit'], section: 'agents' },
    penaltySteps: { kind: 'textarea', in: ['edit'], section: 'agents' },
    memberDelaySeconds: { kind: 'number', in: ['edit'], section: 'agents' },
    reportHoldTime: { kind: 'boolean', in: ['edit'], section: 'agents' },
    agentAnnouncement: { kind: 'text', in: ['edit'], section: 'agents' },
    logHiddenNumbers: { kind: 'boolean', in: ['edit'], section: 'agents' },
    announcePosition: { kind: 'select', options: ANNOUNCED_POSITIONS, in: ['edit'], section: 'announcements' },
    announcePositionLimit: { kind: 'number', in: ['edit'], section: 'announcements' },
    announceHoldTime: { kind: 'select', options: ANNOUNCED_HOLDTIMES, in: ['edit'], section: 'announcements' },
    announceRoundSeconds: { kind: 'select', options: ROUNDED_SECONDS, in: ['edit'], section: 'announcements' },
    announceSeconds: { kind: 'number', in: ['edit'], section: 'announcements' },
    announceMinimumSeconds: { kind: 'number', in: ['edit'], section: 'announcements' },
    announceToFirst: { kind: 'boolean', in: ['edit'], section: 'announcements' },
    periodicAnnouncement: { kind: 'text', in: ['edit'], section: 'announcements' },
    periodicSeconds: { kind: 'number', in: ['edit'], section: 'announcements' },
  },
  movable: true,
  titleField: 'name',
});
