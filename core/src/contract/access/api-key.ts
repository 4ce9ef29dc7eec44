// API keys authenticate programs. A key never has more rights than its owner and cannot create keys. The API returns its secret
// once, at creation.
import { z } from 'zod';
import { parseNetwork } from '../../access/network.ts';
import { SCOPES } from '../../access/scopes.ts';
import { nounFacts } from '../noun.ts';
import { exportRoute, Id, Instant, ListMeta, ListQuery } from '../resource.ts';
import type { Field, FieldUse } from '../resource.ts';
import { route } from '../route.ts';
import { pattern, text } from '../text.ts';

/** `expired` is derived from the time. */
export const API_KEY_STATUS = ['active', 'expired', 'revoked'] as const;

/** One address or network: `192.0.2.7`, `10.0.0.0/8`, `2001:db8::/32`. */
export const NetworkText = z
  .string()
  .trim()
  .max(64)
  .refine((value) => parseNetwork(value) !== null, { params: { rule: 'network' } });

const ScopeText = z.enum(SCOPES);

const editable = {
  name: text(1, 64),
  scopes: z.array(ScopeText).min(1).max(150),
  /** Empty: from any address. */
  cidrs: z.array(NetworkText).max(50),
  /** Requests per minute. Above it the API answers 429 with Retry-After. */
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
  /** The public part of the key, after `cck_live_`. */
  prefix: z.string(),
  last4: z.string(),
  status: z.enum(API_KEY_STATUS),
  /** `null`: never, which only platform administrators may set. */
  expiresAt: Instant.nullable(),
  lastUsedAt: Instant.nullable(),
  lastUsedIp: z.string(),
  useCount: z.number().int(),
  createdBy: z.string(),
  revokedBy: z.string(),
  revokedReason: z.string(),
  /** The key that this one replaced. */
  rotatedFrom: Id.nullable(),
  /** Accounts created through the key that are not disabled. */
  createdAccounts: z.number().int(),
  createdAt: Instant,
  updatedAt: Instant,
  version: z.number().int(),
});
export type ApiKey = z.infer<typeof ApiKey>;

/** `token` is the key's secret, returned only once: `Authorization: Bearer <token>`. */
export const NewApiKey = ApiKey.extend({ token: z.string() });
export type NewApiKey = z.infer<typeof NewApiKey>;

const expiry = {
  /** Absent: in 90 days. At most 365 days. Only platform administrators may set `null` (never). */
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
  /** The user whom the key acts for. The caller must be allowed to change that user. Absent: the caller. */
  ownerUserId: Id.optional(),
});

export const UpdateApiKey = z.object({ ...editable, ...expiry }).partial();
export type UpdateApiKey = z.infer<typeof UpdateApiKey>;

export const API_KEY_SORTS = ['name', 'status', 'expiresAt', 'lastUsedAt', 'createdAt', 'ownerUsername'] as const;

const item = z.object({ id: Id });
/** Hours for which the old key keeps working. 0: it ends immediately. */
const Rotation = z.object({ overlapHours: z.number().int().min(0).max(168).default(24) });
const Revocation = z.object({
  reason: text(0, 255).default(''),
  /** `disable`: disables accounts that the key created, with their keys, allow rules and report schedules. */
  accounts: z.enum(['disable', 'keep']).default('disable'),
});
export type Revocation = z.infer<typeof Revocation>;

const narrowing = {
  customerId: Id.optional(),
  ownerUserId: Id.optional(),
  status: z.enum(API_KEY_STATUS).optional(),
  name: pattern('characters', 64).optional(),
  sort: z.enum(API_KEY_SORTS.flatMap((field) => [field, `-${field}`] as const)).optional(),
};

const FACTS = nounFacts({
  key: 'apiKey',
  path: '/apikeys',
  table: 'api_keys',
  words: ['API key', 'API keys'],
  singular: { en: 'API key', es: 'clave de API', fr: 'clé d’API', he: 'מפתח API' },
  dimensions: ['customer', 'own'],
  roles: { 'customer-admin': ['manage'], support: ['read'] },
});

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

/** Exports the fields of the row. Secret and hash are in no row. */
const exportApiKeys = exportRoute({ ...FACTS, plural: FACTS.words[1] }, narrowing);

const getApiKey = route({
  method: 'GET',
  path: '/apikeys/:id',
  summary: 'Get an API key, without its secret',
  tag: 'apikey',
  access: ['read', 'apikey'],
  params: item,
  response: ApiKey,
  errors: ['not-found'],
});

const createApiKey = route({
  method: 'POST',
  path: '/apikeys',
  summary: 'Create an API key. The answer contains the key, which is never shown again',
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
  summary: 'Delete an API key. It stops working at once',
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

/** For lists and forms. The routes differ from those of other resources because of the new key's secret. */
export const apikeys = {
  ...FACTS,
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
  summary: 'Replace an API key with a new one that has the same rights. The old key works until its overlap ends',
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
  summary: 'Revoke an API key and disable the accounts that it created. The record of the key is kept',
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
  summary: 'List the caller’s own API keys',
  tag: 'apikey',
  access: 'signed-in',
  response: z.object({ data: z.array(ApiKey) }),
  errors: [],
});

export const createOwnApiKey = route({
  method: 'POST',
  path: '/user/apikeys',
  summary: 'Create an API key for the caller. The answer contains the key, which is never shown again',
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
  summary: 'Replace one of the caller’s API keys with a new one. The old key works until its overlap ends',
  tag: 'apikey',
  access: 'signed-in',
  params: item,
  body: Rotation,
  response: NewApiKey,
  status: 201,
  errors: ['not-found', 'conflict'],
});

export const deleteOwnApiKey = route({
  method: 'DELETE',
  path: '/user/apikeys/:id',
  summary: 'Delete one of the caller’s API keys. It stops working at once',
  tag: 'apikey',
  access: 'signed-in',
  params: item,
  status: 204,
  errors: ['not-found'],
});
