// A ring group: lines of a customer that ring together or in turn, and the fallback destination.
import { z } from 'zod';
import { RING_STRATEGIES } from '../../routing/call-flow.ts';
import { Destination, ShownDestination } from './destination.ts';
import { noun } from '../noun.ts';
import { Id, Instant } from '../resource.ts';
import { pattern, text } from '../text.ts';

const editable = {
  name: text(1, 64),
  /** Extension inside the customer. Empty: none. */
  extension: pattern('extension-or-none', 10),
  strategy: z.enum(RING_STRATEGIES),
  /** Ring time of all together, or of each in turn. */
  ringSeconds: z.number().int().min(5).max(300),
  /** Lines, in order. */
  memberIds: z.array(Id).max(50),
  fallback: Destination,
};

export const RingGroup = z.object({
  id: Id,
  customerId: Id,
  customerName: z.string(),
  serverId: z.number().int(),
  serverName: z.string(),
  ...editable,
  memberNames: z.string(),
  fallback: ShownDestination,
  fallbackName: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
  version: z.number().int(),
});
export type RingGroup = z.infer<typeof RingGroup>;

export const CreateRingGroup = z.object({
  customerId: Id.optional(),
  serverId: z.number().int().min(1).max(2147483647).optional(),
  name: editable.name,
  extension: editable.extension.default(''),
  strategy: editable.strategy.default('ringall'),
  ringSeconds: editable.ringSeconds.default(20),
  memberIds: editable.memberIds.default([]),
  fallback: editable.fallback.default({ kind: 'hangup', id: null, number: '' }),
});
export const UpdateRingGroup = z.object(editable).partial();

export const ringGroups = noun({
  key: 'ringGroup',
  path: '/ringgroups',
  table: 'ring_groups',
  words: ['ring group', 'ring groups'],
  singular: { en: 'ring group', es: 'grupo de timbrado', fr: 'groupe d’appel', he: 'קבוצת צלצול' },
  destination: {
    kind: 'ringgroup',
    onward: { field: 'fallback', when: 'unanswered' },
    rings: { table: 'ring_group_members', column: 'group_id' },
  },
  dimensions: ['customer', 'server'],
  roles: { 'customer-admin': ['manage'], support: ['read', 'update'], auditor: ['read'] },
  row: RingGroup,
  create: CreateRingGroup,
  update: UpdateRingGroup,
  sortable: ['name', 'extension', 'strategy', 'customerName', 'serverName', 'createdAt', 'updatedAt'],
  defaultSort: 'name',
  searchable: ['name', 'extension', 'memberNames', 'customerName'],
  filters: ['customerId', 'serverId', 'strategy'],
  fields: {
    customerId: { kind: 'ref', resource: 'customers', in: ['create'], section: 'group' },
    serverId: { kind: 'ref', resource: 'endpoints', in: ['create'], section: 'group' },
    name: { kind: 'text', in: ['list', 'create', 'edit'], section: 'group' },
    extension: { kind: 'text', in: ['list', 'create', 'edit'], section: 'group' },
    strategy: { kind: 'select', options: RING_STRATEGIES, in: ['list', 'create', 'edit'], section: 'ring' },
    ringSeconds: { kind: 'number', in: ['list', 'create', 'edit'], section: 'ring' },
    memberIds: { kind: 'ref', resource: 'subscribers', many: true, in: ['create', 'edit'], section: 'ring' },
    memberNames: { kind: 'text', in: ['list'] },
    fallback: { kind: 'destination', in: ['create', 'edit'], section: 'ring' },
    fallbackName: { kind: 'text', in: ['list'] },
    serverName: { kind: 'text', in: ['list'] },
    customerName: { kind: 'text', in: ['list'] },
  },
  movable: true,
  titleField: 'name',
});
