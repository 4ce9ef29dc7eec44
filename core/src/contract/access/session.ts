// Sign-in and sign-out, the signed-in user, one-time links, and socket tickets.
import { z } from 'zod';
import { REQUIRED_ACTIONS } from '../../access/required-action.ts';
import { AbilityPair, LANDINGS } from './role.ts';
import { Id, Instant } from '../resource.ts';
import { route } from '../route.ts';
import { Language, pattern, text, TimeZone } from '../text.ts';
import { OneTimeCode } from './two-factor.ts';
import { NewPassword, Theme } from './user.ts';

export const Login = z.object({
  /** User name or e-mail address. */
  username: z.string().trim().min(1).max(254),
  password: z.string().min(1).max(1024),
  /** For users with a second factor. A wrong code gives the same error as a missing one, with `otp` among the errors. */
  otp: OneTimeCode.optional(),
});

/** `token` is sent as `Authorization: Bearer`. */
export const SignedIn = z.object({ token: z.string(), expiresAt: Instant });

/** Brand name or '', color from `BRAND_COLORS` or `#rrggbb`, and path of a logo on this origin. */
export const Brand = z.object({ name: z.string(), color: z.string(), logo: z.string().nullable() });

export const login = route({
  method: 'POST',
  path: '/login',
  summary: 'Sign in',
  tag: 'session',
  access: 'public',
  body: Login,
  response: SignedIn,
  errors: ['wrong-credentials', 'one-time-code-required', 'locked-out'],
});

/** Requested before sign-in: the brand of the host that the console was opened at. */
export const getBrand = route({
  method: 'GET',
  path: '/brand',
  summary: 'Get the name, color and logo of the console at this host',
  tag: 'session',
  access: 'public',
  response: Brand,
  errors: [],
});

export const logout = route({
  method: 'POST',
  path: '/logout',
  summary: 'Sign out. The session and its sockets end',
  tag: 'session',
  access: 'signed-in',
  status: 204,
  errors: [],
});

export const SessionUser = z.object({
  id: Id,
  username: z.string(),
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  role: z.string(),
  /** Path of the picture on this origin. */
  avatar: z.string().nullable(),
  theme: Theme,
  language: Language,
  timezone: z.string(),
  customerId: Id.nullable(),
  customerName: z.string().nullable(),
  callcenterIds: z.array(Id),
  /** ISO 3166-1 alpha-2. Used to read local numbers. */
  country: z.string().nullable(),
  abilities: z.array(AbilityPair),
  /** User name of the impersonating user; `null` without impersonation. */
  actedBy: z.string().nullable(),
  /** The customer is suspended: read-only. */
  suspended: z.boolean(),
  /** Required action before the user can use anything else; `null`: none. */
  requiredAction: z.enum(REQUIRED_ACTIONS).nullable(),
  /** First page after sign-in. */
  landing: z.enum(LANDINGS),
  /** The user may see call prices. */
  seesPrices: z.boolean(),
  /** The user's customer is a reseller, so they also see the customers below it. */
  manyCustomers: z.boolean(),
  /** Brand of the console. */
  brand: Brand,
});
export type SessionUser = z.infer<typeof SessionUser>;

export const getOwnUser = route({
  method: 'GET',
  path: '/user',
  summary: 'Get the signed-in user with their abilities',
  tag: 'session',
  access: 'signed-in',
  response: SessionUser,
  errors: [],
});

export const updateOwnUser = route({
  method: 'PATCH',
  path: '/user',
  summary: 'Change the signed-in user: names, language, theme, time zone',
  tag: 'session',
  access: 'signed-in',
  body: z
    .object({ firstname: text(0, 128), lastname: text(0, 128), language: Language, theme: Theme, timezone: TimeZone })
    .partial(),
  response: SessionUser,
  errors: [],
});

/** Ends the user's other sessions and keeps this one. */
export const changePassword = route({
  method: 'POST',
  path: '/user/password',
  summary: 'Change the caller’s password',
  tag: 'session',
  access: 'signed-in',
  body: z.object({ currentPassword: z.string().min(1).max(1024), newPassword: NewPassword }),
  status: 204,
  errors: ['wrong-credentials', 'locked-out'],
});

/** Reset links sent to the old address stop working. */
export const changeEmail = route({
  method: 'POST',
  path: '/user/email',
  summary: 'Change the caller’s e-mail address',
  tag: 'session',
  access: 'signed-in',
  body: z.object({ password: z.string().min(1).max(1024), email: pattern('email', 254).min(1) }),
  response: SessionUser,
  errors: ['wrong-credentials', 'locked-out', 'conflict'],
});

