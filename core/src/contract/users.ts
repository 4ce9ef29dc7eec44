// A person (or a screen on a wall) that signs in. `customerId: null` is the platform's staff.
import { z } from 'zod';
import { importOf } from './import.ts';
import { Id, Instant, resource } from './resource.ts';
import { LANDINGS } from './roles.ts';
import { route } from './route.ts';
import { Language, pattern, text, TimeZone } from './text.ts';

/** `invited`: has no password yet. */
export const USER_STATUS = ['invited', 'active', 'disabled'] as const;

export const USER_LANDINGS = ['role', ...LANDINGS] as const;

/** What the browser keeps of its looks; opaque to the server, bounded in size. */
export const Theme = z.record(z.string().max(40), z.union([z.string().max(200), z.number(), z.boolean(), z.null()]));
export type Theme = z.infer<typeof Theme>;

/** Length alone and known-bad passwords are judged (`passwords.ts` of the server); there are no composition rules. */
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
  /** He sets up a second factor before anything else opens to him, whatever his role asks. */
  requireTwoFactor: z.boolean(),
  /** Before anything else opens to him; it is over once he has. */
  mustRenew: z.boolean(),
  /** From then on he is out, and his keys with him; null: never. */
  expiresAt: Instant.nullable(),
  /** Sessions at once: one more ends the one begun longest ago; null: any number. */
  sessionLimit: z.number().int().min(1).max(100).nullable(),
  /** Where he begins after signing in; `role`: as his role says. */
  landing: z.enum(USER_LANDINGS),
};

export const User = z.object({
  id: Id,
  customerId: Id.nullable(),
  customerName: z.string().nullable(),
  ...editable,
  // Judged when written; a page of rows is not judged again.
  timezone: z.string(),
  roleId: Id,
  /** The role's name: `supervisor`. */
  role: z.string(),
  theme: Theme,
  status: z.enum(USER_STATUS),
  /** Signing in asks for a one-time code too. */
  twoFactor: z.boolean(),
  lastLoginAt: Instant.nullable(),
  /** From where; '': not known. */
  lastLoginIp: z.string(),
  /** null: he has none. */
  passwordChangedAt: Instant.nullable(),
  /** User name of who last gave him a link to choose a password; '': nobody. */
  invitedBy: z.string(),
  /** Address of his picture on this origin. */
  avatar: z.string().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  version: z.number().int(),
});
export type User = z.infer<typeof User>;

export const CreateUser = z.object({
  /** Left out: the caller's own customer, or the platform's staff when the caller is that. */
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
  /** For scripts. People get an invitation instead: `POST /users/:id/invite`. */
  password: NewPassword.optional(),
});
export type CreateUser = z.infer<typeof CreateUser>;

export const UpdateUser = z
  .object({ ...editable, roleId: Id, role: z.string().max(64), status: z.enum(['active', 'disabled']) })
  .partial();

export const users = resource({
  name: 'user',
  path: '/users',
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
  filters: ['customerId', 'role', 'status', 'username', 'email', 'twoFactor', 'requireTwoFactor', 'mustRenew'],
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
    createdAt: { kind: 'instant', in: ['list'] },
  },
  titleField: 'username',
});

/** Codes instead of ids. Nobody gets a password by a file: people are invited. */
export const ImportedUser = CreateUser.omit({
  password: true,
  customerId: true,
  roleId: true,
  callcenterIds: true,
}).extend({
  /** Code of the customer; empty: the caller's own, or the platform's staff. */
  customer: pattern('slug', 31).optional(),
  role: z.string().min(1).max(64),
  /** Codes, separated by semicolons. */
  callcenters: z.array(pattern('slug', 31)).default([]),
});

export const usersImport = importOf(users, ImportedUser);

/** Makes a one-time link with which its holder sets the user's password; earlier links of the user stop working. */
export const inviteUser = route({
  method: 'POST',
  path: '/users/:id/invite',
  summary: 'Make a one-time link to set a password, and send it by e-mail when asked to',
  tag: 'user',
  access: ['update', 'user'],
  params: z.object({ id: Id }),
  body: z.object({ send: z.boolean().default(false) }),
  response: z.object({
    url: z.string(),
    expiresAt: Instant,
    /** The console sends e-mail, and the user has an address. */
    sendable: z.boolean(),
    /** A letter with this link is on its way. */
    sent: z.boolean(),
  }),
  errors: ['not-found', 'conflict', 'too-many'],
});

/** Ends every session of a user. */
export const endUserSessions = route({
  method: 'DELETE',
  path: '/users/:id/sessions',
  summary: 'End every session of a user',
  tag: 'user',
  access: ['update', 'user'],
  params: z.object({ id: Id }),
  status: 204,
  errors: ['not-found'],
});

/**
 * A session in the name of a customer's user, for an hour, for the support: everything done in it is told in the audit trail
 * with both names. The account itself (password, second factor, keys) stays out of reach.
 */
export const impersonateUser = route({
  method: 'POST',
  path: '/users/:id/impersonate',
  summary: 'Act in the name of a customer’s user',
  tag: 'user',
  access: ['operate', 'user'],
  params: z.object({ id: Id }),
  body: z.object({ reason: text(3, 255) }),
  response: z.object({ token: z.string(), expiresAt: Instant }),
  errors: ['not-found', 'conflict'],
});
