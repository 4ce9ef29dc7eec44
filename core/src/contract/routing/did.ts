// A public number and its destination, with another destination outside its hours.
import { z } from 'zod';
import { Destination, DESTINATION_KINDS, ShownDestination } from './destination.ts';
import { noun } from '../noun.ts';
import { Id, Instant } from '../resource.ts';
import { route } from '../route.ts';
import { pattern, text } from '../text.ts';

const editable = {
  label: text(0, 64),
  destination: Destination,
  /** `null`: always open. */
  hoursId: Id.nullable(),
  /** Destination outside the hours. Only with hours. Default: hang up. */
  closedDestination: Destination.nullable(),
};

export const Did = z.object({
  id: Id,
  customerId: Id,
  customerName: z.string(),
  serverId: z.number().int(),
  serverName: z.string(),
  /** E.164 with a plus. Unique on the platform. */
  number: z.string(),
  label: editable.label,
  destination: ShownDestination,
  /** Display name. Empty for a hang-up. */
  destinationName: z.string(),
  destinationKind: z.enum(DESTINATION_KINDS),
  hoursId: Id.nullable(),
  hoursName: z.string().nullable(),
  closedDestination: ShownDestination.nullable(),
  closedDestinationName: z.string().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  version: z.number().int(),
});
export type Did = z.infer<typeof Did>;

export const CreateDid = z.object({
  /** Absent: the caller's own customer. Required for platform staff. */
  customerId: Id.optional(),
  /** Absent: the only server with lines or queues of the customer. */
  serverId: z.number().int().min(1).max(2147483647).optional(),
  /** In the format of the customer's country. */
  number: pattern('phone', 32).min(1),
  label: editable.label.default(''),
  destination: Destination,
  hoursId: editable.hoursId.default(null),
  closedDestination: editable.closedDestination.default(null),
});
export const UpdateDid = z.object(editable).partial();

export const dids = noun({
  key: 'did',
  path: '/dids',
  table: 'dids',
  words: ['number', 'numbers'],
  singular: { en: 'number', es: 'número', fr: 'numéro', he: 'מספר' },
  dimensions: ['customer', 'server'],
  // The platform assigns numbers. The customer chooses their destinations.
  roles: {
    'customer-admin': ['read', 'update', 'export'],
    support: ['read', 'update'],
    auditor: ['read'],
    integration: ['read'],
  },
  row: Did,
  create: CreateDid,
  update: UpdateDid,
  sortable: [
    'number',
    'label',
    'customerName',
    'serverName',
    'destinationKind',
    'destinationName',
    'createdAt',
    'updatedAt',
  ],
  defaultSort: 'number',
  searchable: ['number', 'label', 'destinationName', 'customerName'],
  filters: ['customerId', 'serverId', 'destinationKind', 'hoursId', 'number'],
  fields: {
    customerId: { kind: 'ref', resource: 'customers', in: ['create'], section: 'number' },
    serverId: { kind: 'ref', resource: 'endpoints', in: ['create'], section: 'number' },
    number: { kind: 'phone', in: ['list', 'create'], section: 'number' },
    label: { kind: 'text', in: ['list', 'create', 'edit'], section: 'number' },
    destinationKind: { kind: 'select', options: DESTINATION_KINDS, in: ['list'] },
    destination: { kind: 'destination', in: ['create', 'edit'], section: 'leads' },
    destinationName: { kind: 'text', in: ['list'] },
    hoursId: { kind: 'ref', resource: 'hours', in: ['create', 'edit'], section: 'leads' },
    hoursName: { kind: 'text', in: ['list'] },
    closedDestination: { kind: 'destination', in: ['create', 'edit'], section: 'leads' },
    serverName: { kind: 'text', in: ['list'] },
    customerName: { kind: 'text', in: ['list'] },
  },
  titleField: 'number',
});

/** One step of a call flow. `next`: possible following steps and their conditions. */
export const FlowStop = z.object({
  /** Unique within the flow. */
  key: z.string(),
  kind: z.enum(['number', 'hours', ...DESTINATION_KINDS]),
  /** ID of its row, or `null`. */
  id: Id.nullable(),
  name: z.string(),
  next: z.array(
    z.object({
      /** `open`, `closed`, `always`, `busy`, `unanswered`, `unreachable`, `timeout`, `full`, `otherwise`, a key, or `then`. */
      when: z.string(),
      /** Key of a step. An earlier key is a loop. */
      to: z.string(),
    }),
  ),
});
export type FlowStop = z.infer<typeof FlowStop>;

export const getDidPath = route({
  method: 'GET',
  path: '/dids/:id/path',
  summary: 'Get the call flow of a number, step by step',
  tag: 'did',
  access: ['read', 'did'],
  params: z.object({ id: Id }),
  response: z.object({ data: z.array(FlowStop) }),
  errors: ['not-found'],
});
