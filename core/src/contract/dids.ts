// A number: what people outside dial, and where it leads. One number has one destination, and outside its hours another.
import { z } from 'zod';
import { Destination, DESTINATION_KINDS, ShownDestination } from './destination.ts';
import { Id, Instant, resource } from './resource.ts';
import { route } from './route.ts';
import { pattern, text } from './text.ts';

const editable = {
  label: text(0, 64),
  destination: Destination,
  /** null: always open. */
  hoursId: Id.nullable(),
  /** Where calls go outside the hours; only with hours, and then a hang-up when left out. */
  closedDestination: Destination.nullable(),
};

export const Did = z.object({
  id: Id,
  customerId: Id,
  customerName: z.string(),
  serverId: z.number().int(),
  serverName: z.string(),
  /** E.164 with its plus: one of its kind on the platform. */
  number: z.string(),
  label: editable.label,
  destination: ShownDestination,
  /** What people call it; empty of a hang-up. */
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
  /** The caller's own customer when left out; the platform's staff must name one. */
  customerId: Id.optional(),
  /** Left out: the one server that the customer has lines or queues on. */
  serverId: z.number().int().min(1).max(2147483647).optional(),
  /** As people of the customer's country write it. */
  number: pattern('phone', 32).min(1),
  label: editable.label.default(''),
  destination: Destination,
  hoursId: editable.hoursId.default(null),
  closedDestination: editable.closedDestination.default(null),
});
export const UpdateDid = z.object(editable).partial();

export const dids = resource({
  name: 'did',
  path: '/dids',
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

/** One stop of a call on its way. `next`: where it may go from here, and when. */
export const FlowStop = z.object({
  /** Of its own in the picture. */
  key: z.string(),
  kind: z.enum(['number', 'hours', ...DESTINATION_KINDS]),
  /** Of the row that it stands for; null: of none. */
  id: Id.nullable(),
  name: z.string(),
  next: z.array(
    z.object({
      /** `open`, `closed`, `always`, `busy`, `unanswered`, `unreachable`, `timeout`, `full`, `otherwise`, a key, or `then`. */
      when: z.string(),
      /** Of a stop; one that was named before: the call comes back to it. */
      to: z.string(),
    }),
  ),
});
export type FlowStop = z.infer<typeof FlowStop>;

export const didPath = route({
  method: 'GET',
  path: '/dids/:id/path',
  summary: 'The way of a call to a number, stop by stop, to where it may end',
  tag: 'did',
  access: ['read', 'did'],
  params: z.object({ id: Id }),
  response: z.object({ data: z.array(FlowStop) }),
  errors: ['not-found'],
});
