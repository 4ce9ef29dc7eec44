// The permissions that routes require, by resource, and named bundles of them.
import { z } from 'zod';
import { RESOURCES } from '../../access/ability.ts';
import { noun } from '../noun.ts';
import { Id, Instant } from '../resource.ts';
import { text } from '../text.ts';

/** Actions of a bundle. `manage` includes all of them. */
export const PERMISSION_ACTIONS = ['read', 'create', 'update', 'delete', 'export', 'operate'] as const;
export const PERMISSION_RESOURCES = RESOURCES.filter((name) => name !== 'all');

const Actions = z.array(z.enum(PERMISSION_ACTIONS)).min(1).max(6);

const editable = {
  /** A resource such as `queue`, or the custom name of a bundle. */
  key: text(1, 64),
  description: text(0, 255),
  actions: Actions,
};

export const Permission = z.object({
  id: Id,
  ...editable,
  key: z.string(),
  description: z.string(),
  actions: z.array(z.enum(PERMISSION_ACTIONS)),
  resource: z.enum(RESOURCES),
  /** Built-in and read-only. */
  builtIn: z.boolean(),
  /** False: a platform rule denies the whole resource to everyone, regardless of roles. */
  enabled: z.boolean(),
  /** ID of that rule, for platform staff. Without it, roles apply again. */
  offRuleId: Id.nullable(),
  /** Routes that require it, such as `GET /queues`. */
  routes: z.array(z.object({ action: z.string(), route: z.string(), summary: z.string() })),
  /** Roles visible to the caller, with their actions. */
  heldBy: z.array(z.object({ role: z.string(), actions: z.array(z.enum(PERMISSION_ACTIONS)) })),
  createdAt: Instant,
  updatedAt: Instant,
  version: z.number().int(),
});
export type Permission = z.infer<typeof Permission>;

export const CreatePermission = z.object({
  key: editable.key,
  resource: z.enum(PERMISSION_RESOURCES),
  actions: editable.actions,
  description: editable.description.default(''),
});
export const UpdatePermission = z.object(editable).partial();

export const permissions = noun({
  key: 'permission',
  path: '/permissions',
  table: 'permissions',
  words: ['permission', 'permissions'],
  singular: { en: 'permission', es: 'permiso', fr: 'autorisation', he: 'הרשאה' },
  dimensions: [],
  roles: { 'customer-admin': ['read'], support: ['read'], auditor: ['read'] },
  row: Permission,
  create: CreatePermission,
  update: UpdatePermission,
  sortable: ['key', 'resource', 'createdAt'],
  defaultSort: 'resource',
  searchable: ['key', 'description', 'resource'],
  filters: ['resource', 'key'],
  fields: {
    key: { kind: 'text', in: ['list', 'create', 'edit'] },
    resource: { kind: 'select', options: PERMISSION_RESOURCES, in: ['list', 'create'] },
    actions: { kind: 'text', in: ['list', 'create', 'edit'] },
    description: { kind: 'text', in: ['create', 'edit'] },
    heldBy: { kind: 'text', in: ['list'] },
    enabled: { kind: 'boolean', in: ['list'] },
  },
  titleField: 'key',
});
