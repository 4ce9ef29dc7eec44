// A queue: the customer and call center that own the queue `name` on a PBX server. Platform staff assign queues to customers. A customer
// may change its label and move it between its call centers.
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
} from '../../queues/queue-options.ts';
import { Destination, ShownDestination } from '../routing/destination.ts';
import { MENU_KEYS } from '../routing/ivr.ts';
import { noun } from '../noun.ts';
import { Id, Instant } from '../resource.ts';
import { pattern, text } from '../text.ts';

/** Asterisk's names. */
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

/** Options of queues that the console provisions. Unused for others. */
const options = {
  /** Extension inside the customer. Empty: none. */
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

/** Keys with which a waiting caller leaves the queue. */
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

/** See `queues/queue-options.ts`. */
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

/** Destinations of callers. `null`: the call ends. */
const elsewhere = {
  /** After the maximum wait. */
  timeoutDestination: Destination.nullable(),
  /** When the queue is full or has no agents. */
  fullDestination: Destination.nullable(),
  /** Destination of callers who press the exit key. */
  exitDestination: Destination.nullable(),
  /** Outside the hours of its call center and while it is paused. */
  closedDestination: Destination.nullable(),
};
/** Absent: the default. */
const defaults = Object.fromEntries(
  Object.entries(waiting).map(([name, schema]) => [
    name,
    (schema as z.ZodType).default(QUEUE_DEFAULTS[name as keyof typeof QUEUE_DEFAULTS]),
  ]),
) as { [Name in keyof typeof waiting]: z.ZodDefault<(typeof waiting)[Name]> };

const editable = {
  callcenterId: Id,
  label: text(0, 128),
  /** Provisioned by the console with options and members. Otherwise defined in the PBX server's own files. */
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
  /** Name on the PBX server. Unique per server and immutable. */
  name: z.string(),
  /** Display name. Defaults to the name. */
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
  /** Absent: the call center's customer. Otherwise it must be the same. */
  customerId: Id.optional(),
  callcenterId: editable.callcenterId,
  /** Absent: the call center's, otherwise the customer's first or only server. */
  serverId: z.number().int().min(1).max(2147483647).optional(),
  name: pattern('queue-name', 80).min(1),
  label: editable.label.default(''),
  /** Absent: true if the console provisions the server and it has no such queue. */
  managed: editable.managed.optional(),
  extension: options.extension.default(''),
  strategy: options.strategy.default('rrmemory'),
  ringSeconds: options.ringSeconds.default(15),
  retrySeconds: options.retrySeconds.default(5),
  /** Absent: the call center's. */
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

export const queues = noun({
  key: 'queue',
  path: '/queues',
  table: 'queues',
  parts: ['queue_members'],
  words: ['queue', 'queues'],
  singular: { en: 'queue', es: 'cola', fr: 'file d’attente', he: 'תור' },
  destination: { kind: 'queue', rings: { table: 'queue_members', column: 'queue_id' } },
  dimensions: ['customer', 'callcenter', 'queue', 'server'],
  roles: {
    'customer-admin': ['read', 'update', 'export'],
    support: ['read', 'update'],
    auditor: ['read'],
    supervisor: ['read'],
    integration: ['read'],
  },
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
