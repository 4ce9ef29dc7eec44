// A call center: the unit that a supervisor manages. It groups queues and defines their service level.
import { z } from 'zod';
import { SPOKEN_LANGUAGES } from '../../queues/queue-options.ts';
import { Destination, ShownDestination } from '../routing/destination.ts';
import { noun } from '../noun.ts';
import { Id, Instant } from '../resource.ts';
import { Language, pattern, text, TimeZone } from '../text.ts';

export const CALLCENTER_STATUS = ['active', 'paused'] as const;
export const CALLCENTER_RECORDINGS = ['none', 'all'] as const;
/** Service level formulas of `reports/service-level.ts`. */
export const SLA_FORMULAS = [1, 2, 3, 4, 5, 6, 7] as const;

/** A pause reason of agents. `code` is sent to the PBX server, `label` is displayed. */
export const PauseReason = z.object({
  code: pattern('one-line', 32).min(1),
  /** Default label for other languages. */
  label: text(1, 64),
  /** By language. Absent or empty: `label`. */
  labels: z.partialRecord(Language, text(0, 64)).default({}),
  paid: z.boolean().default(true),
  /** `null`: no limit. */
  maxMinutes: z.number().int().min(1).max(1440).nullable().default(null),
});
export type PauseReason = z.infer<typeof PauseReason>;

const editable = {
  name: text(1, 64),
  code: pattern('slug', 31),
  description: text(0, 255),
  status: z.enum(CALLCENTER_STATUS),
  timezone: TimeZone,
  slaTargetSeconds: z.number().int().min(1).max(3600),
  slaTargetPercent: z.number().int().min(1).max(100),
  slaFormula: z.number().int().min(1).max(7),
  shortAbandonSeconds: z.number().int().min(0).max(60),
  wrapupSeconds: z.number().int().min(0).max(3600),
  /** A longer wait notifies the call center's supervisors. */
  maxWaitSeconds: z.number().int().min(10).max(7200),
  pauseReasons: z.array(PauseReason).max(30),
  /** Business hours. `null`: always open. Outside of them, and while paused, its queues use their closed destination. */
  hoursId: Id.nullable(),
  /** Language of position and wait announcements. */
  language: z.enum(SPOKEN_LANGUAGES),
  /** For queues without their own setting. */
  recording: z.enum(CALLCENTER_RECORDINGS),
  /** Maximum number of assigned users who see only their own data. `null`: no limit. */
  maxAgents: z.number().int().min(0).max(100_000).nullable(),
  /** PBX server for new queues. `null`: the customer's default. */
  defaultServerId: z.number().int().min(1).max(2_147_483_647).nullable(),
  /**
   * Destination of callers who waited too long, or found a queue full or without agents, when the queue has none. `null`: the call ends.
   */
  overflowDestination: Destination.nullable(),
  /** One of the customer's numbers, shown by lines of its queues that have none. Empty: the customer's. */
  outboundNumber: pattern('caller-number', 21),
};

export const Callcenter = z.object({
  id: Id,
  customerId: Id,
  customerName: z.string(),
  ...editable,
  // Validated on write. Reads skip the check.
  timezone: z.string(),
  hoursName: z.string().nullable(),
  overflowDestination: ShownDestination.nullable(),
  /** Display name such as `201 Noa Levi`, or `null`. */
  overflowName: z.string().nullable(),
  defaultServerName: z.string().nullable(),
  queueCount: z.number().int(),
  createdAt: Instant,
  updatedAt: Instant,
  version: z.number().int(),
});
export type Callcenter = z.infer<typeof Callcenter>;