/** A square PNG or JPEG of 64 to 1024 pixels and at most 256 KB, base64. Metadata such as location and camera is removed. */
export const setAvatar = route({
  method: 'PUT',
  path: '/user/avatar',
  summary: 'Set the caller’s picture',
  tag: 'session',
  access: 'signed-in',
  body: z.object({ image: z.base64().min(1).max(349_528) }),
  response: SessionUser,
  errors: [],
});

export const removeAvatar = route({
  method: 'DELETE',
  path: '/user/avatar',
  summary: 'Remove the caller’s picture',
  tag: 'session',
  access: 'signed-in',
  response: SessionUser,
  errors: [],
});

export const Session = z.object({
  id: Id,
  current: z.boolean(),
  ip: z.string(),
  userAgent: z.string(),
  createdAt: Instant,
  lastSeenAt: Instant,
  expiresAt: Instant,
});

export const listSessions = route({
  method: 'GET',
  path: '/user/sessions',
  summary: 'List the caller’s sessions',
  tag: 'session',
  access: 'signed-in',
  response: z.object({ data: z.array(Session) }),
  errors: [],
});

/** Asks for the password again, because a stolen session must not end the user's own. The caller's session stays. */
export const endSessions = route({
  method: 'POST',
  path: '/user/sessions/end',
  summary: 'End one of the caller’s sessions, or all except the current one',
  tag: 'session',
  access: 'signed-in',
  body: z.object({
    password: z.string().min(1).max(1024),
    /** Without it, every session but the caller's ends. */
    id: Id.optional(),
  }),
  status: 204,
  errors: ['wrong-credentials', 'locked-out', 'not-found'],
});

/** Valid once, for 30 seconds, from the same address. Sent as `token` of the socket. */
export const createRealtimeTicket = route({
  method: 'POST',
  path: '/realtime/ticket',
  summary: 'Create a single-use ticket for the live socket',
  tag: 'session',
  access: 'signed-in',
  response: z.object({ ticket: z.string(), expiresAt: Instant }),
  errors: ['origin-refused'],
});

/**
 * The response is the same for known and unknown names. `byMail`: the console sends e-mail, so the account's owner gets a link.
 * Otherwise an administrator creates one (`POST /users/:id/invite`).
 */
export const requestPasswordReset = route({
  method: 'POST',
  path: '/password/forgot',
  summary: 'Request a link that sets a new password',
  tag: 'session',
  access: 'public',
  body: z.object({ username: z.string().trim().min(1).max(254) }),
  response: z.object({ byMail: z.boolean() }),
  status: 202,
  errors: ['locked-out'],
});

/** Returns the link's user for the greeting. `not-found` for a used, expired or wrong link. */
export const getInvite = route({
  method: 'POST',
  path: '/invites/look',
  summary: 'Get the user of a one-time link',
  tag: 'session',
  access: 'public',
  body: z.object({ token: z.string().min(1).max(200) }),
  response: z.object({ username: z.string(), email: z.string(), firstname: z.string(), language: Language }),
  errors: ['not-found', 'locked-out'],
});

/** The link does not replace the second factor: users with one also send its code. */
export const setPassword = route({
  method: 'POST',
  path: '/set-password',
  summary: 'Set a password with a one-time link, and sign in',
  tag: 'session',
  access: 'public',
  body: z.object({ token: z.string().min(1).max(200), password: NewPassword, otp: OneTimeCode.optional() }),
  response: SignedIn,
  errors: ['not-found', 'one-time-code-required', 'locked-out'],
});

/** Tells whether the first administrator is still to be created. */
export const getSetupState = route({
  method: 'GET',
  path: '/setup',
  summary: 'Get whether the first administrator must still be created',
  tag: 'session',
  access: 'public',
  response: z.object({ needed: z.boolean() }),
  errors: [],
});

export const completeSetup = route({
  method: 'POST',
  path: '/setup',
  summary: 'Create the first administrator with the set-up link, and sign in',
  tag: 'session',
  access: 'public',
  body: z.object({
    token: z.string().min(1).max(200),
    username: pattern('username', 64).min(1),
    email: pattern('email', 254).min(1),
    firstname: text(0, 128).default(''),
    lastname: text(0, 128).default(''),
    language: Language.default('en'),
    timezone: TimeZone.default('UTC'),
    password: NewPassword,
  }),
  response: SignedIn,
  errors: ['not-found', 'locked-out'],
});
