// A queue as the console knows it: which customer and call center own the queue `name` on a PBX.
// The platform's staff claim queues for customers; a customer may rename the label and move it between its call centers.
import { z } from 'zod';
import { Id, Instant, resource } from './resource.ts';
import { pattern, text } from './text.ts';

const editable = {
  callcenterId: Id,
  label: text(0, 128),
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
  },
  titleField: 'name',
});
