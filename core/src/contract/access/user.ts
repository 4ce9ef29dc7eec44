// A user account, for a person or a wallboard screen. `customerId: null` for platform staff.
import { z } from 'zod';
import { importOf } from '../import.ts';
import { noun } from '../noun.ts';
import { Id, Instant } from '../resource.ts';
import { LANDINGS } from './role.ts';
import { route } from '../route.ts';
import { Language, pattern, text, TimeZone } from '../text.ts';

/** `invited`: without a password yet. */
export const USER_STATUS = ['invited', 'active', 'disabled'] as const;

export const USER_LANDINGS = ['role', ...LANDINGS] as const;

/** Appearance settings of the browser. Opaque to the server, limited in size. */
export const Theme = z.record(z.string().max(40), z.union([z.string().max(200), z.number(), z.boolean(), z.null()]));
export type Theme = z.infer<typeof Theme>;

/** Checks only length and known bad passwords (`passwords.ts` on the server). There are no composition rules. */
export const NewPassword = z.string().min(12).max(256);

const editable = {
  username: pattern('username', 64).min(1),
  email: pattern('email', 254).min(1),
  firstname: text(0, 128),
  lastname: text(0, 128),
  callcenterIds: z.array(Id).max(500),
  language: Language,
  timezone: TimeZone,
  phone: pattern('phone', 32),
  /** The user must set up a second factor, regardless of their role. */
  requireTwoFactor: z.boolean(),
  /** The user must change their password before anything else. */
  mustRenew: z.boolean(),
  /** The account and its API keys stop working at this time; `null`: never. */
  expiresAt: Instant.nullable(),
  /** Maximum number of concurrent sessions. One more ends the oldest. `null`: no limit. */
  sessionLimit: z.number().int().min(1).max(100).nullable(),
  /** First page after sign-in; `role`: the role's setting. */
  landing: z.enum(USER_LANDINGS),
};

export const User = z.object({
  id: Id,
  customerId: Id.nullable(),
  customerName: z.string().nullable(),
  ...editable,
  // Validated on write. Reads skip the check.
  timezone: z.string(),
  roleId: Id,
  /** The role's name, such as `supervisor`. */
  role: z.string(),
  theme: Theme,
  status: z.enum(USER_STATUS),
  /** Sign-in also needs a one-time code. */
  twoFactor: z.boolean(),
  lastLoginAt: Instant.nullable(),
  /** Source address. Empty when unknown. */
  lastLoginIp: z.string(),
  /** `null` without a password. */
  passwordChangedAt: Instant.nullable(),
  /** User name of the sender of the latest invitation; `''` if there was none. */
  invitedBy: z.string(),
  /** The API key that created the account, directly or through an account that it created. Revoking it disables the account. */
  viaKeyId: Id.nullable(),
  /** Name of that key. Empty when a user created the account. */
  viaKeyName: z.string(),
  /** Path of the user's picture. */
  avatar: z.string().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  version: z.number().int(),
});
export type User = z.infer<typeof User>;

export const CreateUser = z.object({
  /** Absent: the caller's own customer, or platform staff if the caller is. */
  customerId: Id.nullable().optional(),
  username: editable.username,
  email: editable.email,
  firstname: editable.firstname.default(''),
  lastname: editable.lastname.default(''),
  /** One of the two. */
  roleId: Id.optional(),
  role: z.string().max(64).optional(),
  callcenterIds: editable.callcenterIds.default([]),
  language: Language.default('en'),
  timezone: TimeZone.optional(),
  phone: editable.phone.default(''),
  requireTwoFactor: editable.requireTwoFactor.default(false),
  mustRenew: editable.mustRenew.default(false),
  expiresAt: editable.expiresAt.default(null),
  sessionLimit: editable.sessionLimit.default(null),
  landing: editable.landing.default('role'),
  /** For scripts. Users get an invitation instead: `POST /users/:id/invite`. */
  password: NewPassword.optional(),
});
export type CreateUser = z.infer<typeof CreateUser>;

export const UpdateUser = z
  .object({
    ...editable,
    roleId: Id,
    role: z.string().max(64),
    status: z.enum(['active', 'disabled']),
    /** `null`: releases the account from the API key that created it. It then stays when the key is revoked. */
    viaKeyId: z.null(),
  })
  .partial();

