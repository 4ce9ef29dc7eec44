// API keys: a program signs in with one instead of a session. A key never reaches further than its owner, and no key makes
// keys. Its text is told once, when it is made.
import { z } from 'zod';
import { parseNetwork } from '../access/network.ts';
import { SCOPES } from '../access/scopes.ts';
import type { Scope } from '../access/scopes.ts';
import { exportRoute, Id, Instant, ListMeta, ListQuery } from './resource.ts';
import type { Field, FieldUse } from './resource.ts';
import { route } from './route.ts';
import { pattern, text } from './text.ts';

/** `expired` follows from the clock. */
export const API_KEY_STATUS = ['active', 'expired', 'revoked'] as const;

/** One address or network: `192.0.2.7`, `10.0.0.0/8`, `2001:db8::/32`. */
export const NetworkText = z
  .string()
  .trim()
  .max(64)
  .refine((value) => parseNetwork(value) !== null, { params: { rule: 'network' } });

const ScopeText = z.enum(SCOPES as [Scope, ...Scope[]]);

const editable = {
  name: text(1, 64),
  scopes: z.array(ScopeText).min(1).max(150),
  /** Empty: from anywhere. */
  cidrs: z.array(NetworkText).max(50),
  /** Calls a minute; more answer 429 with Retry-After. */
  rateLimitPerMinute: z.number().int().min(1).max(6000),
};

export const ApiKey = z.object({
  id: Id,
  customerId: Id.nullable(),
  customerName: z.string().nullable(),
  ownerUserId: Id,
  ownerUsername: z.string(),
  ...editable,
  scopes: z.array(z.string()),
  cidrs: z.array(z.string()),
  /** The public part, as in the key's text after `cck_live_`. */
  prefix: z.string(),
  last4: z.string(),
  status: z.enum(API_KEY_STATUS),
  /** null: never, which only the platform's administrators may give. */
  expiresAt: Instant.nullable(),
  lastUsedAt: Instant.nullable(),
  lastUsedIp: z.string(),
  useCount: z.number().int(),
  createdBy: z.string(),
  revokedBy: z.string(),
  revokedReason: z.string(),
  /** The key that this one replaced. */
  rotatedFrom: Id.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  version: z.number().int(),
});
export type ApiKey = z.infer<typeof ApiKey>;

/** `token` is the key's text, told this once: `Authorization: Bearer <token>`. */
export const NewApiKey = ApiKey.extend({ token: z.string() });
export type NewApiKey = z.infer<typeof NewApiKey>;

const expiry = {
  /** Left out: 90 days from now. At most 365 days; null (never) is for the platform's administrators. */
  expiresAt: Instant.nullable().optional(),
};

export const CreateOwnApiKey = z.object({
  name: editable.name,
  scopes: editable.scopes,
  cidrs: editable.cidrs.default([]),
  rateLimitPerMinute: editable.rateLimitPerMinute.default(120),
  ...expiry,
});
export type CreateOwnApiKey = z.infer<typeof CreateOwnApiKey>;

export const CreateApiKey = CreateOwnApiKey.extend({
  /** For whom it acts: a user whom the caller may change. Left out: the caller. */
  ownerUserId: Id.optional(),
});

export const UpdateApiKey = z.object({ ...editable, ...expiry }).partial();
export type UpdateApiKey = z.infer<typeof UpdateApiKey>;

export const API_KEY_SORTS = ['name', 'status', 'expiresAt', 'lastUsedAt', 'createdAt', 'ownerUsername'] as const;

const item = z.object({ id: Id });
/** The old key goes on for so many hours beside the new one; 0: it ends now. */
const Rotation = z.object({ overlapHours: z.number().int().min(0).max(168).default(24) });
const Revocation = z.object({ reason: text(0, 255).default('') });

const narrowing = {
  customerId: Id.optional(),
  ownerUserId: Id.optional(),
  status: z.enum(API_KEY_STATUS).optional(),
  name: pattern('characters', 64).optional(),
  sort: z.enum(API_KEY_SORTS.flatMap((field) => [field, `-${field}`] as const)).optional(),
};

const listApiKeys = route({
  method: 'GET',
  path: '/apikeys',
  summary: 'List API keys',
  tag: 'apikey',
  access: ['read', 'apikey'],
  query: ListQuery.extend(narrowing),
  response: z.object({ data: z.array(ApiKey), meta: ListMeta }),
  errors: [],
});

/** What a key's row tells, and no more: its text and its hash are in no row. */
const exportApiKeys = exportRoute({ name: 'apikey', path: '/apikeys' }, narrowing);

