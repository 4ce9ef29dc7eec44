// An outbound route: which trunks carry calls to which numbers, in which order.
import { z } from 'zod';
import { Id, Instant, resource } from './resource.ts';
import { pattern, text } from './text.ts';

const editable = {
  name: text(1, 64),
  enabled: z.boolean(),
  /** 1 goes first. A customer's own routes go before everybody's. */
  priority: z.number().int().min(1).max(1000),
  /** Digits that a number begins with, country code first; none: every number. The longest wins. */
  prefixes: z.array(z.string().regex(/^[0-9]{1,15}$/)).max(500),
  /** Dialled as they are, `112`: outside the dial rules, as the numbers of emergency are. */
  shortNumbers: z.array(pattern('short-number', 6)).max(50),
  /** The next is tried where one cannot carry the call. */
  trunkIds: z.array(Id).min(1).max(10),
};

export const OutboundRoute = z.object({
  id: Id,
  serverId: z.number().int(),
  serverName: z.string(),
  /** null: for every customer. */
  customerId: Id.nullable(),
  customerName: z.string().nullable(),
  ...editable,
  prefixes: z.array(z.string()),
  shortNumbers: z.array(z.string()),
  /** In their order. */
  trunkNames: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
  version: z.number().int(),
});
export type OutboundRoute = z.infer<typeof OutboundRoute>;

export const CreateOutboundRoute = z.object({
  serverId: z.number().int().min(1).max(2147483647),
  customerId: Id.nullable().default(null),
  name: editable.name,
  enabled: editable.enabled.default(true),
  priority: editable.priority.default(100),
  prefixes: editable.prefixes.default([]),
  shortNumbers: editable.shortNumbers.default([]),
  trunkIds: editable.trunkIds,
});
export const UpdateOutboundRoute = z.object(editable).partial();

export const outboundRoutes = resource({
  name: 'outboundroute',
  path: '/outboundroutes',
  row: OutboundRoute,
  create: CreateOutboundRoute,
  update: UpdateOutboundRoute,
  sortable: ['priority', 'name', 'serverName', 'customerName', 'enabled', 'createdAt', 'updatedAt'],
  defaultSort: 'priority',
  searchable: ['name', 'trunkNames'],
  filters: ['serverId', 'customerId', 'enabled'],
  fields: {
    priority: { kind: 'number', in: ['list', 'create', 'edit'], section: 'route' },
    name: { kind: 'text', in: ['list', 'create', 'edit'], section: 'route' },
    serverId: { kind: 'ref', resource: 'endpoints', in: ['create'], section: 'route' },
    serverName: { kind: 'text', in: ['list'] },
    customerId: { kind: 'ref', resource: 'customers', in: ['create'], section: 'route' },
    customerName: { kind: 'text', in: ['list'] },
    enabled: { kind: 'boolean', in: ['list', 'create', 'edit'], section: 'route' },
    prefixes: { kind: 'text', in: ['list', 'create', 'edit'], section: 'numbers' },
    shortNumbers: { kind: 'text', in: ['create', 'edit'], section: 'numbers' },
    trunkIds: { kind: 'ref', resource: 'trunks', many: true, in: ['create', 'edit'], section: 'numbers' },
    trunkNames: { kind: 'text', in: ['list'] },
  },
  titleField: 'name',
});
