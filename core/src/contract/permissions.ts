// The catalogue of what can be allowed: what the routes ask for, resource by resource; and named bundles of it.
import { z } from 'zod';
import { RESOURCES } from '../access/ability.ts';
import { Id, Instant, resource } from './resource.ts';
import { text } from './text.ts';

/** Of a bundle; `manage` is every one of them. */
export const PERMISSION_ACTIONS = ['read', 'create', 'update', 'delete', 'export', 'operate'] as const;
export const PERMISSION_RESOURCES = RESOURCES.filter((name) => name !== 'all');

const Actions = z.array(z.enum(PERMISSION_ACTIONS)).min(1).max(6);

const editable = {
  /** `queue` in the catalogue; a name of one's own for a bundle. */
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
  /** From the catalogue: never changed by hand. */
  builtIn: z.boolean(),
  /** False: a rule of the platform denies all of its area to everyone, whatever roles say. */
  enabled: z.boolean(),
  /** That rule, for the platform's staff: without it roles decide again. */
  offRuleId: Id.nullable(),
  /** Routes that ask for it: `GET /queues`. */
  routes: z.array(z.object({ action: z.string(), route: z.string(), summary: z.string() })),
  /** Roles that the caller may see, with what each may of it. */
  heldBy: z.array(z.object({ role: z.string(), actions: z.array(z.enum(PERMISSION_ACTIONS)) })),
  createdAt: Instant,
  updatedAt: Instant,
  version: z.number().int(),
});
export type Permission = z.infer<typeof Permission>;

export const CreatePermission = z.object({
  key: editable.key,
  resource: z.enum(PERMISSION_RESOURCES as [string, ...string[]]),
  actions: editable.actions,
  description: editable.description.default(''),
});
export const UpdatePermission = z.object(editable).partial();

export const permissions = resource({
  name: 'permission',
  path: '/permissions',
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
