// An outbound route: the trunks for a set of numbers, in failover order.
import { z } from 'zod';
import { noun } from '../noun.ts';
import { Id, Instant } from '../resource.ts';
import { pattern, text } from '../text.ts';

const editable = {
  name: text(1, 64),
  enabled: z.boolean(),
  /** 1 is the highest priority. A customer's own routes come before shared routes. */
  priority: z.number().int().min(1).max(1000),
  /** Prefixes starting with the country code. Empty: every number. The longest match wins. */
  prefixes: z.array(z.string().regex(/^[0-9]{1,15}$/)).max(500),
  /** Numbers dialed unchanged, such as `112`. Exempt from dial rules, as emergency numbers are. */
  shortNumbers: z.array(pattern('short-number', 6)).max(50),
  /** In failover order. */
  trunkIds: z.array(Id).min(1).max(10),
};

export const OutboundRoute = z.object({
  id: Id,
  serverId: z.number().int(),
  serverName: z.string(),
  /** `null`: for every customer. */
  customerId: Id.nullable(),
  customerName: z.string().nullable(),
  ...editable,
  prefixes: z.array(z.string()),
  shortNumbers: z.array(z.string()),
  /** In failover order. */
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

export const outboundRoutes = noun({
  key: 'outboundRoute',
  path: '/outboundroutes',
  table: 'outbound_routes',
  words: ['outbound route', 'outbound routes'],
  singular: { en: 'outbound route', es: 'ruta saliente', fr: 'route sortante', he: 'נתיב יוצא' },
  dimensions: ['customer', 'server'],
  roles: { support: ['read'] },
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