const getApiKey = route({
  method: 'GET',
  path: '/apikeys/:id',
  summary: 'Get one of the API keys; never its text',
  tag: 'apikey',
  access: ['read', 'apikey'],
  params: item,
  response: ApiKey,
  errors: ['not-found'],
});

const createApiKey = route({
  method: 'POST',
  path: '/apikeys',
  summary: 'Make an API key; its text is told this once',
  tag: 'apikey',
  access: ['create', 'apikey'],
  body: CreateApiKey,
  response: NewApiKey,
  status: 201,
  errors: ['not-found'],
});

const updateApiKey = route({
  method: 'PATCH',
  path: '/apikeys/:id',
  summary: 'Change the named fields of an API key',
  tag: 'apikey',
  access: ['update', 'apikey'],
  params: item,
  body: UpdateApiKey,
  response: ApiKey,
  errors: ['not-found', 'conflict', 'stale'],
});

const removeApiKey = route({
  method: 'DELETE',
  path: '/apikeys/:id',
  summary: 'Delete an API key: it ends at once',
  tag: 'apikey',
  access: ['delete', 'apikey'],
  params: item,
  status: 204,
  errors: ['not-found'],
});

const FIELDS = {
  name: { kind: 'text', in: ['list', 'create', 'edit'], section: 'key' },
  ownerUserId: { kind: 'ref', resource: 'users', in: ['create'], section: 'key' },
  prefix: { kind: 'text', in: ['list'] },
  ownerUsername: { kind: 'text', in: ['list'] },
  customerName: { kind: 'text', in: ['list'] },
  status: { kind: 'select', options: API_KEY_STATUS, in: ['list'] },
  expiresAt: { kind: 'instant', in: ['list', 'create'], section: 'limits' },
  lastUsedAt: { kind: 'instant', in: ['list'] },
  useCount: { kind: 'number', in: ['list'] },
  rateLimitPerMinute: { kind: 'number', in: ['create', 'edit'], section: 'limits' },
  cidrs: { kind: 'text', in: ['create', 'edit'], section: 'limits' },
  scopes: { kind: 'text', in: ['create', 'edit'], section: 'rights' },
} as const satisfies Record<string, Field & FieldUse>;

/** As lists and forms read it; the text of a new key makes its routes a little other than those of most nouns. */
export const apikeys = {
  name: 'apikey',
  path: '/apikeys',
  row: ApiKey,
  create: CreateApiKey,
  update: UpdateApiKey,
  sortable: API_KEY_SORTS,
  defaultSort: '-createdAt',
  filters: ['customerId', 'ownerUserId', 'status', 'name'],
  fields: FIELDS,
  titleField: 'name',
  routes: {
    list: listApiKeys,
    export: exportApiKeys,
    get: getApiKey,
    create: createApiKey,
    update: updateApiKey,
    remove: removeApiKey,
  },
} as const;

export const rotateApiKey = route({
  method: 'POST',
  path: '/apikeys/:id/rotate',
  summary: 'Replace an API key by a new one with the same rights; both work for a while',
  tag: 'apikey',
  access: ['update', 'apikey'],
  params: item,
  body: Rotation,
  response: NewApiKey,
  status: 201,
  errors: ['not-found', 'conflict'],
});

export const revokeApiKey = route({
  method: 'POST',
  path: '/apikeys/:id/revoke',
  summary: 'End an API key at once and keep its record',
  tag: 'apikey',
  access: ['update', 'apikey'],
  params: item,
  body: Revocation,
  response: ApiKey,
  errors: ['not-found'],
});

export const listOwnApiKeys = route({
  method: 'GET',
  path: '/user/apikeys',
  summary: 'Own API keys',
  tag: 'apikey',
  access: 'signed-in',
  response: z.object({ data: z.array(ApiKey) }),
  errors: [],
});

export const createOwnApiKey = route({
  method: 'POST',
  path: '/user/apikeys',
  summary: 'Make an API key for oneself; its text is told this once',
  tag: 'apikey',
  access: 'signed-in',
  body: CreateOwnApiKey,
  response: NewApiKey,
  status: 201,
  errors: [],
});

export const rotateOwnApiKey = route({
  method: 'POST',
  path: '/user/apikeys/:id/rotate',
  summary: 'Replace one of the own API keys by a new one; both work for a while',
  tag: 'apikey',
  access: 'signed-in',
  params: item,
  body: Rotation,
  response: NewApiKey,
  status: 201,
  errors: ['not-found', 'conflict'],
});

export const removeOwnApiKey = route({
  method: 'DELETE',
  path: '/user/apikeys/:id',
  summary: 'Delete one of the own API keys: it ends at once',
  tag: 'apikey',
  access: 'signed-in',
  params: item,
  status: 204,
  errors: ['not-found'],
});
