// A call center: the unit that a supervisor leads. It groups queues and says how their service is judged.
import { z } from 'zod';
import { SPOKEN_LANGUAGES } from '../base/queue-options.ts';
import { Destination, ShownDestination } from './destination.ts';
import { Id, Instant, resource } from './resource.ts';
import { Language, pattern, text, TimeZone } from './text.ts';

export const CALLCENTER_STATUS = ['active', 'paused'] as const;
export const CALLCENTER_RECORDINGS = ['none', 'all'] as const;
/** Service level formulas of `metrics/service-level.ts`. */
export const SLA_FORMULAS = [1, 2, 3, 4, 5, 6, 7] as const;

/** Why an agent may pause: `code` goes to the PBX as the reason, `label` is what people read. */
export const PauseReason = z.object({
  code: pattern('one-line', 32).min(1),
  /** What who reads none of the languages below is shown. */
  label: text(1, 64),
  /** By language; left out or empty: `label`. */
  labels: z.partialRecord(Language, text(0, 64)).default({}),
  paid: z.boolean().default(true),
  /** null: no limit. */
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
  /** A caller who waits longer is told to those who run the call center. */
  maxWaitSeconds: z.number().int().min(10).max(7200),
  pauseReasons: z.array(PauseReason).max(30),
  /** When it answers; null: always. Outside of it, and while it is paused, its queues lead elsewhere. */
  hoursId: Id.nullable(),
  /** In which waiting callers of its queues are told position and wait. */
  language: z.enum(SPOKEN_LANGUAGES),
  /** Of its queues that say nothing themselves. */
  recording: z.enum(CALLCENTER_RECORDINGS),
  /** People who see no more than their own, assigned to it; null: no limit. */
  maxAgents: z.number().int().min(0).max(100_000).nullable(),
  /** Where a new queue of it goes that names no PBX; null: as for anything of the customer. */
  defaultServerId: z.number().int().min(1).max(2_147_483_647).nullable(),
  /** Of callers who waited too long, or found a queue full or nobody there, where the queue itself leads nowhere; null: the call ends. */
  overflowDestination: Destination.nullable(),
  /** One of the customer's numbers, shown outside by lines in its queues that have none of their own; '': the customer's. */
  outboundNumber: pattern('caller-number', 21),
};

export const Callcenter = z.object({
  id: Id,
  customerId: Id,
  customerName: z.string(),
  ...editable,
  // Judged when written; a page of rows is not judged again.
  timezone: z.string(),
  hoursName: z.string().nullable(),
  overflowDestination: ShownDestination.nullable(),
  /** What people call it: `201 Noa Levi`; null: there is none. */
  overflowName: z.string().nullable(),
  defaultServerName: z.string().nullable(),
  queueCount: z.number().int(),
  createdAt: Instant,
  updatedAt: Instant,
  version: z.number().int(),
});
export type Callcenter = z.infer<typeof Callcenter>;

export const CreateCallcenter = z.object({
  /** The caller's own customer when left out; the platform's staff must name one. */
  customerId: Id.optional(),
  name: editable.name,
  code: editable.code,
  description: editable.description.default(''),
  status: editable.status.default('active'),
  /** The customer's when left out. */
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

export const callcenters = resource({
  name: 'callcenter',
  path: '/callcenters',
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