export const CreateCallcenter = z.object({
  /** Absent: the caller's own customer. Required for platform staff. */
  customerId: Id.optional(),
  name: editable.name,
  code: editable.code,
  description: editable.description.default(''),
  status: editable.status.default('active'),
  /** Absent: the customer's. */
  timezone: TimeZone.optional(),
  slaTargetSeconds: editable.slaTargetSeconds.default(20),
  slaTargetPercent: editable.slaTargetPercent.default(80),
  slaFormula: editable.slaFormula.default(3),
  shortAbandonSeconds: editable.shortAbandonSeconds.default(5),
  wrapupSeconds: editable.wrapupSeconds.default(0),
  maxWaitSeconds: editable.maxWaitSeconds.default(180),
  pauseReasons: editable.pauseReasons.default([]),
  hoursId: editable.hoursId.default(null),
  language: editable.language.default('pbx'),
  recording: editable.recording.default('none'),
  maxAgents: editable.maxAgents.default(null),
  defaultServerId: editable.defaultServerId.default(null),
  overflowDestination: editable.overflowDestination.default(null),
  outboundNumber: editable.outboundNumber.default(''),
});
export type CreateCallcenter = z.infer<typeof CreateCallcenter>;

export const UpdateCallcenter = z.object(editable).partial();

export const callcenters = noun({
  key: 'callCenter',
  path: '/callcenters',
  table: 'callcenters',
  words: ['call center', 'call centers'],
  singular: { en: 'call center', es: 'centro de llamadas', fr: 'centre d’appels', he: 'מוקד' },
  dimensions: ['customer', 'callcenter'],
  roles: {
    'customer-admin': ['manage'],
    support: ['read', 'update'],
    auditor: ['read'],
    supervisor: ['read'],
    integration: ['read'],
  },
  row: Callcenter,
  create: CreateCallcenter,
  update: UpdateCallcenter,
  sortable: ['name', 'code', 'customerName', 'status', 'createdAt', 'updatedAt'],
  defaultSort: 'name',
  searchable: ['name', 'code', 'description', 'customerName'],
  filters: ['customerId', 'status', 'code'],
  fields: {
    customerId: { kind: 'ref', resource: 'customers', in: ['create'], section: 'identity' },
    name: { kind: 'text', in: ['list', 'create', 'edit'], section: 'identity' },
    code: { kind: 'text', in: ['list', 'create', 'edit'], section: 'identity' },
    description: { kind: 'text', in: ['create', 'edit'], section: 'identity' },
    customerName: { kind: 'text', in: ['list'] },
    status: { kind: 'select', options: CALLCENTER_STATUS, in: ['list', 'create', 'edit'], section: 'identity' },
    timezone: { kind: 'timezone', in: ['list', 'create', 'edit'], section: 'identity' },
    hoursId: { kind: 'ref', resource: 'hours', in: ['create', 'edit'], section: 'identity' },
    language: { kind: 'select', options: SPOKEN_LANGUAGES, in: ['create', 'edit'], section: 'calls' },
    recording: { kind: 'select', options: CALLCENTER_RECORDINGS, in: ['create', 'edit'], section: 'calls' },
    overflowDestination: { kind: 'destination', in: ['create', 'edit'], section: 'calls' },
    outboundNumber: { kind: 'phone', in: ['create', 'edit'], section: 'calls' },
    maxAgents: { kind: 'number', in: ['create', 'edit'], section: 'calls' },
    defaultServerId: { kind: 'ref', resource: 'endpoints', in: ['create', 'edit'], section: 'calls' },
    slaFormula: {
      kind: 'select',
      options: SLA_FORMULAS,
      in: ['create', 'edit'],
      section: 'service',
    },
    slaTargetSeconds: { kind: 'number', in: ['list', 'create', 'edit'], section: 'service' },
    slaTargetPercent: { kind: 'number', in: ['list', 'create', 'edit'], section: 'service' },
    shortAbandonSeconds: { kind: 'number', in: ['create', 'edit'], section: 'service' },
    wrapupSeconds: { kind: 'number', in: ['create', 'edit'], section: 'service' },
    maxWaitSeconds: { kind: 'number', in: ['create', 'edit'], section: 'service' },
    queueCount: { kind: 'number', in: ['list'] },
  },
  movable: true,
  titleField: 'name',
});
