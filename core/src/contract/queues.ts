// A queue as the console knows it: which customer and call center own the queue `name` on a PBX.
// The platform's staff claim queues for customers; a customer may rename the label and move it between its call centers.
import { z } from 'zod';
import { Id, Instant, resource } from './resource.ts';
import { route } from './route.ts';
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

const editable = {
  callcenterId: Id,
  label: text(0, 128),
  /** The console makes it on the PBX, with its options and members; else the PBX's own files do. */
  managed: z.boolean(),
  ...options,
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
  createdAt: Instant,
  updatedAt: Instant,
  version: z.number().int(),
});
export type Queue = z.infer<typeof Queue>;

export const CreateQueue = z.object({
  /** The call center's customer when left out; when given it must be that one. */
  customerId: Id.optional(),
  callcenterId: editable.callcenterId,
  serverId: z.number().int().min(1).max(2147483647),
  name: pattern('queue-name', 80).min(1),
  label: editable.label.default(''),
  /** Left out: where the console configures the server and it has no such queue, it is made. */
  managed: editable.managed.optional(),
  extension: options.extension.default(''),
  strategy: options.strategy.default('rrmemory'),
  ringSeconds: options.ringSeconds.default(15),
  retrySeconds: options.retrySeconds.default(5),
  wrapupSeconds: options.wrapupSeconds.default(0),
  maxCallers: options.maxCallers.default(0),
  weight: options.weight.default(0),
  serviceLevelSeconds: options.serviceLevelSeconds.default(20),
  ringInUse: options.ringInUse.default(false),
  maxWaitSeconds: options.maxWaitSeconds.default(0),
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
    maxCallers: { kind: 'number', in: ['edit'], section: 'calls' },
    maxWaitSeconds: { kind: 'number', in: ['edit'], section: 'calls' },
    weight: { kind: 'number', in: ['edit'], section: 'calls' },
    serviceLevelSeconds: { kind: 'number', in: ['edit'], section: 'calls' },
    ringInUse: { kind: 'boolean', in: ['edit'], section: 'calls' },
  },
  movable: true,
  titleField: 'name',
});

/** A line that is rung by the queue whether anybody signs in or not. */
export const QueueMember = z.object({
  id: Id,
  subscriberId: Id,
  extension: z.string(),
  name: z.string(),
  penalty: z.number().int(),
});
export type QueueMember = z.infer<typeof QueueMember>;

const penalty = z.number().int().min(0).max(1000);
const ofQueue = z.object({ id: Id });
const oneMember = z.object({ id: Id, memberId: Id });

export const listQueueMembers = route({
  method: 'GET',
  path: '/queues/:id/members',
  summary: 'List the lines that a queue always rings',
  tag: 'queue',
  access: ['read', 'queue'],
  params: ofQueue,
  response: z.object({ data: z.array(QueueMember) }),
  errors: ['not-found'],
});

/** A line of the queue's customer on the queue's server. */
export const addQueueMember = route({
  method: 'POST',
  path: '/queues/:id/members',
  summary: 'Let a queue always ring a line',
  tag: 'queue',
  access: ['update', 'queue'],
  params: ofQueue,
  body: z.object({ subscriberId: Id, penalty: penalty.default(0) }),
  response: QueueMember,
  status: 201,
  errors: ['not-found', 'conflict'],
});

export const getQueueMember = route({
  method: 'GET',
  path: '/queues/:id/members/:memberId',
  summary: 'Get one of the lines that a queue always rings',
  tag: 'queue',
  access: ['read', 'queue'],
  params: oneMember,
  response: QueueMember,
  errors: ['not-found'],
});

export const updateQueueMember = route({
  method: 'PATCH',
  path: '/queues/:id/members/:memberId',
  summary: 'Change the penalty of a line in a queue',
  tag: 'queue',
  access: ['update', 'queue'],
  params: oneMember,
  body: z.object({ penalty }),
  response: QueueMember,
  errors: ['not-found'],
});

export const removeQueueMember = route({
  method: 'DELETE',
  path: '/queues/:id/members/:memberId',
  summary: 'Let a queue ring a line no more',
  tag: 'queue',
  access: ['update', 'queue'],
  params: oneMember,
  status: 204,
  errors: ['not-found'],
});