export const users = noun({
  key: 'user',
  path: '/users',
  table: 'users',
  parts: ['user_callcenters'],
  words: ['user', 'users'],
  singular: { en: 'user', es: 'usuario', fr: 'utilisateur', he: 'משתמש' },
  dimensions: ['customer', 'own'],
  roles: { 'customer-admin': ['manage'], support: ['read', 'update', 'operate'], auditor: ['read'] },
  row: User,
  create: CreateUser,
  update: UpdateUser,
  sortable: [
    'email',
    'firstname',
    'lastname',
    'username',
    'role',
    'customerName',
    'status',
    'lastLoginAt',
    'createdAt',
  ],
  defaultSort: 'lastname',
  searchable: ['email', 'firstname', 'lastname', 'username'],
  filters: [
    'customerId',
    'viaKeyId',
    'role',
    'status',
    'username',
    'email',
    'twoFactor',
    'requireTwoFactor',
    'mustRenew',
  ],
  fields: {
    email: { kind: 'email', in: ['list', 'create', 'edit'], section: 'person' },
    firstname: { kind: 'text', in: ['list', 'create', 'edit'], section: 'person' },
    lastname: { kind: 'text', in: ['list', 'create', 'edit'], section: 'person' },
    username: { kind: 'text', in: ['list', 'create', 'edit'], section: 'account' },
    customerId: { kind: 'ref', resource: 'customers', in: ['create'], section: 'account' },
    customerName: { kind: 'text', in: ['list'] },
    roleId: { kind: 'ref', resource: 'roles', in: ['create', 'edit'], section: 'account' },
    role: { kind: 'text', in: ['list'] },
    callcenterIds: { kind: 'ref', resource: 'callcenters', many: true, in: ['create', 'edit'], section: 'account' },
    language: { kind: 'language', in: ['create', 'edit'], section: 'place' },
    timezone: { kind: 'timezone', in: ['create', 'edit'], section: 'place' },
    status: { kind: 'select', options: USER_STATUS, in: ['list'] },
    phone: { kind: 'phone', in: ['list', 'create', 'edit'], section: 'person' },
    requireTwoFactor: { kind: 'boolean', in: ['list', 'create', 'edit'], section: 'signIn' },
    mustRenew: { kind: 'boolean', in: ['list', 'edit'], section: 'signIn' },
    expiresAt: { kind: 'instant', in: ['list', 'create', 'edit'], section: 'signIn' },
    sessionLimit: { kind: 'number', in: ['list', 'create', 'edit'], section: 'signIn' },
    landing: { kind: 'select', options: USER_LANDINGS, in: ['create', 'edit'], section: 'place' },
    twoFactor: { kind: 'boolean', in: ['list'] },
    lastLoginAt: { kind: 'instant', in: ['list'] },
    lastLoginIp: { kind: 'text', in: ['list'] },
    passwordChangedAt: { kind: 'instant', in: ['list'] },
    invitedBy: { kind: 'text', in: ['list'] },
    viaKeyName: { kind: 'text', in: ['list'] },
    createdAt: { kind: 'instant', in: ['list'] },
  },
  titleField: 'username',
});

/** Uses codes instead of IDs. Imported users get no password; they are invited. */
export const ImportedUser = CreateUser.omit({
  password: true,
  customerId: true,
  roleId: true,
  callcenterIds: true,
}).extend({
  /** Code of the customer. Empty: the caller's own, or platform staff. */
  customer: pattern('slug', 31).optional(),
  role: z.string().min(1).max(64),
  /** Codes, separated by semicolons. */
  callcenters: z.array(pattern('slug', 31)).default([]),
});

export const usersImport = importOf(users, ImportedUser);

/** Creates a one-time link to set the user's password. Earlier links stop working. */
export const inviteUser = route({
  method: 'POST',
  path: '/users/:id/invite',
  summary: 'Create a one-time link that sets a password, and send it by e-mail on request',
  tag: 'user',
  access: ['update', 'user'],
  params: z.object({ id: Id }),
  body: z.object({ send: z.boolean().default(false) }),
  response: z.object({
    url: z.string(),
    expiresAt: Instant,
    /** The console sends e-mail, and the user has an address. */
    sendable: z.boolean(),
    /** An e-mail with this link is being sent. */
    sent: z.boolean(),
  }),
  errors: ['not-found', 'conflict', 'too-many'],
});

/** Ends every session of a user. */
export const endUserSessions = route({
  method: 'DELETE',
  path: '/users/:id/sessions',
  summary: 'End all sessions of a user',
  tag: 'user',
  access: ['update', 'user'],
  params: z.object({ id: Id }),
  status: 204,
  errors: ['not-found'],
});

/**
 * Impersonation for support: a session as a customer's user, for one hour. The audit trail records both names. The account's
 * password, second factor and keys cannot be changed.
 */
export const impersonateUser = route({
  method: 'POST',
  path: '/users/:id/impersonate',
  summary: 'Act as a user of a customer',
  tag: 'user',
  access: ['operate', 'user'],
  params: z.object({ id: Id }),
  body: z.object({ reason: text(3, 255) }),
  response: z.object({ token: z.string(), expiresAt: Instant }),
  errors: ['not-found', 'conflict'],
});
